"""A Wagtail site of a walking club, with invented trails and news: user "editor", password "editor".

python server.py PORT
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.urls import include, path

HERE = Path(__file__).parent
PLACES = ["Ashby", "Birkdale", "Corrie", "Dunmoor", "Elmsworth", "Fairhaven", "Glenmore", "Harbour Point", "Inverlay"]
WAYS = ["Circular", "Ridge walk", "Coastal path", "Old railway", "Two lochs"]
ADVICE = ["Bring water.", "Dogs on a lead.", "No signal in the valley.", "Muddy after rain."]

settings.configure(
    ALLOWED_HOSTS=["*"],
    BASE_DIR=HERE,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HERE / "site.sqlite3"}},
    DEBUG=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[
        "trails",
        *(f"wagtail.{a}" for a in ("contrib.forms", "contrib.redirects", "embeds", "sites", "users", "snippets")),
        *(f"wagtail.{a}" for a in ("documents", "images", "search", "admin")),
        "wagtail",
        "modelcluster",
        "taggit",
        *(f"django.contrib.{a}" for a in ("auth", "contenttypes", "sessions", "messages", "staticfiles")),
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    ROOT_URLCONF=__name__,
    SECRET_KEY="any",
    STATIC_URL="/static/",
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    USE_TZ=True,
    WAGTAILADMIN_BASE_URL="http://localhost",
    WAGTAIL_SITE_NAME="Walking club",
    WAGTAIL_GRAVATAR_PROVIDER_URL=None,
    WAGTAIL_ENABLE_UPDATE_BANNER=False,
    WAGTAIL_ENABLE_WHATS_NEW_BANNER=False,
)
urlpatterns = []


def fill() -> None:
    from django.contrib.auth import get_user_model
    from wagtail.models import Page

    from trails.models import GRADES, REGIONS, IndexPage, NewsPage, TrailPage

    get_user_model().objects.create_superuser("editor", "editor@example.org", "editor")
    chance = random.Random(5)
    home = Page.objects.get(slug="home")
    index = home.add_child(instance=IndexPage(title="Trails"))
    news = home.add_child(instance=IndexPage(title="News"))
    home.add_child(instance=IndexPage(title="Members"))
    for number in range(24):
        start, finish = chance.sample(PLACES, 2)
        stage = {"start": start, "finish": finish, "kilometres": chance.randint(3, 12), "grade": "Easy"}
        body = [
            ("heading", "The way"),
            ("paragraph", f"<p>From <b>{start}</b> to {finish}.</p>"),
            ("stage", stage),
            ("stage", stage | {"start": finish, "finish": start, "grade": "Moderate"}),
            ("advice", chance.sample(ADVICE, 2)),
        ]
        title = f"{start}: {WAYS[number % 5].lower()}"
        trail = TrailPage(title=title, kilometres=f"{chance.randint(40, 240) / 10:.1f}", live=number % 4 != 3)
        trail.region, trail.grade, trail.body = chance.choice(REGIONS)[0], chance.choice(GRADES)[0], body
        index.add_child(instance=trail)
        if not trail.live:
            trail.save_revision()
    for place in PLACES[:5]:
        news.add_child(instance=NewsPage(title=f"Car park closed at {place}", text="Until the end of the month."))


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    (HERE / "site.sqlite3").unlink(missing_ok=True)
    django.setup()
    from wagtail import urls
    from wagtail.admin import urls as admin_urls

    urlpatterns += [path("admin/", include(admin_urls)), path("", include(urls))]
    call_command("makemigrations", "trails", verbosity=0)
    call_command("migrate", verbosity=0)
    fill()
    call_command("runserver", sys.argv[1], use_reloader=False)
