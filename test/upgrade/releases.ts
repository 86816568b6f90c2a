import {existsSync, symlinkSync} from "node:fs";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {until} from "../support/until.ts";

const root = join(import.meta.dir, "../..");

/** The folder of the current sources. */
export const TODAY = root;

/** The version that made `dump.sql`. Its protocol between the processes has no versions yet. */
export const EARLIER = "a8583c8";

/** Whether the repository has the commit: a shallow clone may lack it, and an archive of the sources has no history. */
export function hasCommit(commit: string): boolean {
  if (!existsSync(join(root, ".git"))) return false;
  const git = ["git", "cat-file", "-e", `${commit}^{commit}`];
  return Bun.spawnSync(git, {cwd: root, stderr: "ignore"}).exitCode === 0;
}

/** Unpacks the sources of a commit into `dir`, beside the packages of today. */
export async function unpack(commit: string, dir: string): Promise<string> {
  await mkdir(dir, {recursive: true});
  const archive = Bun.spawn(["git", "archive", "--format=tar", commit], {cwd: root});
  const unpacking = Bun.spawn(["tar", "-x", "-C", dir], {stdin: archive.stdout});
  if ((await unpacking.exited) !== 0 || (await archive.exited) !== 0)
    throw new Error(`the commit ${commit} could not be unpacked`);
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  return dir;
}

export interface Process {
  ended: Promise<unknown>;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

const BASE_ENVIRONMENT = {
  PATH: process.env["PATH"],
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  LOG_LEVEL: "silent",
  UV_THREADPOOL_SIZE: "8",
};

/** Runs the command `release` of a release. */
export async function release(
  dir: string,
  environment: Readonly<Record<string, string>>,
): Promise<{code: number; errors: string}> {
  const spawned = Bun.spawn([process.execPath, "bin/release.ts"], {
    cwd: dir,
    stdout: "ignore",
    stderr: "pipe",
    env: {...BASE_ENVIRONMENT, ...environment},
  });
  const [errors, code] = await Promise.all([spawned.stderr.text(), spawned.exited]);
  return {code, errors};
}

/** Starts a process of a release by its script in `dir`, or by its bundle, and waits until `isUp`. */
export async function start(
  main: string,
  dir: string,
  environment: Readonly<Record<string, string>>,
  isUp: () => Promise<boolean>,
): Promise<Process> {
  const spawned = Bun.spawn([process.execPath, main], {
    cwd: dir,
    stdout: "ignore",
    stderr: "inherit",
    env: {...BASE_ENVIRONMENT, ...environment},
  });
  await until(async () => {
    if (spawned.exitCode !== null) throw new Error(`${main} in ${dir} ended with ${spawned.exitCode}`);
    return isUp();
  });
  return {
    ended: spawned.exited,
    signal: signal => spawned.kill(signal),
    async stop() {
      spawned.kill();
      await spawned.exited;
    },
  };
}

/** Returns a function that sends a request to a web process and reads the answer. */
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
