"""Pages of a walking club: an index, trails with a body of blocks, news."""

from __future__ import annotations

from django.db import models
from wagtail import blocks
from wagtail.admin.panels import FieldPanel, FieldRowPanel, MultiFieldPanel
from wagtail.fields import StreamField
from wagtail.models import Page

REGIONS = [(r, r) for r in ("Coast", "Highlands", "Lake District", "Valleys")]
GRADES = [(g, g) for g in ("Easy", "Moderate", "Hard")]


class StageBlock(blocks.StructBlock):
    """A part of the way."""

    start = blocks.CharBlock()
    finish = blocks.CharBlock()
    kilometres = blocks.DecimalBlock(min_value=0)
    grade = blocks.ChoiceBlock(choices=GRADES)

    class Meta:
        icon = "arrow-right"
        label_format = "{start} – {finish}"


class IndexPage(Page):
    """A page with pages below it."""


class TrailPage(Page):
    """A trail."""

    region = models.CharField(max_length=30, choices=REGIONS)
    grade = models.CharField(max_length=30, choices=GRADES)
    kilometres = models.DecimalField(max_digits=5, decimal_places=1)
    body = StreamField(
        [
            ("heading", blocks.CharBlock(icon="title")),
            ("paragraph", blocks.RichTextBlock(icon="pilcrow", features=["bold", "italic", "ul"])),
            ("stage", StageBlock()),
            ("advice", blocks.ListBlock(blocks.CharBlock(), icon="list-ul")),
            ("see_also", blocks.PageChooserBlock(icon="link")),
        ]
    )
    content_panels = (
        *Page.content_panels,
        MultiFieldPanel(
            [FieldRowPanel([FieldPanel("region"), FieldPanel("grade"), FieldPanel("kilometres")])], heading="Facts"
        ),
        FieldPanel("body"),
    )


class NewsPage(Page):
    """A piece of news."""

    text = models.TextField()
    content_panels = (*Page.content_panels, FieldPanel("text"))
