import {randomBytes} from "node:crypto";
import {existsSync} from "node:fs";
import {appendFile, chmod, mkdir, rename, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type Account, binaries, owned, spawnAs} from "./os-user.ts";

export const SUPERUSER = "postgres";

export interface ClusterOptions {
  /** The folder with `cluster/` (the data) and `password`. Created if it is missing. */
  dir: string;
  /** The server's own messages are appended here. */
  logFile: string;
  /**
   * Whether the data may be lost: nothing is flushed to the disk, pages have no checksums, and `dir` is removed when the
   * server ends, however that happens.
   */
  temporary?: boolean;
  /** The name of the superuser, `postgres` by default. */
  superuser?: string;
  /**
   * A folder like `dir` with a cluster that has never run, from which a new cluster is copied: a copy takes an eighth of
   * the processor time that `initdb` takes. The folder is created, with these options, when absent.
   */
  copyOf?: string;
}

/** Creates the cluster, or copies it where the options name one to copy. */
export async function makeCluster(options: ClusterOptions, account: Account): Promise<void> {
  if (options.copyOf === undefined) await initialise(options, account);
  else await copyCluster(options.copyOf, options, account);
}

/**
 * Creates a new cluster: UTF-8, sorted by code point on every platform. The folder gets its final name only when the
 * cluster is complete.
 */
async function initialise(
  {dir, logFile, temporary, superuser = SUPERUSER}: ClusterOptions,
  account: Account,
): Promise<void> {
  await ownedDir(dir, account);
  const unfinished = join(dir, "cluster.new");
  await rm(unfinished, {recursive: true, force: true});
  const passwordFile = join(dir, "password");
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), {mode: 0o600});
  await owned(passwordFile, account);
  const {prefix = [], ...as} = spawnAs(account);
  const initdb = Bun.spawn(
    [
      ...prefix,
      join(await binaries(account), "initdb"),
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      ...(temporary ? ["--no-sync", "--no-data-checksums"] : []),
    ],
    {
      env: {LC_MESSAGES: "C"},
      stdout: "pipe",
      stderr: "pipe",
      ...as,
    },
  );
  const [code, output, errors] = await Promise.all([
    initdb.exited,
    initdb.stdout.text(),
    initdb.stderr.text(),
  ]);
  if (code !== 0) {
    await rm(unfinished, {recursive: true, force: true});
    await appendFile(logFile, `${output}${errors}`).catch(() => undefined);
    throw new Error(
      `The embedded Postgres could not be set up: ${reasonIn(`${output}${errors}`, dir, logFile)}`,
    );
  }
  await rename(unfinished, join(dir, "cluster"));
}

async function copyCluster(from: string, options: ClusterOptions, account: Account): Promise<void> {
  if (!existsSync(from)) {
    const made = `${from}-${crypto.randomUUID()}`;
    await initialise({...options, dir: made}, account);
    // If several processes create it at the same time, the first that is done gives it its name.
    await rename(made, from).catch(async error => {
      if (!existsSync(from)) throw error;
      await rm(made, {recursive: true});
    });
  }
  const unfinished = `${options.dir}.new`;
  await rm(unfinished, {recursive: true, force: true});
  const copying = Bun.spawn(["cp", "-a", from, unfinished], {stdout: "ignore", stderr: "pipe"});
  const [code, errors] = await Promise.all([copying.exited, copying.stderr.text()]);
  if (code !== 0) throw new Error(`${from} could not be copied: ${errors.trim()}`);
  await rename(unfinished, options.dir);
}

/** The reason of a failure, from the output of one of Postgres' programs. */
export function reasonIn(output: string, dir: string, logFile: string): string {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return `the disk of ${dir} is full. Make room, or set DATA_DIR to a folder on another disk`;
  const line = output.split("\n").find(one => /(error|FATAL|PANIC): /.test(one));
  return `${line?.trim() ?? "no reason was given"} (${logFile} has more)`;
}

export async function ownedDir(path: string, account: Account): Promise<void> {
  await mkdir(path, {recursive: true, mode: 0o700});
  await chmod(path, 0o700);
  await owned(path, account);
}
