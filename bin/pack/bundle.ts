import {readFile, writeFile} from "node:fs/promises";
import {dirname, join, relative, resolve} from "node:path";
import {Type} from "@sinclair/typebox";
import type {BunPlugin} from "bun";
import {parserOf} from "../../shared/core/validate.ts";

/** The scripts of the Procfile that are bundled, with the names of their bundles. */
const BUNDLES = {"api/main.ts": "web", "worker/main.ts": "worker"};

/** The folder of the bundles, within the folder of the service. */
export const BUNDLES_DIR = "bundle";

export type BundledScript = keyof typeof BUNDLES;

/** The path of a script's bundle, relative to the folder of the service. */
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
 * Packages that stay in `node_modules`: packages with files beside their modules (machine code, scripts of threads),
 * large packages that are loaded only when they are needed, and the TypeScript compiler. Archives do not contain the
 * compiler: the queue's library would load it only for a configuration in TypeScript.
 */
const EXTERNAL_PACKAGES = [
  "@duckdb/node-api",
  "@duckdb/node-bindings",
  "gpt-tokenizer",
  "import-fresh",
  "libpg-query",
  "oidc-provider",
  "pino",
  "typescript",
];

/**
 * Writes one file with all modules of the web process, including those of packages, and another file with all modules
 * of the worker, each with a source map: finding and transpiling three thousand modules takes half of the processor
 * time of a start. `dir` must be below `root`, the folder of the service, because modules find files and scripts beside
 * their sources by paths from the bundle. Dynamic imports get no separate files, because the bundler would name such
 * files differently in another folder.
 */
export async function makeBundles(root: string, dir: string): Promise<void> {
  for (const [script, name] of Object.entries(BUNDLES)) {
    const {outputs} = await Bun.build({
      entrypoints: [join(root, script)],
      outdir: dir,
      naming: `${name}.js`,
      target: "bun",
      external: EXTERNAL_PACKAGES,
      // Without this the bundler takes the development builds of packages.
      define: {"process.env.NODE_ENV": '"production"'},
      // Keeps every module that the sources would load, even if its package declares that it may be left out.
      ignoreDCEAnnotations: true,
      sourcemap: "linked",
      // Removes the bundler's comments, which contain paths of this machine.
      minify: {whitespace: true},
      plugins: [sourceAddresses(dir)],
    });
    for (const {path, kind} of outputs) {
      const text = (await readFile(path, "utf8")).replace(DEBUG_ID, "");
      await writeFile(path, kind === "sourcemap" ? withoutSources(text) : text);
    }
  }
}

/** The debug id that the bundler writes into a bundle and its map: a hash of the paths from which they were made. */
const DEBUG_ID = /\n\/\/# debugId=\w+|,\s*"debugId": "\w+"/;

const parseMap = parserOf(Type.Object({sourcesContent: Type.Array(Type.String())}), "source map");

/**
 * Removes the texts of the sources from a source map, because the archive contains the sources. Each process reads the
 * map when it starts, because the logger looks up its caller, and would spend an eighth of its processor time on the
 * texts.
 */
function withoutSources(map: string): string {
  const read = parseMap(JSON.parse(map));
  return JSON.stringify({...read, sourcesContent: read.sourcesContent.map(() => "")});
}

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
