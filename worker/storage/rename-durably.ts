import {mkdir, open, rename} from "node:fs/promises";
import {dirname} from "node:path";

/**
 * Moves a complete file to a path of the same file system, in a folder that is made where it is missing. Resolves when
 * the file and its name are on the disk: after a power cut, a row that names the file must not name an empty one.
 */
export async function moveToDisk(from: string, to: string): Promise<void> {
  await sync(from);
  const folder = dirname(to);
  const firstMade = await mkdir(folder, {recursive: true, mode: 0o700});
  await rename(from, to);
  await sync(folder);
  // The name of a new folder is an entry of the folder above it.
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await sync(dirname(made));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems cannot sync a folder.
    if (!(error instanceof Error && "code" in error && error.code === "EINVAL")) throw error;
  } finally {
    await handle.close();
  }
}
