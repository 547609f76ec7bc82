"""Makes counted.json, what the tests of the estimate look at: ``python -m benchmarks.tokens.examples``.

Each text stands there with its true count: texts of the corpus, sentences of many languages, and what is unusual.
"""

# ruff: noqa: RUF001  # characters that look alike are part of the subject

from __future__ import annotations

import gzip
import json
import random
import string
from collections.abc import Iterator
from pathlib import Path

from benchmarks.recorded import entries
from benchmarks.tokens.counter import count
from benchmarks.tokens.playwright import playwright_texts
from uidiff.text import quote

COUNTED = Path(__file__).parent / "counted.json"
OF_EACH_RECORDING = 8
OF_EACH_ALPHABET = 6
CUT = 600

SENTENCES = (
    "Die Änderungen wurden gespeichert, möchten Sie das Fenster schließen?",
    "L’élève a été déplacé ; où voulez-vous l’enregistrer ?",
    "¿Desea guardar los cambios antes de salir de la aplicación?",
    "Zażółć gęślą jaźń — zapisz zmiany przed zamknięciem",
    "Değişiklikler kaydedilsin mi? İptal düğmesine basın",
    "Сохранить изменения перед закрытием документа?",
    "Зберегти зміни перед закриттям?",
    "Αποθήκευση των αλλαγών πριν από το κλείσιμο;",
    "在关闭之前要保存对文档所做的更改吗?",
    "閉じる前に変更を保存しますか?「キャンセル」を押してください。",
    "문서를 닫기 전에 변경 사항을 저장하시겠습니까?",
    "هل تريد حفظ التغييرات قبل الإغلاق؟",
    "האם לשמור את השינויים לפני הסגירה?",
    "बंद करने से पहले परिवर्तन सहेजें?",
    "บันทึกการเปลี่ยนแปลงก่อนปิดหรือไม่",
    "Lưu các thay đổi trước khi đóng?",
    "დახურვამდე შევინახოთ ცვლილებები?",
    "👩‍👩‍👧‍👦 family, 👍🏽 ok, 🇩🇪 flag, ❤️ heart, 1️⃣ key",
    "𝔐𝔞𝔱𝔥 ∑∫√ ≠ ≤ ≥ ① ② ½ ² ™ © …",
    "naïve café résumé Ångström œuvre ﬁn",
    "e\u0301 a\u0308 combining, \u200bzero\u200dwidth\ufeff, nbsp\u00a0here",
)
UNUSUAL = (
    "",
    " ",
    "\n",
    "0123456789" * 8,
    "1,234,567.89 −12 % 2026-11-20T15:27:11Z",
    "deadbeefcafebabe" * 5,
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "getElementByAccessibilityIdentifierOrNull isHTTPSEnabled XMLHttpRequest",
    "snake_case_name kebab-case-name SCREAMING_SNAKE path/to/some/file.tar.gz",
    "https://example.org/a/b?query=1&other=%20%C3%A4#fragment",
    "----------------------------------------------------------------",
    "=" * 200,
    "…" * 30,
    "   deep    spaces\t\ttabs \n\n\n  lines \r\n",
    " " * 100 + "x",
    '\\u200b\\u202e\\ud83d\\ude00 \\n \\" \\\\',
    "don't DON'T we'll I'm they've she'd it's",
    "<|endoftext|> <|im_start|>",
    '# diff s16: 5 added, 40 unchanged\n+ dialog e46 "Remove person?" focused modal: h2 "Remove person?", button e47',
    '~ e12 "Inbox (23288)" -> "Inbox (23289)"\n- 489 rows of 499: "Alice" … "Zoe"\n> row e7 moved after e9',
    "a" * 500,
    "qzxjkvbw" * 10,
    "\x00\x01\x02\x1b[31m\x7f\x85",
)
ALPHABETS = {
    "printable": string.printable,
    "lower": string.ascii_lowercase,
    "upper": string.ascii_uppercase,
    "letters and spaces": string.ascii_letters + "     ",
    "hex": "0123456789abcdef",
    "base64": string.ascii_letters + string.digits + "+/",
    "signs": string.punctuation,
    "white": " \n\t\r",
    "latin-1": "".join(map(chr, range(0xC0, 0x100))),
    "cyrillic": "".join(map(chr, range(0x400, 0x460))),
    "greek, hebrew, arabic": "".join(map(chr, (*range(0x370, 0x400), *range(0x5D0, 0x5EB), *range(0x620, 0x650)))),
    "devanagari, thai": "".join(map(chr, (*range(0x900, 0x980), *range(0xE00, 0xE5C)))),
    "han": "".join(map(chr, range(0x4E00, 0xA000))),
    "hangul, kana": "".join(map(chr, (*range(0xAC00, 0xD7A4), *range(0x3040, 0x3100)))),
    "emoji": "".join(map(chr, range(0x1F300, 0x1FB00))),
    "private, full width": "".join(map(chr, (*range(0xE000, 0xE800), *range(0xFF00, 0xFFF0)))),
}


def main() -> None:
    texts = list(dict.fromkeys(_texts()))
    pairs = zip(texts, count(texts), strict=True)
    lines = [json.dumps(pair) for pair in pairs]
    COUNTED.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{len(lines)} texts")


def _texts() -> Iterator[str]:
    yield from SENTENCES
    yield from map(quote, SENTENCES)
    yield from UNUSUAL
    chance = random.Random(1)
    for alphabet in ALPHABETS.values():
        for _ in range(OF_EACH_ALPHABET):
            yield "".join(chance.choices(alphabet, k=chance.randint(2, 60)))
            mixed = [*alphabet[:60], *chance.choices(alphabet, k=40), *(string.ascii_letters + "    .,-\"'\n")]
            yield "".join(chance.choices(mixed, k=chance.randint(2, 60)))
    yield from _of_corpus(chance)
    for (_, step), one in playwright_texts().items():
        if step % 4 == 2:
            start = chance.randrange(max(1, len(one.ai) - CUT))
            yield one.ai[start : start + CUT]
            yield (one.incremental or "")[:CUT]


def _of_corpus(chance: random.Random) -> Iterator[str]:
    for entry in sorted(entries(of="first"), key=lambda entry: entry.file):
        with gzip.open(entry.file, "rt", encoding="utf-8") as lines:
            nodes = [node for line in lines for node in json.loads(line)["nodes"]]
        found = sorted({node[key] for node in nodes for key in ("t", "v", "d") if isinstance(node.get(key), str)})
        for one in chance.sample(found, min(len(found), OF_EACH_RECORDING)):
            yield one[:CUT]
            yield f"  button e{chance.randrange(3000)} {quote(one[:CUT])} focused"


if __name__ == "__main__":
    main()
