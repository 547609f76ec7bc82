"""URLs: what is shown of them, what never is, and the digest of the whole (spec/definitions#21-secrets,
spec/bad-inputs#48).
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.model.snapshot import Snapshot
from uidiff.model.urls import is_url_digest, shown_url, url_digest

PIECES = [*"?#&=@:….; aZ/", "://", "//", "%2F", "http", "data", "mailto", "Z9"]
urls = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)
hidden_words = st.text("0123456789", min_size=12, max_size=20)
plain_words = st.text("abcdefgh", min_size=1, max_size=4)
places = st.sampled_from(["https://example.org/p", "//example.org/p", "/p", "p", "", "HTTP://h:8080", "ws://h/a/b"])


# shown


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://example.org",
        "https://example.org/",
        "https://example.org:8443/a/b.html",
        "http://[::1]:80/x",
        "//example.org/x",
        "/a/b",
        "a/b",
        "../b",
        "?",
        "#",
        "/inbox#",
        "/inbox?#",
        "#/inbox/7",
        "#!/inbox/7",
        "https://example.org/a#/b/c",
        "mailto:alice@example.org",
        "tel:+4930123",
        "about:blank",
        "file:///home/alice/a.txt",
        "/users/alice@example.org",
        "https://example.org/@alice",
        "/a?b=",
        "/a?b=&c=",
        "https://example.org/a%20b",
        "https://例え.jp/路",
    ],
)
def test_a_url_without_secrets_is_shown_as_it_is(url: str) -> None:
    assert shown_url(url) == url


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        # of a query only its keys are shown
        ("/find?q=tea", "/find?q=…"),
        ("/find?q=tea&page=2&q=milk", "/find?q=…&page=…&q=…"),
        ("/find?q=a=b", "/find?q=…"),
        ("/find?=tea", "/find?=…"),
        ("/find?tea", "/find?…"),
        ("/find?tea&q=", "/find?…&q="),
        ("/find?q=1&&r=2", "/find?q=…&&r=…"),
        ("/find?q=who?&r=2", "/find?q=…&r=…"),
        ("/find?next=https://u:p@h/?x=1", "/find?next=…"),
        ("?q=tea", "?q=…"),
        ("mailto:a@example.org?body=x", "mailto:a@example.org?body=…"),
        # a fragment is shown only where it is a route
        ("/a#section", "/a#…"),
        ("/a#access_token=x&state=y", "/a#…"),
        ("#:~:text=x", "#…"),
        ("#!x", "#…"),
        ("#/find?q=tea&x", "#/find?q=…&…"),
        ("#!/find?q=tea", "#!/find?q=…"),
        ("/a?b=c#/d?e=f", "/a?b=…#/d?e=…"),
        # user and password are not shown
        ("https://alice:hunter2@example.org/a", "https://…@example.org/a"),
        ("https://alice@example.org", "https://…@example.org"),
        ("https://alice:hun@ter2@example.org/a@b", "https://…@example.org/a@b"),
        ("//alice:hunter2@example.org/a", "//…@example.org/a"),
        ("FTP://alice:hunter2@example.org?x#y", "FTP://…@example.org?…#…"),
        ("https://@example.org/", "https://@example.org/"),
        ("https:alice:hunter2@example.org", "https:…"),
        ("https:/alice:hunter2@example.org", "https:…"),
        ("file://alice:hunter2@server/a", "file://…@server/a"),
        # of parameters in a path only the keys are shown
        ("/cart;jsessionid=hunter2", "/cart;jsessionid=…"),
        ("/a;v=1;w=2/b;x=?y=3", "/a;v=…;w=…/b;x=…?y=…"),
        ("/a;b/c", "/a;b/c"),
        # of a URL that is its own content only the scheme is shown
        ("data:text/plain,hunter2", "data:…"),
        ("data:text/html;base64,aHVudGVyMg==", "data:…"),
        ("javascript:login('hunter2')", "javascript:…"),
        ("JavaScript:login('hunter2')", "JavaScript:…"),
        ("blob:https://example.org/6e1b", "blob:…"),
        ("view-source:https://alice:hunter2@example.org", "view-source:…"),
        ("x-own+scheme.1:hunter2", "x-own+scheme.1:…"),
        # content with signs of a URL in it is content
        ("javascript:go('#/inbox/hunter2')", "javascript:…"),
        ("javascript:login(a?hunter2=1:2)", "javascript:…"),
        ("data:text/html,<a href=#/hunter2>", "data:…"),
        ("data:text/html,?hunter2=x", "data:…"),
    ],
)
def test_of_any_other_url_a_part_is_hidden(url: str, shown: str) -> None:
    assert shown_url(url) == shown


@pytest.mark.parametrize(
    "url",
    [
        " https://alice:hunter2@example.org/",
        "\thttps://alice:hunter2@example.org/",
        "ht\ntps://alice:hunter2@example.org/",
        " javascript:login('hunter2')",
        "java\tscript:login('hunter2')",
        "\x00data:text/plain,hunter2",
        " //alice:hunter2@example.org/",
        "\\\\alice:hunter2@example.org/",
        "/\\alice:hunter2@example.org/",
        "https:///alice:hunter2@example.org/",
        "///alice:hunter2@example.org/",
    ],
)
def test_what_a_browser_reads_in_a_sloppy_url_is_not_shown(url: str) -> None:
    # WHATWG URL, "basic URL parser": control characters and spaces around it, tabs and line ends in it are dropped, a
    # backslash is a slash, and more than two slashes are two. Attributes are written by hand.
    assert "hunter2" not in shown_url(url)


@pytest.mark.parametrize(
    "url",
    ["/#/callback#access_token=hunter2", "/#/access_token=hunter2&state=x", "/#/callback&id_token=hunter2"],
)
def test_a_token_behind_a_route_is_not_shown(url: str) -> None:
    # OAuth's implicit grant answers an application that routes by fragments with these
    assert "hunter2" not in shown_url(url)


# laws


@given(urls)
def test_what_is_shown_of_a_shown_url_is_itself(url: str) -> None:
    assert shown_url(shown_url(url)) == shown_url(url)


@given(place=places, key=plain_words, hidden=hidden_words, more=plain_words)
def test_a_query_value_is_never_shown(place: str, key: str, hidden: str, more: str) -> None:
    for query in (f"{key}={hidden}", f"{key}={more}&{more}={hidden}", hidden, f"{key}={more}={hidden}?"):
        assert hidden not in shown_url(f"{place}?{query}#/{more}?{query}")


@given(hidden=hidden_words, user=plain_words, scheme=st.sampled_from(["https:", "ftp:", "HTTP:", ""]))
def test_a_password_is_never_shown(hidden: str, user: str, scheme: str) -> None:
    for authority in (f"{user}:{hidden}@host", f"{hidden}@host:80", f"{user}:{hidden}@@host"):
        assert hidden not in shown_url(f"{scheme}//{authority}/a@b")


# digest


def test_a_digest_is_16_hex_digits_the_same_everywhere() -> None:
    assert url_digest("https://example.org/?q=tea") == "11a5d9b7a4921edd"
    assert url_digest("") == "e4a6a0577479b2b4"


@given(urls, urls)
def test_urls_that_differ_have_other_digests(one: str, other: str) -> None:
    assert (url_digest(one) == url_digest(other)) == (one == other)


def test_a_digest_is_taken_of_any_text() -> None:
    assert is_url_digest(url_digest("/\ud800"))


@pytest.mark.parametrize("text", ["", "0" * 15, "0" * 17, "0" * 15 + "A", "0" * 15 + "g", "0" * 16 + "\n", "٠" * 16])
def test_what_is_no_digest(text: str) -> None:
    assert not is_url_digest(text)


# in a snapshot


def test_a_snapshot_keeps_what_is_shown_and_the_digest_of_the_whole() -> None:
    snapshot = Snapshot.from_dicts([{"role": "link", "url": "/a?b=hunter2"}], url="https://h/#hunter2")
    assert (snapshot[0].url, snapshot[0].url_digest) == ("/a?b=…", url_digest("/a?b=hunter2"))
    assert (snapshot.url, snapshot.circumstances.url_digest) == ("https://h/#…", url_digest("https://h/#hunter2"))


def test_an_empty_url_has_its_digest_whatever_stands_beside_it() -> None:
    alone = Snapshot.from_dicts([{"role": "link", "url": ""}])
    beside = Snapshot.from_dicts([{"role": "link", "url": ""}, {"role": "link", "url": "/a"}])
    assert alone[0].same_fields(beside[0])


def test_the_digest_of_a_clipped_url_is_of_the_whole() -> None:
    url = "https://example.org/" + "a" * 100_000
    assert Snapshot.from_dicts([{"role": "link", "url": url}])[0].url_digest == url_digest(url)
    assert Snapshot.from_dicts([], url=url).circumstances.url_digest == url_digest(url)
