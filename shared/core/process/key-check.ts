import {createHmac} from "node:crypto";
import pg from "pg";
import {type Db, sql} from "../db.ts";
import {decryptSecret} from "../secrets.ts";
import {ownCommand} from "./own-command.ts";

// An arbitrary number, which must be the same in every process.
const KEYS_LOCK = 8_220_031;

/** Thrown if a process has no key of this database: it must not start. */
class WrongKey extends Error {
  override readonly name = "WrongKey";

  constructor() {
    super(
      "ENCRYPTION_KEY is not the key of this database: set the one that its secrets were encrypted with (after a new " +
        `one and a comma, for a rotation). If it is lost, run the release once with --new-key (\`${ownCommand("start", "--new-key")}\`), ` +
        "and enter the secrets of connections again",
    );
  }
}

/**
 * Checks that a key of the configuration belongs to the database, and records the first key as one of the database's. For
 * a database without recorded keys, a key must decrypt one of the stored secrets. Throws `WrongKey`.
 */
export async function checkKeys(db: Db, keys: readonly Buffer[]): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(tx);
    const {rows} = await sql<{id: string}>`select id from encryption_keys`.execute(tx);
    const known = new Set(rows.map(({id}) => id));
    const isOurs = known.size === 0 ? await decryptsOne(tx, keys) : keys.some(key => known.has(keyId(key)));
    if (!isOurs) throw new WrongKey();
    if (!known.has(keyId(keys[0]!))) await acceptKey(tx, keys);
  });
}

/** Records the first key as one of the database's, without checking that it decrypts the stored secrets. */
export async function acceptKey(db: Db, keys: readonly Buffer[]): Promise<void> {
  await sql`insert into encryption_keys (id) values (${keyId(keys[0]!)}) on conflict do nothing`.execute(db);
}

/** Whether an error means that the database has not been migrated yet, so that there is nothing to check. */
export function isUnreleased(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "42P01";
}

async function decryptsOne(db: Db, keys: readonly Buffer[]): Promise<boolean> {
  const {rows} = await sql<{id: string; secrets: Buffer}>`
    select id, secrets from connections where secrets is not null order by created_at desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return true;
  try {
    decryptSecret(keys, row.id, row.secrets);
    return true;
  } catch {
    return false;
  }
}

/** A digest that identifies a key without revealing anything about it. */
export function keyId(key: Buffer): string {
  return createHmac("sha256", key).update("analytics-service key id").digest("hex").slice(0, 32);
}
