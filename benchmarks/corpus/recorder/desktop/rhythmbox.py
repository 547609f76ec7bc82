"""A library of classical music: movements with the same name in many works, a browser of artists, a song that plays."""

from __future__ import annotations

import os
import wave
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App, Element
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk3"
PACKAGES = ["rhythmbox", "gstreamer1.0-plugins-good"]
COMMAND = ["rhythmbox"]

TIME = 1_740_000_000
LIBRARY = """
Johann Sebastian Bach|Baroque|Brandenburg Concertos|1721|Allegro,Adagio,Allegro,Andante,Presto,Affettuoso
Johann Sebastian Bach|Baroque|Orchestral Suites|1731|Ouverture,Air,Gavotte,Bourrée,Gigue
George Frideric Handel|Baroque|Water Music|1717|Ouverture,Adagio,Allegro,Andante,Air,Menuet,Bourrée,Hornpipe
Antonio Vivaldi|Baroque|The Four Seasons|1725|Allegro,Largo,Allegro,Adagio,Presto,Allegro,Largo,Allegro
Joseph Haydn|Classical|Symphony No. 94|1791|Adagio,Andante,Menuetto,Finale
Joseph Haydn|Classical|Symphony No. 104|1795|Adagio,Andante,Menuetto,Finale
Wolfgang Amadeus Mozart|Classical|Symphony No. 40|1788|Molto allegro,Andante,Menuetto,Finale
Wolfgang Amadeus Mozart|Classical|Symphony No. 41|1788|Allegro vivace,Andante,Menuetto,Finale
Ludwig van Beethoven|Classical|Symphony No. 8|1812|Allegro vivace,Allegretto,Menuetto,Finale
Felix Mendelssohn|Romantic|Symphony No. 4|1833|Allegro vivace,Andante,Con moto,Presto
"""
SOURCES = "org.gnome.rhythmbox.sources"
COLUMNS = "track-number genre artist album duration rating play-count"


def songs(music: Path) -> list[str]:
    """The entries of the library, one for each song; their files are silent."""
    entries = []
    for line in LIBRARY.split("\n")[1:-1]:
        artist, genre, album, year, titles = line.split("|")
        for number, title in enumerate(titles.split(","), 1):
            path = music / f"{album} {number}.wav".replace(" ", "-")
            seconds = 60 + (len(entries) * 37) % 240
            with wave.open(str(path), "wb") as sound:
                sound.setparams((1, 1, 1000, 0, "NONE", ""))
                sound.writeframes(b"\x80" * 1000 * seconds)
            os.utime(path, (TIME, TIME))
            entry = {"title": title, "genre": genre, "artist": artist, "album": album, "track-number": number}
            entry |= {"duration": seconds, "file-size": path.stat().st_size, "location": path.as_uri()}
            entry |= {"mtime": TIME, "first-seen": TIME, "last-seen": TIME, "rating": len(entries) % 4}
            entry |= {"play-count": len(entries) % 3, "date": int(year) * 365, "media-type": "audio/x-wav"}
            words = "".join(f"<{key}>{escape(str(value))}</{key}>" for key, value in entry.items())
            entries.append(f'<entry type="song">{words}</entry>')
    return entries


def prepare(home: Path) -> None:
    from gi.repository import Gio

    music, data = home / "Music", home / ".local/share/rhythmbox"
    music.mkdir()
    data.mkdir(parents=True)
    entries = "".join(songs(music))
    (data / "rhythmdb.xml").write_text(
        f'<?xml version="1.0" standalone="yes"?><rhythmdb version="2.0">{entries}</rhythmdb>'
    )
    Gio.Settings.new("org.gnome.rhythmbox.rhythmdb").set_strv("locations", [music.as_uri()])
    Gio.Settings.new(SOURCES).set_strv("visible-columns", COLUMNS.split())
    Gio.Settings.sync()


def record(app: App, step: Steps) -> None:
    def sort(column: str) -> None:
        app.find("table column header", column).click()

    def cell(name: str, nth: int = 0) -> Element:
        return app.find("table cell", name, nth=nth)

    def press(name: str) -> None:
        app.find("push button", name).press()

    def choose_three() -> None:
        cell("Menuetto").click()
        cell("Menuetto", 2).click(key="ctrl")
        cell("Menuet").click(key="ctrl")

    def menu(name: str) -> None:
        app.find("menu item", name).click()

    step("open", app.enlarge, settle=4)
    step("idle")
    step("choose an artist", lambda: cell("Antonio Vivaldi (8)").click(), settle=1.5)
    step("play a song", lambda: cell("Adagio").click(times=2), settle=3)
    step("it plays on", settle=2)
    step("next song", lambda: press("Next"), settle=2)
    step("choose another artist", lambda: cell("Joseph Haydn (8)").click(), settle=1.5)
    step("sort by time, and choose all artists", lambda: (sort("Time"), cell("All 7 artists (51)").click()), settle=1.5)
    step("pause", lambda: press("Pause"), settle=1.5)
    step("search for a word", lambda: (app.keys("ctrl+f"), app.type("menuet")), settle=2.5)
    step("choose three songs", choose_three)
    step("menu of the songs", lambda: cell("Menuetto").click(button=3), settle=1.5)
    step("add them to the queue", lambda: menu("Add to Queue"), settle=2)
    step("end the search", lambda: app.keys("ctrl+f", "ctrl+a", "Delete"), settle=2.5)
    step("ask for the properties of a song", lambda: (cell("Allegro").click(), app.keys("alt+Return")), settle=2)
    step("show details", lambda: app.find("page tab", "Details").click(), settle=1.5)
    step("properties of the next song", lambda: press("Forward"), settle=1.5)
    step("close them", lambda: press("Close"), settle=1.5)
    step("show the queue", lambda: cell("Play Queue (3)").click(), settle=2)
    step("menu to add something", lambda: app.find("toggle button", "Add").click(), settle=1.5)
    step("new playlist", lambda: app.keys("Return"), settle=2)
    step("name it", lambda: (app.keys("ctrl+a"), app.type("Evening"), app.keys("Return")), settle=2)
    step("go back to the music", lambda: cell("Music").click(), settle=2)
    step("menu of a song", lambda: cell("Largo").click(button=3), settle=1.5)
    step("remove it", lambda: menu("Remove"), settle=2)
