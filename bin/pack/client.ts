import {chmod, cp, mkdir, rm, symlink, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {Type} from "@sinclair/typebox";
import manifest from "../../package.json";
import {parserOf} from "../../shared/core/validate.ts";
import {packFolder} from "./archive.ts";
import {listBundled} from "./parts.ts";
import {exportCommit} from "./stage.ts";

const parseMap = parserOf(Type.Object({sources: Type.Array(Type.String())}), "source map");
const root = join(import.meta.dir, "..", "..");

/**
 * Packs the client alone, as one file that Node runs, in the form in which npm packs: `npx --package <file> analytics`.
 * Beside it is the list of the packages in that file. Returns the names of the files in `out`.
 */
export async function packClient(
  {version, commit, seconds}: {version: string; commit: string; seconds: number},
  out: string,
): Promise<string[]> {
  const work = join(out, ".work-client");
  await rm(work, {recursive: true, force: true});
  const sources = join(work, "sources");
  const dir = join(work, "package");
  await mkdir(sources, {recursive: true});
  await mkdir(dir);
  await exportCommit(commit, sources);
  await symlink(join(root, "node_modules"), join(sources, "node_modules"));
  const file = join(dir, "analytics.mjs");
  const built = await Bun.build({
    entrypoints: [join(sources, "bin", "pack", "client-entry.ts")],
    root: sources,
    target: "node",
    sourcemap: "external",
    // Removes the bundler's comments, which contain paths of this machine.
    minify: {whitespace: true, syntax: true, identifiers: false},
  });
  const [code, map] = built.outputs;
  if (!code || !map) throw new Error("The client could not be bundled");
  const {sources: bundled} = parseMap(JSON.parse(await map.text()));
  await writeFile(file, `#!/usr/bin/env node\n${await code.text()}`);
  await chmod(file, 0o755);
  const own = {
    name: "analytics-service-client",
    version,
    description: "A client of the Analytics Service for a terminal, a script and a CI",
    type: "module",
    license: manifest.license,
    bin: {analytics: "analytics.mjs"},
    engines: manifest.engines,
  };
  await writeFile(join(dir, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  await cp(join(sources, "docs", "cli.md"), join(dir, "README.md"));
  const name = `analytics-service-client-${version}.tgz`;
  const parts = await listBundled("analytics-service-client", bundled, root, {version, seconds});
  const list = `analytics-service-client-${version}.cdx.json`;
  await writeFile(join(dir, "parts.cdx.json"), `${JSON.stringify(parts, null, 2)}\n`);
  await cp(join(dir, "parts.cdx.json"), join(out, list));
  await packFolder(dir, join(out, name), seconds);
  await rm(work, {recursive: true});
  return [name, list];
}
