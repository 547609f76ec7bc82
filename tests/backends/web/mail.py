"""A page for the rules of backends, and what a rule may do with it."""

from uidiff.testing import Acting

PASSWORD = "open sesame"  # noqa: S105  # of nobody

PAGE = f"""<!doctype html><title>Mail</title>
<style>li::before {{ content: "* " }}</style>
<h1>Inbox</h1>
<button id=save onclick="this.textContent = 'Saved'">Save</button>
<label>Password <input type=password value="{PASSWORD}"></label>
<ul>{"".join(f"<li id=row{number}>Row {number}</li>" for number in range(5))}</ul>
<iframe srcdoc="<button>Inside</button>"></iframe>
<p>{"long " * 100}</p>
"""
CHANGE = "document.getElementById('save').textContent = 'Changed'"
REMOVE = "document.getElementById('row1').remove()"
ACTING = Acting(role="button", name="Save", action="press")
