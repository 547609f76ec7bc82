// Bundles the renderers into the folder given: node build.mjs <folder>

import { readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compile } from "svelte/compiler";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const renderers = join(HERE, "pages", "renderers");

const svelte = {
  name: "svelte",
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const { js } = compile(source, { filename: basename(path), generate: "client", dev: false });
      return { contents: js.code, loader: "js" };
    });
  },
};

await build({
  entryPoints: (await readdir(renderers)).filter((name) => name.endsWith(".mjs")).map((name) => join(renderers, name)),
  outdir: process.argv[2],
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  target: "es2022",
  conditions: ["browser", "production"],
  mainFields: ["browser", "module", "main"],
  define: {
    "process.env.NODE_ENV": '"production"',
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
  plugins: [svelte],
  logLevel: "warning",
});
