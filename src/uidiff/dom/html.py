"""What HTML says of elements: their roles, how they stand in a line, what is never drawn, what takes the focus.

Sources: HTML Accessibility API Mappings 1.0 (HTML-AAM), "HTML element role mappings"; the HTML standard, "Rendering"
(the style sheet of user agents); WAI-ARIA 1.2 and, for the words that Chromium uses, Chromium 14x's accessibility tree.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ARIA_ROLES",
    "BLOCKS",
    "INPUT_ROLES",
    "NAMED_BY_CONTENT",
    "NOT_DRAWN",
    "REPLACED",
    "ROLES",
    "SECTIONS",
    "TEXT_INPUTS",
]

ROLES: Mapping[str, tuple[str, str | None]] = {
    **{tag: (tag, None) for tag in ("article", "blockquote", "button", "caption", "code", "dialog", "figure", "form")},
    **{tag: (tag, None) for tag in ("main", "mark", "meter", "option", "search", "strong", "time")},
    **dict.fromkeys(("menu", "ol", "ul"), ("list", None)),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), ("heading", None)),
    **dict.fromkeys(("address", "details", "fieldset", "hgroup", "optgroup"), ("group", None)),
    **dict.fromkeys(("del", "s", "strike"), ("deletion", None)),
    **dict.fromkeys(("dfn", "dt"), ("term", None)),
    **dict.fromkeys(("tfoot", "thead"), ("rowgroup", None)),
    **dict.fromkeys(("embed", "object"), ("embedded-object", "PluginObject")),
    "abbr": ("abbr", "Abbr"),
    "aside": ("complementary", None),
    "audio": ("audio", "Audio"),
    "br": ("line-break", "LineBreak"),
    "dd": ("definition", None),
    "dl": ("list", "DescriptionList"),
    "em": ("emphasis", None),
    "figcaption": ("caption", "Figcaption"),
    "frame": ("iframe", "Iframe"),
    "hr": ("separator", None),
    "iframe": ("iframe", "Iframe"),
    "ins": ("insertion", None),
    "label": ("label", "LabelText"),
    "legend": ("caption", "Legend"),
    "math": ("math", "MathMLMath"),
    "nav": ("navigation", None),
    "output": ("status", None),
    "progress": ("progressbar", None),
    "ruby": ("ruby", "Ruby"),
    "sub": ("subscript", None),
    "summary": ("button", "DisclosureTriangle"),
    "sup": ("superscript", None),
    "svg": ("img", "image"),
    "textarea": ("textbox", None),
    "video": ("video", "Video"),
}
"""The role of an element whatever it has, with the word of Chromium's where that is another one."""

INPUT_ROLES: Mapping[str, tuple[str, str | None]] = {
    **dict.fromkeys(("button", "file", "image", "reset", "submit"), ("button", None)),
    **dict.fromkeys(("datetime-local", "month", "week"), ("textbox", "DateTime")),
    "checkbox": ("checkbox", None),
    "color": ("button", "ColorWell"),
    "date": ("textbox", "Date"),
    "number": ("spinbutton", None),
    "radio": ("radio", None),
    "range": ("slider", None),
    "search": ("searchbox", None),
    "time": ("textbox", "InputTime"),
}
"""The role of an ``input`` by its type; of the others it is a text box."""

TEXT_INPUTS = frozenset({"email", "number", "password", "search", "tel", "text", "url"})
"""The types of inputs in which one types."""

ARIA_ROLES = frozenset(
    {
        *("alert", "alertdialog", "application", "article", "banner", "blockquote", "button", "caption", "cell"),
        *("checkbox", "code", "columnheader", "combobox", "comment", "complementary", "contentinfo", "definition"),
        *("deletion", "dialog", "directory", "document", "emphasis", "feed", "figure", "form", "generic", "grid"),
        *("gridcell", "group", "heading", "image", "img", "insertion", "link", "list", "listbox", "listitem", "log"),
        *("main", "mark", "marquee", "math", "menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio"),
        *("meter", "navigation", "none", "note", "option", "paragraph", "presentation", "progressbar", "radio"),
        *("radiogroup", "region", "row", "rowgroup", "rowheader", "scrollbar", "search", "searchbox", "separator"),
        *("slider", "spinbutton", "status", "strong", "subscript", "suggestion", "superscript", "switch", "tab"),
        *("table", "tablist", "tabpanel", "term", "textbox", "time", "timer", "toolbar", "tooltip", "tree"),
        *("treegrid", "treeitem"),
    }
)
"""The roles of WAI-ARIA 1.2 and 1.3 that an author may give."""

NAMED_BY_CONTENT = frozenset(
    {
        *("button", "cell", "checkbox", "columnheader", "gridcell", "heading", "layout-table-cell", "link"),
        *("menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "rowheader", "switch", "tab"),
        *("term", "tooltip", "treeitem"),
    }
)
"""The roles whose name is their content (accname 1.2, step 2F; WAI-ARIA 1.2, "Roles supporting name from content"; a
term as Chromium has it). A row is one within a grid."""

NOT_DRAWN = frozenset(
    {
        *(
            "area",
            "base",
            "basefont",
            "col",
            "colgroup",
            "datalist",
            "defs",
            "desc",
            "head",
            "link",
            "meta",
            "metadata",
            "noembed",
            "noframes",
        ),
        *("noscript", "param", "rp", "script", "source", "style", "symbol", "template", "title", "track", "wbr"),
    }
)
"""Elements of which nothing is drawn (HTML standard, "Hidden elements")."""

REPLACED = frozenset(
    {
        *("audio", "button", "canvas", "embed", "iframe", "img", "input", "meter", "object", "output", "progress"),
        *("select", "svg", "textarea", "video"),
    }
)
"""Elements in a line that are drawn also without a text in them."""

SECTIONS = frozenset({"article", "aside", "main", "nav", "section"})
"""Elements in which a header or footer is none of the page (HTML-AAM, header and footer)."""

BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir"),
        *("div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p"),
        *("pre", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    }
)
"""Elements that stand in lines of their own (HTML standard, "Flow content" and the following, ``display: block``)."""
