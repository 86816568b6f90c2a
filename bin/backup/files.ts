import {createReadStream, createWriteStream} from "node:fs";
import {lstat, mkdir, readdir, stat} from "node:fs/promises";
import {dirname, join, relative} from "node:path";
import {pipeline} from "node:stream/promises";
import type {Config} from "../../shared/core/config.ts";
import type {Manifest, WrittenFile} from "./manifest.ts";

/** The folders and files beside the database, by their names in a back-up. */
function pathsOf({dataDir, warehouseDir, s3}: Config): Readonly<Record<string, string>> {
  return {
    ...(s3 === undefined
      ? {snapshots: join(dataDir, "snapshots"), deliveries: join(dataDir, "deliveries")}
      : {}),
    warehouses: warehouseDir,
    "admin-token": join(dataDir, "admin-token"),
    "encryption-key": join(dataDir, "encryption-key"),
    "first-start": join(dataDir, "first-start"),
  };
}

/** The folders in which the service chooses the names of files. In all other folders customers choose them. */
const SERVICE_FOLDERS = ["snapshots", "deliveries"];
/** Matches the paths of unfinished files, to which nothing refers. */
const UNFINISHED = /(^|\/)(tmp|cache)(\/|$)|\.(new|tmp)$/;

/** Copies the files that the database refers to, and the encryption keys of an embedded database. */
export async function copyFiles(config: Config, dir: string): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const [name, place] of Object.entries(pathsOf(config))) {
    const isIncluded = (path: string) => !(SERVICE_FOLDERS.includes(name) && UNFINISHED.test(path));
    for (const below of await filesIn(place, isIncluded)) {
      const path = below === "" ? name : `${name}/${below}`;
      const copy = await copyFile(join(place, below), join(dir, "files", path));
      // A file that has expired since the tables were read.
      if (copy !== undefined) written.push({path, ...copy});
    }
  }
  return written;
}

/**
 * Copies the files to the paths of the configuration. Throws before it writes any file if one of them exists already.
 */
export async function putFiles(
  config: Config,
  dir: string,
  {files}: Manifest,
  {embedded}: {embedded: boolean},
): Promise<void> {
  const {"encryption-key": key = "", ...others} = pathsOf(config);
  // Without an embedded database the key is ENCRYPTION_KEY.
  const paths = {...others, ...(embedded ? {"encryption-key": key} : {})};
  const targets = files.flatMap(file => {
    const [name = "", ...below] = file.path.split("/");
    const place = Object.entries(paths).find(([one]) => one === name)?.[1];
    if (below.includes("..")) throw new Error(`${file.path} in the back-up leads out of it`);
    return place === undefined ? [] : [{file, target: join(place, ...below)}];
  });
  for (const {target} of targets)
    if (await lstat(target).catch(() => undefined))
      throw new Error(`${target} exists already: a back-up is restored into an empty folder (DATA_DIR)`);
  for (const {file, target} of targets) {
    const copy = await copyFile(join(dir, "files", file.path), target);
    if (copy?.sha256 !== file.sha256) throw new Error(`${target} differs from the back-up`);
  }
}

/** Reads the files from the disk. Returns a sentence for each file that differs from the written one. */
export async function checkFiles(dir: string, {files}: Pick<Manifest, "files">): Promise<string[]> {
  const faults: string[] = [];
  for (const {path, sizeBytes, sha256} of files) {
    const found = await digestOf(join(dir, "files", path)).catch(() => undefined);
    if (found?.sizeBytes !== sizeBytes || found.sha256 !== sha256)
      faults.push(`${path}: the file is missing, or has changed since it was written`);
  }
  return faults;
}

async function copyFile(from: string, to: string): Promise<Omit<WrittenFile, "path"> | undefined> {
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  const hasher = new Bun.CryptoHasher("sha256");
  let sizeBytes = 0;
  try {
    await pipeline(
      createReadStream(from),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hasher.update(chunk);
          sizeBytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(to, {mode: 0o600, flush: true}),
    );
  } catch (error) {
    return missingOnly(error);
  }
  return {sizeBytes, sha256: hasher.digest("hex")};
}

async function digestOf(path: string): Promise<Omit<WrittenFile, "path">> {
  const hasher = new Bun.CryptoHasher("sha256");
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path)) {
    hasher.update(chunk);
    sizeBytes += chunk.length;
  }
  return {sizeBytes, sha256: hasher.digest("hex")};
}

/**
 * Paths of the files below a path for which `isIncluded` is true, or `""` if the path itself is a file. The path may be
 * a link. Below it, links to files are followed. Throws for a link to anything else.
 */
async function filesIn(place: string, isIncluded: (path: string) => boolean): Promise<string[]> {
  const found = await stat(place).catch(missingOnly);
  if (found?.isFile()) return [""];
  if (!found?.isDirectory()) return [];
  const files: string[] = [];
  for (const entry of await readdir(place, {recursive: true, withFileTypes: true})) {
    const whole = join(entry.parentPath, entry.name);
    const path = relative(place, whole);
    if (!isIncluded(path)) continue;
    if (entry.isSymbolicLink() && !(await stat(whole).catch(missingOnly))?.isFile())
      throw new Error(
        `${whole} is a symbolic link that leads to no file: a back-up follows links to files only`,
      );
    if (entry.isFile() || entry.isSymbolicLink()) files.push(path);
  }
  return files.sort();
}

function missingOnly(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
