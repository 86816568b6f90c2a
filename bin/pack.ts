import {mkdir, rename, rm, stat, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {parseArgs} from "node:util";
import manifest from "../package.json";
import {packFolder, sha256Of} from "./pack/archive.ts";
import {packClient} from "./pack/client.ts";
import {listParts} from "./pack/parts.ts";
import {runCommand} from "./pack/run-command.ts";
import {stage} from "./pack/stage.ts";
import {TARGETS, type Target} from "./pack/targets.ts";

/**
 * `npm run pack`: writes archives of the checked-out commit into `dist/`: for each target an archive, which runs
 * without a network and without Node, and its list of components; the client alone; and checksums. The same commit
 * gives the same bytes. Needs git, GNU tar, npm, and the registry's packages (or their cache).
 */

const root = join(import.meta.dir, "..");
const MAX_BYTES = 250_000_000;

interface Release {
  version: string;
  commit: string;
  /** The time of the commit, in seconds since 1970. */
  seconds: number;
}

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      target: {type: "string", multiple: true},
      out: {type: "string"},
      "no-client": {type: "boolean"},
    },
  });
  const names = values.target ?? TARGETS.map(({name}) => name);
  const targets = names.map(targetOf);
  const out = values.out ?? join(root, "dist");
  await mkdir(out, {recursive: true});
  const [commit = "", time = ""] = (await runCommand(["git", "log", "-1", "--format=%H %ct"], root))
    .trim()
    .split(" ");
  const release = {version: manifest.version, commit, seconds: Number(time)};
  const made: string[] = [];
  for (const target of targets) made.push(...(await packTarget(target, release, out)));
  if (!values["no-client"]) made.push(...(await packClient(release, out)));
  const sums = await Promise.all(made.map(async name => `${await sha256Of(join(out, name))}  ${name}\n`));
  await writeFile(join(out, "SHA256SUMS"), sums.join(""));
  for (const name of made) {
    const {size} = await stat(join(out, name));
    console.log(`${(size / 1e6).toFixed(1).padStart(7)} MB  ${join(out, name)}`);
  }
}

async function packTarget(target: Target, release: Release, out: string): Promise<string[]> {
  const name = `analytics-service-${release.version}-${target.name}`;
  const work = join(out, `.work-${target.name}`);
  const dir = join(work, name);
  await stage(target, release.commit, dir);
  const parts = `${JSON.stringify(await listParts(target, dir, release), null, 2)}\n`;
  await writeFile(join(dir, "parts.cdx.json"), parts);
  await writeFile(join(out, `${name}.cdx.json`), parts);
  const archive = join(out, `${name}.tar.gz`);
  await packFolder(dir, `${archive}.new`, release.seconds);
  const {size} = await stat(`${archive}.new`);
  if (size > MAX_BYTES)
    throw new Error(
      `${name} has ${size} bytes, and at most ${MAX_BYTES} are promised: look for what was added`,
    );
  await rename(`${archive}.new`, archive);
  await rm(work, {recursive: true});
  return [`${name}.tar.gz`, `${name}.cdx.json`];
}

function targetOf(name: string): Target {
  const target = TARGETS.find(one => one.name === name);
  if (target) return target;
  throw new Error(`"${name}" is not a target: there is ${TARGETS.map(one => one.name).join(", ")}`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
