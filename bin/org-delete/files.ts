import {readdir, rm} from "node:fs/promises";
import {join} from "node:path";
import type {Config} from "../../shared/core/config.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {isId} from "../../shared/core/ids.ts";
import {Bucket} from "../../worker/storage/bucket.ts";

/** Files of an organization in one place: a folder, or the objects of a bucket below a prefix. */
interface Place {
  name: string;
  files: number;
  remove(): Promise<void>;
}

/** The places that have files of the organization, with their numbers of files. */
export async function placesOf(config: Config, db: Db, orgId: string): Promise<Place[]> {
  // With an empty text instead of an id, the folder would be that of all organizations.
  if (!isId("org", orgId)) throw new Error(`"${orgId}" is not the id of an organization`);
  const {dataDir, warehouseDir, s3} = config;
  const prefixes = [`${orgId}/`, `deliveries/${orgId}/`];
  const stored = s3
    ? prefixes.map(prefix => objects(new Bucket(s3, "files"), s3.bucket, prefix))
    : [join(dataDir, "snapshots", orgId), join(dataDir, "deliveries", orgId)].map(folder);
  const places = await Promise.all([
    ...stored,
    folder(join(warehouseDir, orgId)),
    ...(await outboxOf(join(dataDir, "outbox"), db, orgId)),
  ]);
  return places.filter(({files}) => files > 0);
}

async function folder(path: string): Promise<Place> {
  const entries = await readdir(path, {recursive: true, withFileTypes: true}).catch(unlessMissing);
  return {
    name: path,
    // An empty folder is removed as well.
    files: entries === undefined ? 0 : Math.max(1, entries.filter(entry => !entry.isDirectory()).length),
    // Of a symbolic link, the link is removed, and not what it leads to.
    remove: () => rm(path, {recursive: true, force: true}),
  };
}

async function objects(bucket: Bucket, name: string, prefix: string): Promise<Place> {
  const keys = async () => (await Array.fromAsync(bucket.list(prefix))).map(({key}) => key);
  return {
    name: `s3://${name}/${prefix}`,
    files: (await keys()).length,
    async remove() {
      for (const key of await keys()) await bucket.remove(key);
    },
  };
}

/** The mails that were written to files because no mail server is configured, by delivery. */
async function outboxOf(dir: string, db: Db, orgId: string): Promise<Promise<Place>[]> {
  const names = ((await readdir(dir).catch(unlessMissing)) ?? []).filter(name => isId("dlv", name));
  if (names.length === 0) return [];
  const {rows} = await sql<{id: string}>`
    select id from deliveries where org_id = ${orgId} and id = any (${names}::text[])`.execute(db);
  return rows.map(({id}) => folder(join(dir, id)));
}

/** `undefined` for a folder that does not exist. A folder that cannot be read is an error: its files would stay. */
function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
