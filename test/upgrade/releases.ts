import {existsSync, symlinkSync} from "node:fs";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {until} from "../support/until.ts";

const root = join(import.meta.dir, "../..");

/** The version that made `dump.sql`. It knows of no versions of the protocol between the processes. */
const EARLIER = "a8583c8";

/** Whether the history is there: a shallow clone has none, and an archive of the sources neither. */
export const hasEarlier =
  existsSync(join(root, ".git")) &&
  Bun.spawnSync(["git", "cat-file", "-e", `${EARLIER}^{commit}`], {cwd: root, stderr: "ignore"}).exitCode ===
    0;

/** The sources of a release: this one's, or the earlier one's, unpacked into `dir` beside the packages of today. */
export async function unpack(release: "earlier" | "today", dir: string): Promise<string> {
  if (release === "today") return root;
  await mkdir(dir, {recursive: true});
  const archive = Bun.spawn(["git", "archive", "--format=tar", EARLIER], {cwd: root});
  const unpacking = Bun.spawn(["tar", "-x", "-C", dir], {stdin: archive.stdout});
  if ((await unpacking.exited) !== 0 || (await archive.exited) !== 0)
    throw new Error(`the commit ${EARLIER} could not be unpacked`);
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  return dir;
}

export interface Process {
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Starts a process of a release, and waits until `isUp`. */
export async function start(
  main: "api/main.ts" | "worker/main.ts",
  dir: string,
  environment: Readonly<Record<string, string>>,
  isUp: () => Promise<boolean>,
): Promise<Process> {
  const spawned = Bun.spawn([process.execPath, main], {
    cwd: dir,
    stdout: "ignore",
    stderr: "inherit",
    env: {
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      LOG_LEVEL: "silent",
      UV_THREADPOOL_SIZE: "8",
      ...environment,
    },
  });
  await until(async () => {
    if (spawned.exitCode !== null) throw new Error(`${main} in ${dir} ended with ${spawned.exitCode}`);
    return isUp();
  });
  return {
    signal: signal => spawned.kill(signal),
    async stop() {
      spawned.kill();
      await spawned.exited;
    },
  };
}

/** What a web process answers over its port. */
export function asker(origin: string, token: string) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {authorization: `Bearer ${token}`, "content-type": "application/json", ...headers},
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
}
