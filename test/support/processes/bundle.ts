import {readFileSync} from "node:fs";
import {mkdir, readdir, readFile, rename, rm, stat} from "node:fs/promises";
import {join} from "node:path";
import {type BundledScript, bundledProcfile, bundleOf, makeBundles} from "../../../bin/pack/bundle.ts";
import {type ProcfileLine, parseProcfile} from "../../../bin/start/procfile.ts";

const root = join(import.meta.dir, "..", "..", "..");
/** The folder of bundles by their sources, in the folder of the service. */
const BUNDLES_DIR = ".bundles";
const MAX_AGE_MS = 24 * 3_600_000;

let made: Promise<string> | undefined;

/** The path of a script's bundle, as an archive has it, for a process that a test starts. */
export async function bundled(script: BundledScript): Promise<string> {
  return join(root, bundleOf(script, await bundlesDir()));
}

/** The processes of the Procfile, which start from their bundles, in the folder of the service. */
export async function bundledLines(): Promise<Record<string, ProcfileLine>> {
  return parseProcfile(bundledProcfile(await readFile(join(root, "Procfile"), "utf8"), await bundlesDir()));
}

/** Bundles the command-line client into a folder, and returns the path of its program. */
export async function bundledClient(dir: string): Promise<string> {
  const {outputs} = await Bun.build({
    entrypoints: [join(root, "bin", "analytics.ts")],
    outdir: dir,
    target: "bun",
  });
  const [program] = outputs;
  if (!program) throw new Error("The client could not be bundled");
  return program.path;
}

/** The folder of the bundles, from that of the service. The bundles are made once for each state of the sources. */
export function bundlesDir(): Promise<string> {
  made ??= makeOnce();
  return made;
}

async function makeOnce(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const path of [...new Bun.Glob("{api,shared,worker}/**/*.ts").scanSync(root)].sort())
    hash.update(path).update(readFileSync(join(root, path)));
  hash.update(readFileSync(join(root, "bun.lock"))).update(readFileSync(join(root, "bin/pack/bundle.ts")));
  const dir = join(BUNDLES_DIR, hash.digest("hex").slice(0, 16));
  const exists = (path: string) => stat(join(root, path)).catch(() => undefined);
  if (await exists(dir)) return dir;
  await mkdir(join(root, BUNDLES_DIR), {recursive: true});
  for (const name of await readdir(join(root, BUNDLES_DIR))) {
    const {mtimeMs = Date.now()} = (await exists(join(BUNDLES_DIR, name))) ?? {};
    if (Date.now() - mtimeMs > MAX_AGE_MS)
      await rm(join(root, BUNDLES_DIR, name), {recursive: true, force: true});
  }
  // Tests run in several processes: the first that is done gives the folder its name.
  const unfinished = `${dir}-${crypto.randomUUID()}`;
  await makeBundles(root, join(root, unfinished));
  await rename(join(root, unfinished), join(root, dir)).catch(async error => {
    if (!(await exists(dir))) throw error;
    await rm(join(root, unfinished), {recursive: true});
  });
  return dir;
}
