// Snapshots of the one page of a browser, by a second client: Playwright 1.58.0, the last version that had incremental ones.
//
//     node snapshots.mjs http://127.0.0.1:PORT
//
// For each line that it reads it prints {full, incremental}; incremental is null where Playwright made none.
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const TRACK = "recorder";
const browser = await chromium.connectOverCDP(process.argv[2]);
const [page] = browser.contexts().flatMap((context) => context.pages());
page.on("dialog", () => {}); // the recorder's script answers it: without a listener it would be dismissed from here
console.log(JSON.stringify({ url: page.url() }));
for await (const _ of createInterface({ input: process.stdin })) {
  const { full, incremental = null } = await page._snapshotForAI({ track: TRACK });
  console.log(JSON.stringify({ full, incremental }));
}
process.exit(0); // the browser is the recorder's: it is left as it is
