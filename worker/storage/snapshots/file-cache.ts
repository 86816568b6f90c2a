import {existsSync, mkdirSync} from "node:fs";
import {mkdir, readdir, rename, rm, stat} from "node:fs/promises";
import {join} from "node:path";
import {isAlive, ownName} from "../process-locks.ts";
import type {HeldFile} from "./store.ts";

/** The name of a folder of an earlier version: a pid, which says nothing about processes of other containers. */
const PID = /^\d+$/;
/** A folder of an earlier version is deleted when no file was added to it for this long. */
const LEFT_BEHIND_MS = 24 * 3_600_000;

interface Cached {
  path: string;
  sizeBytes: number;
  holds: number;
  /** Whether the file was evicted. It is deleted when its last holder releases it. */
  evicted: boolean;
}

/**
 * An LRU cache of files on the local disk, of this process alone. Files in use are never evicted, so the folder may
 * exceed its limit while they are held. The folder is `<parent>/<process>/<cache>`. Workers on this and other hosts may
 * share `parent`: each process holds a lock in `lockDir` as long as it lives.
 */
export class FileCache {
  readonly #id = crypto.randomUUID();
  /** The cached files by name, the most recently used last. */
  readonly #files = new Map<string, Cached>();
  readonly #fetching = new Map<string, Promise<Cached | undefined>>();

  constructor(
    private readonly parent: string,
    private readonly maxBytes: number,
    private readonly lockDir: string,
  ) {
    mkdirSync(parent, {recursive: true, mode: 0o700});
  }

  /** Holds the cached file, or else the one at the path that `fetch` returns; `undefined` where `fetch` finds none. */
  async hold(name: string, fetch: () => Promise<string | undefined>): Promise<HeldFile | undefined> {
    let file = this.#existing(name);
    if (!file) {
      let fetching = this.#fetching.get(name);
      if (!fetching) {
        fetching = this.#fetch(name, fetch).finally(() => this.#fetching.delete(name));
        this.#fetching.set(name, fetching);
      }
      file = await fetching;
    }
    if (!file) return undefined;
    return this.#held(name, file);
  }

  /** Moves a file into the cache. */
  async add(name: string, path: string): Promise<void> {
    await this.#put(name, path);
    this.#makeRoom();
  }

  drop(name: string): void {
    const file = this.#files.get(name);
    if (!file) return;
    this.#files.delete(name);
    file.evicted = true;
    if (file.holds === 0) removeFile(file);
  }

  dropWhere(matches: (name: string) => boolean): void {
    for (const name of [...this.#files.keys()]) if (matches(name)) this.drop(name);
  }

  async close(): Promise<void> {
    await rm(await this.#dir(), {recursive: true, force: true});
  }

  /** Deletes the folders that dead processes have left. */
  async tidy(now = Date.now()): Promise<void> {
    for (const name of await readdir(this.parent)) {
      const dir = join(this.parent, name);
      const isLeft = PID.test(name)
        ? await isOlder(dir, now - LEFT_BEHIND_MS)
        : !(await isAlive(this.lockDir, name));
      if (isLeft) await rm(dir, {recursive: true, force: true});
    }
  }

  async #dir(): Promise<string> {
    return join(this.parent, await ownName(this.lockDir), this.#id);
  }

  /**
   * The cached file, unless somebody has removed it from the folder. Synchronous, so that the file cannot be evicted
   * before it is held.
   */
  #existing(name: string): Cached | undefined {
    const file = this.#files.get(name);
    if (!file || existsSync(file.path)) return file;
    this.drop(name);
    return undefined;
  }

  #held(name: string, file: Cached): HeldFile {
    file.holds++;
    this.#files.delete(name);
    if (!file.evicted) this.#files.set(name, file);
    this.#makeRoom();
    let isHeld = true;
    return {
      path: file.path,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        file.holds--;
        if (file.evicted && file.holds === 0) removeFile(file);
        this.#makeRoom();
      },
    };
  }

  async #fetch(name: string, fetch: () => Promise<string | undefined>): Promise<Cached | undefined> {
    const path = await fetch();
    return path === undefined ? undefined : this.#put(name, path);
  }

  async #put(name: string, from: string): Promise<Cached> {
    const dir = await this.#dir();
    const path = join(dir, `${crypto.randomUUID()}.parquet`);
    await mkdir(dir, {recursive: true, mode: 0o700});
    await rename(from, path);
    const file = {path, sizeBytes: (await stat(path)).size, holds: 0, evicted: false};
    this.drop(name);
    this.#files.set(name, file);
    return file;
  }

  #makeRoom(): void {
    let sizeBytes = 0;
    for (const file of this.#files.values()) sizeBytes += file.sizeBytes;
    for (const [name, file] of this.#files) {
      if (sizeBytes <= this.maxBytes) return;
      if (file.holds > 0) continue;
      sizeBytes -= file.sizeBytes;
      this.drop(name);
    }
  }
}

/** A file that cannot be removed is left to `tidy`, which removes it when this process has ended. */
function removeFile({path}: Cached): void {
  rm(path, {force: true}).catch(() => undefined);
}

/** Whether the newest cache in the folder was last changed before that time. */
async function isOlder(dir: string, timeMs: number): Promise<boolean> {
  for (const path of [dir, ...(await readdir(dir).catch(() => [])).map(name => join(dir, name))]) {
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs >= timeMs) return false;
  }
  return true;
}
