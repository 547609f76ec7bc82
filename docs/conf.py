"""How Sphinx builds these pages: ``sphinx-build -W --keep-going -b html docs build/docs``; it needs no network."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent / "src")]

from uidiff import __version__  # noqa: E402  # the sources are found only from here on

project = "uidiff"
author = "The uidiff authors"
copyright = "The uidiff authors, MIT licence"  # noqa: A001  # Sphinx calls it so
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "repository", "public_names", "console_lexer"]
exclude_patterns = ["_ext", "_static"]
needs_sphinx = "8.1"
nitpicky = True
nitpick_ignore_regex = [
    (
        "py:.*",
        r"(collections|contextlib|datetime|os|pathlib|random|types|typing|asyncio|re|io)\..*",
    ),  # of Python itself
    (
        "py:.*",
        r"(attr|attrs|_pytest|async_api|sync_api|hypothesis|numpy|pandas|playwright|pyarrow|pyspark|pa|pytest|mcp)\..*",
    ),  # of other packages
    ("py:.*", r"(uidiff\.)?([a-z_.]+\.)?_\w+"),  # type variables, and what is shared inside
    ("py:.*", r"uidiff\.\w+\.[\w.]+"),  # what is made inside has no page; a public name, uidiff.Name, has one
    ("py:class", r"[A-Z]\w+"),  # the same, where only type checkers import it
    ("py:func", "replace_surrogates"),
    ("py:exc", "AnalysisException|NewerStore|Whatever .*"),
]

# Headings are anchors as on a code host, and no page is fetched to check a link.
myst_heading_anchors = 6
myst_enable_extensions = ["attrs_inline"]

# Fields of values are told of by their class; a name is shown by its public home (public_names).
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True}
autodoc_class_signature = "mixed"
napoleon_numpy_docstring = False
napoleon_custom_sections = [("Attributes", "params_style")]  # "added, removed: …" are two names
maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "uidiff"
html_static_path = ["_static"]
html_css_files = ["uidiff.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"footer_icons": [], "top_of_page_buttons": []}
highlight_language = "none"  # a block without a language is what was printed
pygments_style = "friendly"
pygments_dark_style = "native"
