"""Random changes of a page, of every kind that its tree can show, to compare reads after each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

__all__ = ["PAGE", "changes"]

PAGE = """<!doctype html><title>Orders</title>
<style>.off { display: none } .faint { visibility: hidden } .big { padding: 9px } .no::before { content: "No. " }
#pane { height: 60px; overflow: auto } li { counter-increment: item } body.dark p { text-transform: uppercase }</style>
<style id=sheet>.sheeted { display: none }</style>
<h1>Orders</h1><nav><a href="#a">Open</a> <a href="#b">Closed</a></nav>
<div id=pane><ol id=list><li>One</li><li>Two <b>bold</b></li><li>Three</li><li class=sheeted>Four</li></ol></div>
<form><label>Name <input id=name></label> <label for=kind>Kind</label>
<select id=kind><option>A<option>B<option>C</select> <label><input type=checkbox id=paid> Paid</label>
<input type=password id=secret value=old> <textarea id=note placeholder="A note"></textarea>
<button>Save</button></form>
<table id=table><tr><th>Id<th>Sum</tr><tr><td>1<td><a href=/1>10</a></tr><tr><td>2<td><button>20</button></tr></table>
<details id=more><summary>More</summary><p>Hidden <i>text</i></p></details>
<button id=opener popovertarget=pop>Pop</button><div id=chosen role=listbox tabindex=0></div>
<dialog id=modal><p>Sure?</p><button>Yes</button></dialog><div id=pop popover>Popped</div>
<div id=host></div><p id=text>Some text</p><div id=box>A box</div><span id=status role=status>Ready</span>
<iframe id=inner srcdoc="<p id=in>Inside</p><input id=field>"></iframe>"""
"""A page with what the changes are made to."""

_SCRIPT = """([kind, at, words]) => {
  const all = [...document.body.querySelectorAll('*')].filter(each => each.id !== 'inner');
  const one = all[at % all.length], other = all[(at >> 8) % all.length];
  const $ = id => document.getElementById(id);
  const inner = $('inner')?.contentDocument;
  const fresh = name => { const made = document.createElement(name); made.textContent = words; return made; };
  const attribute = (name, ...values) => {
    const value = values[at % values.length];
    value === null ? one.removeAttribute(name) : one.setAttribute(name, value);
  };
  const kinds = {
    nothing: () => {},
    text: () => { const texts = [...one.childNodes].filter(each => each.nodeType === 3);
      if (texts.length) texts[0].data = words; },
    label: () => attribute('aria-label', words, null, ''),
    unheard: () => attribute('aria-hidden', 'true', 'false', null),
    hidden: () => attribute('hidden', '', null),
    class: () => attribute('class', 'off', 'faint', 'big', 'no', 'sheeted', null),
    style: () => { one.style.cssText = ['', 'display: none', 'margin-left: 7px', 'opacity: 0', 'cursor: pointer',
      'display: inline', 'display: block', 'position: relative; left: 3px'][at % 8]; },
    title: () => attribute('title', words, null),
    role: () => attribute('role', 'button', 'group', 'none', 'tab', null),
    state: () => attribute(['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected', 'aria-busy'][at % 5],
      'true', 'false', null),
    labelled: () => { attribute('aria-labelledby', 'text', 'status', null); },
    owns: () => attribute('aria-owns', 'text', 'status box', null),
    active: () => attribute('aria-activedescendant', 'box', 'status', null),
    modal_role: () => attribute('aria-modal', 'true', null),
    inert: () => attribute('inert', '', null, null),
    disabled: () => attribute('disabled', '', null),
    tabindex: () => attribute('tabindex', '0', '-1', null),
    append: () => one.append(fresh(['p', 'button', 'span', 'li', 'div'][at % 5])),
    insert: () => one.before(fresh(['p', 'button', 'span', 'li', 'div'][at % 5])),
    remove: () => { if (!one.id && !one.querySelector('[id]') && all.length > 40) one.remove(); },
    move: () => { if (!one.contains(other) && !other.contains(one) && !other.contains($('inner'))) one.append(other); },
    row: () => { const row = $('table').insertRow(-1); row.insertCell().textContent = words; },
    value: () => { $('name').value = words; },
    note: () => { $('note').value = words; },
    secret: () => { $('secret').value = words; },
    checked: () => { $('paid').checked = !$('paid').checked; },
    indeterminate: () => { $('paid').indeterminate = !$('paid').indeterminate; },
    select: () => { $('kind').selectedIndex = at % 3; },
    validity: () => { $('name').setCustomValidity(at % 2 ? 'wrong' : ''); },
    focus: () => { $(['name', 'kind', 'paid', 'note', 'chosen'][at % 5])?.focus(); },
    blur: () => { document.activeElement.blur(); },
    scroll: () => { $('pane').scrollTop = at % 40; },
    window: () => { scrollTo(0, at % 300); },
    rule: () => { $('sheet').sheet.insertRule(
      ['.big { display: none }', 'b { display: block }', 'i::after { content: "!" }', 'h1 { visibility: hidden }',
       '#box { width: 50px }'][at % 5]); },
    unrule: () => { if ($('sheet').sheet.cssRules.length) $('sheet').sheet.deleteRule(0); },
    sheet: () => { $('sheet').disabled = !$('sheet').disabled; },
    adopted: () => { const made = new CSSStyleSheet();
      made.replaceSync(at % 2 ? '#text { display: none }' : '#text { margin: 20px }');
      document.adoptedStyleSheets = at % 3 ? [made] : []; },
    theme: () => { document.body.classList.toggle('dark'); },
    modal: () => { const modal = $('modal'); if (modal.isConnected) modal.open ? modal.close() : modal.showModal(); },
    popover: () => { $('pop').togglePopover(); },
    details: () => { $('more').open = !$('more').open; },
    shadow: () => { const host = $('host');
      if (!host.shadowRoot) host.attachShadow({mode: 'open'}).innerHTML = '<button>Within</button><p>Deep</p>';
      else host.shadowRoot.querySelector('p').textContent = words; },
    document: () => { document.title = words; },
    address: () => { history.replaceState(null, '', '#' + at % 4); },
    handler: () => { $('box').addEventListener('click', () => {}); },
    jump: () => { const made = $('box').animate([{transform: 'none'}, {transform: 'translateX(40px)'}], 1000);
      made.pause(); made.currentTime = at % 1000; },
    frame: () => { if (inner?.getElementById('in')) inner.getElementById('in').textContent = words; },
    field: () => { if (inner?.getElementById('field')) inner.getElementById('field').value = words; },
    editable: () => attribute('contenteditable', 'true', null),
    generated: () => { one.style.setProperty('--x', words); one.classList.toggle('no'); },
  };
  if (kind === null) return Object.keys(kinds);
  kinds[kind]();
}"""

_WORDS = ("Paid", "Open", "Sent late", "A longer text of six words", "7", "")


def changes(page: Any, steps: int, seed: int) -> Iterator[str]:  # noqa: ANN401  # Playwright's sync Page
    """Make one change after the other to :data:`PAGE`, and yield the kind of each; every fifth is none."""
    page.set_content(PAGE)
    page.frame_locator("#inner").locator("#in").wait_for(state="attached")
    chosen = random.Random(seed)
    kinds: list[str] = page.evaluate(_SCRIPT, [None, 0, ""])
    for number in range(steps):
        kind = "nothing" if number % 5 == 4 else chosen.choice(kinds)
        page.evaluate(_SCRIPT, [kind, chosen.randrange(1 << 16), chosen.choice(_WORDS)])
        yield kind
