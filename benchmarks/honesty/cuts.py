"""Whether pairs of cut texts make the new text of the old one."""

from __future__ import annotations

from benchmarks.honesty.syntax import Pairs

__all__ = ["makes", "torn"]

_CUT = "…"


def makes(pairs: Pairs, old: str, new: str) -> bool:
    """Whether replacing what the pairs say, in order, and nothing else, makes ``new`` of ``old``."""
    if len(pairs) == 1 and pairs[0] == (old, new):
        return True
    return _from(pairs, old, new, free=False)


def _from(pairs: Pairs, old: str, new: str, *, free: bool) -> bool:
    """The same of what is left of both texts; ``free``: equal text may be left out here."""
    if not pairs:
        return old == new if free else not (old or new)
    before, after = (str(text) for text in pairs[0])
    for lead, core_before, core_after, tail in _readings(before, after):
        place = old.find(core_before)
        while place >= 0 and old[:place] == new[:place] and (lead or free or not place):
            if new.startswith(core_after, place):
                rest = old[place + len(core_before) :], new[place + len(core_after) :]
                if _from(pairs[1:], *rest, free=tail):
                    return True
            place = old.find(core_before, place + 1)
    return False


def _readings(before: str, after: str) -> list[tuple[bool, str, str, bool]]:
    """The pair without its marks: a mark at both beginnings and both ends is one, or a part of the texts."""
    lead = before.startswith(_CUT) and after.startswith(_CUT)
    tail = before.endswith(_CUT) and after.endswith(_CUT) and min(len(before), len(after)) > lead
    found = []
    for has_lead in {lead, False}:
        for has_tail in {tail, False}:
            cut = slice(int(has_lead), -1 if has_tail else None)
            found.append((has_lead, before[cut], after[cut], has_tail))
    return sorted(found, key=lambda reading: -reading[0] - reading[3])


def torn(pairs: Pairs, old: str) -> str | None:
    """A cut within a word or number of the old text, if there is one."""
    if len(pairs) == 1 and not str(pairs[0][0]).startswith(_CUT) and not str(pairs[0][0]).endswith(_CUT):
        return None
    for before, _ in pairs:
        text = str(before)
        core = text.removeprefix(_CUT).removesuffix(_CUT)
        if not core or text in old:
            continue
        places = [at for at in range(len(old)) if old.startswith(core, at)]
        if places and all(_tears(old, at, at + len(core)) for at in places):
            return text
    return None


def _tears(text: str, start: int, end: int) -> bool:
    return any(0 < at < len(text) and _same_word(text[at - 1], text[at]) for at in (start, end))


def _same_word(left: str, right: str) -> bool:
    return (left.isdigit() and right.isdigit()) or (left.isalpha() and right.isalpha())
