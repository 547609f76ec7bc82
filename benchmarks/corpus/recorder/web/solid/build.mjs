import { build } from "esbuild";
import { solidPlugin } from "esbuild-plugin-solid";

await build({
  entryPoints: ["main.jsx"],
  outdir: "build",
  bundle: true,
  conditions: ["browser", "production"],
  plugins: [solidPlugin()],
  logLevel: "error",
});
