import {chmodSync, mkdirSync, mkdtempSync} from "node:fs";
import {rm, statfs, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";

export interface SmallDisk {
  /** The folder where the disk is mounted. */
  path: string;
  /** Fills the disk until `leftBytes` are free. */
  fill(leftBytes: number): Promise<void>;
  /** Removes the file that fills the disk. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a disk of its own, of some megabytes. Returns `undefined` where mounting fails, as it does without root. */
export function mountSmallDisk(megabytes: number, parent = tmpdir()): SmallDisk | undefined {
  const root = mkdtempSync(join(parent, "small-disk-"));
  // A server under another account must be able to enter the folder.
  chmodSync(root, 0o755);
  const path = join(root, "disk");
  mkdirSync(path);
  const mount = ["mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path];
  if (Bun.spawnSync(mount, {stderr: "ignore"}).exitCode !== 0) return undefined;
  const filler = join(path, "filler");
  return {
    path,
    async fill(leftBytes) {
      await writeFile(filler, "");
      const {bavail, bsize} = await statfs(path);
      await writeFile(filler, new Uint8Array(Math.max(0, bavail * bsize - leftBytes)));
    },
    free: () => rm(filler, {force: true}),
    async unmount() {
      Bun.spawnSync(["umount", "-l", path]);
      await rm(root, {recursive: true, force: true});
    },
  };
}
