"""XML that means harm, or is none: refused, with the line, before it can grow."""

import codecs
import re
from xml.sax.saxutils import quoteattr

import pytest

from uidiff import Limits, import_tree
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.xml_tree import first_tag
from uidiff.testing import HOSTILE_TEXTS

NODE = '<node class="android.widget.Button" text="{}"/>'


def dump(inner: str, before: str = "") -> str:
    return f"{before}<hierarchy>{inner}</hierarchy>"


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))

HARMFUL = {
    "a billion laughs": f'<!DOCTYPE hierarchy [<!ENTITY l0 "ha">{LAUGHS}]>',
    "an entity of a file": '<!DOCTYPE hierarchy [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    "an entity of the network": '<!DOCTYPE hierarchy [<!ENTITY x PUBLIC "a" "http://127.0.0.1:1/">]>',
    "a parameter entity": '<!DOCTYPE hierarchy [<!ENTITY % x SYSTEM "http://127.0.0.1:1/"> %x;]>',
    "another document type": '<!DOCTYPE hierarchy SYSTEM "http://127.0.0.1:1/a.dtd">',
    "an empty document type": "<!DOCTYPE hierarchy>",
}


@pytest.mark.parametrize("kind", sorted(HARMFUL))
@pytest.mark.parametrize("format", [None, "android"])
def test_a_document_type_is_refused_whatever_is_in_it(kind: str, format: str | None) -> None:
    text = dump(NODE.format("&l9;" if "laughs" in kind else "&x;"), f"<?xml version='1.0'?>\n{HARMFUL[kind]}")
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(text, format=format)
    assert str(caught.value).startswith("line 2: a document type, which no page source has")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<hierarchy>", "line 1: no XML: no element found at column 11"),
        ("<hierarchy></node>", "line 1: no XML: mismatched tag at column 13"),
        (dump(NODE.format("&nbsp;")), "line 1: no XML: undefined entity at column"),
        (dump(NODE.format("\x00")), "line 1: no XML: not well-formed (invalid token) at column"),
        (dump(NODE.format("\x1b")), "line 1: no XML: not well-formed (invalid token) at column"),
        (dump(NODE.format("&#27;")), "line 1: no XML: reference to invalid character number at column"),
        (dump('<node class="a.B" class="a.B"/>'), "line 1: no XML: duplicate attribute at column"),
        (dump("") + dump(""), "line 1: no XML: junk after document element at column"),
        ("<hierarchy>\n\n<![CDATA[Lamp]]></hierarchy>", "line 3: text between the elements"),
    ],
)
def test_what_is_no_xml_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(text, format="android")
    assert str(caught.value).startswith(message)


ENCODINGS = {
    "utf-8": b"",
    "utf-8 with a mark": codecs.BOM_UTF8,
    "utf-16-le with a mark": codecs.BOM_UTF16_LE,
    "utf-16-be with a mark": codecs.BOM_UTF16_BE,
    "iso-8859-1": b"<?xml version='1.0' encoding='iso-8859-1'?>",
    "windows-1252": b"<?xml version='1.0' encoding='windows-1252'?>",
    "utf-8 with a mark and another name": codecs.BOM_UTF8 + b"<?xml version='1.0' encoding='iso-8859-1'?>",
}


@pytest.mark.parametrize("declared", ["utf-16", "iso-8859-1", "UTF-8", "shift_jis"])
def test_a_text_was_decoded_already_whatever_it_declares(declared: str) -> None:
    text = dump(NODE.format("größe encoding='x'"), f"<?xml version='1.0' encoding=\"{declared}\" standalone='yes' ?>")
    assert import_tree(text)[0].name == "größe encoding='x'"


@pytest.mark.parametrize("kind", sorted(ENCODINGS))
def test_an_encoding_is_what_the_file_says(kind: str) -> None:
    data = ENCODINGS[kind] + dump(NODE.format("größe\N{NO-BREAK SPACE}&#10;")).encode(kind.split(maxsplit=1)[0])
    assert import_tree(data)[0].name == "größe\N{NO-BREAK SPACE}\n"


@pytest.mark.parametrize("encoding", ["utf-99", "base64", "utf-7", "shift_jis"])
def test_an_encoding_that_cannot_be_read_is_said(encoding: str) -> None:
    data = f"<?xml version='1.0' encoding='{encoding}'?>{dump(NODE.format('größe'))}".encode()
    with pytest.raises(InvalidSnapshot, match=r"^line 1: "):
        import_tree(data)


FIT = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")
"""What XML 1.0 can hold (production 2)."""


@pytest.mark.parametrize("row", sorted(HOSTILE_TEXTS))
def test_bad_inputs_of_text_come_through_as_they_are(row: int) -> None:
    for text in filter(FIT.fullmatch, HOSTILE_TEXTS[row]):
        quoted = quoteattr(text)
        android = import_tree(f'<hierarchy><node class="a.B" text={quoted} package={quoted}/></hierarchy>')
        assert (android[0].name, android.app) == (text or None, text or None)
        apple = import_tree(f'<XCUIElementTypeApplication label={quoted} type="XCUIElementTypeApplication"/>')
        assert (apple[0].name, apple.app) == (text or None, text or None)


def test_bad_input_31_nesting_has_a_limit() -> None:
    with pytest.raises(LimitExceeded, match=r"^line 1: elements nested more than 400 deep; pass limits="):
        import_tree(dump('<node class="a.B">' * 100_000))


def test_a_flood_of_elements_stops_at_the_limit() -> None:
    with pytest.raises(LimitExceeded, match=r"^line 1: more than 1000 elements; read less"):
        import_tree(dump(NODE * 100_000), limits=Limits(max_elements=1000))


def test_comments_and_instructions_say_nothing() -> None:
    text = dump(f"<!-- a --><?b c?>{NODE.format('Buy')}", "<?xml version='1.0'?><!-- <AppiumAUT> --> <?x y?>\n")
    assert import_tree(text)[0].name == "Buy"


@pytest.mark.parametrize(
    ("head", "tag"),
    [
        (b"<hierarchy>", "hierarchy"),
        (b" \n<?xml version='1.0'?>\n<!-- <a> -->\n<!DOCTYPE a [ <!ENTITY b 'c'> ]><b/>", "b"),
        (codecs.BOM_UTF16_BE + "<größe/><b>".encode("utf-16-be"), ""),
        (b"<hierarchy", ""),
        (b"< hierarchy>", ""),
        (b"", ""),
        (b"hierarchy", ""),
    ],
)
def test_the_outermost_element_tells_the_format(head: bytes, tag: str) -> None:
    assert first_tag(head) == tag
