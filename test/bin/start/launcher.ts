import {cp, mkdir, readFile, symlink, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {BUNDLES_DIR, bundledProcfile} from "../../../bin/pack/bundle.ts";
import {bundlesDir} from "../../support/processes/bundle.ts";

const root = join(import.meta.dir, "..", "..", "..");
/** The last line that `npm start` prints when the service is ready. */
export const STARTED = "Ctrl-C stops it.";

export interface Launcher {
  pid: number;
  /** All output so far. */
  output(): string;
  /** Resolves once the text was printed. Rejects if the launcher ends before. */
  printed(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<number>;
}

/** The environment of a command of the service, without the tests' database. */
export function launcherEnvironment(own: Record<string, string>): Record<string, string | undefined> {
  const {DATABASE_URL: _url, ENCRYPTION_KEY: _key, ...inherited} = process.env;
  return {...inherited, ...own};
}

/** What the launcher and its processes read of the sources, beside `bin`. */
const READ = ["api", "shared", "sql", "worker", "node_modules", "package.json"];

/** Makes a folder from which the service starts as from an archive: the web process and the worker from their bundles. */
export async function install(dir: string): Promise<string> {
  await mkdir(dir);
  await cp(join(root, "bin"), join(dir, "bin"), {recursive: true});
  for (const name of READ) await symlink(join(root, name), join(dir, name));
  await symlink(join(root, await bundlesDir()), join(dir, BUNDLES_DIR));
  await writeFile(join(dir, "Procfile"), bundledProcfile(await readFile(join(root, "Procfile"), "utf8")));
  return dir;
}

/** `npm start` in the folder of the service, with its own Postgres in `DATA_DIR`. */
export function launch(environment: Record<string, string>, dir = root): Launcher {
  const child = Bun.spawn([process.execPath, "bin/start.ts"], {
    cwd: dir,
    env: launcherEnvironment(environment),
    stdout: "pipe",
    stderr: "pipe",
  });
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output += decoder.decode(chunk, {stream: true});
  };
  const ended = Promise.all([child.exited, read(child.stdout), read(child.stderr)]);
  let running = true;
  ended.finally(() => {
    running = false;
  });
  return {
    pid: child.pid,
    output: () => output,
    printed: async text => {
      while (running && !output.includes(text)) await Bun.sleep(10);
      if (!output.includes(text)) throw new Error(`The launcher ended without "${text}":\n${output}`);
    },
    kill: signal => child.kill(signal),
    exited: ended.then(([code]) => code),
  };
}
