"""Makes the samples of Playwright's traces, by running Playwright for JavaScript on ``sample_pages/trace.html``.

    for version in 1.44.0 1.52.0 1.57.0 1.63.0 1.65.1; do
      npm install --prefix tools-$version --ignore-scripts @playwright/test@$version
    done
    python -m tests.importers.make_trace_samples tools-*/node_modules

It needs node and Chromium, and is run by hand. The format of a trace has a version of its own: 6 to 8 are those of
Playwright 1.44, 1.52 and 1.57, which have DOM snapshots only; 9 and 10 are those of 1.63 and 1.65. ``parts`` is
another page, ``trace_parts.html``, with a frame, a shadow root, a dialog and fields. A sample is what
Playwright wrote, without the members that name places in source code, and with the folder of the packages cut out of
stacks.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.importers.make_samples import CHROMIUM, PAGES, PORT, SITE, served, version_of

TRACES = Path(__file__).parent / "fixtures" / "traces"
FIRST_WITH_ARIA = (1, 63)
WITH_BOTH = (1, 65)

SCENARIO = """
const { chromium } = require("playwright-core");
(async () => {
  const [chromiumPath, site, kind, path] = process.argv.slice(1);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  const context = await browser.newContext();
  const wanted = { dom: true, aria: { aria: true }, both: { aria: true, dom: true } };
  await context.tracing.start({ snapshots: wanted[kind] });
  const page = await context.newPage();
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(`${site}/trace.html?token=s3cret`);
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password").fill("hunter22");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Delete Ada" }).click();
  if (kind !== "dom") {
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Help" }).click();
    const help = await opened;
    await help.waitForLoadState();
    await help.locator("body").press("Tab");
    await page.evaluate(() => { setTimeout(() => { throw new Error("late"); }, 0); });
    await page.waitForTimeout(200);
  }
  await page.locator("ul > li.gone").click({ timeout: 300 }).catch(() => {});
  await context.tracing.stop({ path });
  await browser.close();
})();
"""

PARTS = """
const { chromium } = require("playwright-core");
(async () => {
  const [chromiumPath, site, kind, path] = process.argv.slice(1);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  const context = await browser.newContext();
  await context.tracing.start({ snapshots: kind === "parts" ? true : { aria: true, dom: true } });
  const page = await context.newPage();
  await page.goto(`${site}/trace_parts.html`);
  await page.locator("#more > summary").click();
  await page.locator("css=#ask").click();
  await page.getByRole("button", { name: "Close" }).click();
  await page.frameLocator("iframe").locator("input").fill("two");
  await page.locator("my-card").locator("button").click();
  await page.locator("#size").selectOption("Large");
  await page.locator("#news").check();
  await page.locator("#pin").fill("4711");
  await page.locator("#last").press("Enter");
  await context.tracing.stop({ path });
  await browser.close();
})();
"""

CONFIG = """
module.exports = {
  testDir: ".",
  reporter: "line",
  use: {
    trace: { mode: "on", SNAPSHOTS screenshots: false, sources: false },
    launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] },
  },
};
"""

TEST = """
const { test, expect } = require("@playwright/test");
test("saves", async ({ page }) => {
  await page.goto(`${process.env.SITE}/trace.html`);
  await test.step("saving", async () => {
    await page.getByRole("button", { name: "Save" }).click();
  });
  await expect(page.getByRole("status")).toHaveText("Done", { timeout: 300 });
});
"""


def record(modules: Path, chromium: str, kind: str, folder: Path) -> Path:
    """Run the scenario with the snapshots of a kind, or that of the parts of a page; return the trace."""
    path = folder / f"{kind}.zip"
    command = ["node", "-e", PARTS if "parts" in kind else SCENARIO, chromium, SITE, kind, str(path)]
    subprocess.run(command, env={"NODE_PATH": str(modules), "PATH": os.environ["PATH"]}, check=True)
    return path


def run_test(modules: Path, chromium: str, folder: Path, *, aria: bool) -> Path:
    """Run a test that fails with Playwright's own runner; return its trace."""
    (folder / "node_modules").symlink_to(modules)
    (folder / "playwright.config.js").write_text(
        CONFIG.replace("SNAPSHOTS", "snapshots: { aria: true }," if aria else "")
    )
    (folder / "saves.spec.js").write_text(TEST)
    command = ["node", str(modules / "@playwright" / "test" / "cli.js"), "test"]
    env = {"PATH": os.environ["PATH"], "CHROMIUM": chromium, "SITE": SITE}
    subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)  # it fails on purpose
    (path,) = folder.glob("test-results/*/trace.zip")
    return path


def keep(trace: Path, name: str, *, cut: list[Path]) -> None:
    """Write a sample without what names the places of files on this machine."""
    TRACES.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(trace) as given, zipfile.ZipFile(TRACES / name, "w", zipfile.ZIP_DEFLATED) as kept:
        for member in given.infolist():
            if member.filename.endswith(".stacks") or member.filename.startswith(("attachments/", "resources/src@")):
                continue
            data = given.read(member)
            for folder in cut:
                data = data.replace(str(folder).encode(), b".")
            kept.writestr(zipfile.ZipInfo(member.filename), data, zipfile.ZIP_DEFLATED)
    print(f"{name}: {(TRACES / name).stat().st_size} bytes")  # noqa: T201


def main(folders: list[Path]) -> None:
    """Make all samples anew, with the packages in folders ``node_modules``."""
    chromium = shutil.which(CHROMIUM)
    if chromium is None:
        raise SystemExit(f"no program {CHROMIUM} on the path")
    with served(PAGES, PORT):
        for modules in folders:
            version = version_of(modules / "playwright-core")
            number = tuple(map(int, version.split(".")[:2]))
            kinds = ["aria"] if number >= FIRST_WITH_ARIA else ["dom", "parts"]
            kinds += ["both", "parts-both"] if number >= WITH_BOTH else []
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                for kind in kinds:
                    keep(record(modules, chromium, kind, folder), f"playwright-{version}_{kind}.zip", cut=[modules])
                trace = run_test(modules, chromium, folder, aria=number >= FIRST_WITH_ARIA)
                keep(trace, f"playwright-test-{version}_failed.zip", cut=[modules.parent, modules, folder])


if __name__ == "__main__":
    main([Path(folder).resolve() for folder in sys.argv[1:]])
