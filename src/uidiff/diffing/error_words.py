"""The words that make a message an error, in about thirty languages."""

from __future__ import annotations

__all__ = ["ERROR_WORDS"]

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
