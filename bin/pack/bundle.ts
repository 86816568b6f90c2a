import {readFile, writeFile} from "node:fs/promises";
import {dirname, join, relative, resolve} from "node:path";
import type {BunPlugin} from "bun";

/** The scripts of the Procfile that are bundled, with the names of their bundles. */
const BUNDLES = {"api/main.ts": "web", "worker/main.ts": "worker"};

/** The folder of the bundles, within the folder of the service. */
export const BUNDLES_DIR = "bundle";

export type BundledScript = keyof typeof BUNDLES;

/** Where a script's bundle is, from the folder of the service. */
export function bundleOf(script: BundledScript, dir = BUNDLES_DIR): string {
  return `${dir}/${BUNDLES[script]}.js`;
}

/** The Procfile that starts bundles in place of their scripts. */
export function bundledProcfile(procfile: string, dir = BUNDLES_DIR): string {
  const scripts = Object.keys(BUNDLES) as BundledScript[];
  return scripts.reduce(
    (text, script) => text.replaceAll(` ${script}`, ` ${bundleOf(script, dir)}`),
    procfile,
  );
}

/**
 * Writes all modules of the web process into one file, and all of the worker into another, with source maps: to find
 * and to transpile a thousand modules takes a quarter of the processor time of a start. `dir` lies in the folder of the
 * service, `root`, because packages stay in its `node_modules`, and modules that read files beside them, or start
 * scripts, find these at the addresses of their sources.
 */
export async function makeBundles(root: string, dir: string): Promise<void> {
  for (const [script, name] of Object.entries(BUNDLES)) {
    await Bun.build({
      entrypoints: [join(root, script)],
      outdir: dir,
      naming: `${name}.js`,
      target: "bun",
      packages: "external",
      sourcemap: "linked",
      // Comments of the bundler name paths of this machine.
      minify: {whitespace: true},
      plugins: [sourceAddresses(dir)],
    });
    for (const file of [join(dir, `${name}.js`), join(dir, `${name}.js.map`)])
      await writeFile(file, (await readFile(file, "utf8")).replace(DEBUG_ID, ""));
  }
}

/** The debug id that the bundler writes into a bundle and its map: a hash of the paths from which they were made. */
const DEBUG_ID = /\n\/\/# debugId=\w+|,\s*"debugId": "\w+"/;

const ADDRESS = /new URL\("(\.[^"]+)", import\.meta\.url\)|import\.meta\.(url|dir)\b/g;

/** Gives each module the address of its source in place of the bundle's own. */
function sourceAddresses(dir: string): BunPlugin {
  const addressOf = (path: string) => `new URL(${JSON.stringify(relative(dir, path))}, import.meta.url)`;
  return {
    name: "addresses of sources",
    setup: build => {
      build.onLoad({filter: /\.ts$/}, async ({path}) => ({
        contents: (await Bun.file(path).text()).replace(ADDRESS, (_, beside?: string, property?: string) => {
          if (beside !== undefined) return addressOf(resolve(dirname(path), beside));
          return property === "url"
            ? `${addressOf(path)}.href`
            : `Bun.fileURLToPath(${addressOf(dirname(path))})`;
        }),
        loader: "ts",
      }));
    },
  };
}
