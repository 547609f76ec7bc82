"""The rules for events that a caller may adjust: thresholds, and words of error messages in about thirty languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import attrs

from uidiff.text import fold, words

__all__ = ["EventRules"]

_BY_LANGUAGE = (
    "error errors failed failure failures fails invalid incorrect wrong denied unable crashed fatal",  # English
    "fehler fehlgeschlagen fehlerhaft ungültig ungültige ungültiger ungültiges gescheitert verweigert",  # German
    "erreur erreurs échec échoué échouée échoués invalide invalides incorrecte refusé refusée",  # French
    "errores fallo falló fallado fallida fallido inválido inválida incorrecto incorrecta denegado",  # Spanish
    "errore errori fallito fallita fallimento invalido errato errata negato negata",  # Italian
    "erro erros falha falhas falhou inválidos inválidas incorreto incorreta negado negada",  # Portuguese
    "fout fouten mislukt mislukte ongeldig ongeldige onjuist onjuiste geweigerd",  # Dutch
    "błąd błędy błędu nieudane nieudany niepowodzenie nieprawidłowy nieprawidłowa nieprawidłowe odmowa",  # Polish
    "ошибка ошибки ошибке ошибку сбой неверный неверная неверно недопустимый недопустимое отказано",  # Russian
    "помилка помилки збій невірний недійсний",  # Ukrainian
    "chyba chyby selhalo selhání neplatný neplatná neplatné",  # Czech
    "fel misslyckades misslyckad ogiltig ogiltigt nekad",  # Swedish
    "fejl feil mislykkedes mislyktes ugyldig ugyldigt",  # Danish, Norwegian
    "virhe virheitä epäonnistui virheellinen",  # Finnish
    "hata hatası hatalar başarısız geçersiz reddedildi",  # noqa: RUF001  # Turkish
    "hiba hibás sikertelen érvénytelen",  # Hungarian
    "eroare erori eșuat nevalid",  # Romanian
    "σφάλμα σφάλματα απέτυχε αποτυχία",  # Greek
    "خطأ أخطاء فشل فشلت",  # Arabic
    "خطا ناموفق",  # Persian
    "שגיאה נכשל",  # Hebrew
    "lỗi",  # Vietnamese
    "galat kesalahan gagal",  # Indonesian
    "त्रुटि विफल",  # Hindi
    "错误 失败 无效 出错 有误 錯誤 失敗 無效",  # Chinese
    "エラー 無効 不正",  # Japanese, besides the Chinese ones
    "오류 실패 잘못된",  # Korean
    "ข้อผิดพลาด ล้มเหลว",  # Thai
)

ERROR_WORDS = tuple(word for words in _BY_LANGUAGE for word in words.split())
"""Translations of "error", "failed" and "invalid" as programs use them, casefolded."""


_PROBLEMS_BY_LANGUAGE = (
    "required|must|cannot|can't|could not|couldn't|does not|doesn't|do not match|don't match|not found",  # English
    "not valid|not allowed|not available|unavailable|too short|too long|too many|too large|already exists",
    "already taken|please enter|please give|please provide|please check|please specify|please correct|please choose",
    "please select|please fill|missing|expired|rejected|refused|forbidden|timed out|try again|offline",
    "erforderlich|pflichtfeld|muss|darf nicht|konnte nicht|kann nicht|nicht gefunden|zu kurz|zu lang|fehlt",  # German
    "bereits vergeben|abgelaufen|abgelehnt|bitte geben sie|bitte wählen sie",
    "requis|obligatoire|doit|doivent|impossible|introuvable|trop court|trop long|veuillez|manquant|expiré",  # French
    "obligatorio|requerido|requerida|debe|no se pudo|no se puede|no encontrado|demasiado|caducado",  # Spanish
    "obbligatorio|richiesto|deve|impossibile|non trovato|troppo|scaduto|mancante",  # Italian
    "obrigatório|obrigatória|não foi possível|não encontrado|expirado",  # Portuguese
    "verplicht|vereist|moet|kan niet|niet gevonden|te kort|te lang|verlopen",  # Dutch
    "wymagane|wymagany|musi|nie można|nie udało się|nie znaleziono|za krótkie|wygasł",  # Polish
    "обязательно|обязательное|должен|должно|не удалось|не найден|не найдено|слишком",  # Russian
    "krävs|måste|kunde inte|hittades inte",  # Swedish
    "gerekli|zorunlu|bulunamadı",  # noqa: RUF001  # Turkish
    "必填|必须|不能|无法|不存在|過期|未找到",  # Chinese
    "必須|できません|見つかりません|入力してください",  # Japanese
    "필수|수 없습니다|입력하세요",  # Korean
)

PROBLEM_WORDS = tuple(word for words in _PROBLEMS_BY_LANGUAGE for word in words.split("|"))
"""What programs say of a field or an action that did not go well, casefolded; in other texts these words are common."""

_ERROR_CLASS = r"\b[A-Z][A-Za-z]*(?:Error|Exception)\b"
"""The name of an error as programming languages write it: ``KeyError``, ``java.io.IOException``."""


_WITHOUT_SPACES = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Burmese
    ("\u1780", "\u17ff"),  # Khmer
    ("\u3040", "\u30ff"),  # kana
    ("\u3400", "\u4dbf"),  # Han, extension A
    ("\u4e00", "\u9fff"),  # Han
    ("\uac00", "\ud7af"),  # Hangul
    ("\uf900", "\ufaff"),  # Han, compatibility
)
"""First and last characters of scripts written without spaces, and of Hangul, where particles join the word."""


def _folded_words(given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        raise TypeError(f"error_words takes a collection of words: write error_words=({given!a},)")
    if given in (ERROR_WORDS, PROBLEM_WORDS):
        return given  # they are folded
    found = list(given)
    if any(not isinstance(word, str) for word in found):
        raise TypeError("error_words takes texts, one for each word")
    return tuple(dict.fromkeys(filter(None, (fold(word.casefold()) for word in found))))


def _folded_problems(given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        raise TypeError(f"problem_words takes a collection of texts: write problem_words=({given!a},)")
    return _folded_words(given)


def _counted(words: tuple[str, ...]) -> str:
    return f"<{len(words)} words>"


def _whole_number(_: object, attribute: attrs.Attribute[int], value: object) -> None:
    if type(value) is not int or value < 1:
        raise ValueError(f"{attribute.name} must be a whole number from 1 on")


def _ratio(_: object, attribute: attrs.Attribute[float], value: object) -> None:
    if type(value) not in {int, float} or not value >= 1:  # type: ignore[operator]  # a number by then; NaN is none
        raise ValueError(f"{attribute.name} must be a number from 1 on")


@attrs.frozen(kw_only=True)
class EventRules:
    """The thresholds and words by which events are found; all other rules follow from WAI-ARIA's roles.

    Attributes:
        error_words: words that make a new message an error (spec/features#d15). A word is found as a whole word in any
            case; words of scripts without spaces, and texts of several words, are found anywhere. By default the words
            of about thirty languages.
        problem_words: words that make an alert an error, and a new text beside a field ("required", "could not").
            Found as ``error_words`` are. By default those of about fifteen languages.
        message_length: the longest text, in characters, that counts as a message; a longer one is content. 200 is
            about three sentences.
        loaded_count, loaded_ratio: content was loaded if the number of elements grew by at least ``loaded_count`` and
            to at least ``loaded_ratio`` times as many. 20 and 1.5 (spec/definitions#20-events).
        reordered_from: a list was reordered if at least this number of elements of one role changed places. 3: two
            elements that swapped places are one move.

    Raises:
        TypeError: ``error_words`` is a text, or has something else than texts in it.
        ValueError: a number below 1.
    """

    error_words: tuple[str, ...] = attrs.field(default=ERROR_WORDS, converter=_folded_words, repr=_counted)
    problem_words: tuple[str, ...] = attrs.field(default=PROBLEM_WORDS, converter=_folded_problems, repr=_counted)
    message_length: int = attrs.field(default=200, validator=_whole_number)
    loaded_count: int = attrs.field(default=20, validator=_whole_number)
    loaded_ratio: float = attrs.field(default=1.5, validator=_ratio)
    reordered_from: int = attrs.field(default=3, validator=_whole_number)

    def has_error_word(self, text: str) -> bool:
        """Return whether a text has one of the error words, or the name of an error as programs give it out."""
        return self._errors.are_in(text) or re.search(_ERROR_CLASS, text) is not None

    def has_problem_word(self, text: str) -> bool:
        """Return whether a text has one of the problem words."""
        return self._problems.are_in(text)

    @cached_property
    def _errors(self) -> _Words:
        return _Words.of(self.error_words)

    @cached_property
    def _problems(self) -> _Words:
        return _Words.of(self.problem_words)


class _Words(NamedTuple):
    """Words to be found in texts.

    Attributes:
        whole: found as whole words.
        anywhere: found anywhere: those of scripts without spaces, or with signs in a word.
        several: texts of several words, found as whole words in a row.
    """

    whole: frozenset[str]
    anywhere: tuple[str, ...]
    several: tuple[str, ...]

    @classmethod
    def of(cls, given: Sequence[str]) -> _Words:
        signed = [word for word in given if not (word.isascii() and word.isalpha()) and words(word) != (word,)]
        several = tuple(word for word in signed if " " in word or "'" in word)
        anywhere = tuple(w for w in given if w not in several and (w in signed or _is_without_spaces(w)))
        return cls(frozenset(given).difference(anywhere, several), anywhere, several)

    def are_in(self, text: str) -> bool:
        """Return whether one of them is in a text."""
        if not self.whole.isdisjoint(words(text)):
            return True
        if not (self.anywhere or self.several):
            return False
        folded = fold(text.casefold())
        if any(word in folded for word in self.anywhere):
            return True
        spaced = f" {' '.join(re.sub(_SIGNS, ' ', folded).split())} "
        return any(f" {word} " in spaced for word in self.several)


_SIGNS = r"[^\w'\u2019]+"


def _is_without_spaces(word: str) -> bool:
    return not word.isascii() and any(
        first <= character <= last for character in word for first, last in _WITHOUT_SPACES
    )
