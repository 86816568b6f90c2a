import {createReadStream, createWriteStream} from "node:fs";
import {basename, dirname} from "node:path";
import {pipeline} from "node:stream/promises";
import {createGzip} from "node:zlib";
import {runCommand} from "./run-command.ts";

/**
 * Packs a folder as `<file>`, a tar.gz. The bytes depend on nothing but the files: names are sorted, every file belongs
 * to root and has the commit's time, and the packer's umask has no effect
 * (https://reproducible-builds.org/docs/archives/).
 */
export async function packFolder(dir: string, file: string, seconds: number): Promise<void> {
  const tar = `${file}.tar`;
  await runCommand(
    [
      "tar",
      "--create",
      `--file=${tar}`,
      "--format=gnu",
      "--sort=name",
      `--mtime=@${seconds}`,
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      "--mode=u+rw,go-w,a+rX",
      "--hard-dereference",
      `--directory=${dirname(dir)}`,
      basename(dir),
    ],
    dirname(dir),
  );
  // Node's own header of gzip has no name and no time.
  await pipeline(createReadStream(tar), createGzip({level: 9}), createWriteStream(file));
  await Bun.file(tar).delete();
}

export async function sha256Of(file: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(file).stream()) hasher.update(chunk);
  return hasher.digest("hex");
}
