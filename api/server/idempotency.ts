import {createHmac} from "node:crypto";
import {Type} from "@sinclair/typebox";
import type {Actor} from "../../shared/core/actor.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {isReadable} from "../../shared/core/validate.ts";
import type {Web} from "../dependencies.ts";
import {OpenTransaction, type OpenTx} from "./open-transaction.ts";

const STORED_FOR = "24 hours";
/**
 * A claim without an answer comes from an earlier version of the service, which committed the claim before the work.
 */
const ABANDONED_AFTER = "2 minutes";
const WAIT_MS = 5_000;
const POLL_MS = 50;
/** In a replay these members are null: a stored answer must not contain a secret. */
const SECRET_KEYS = ["token", "url"];

/** The fields that distinguish requests with the same key. */
export interface OnceRequest {
  actor: Actor;
  method: string;
  path: string;
  key: string;
  /** Everything else that the answer depends on: the query string and the body. */
  content: string;
}

export interface StoredAnswer {
  status: number;
  /** The JSON text; `null` for an answer without a body. */
  text: string | null;
  headers: Record<string, string>;
}

/**
 * Runs `work` once for all requests with this key, method and path of this principal. A later request gets the first
 * answer again; a concurrent request waits for the first answer. Different content is an `idempotency_conflict`. Only
 * successful answers are stored: a request that was refused changed nothing, and may be tried again.
 *
 * The key, the writes of `work` through its database, and the answer are committed in one transaction. A process that
 * dies before the commit leaves the key unused. After a lost answer, repeating the request with the same key returns
 * the outcome.
 */
export async function runOnce(
  {db, config}: Pick<Web, "db" | "config">,
  request: OnceRequest,
  work: (db: Db) => Promise<StoredAnswer>,
): Promise<StoredAnswer & {replayed: boolean}> {
  checkKey(request.key);
  // The hash is keyed. With a plain hash of a body that contains a password, the password could be guessed from the
  // stored hash.
  const hashes = config.encryptionKeys.map(key => createHmac("sha256", key).update(request.content).digest());
  const held = await findAnswer(db, request, hashes);
  if (held) return {...held, replayed: true};
  const transaction = new OpenTransaction(db, () => claim(db, request, hashes));
  try {
    const answer = await work(transaction.db);
    await storeAnswer(await transaction.begun(), request, answer);
    await transaction.commit();
    return {...answer, replayed: false};
  } catch (error) {
    await transaction.rollback();
    if (error instanceof AnsweredMeanwhile) return {...error.answer, replayed: true};
    throw error;
  }
}

/** Thrown when another request with the key has finished first. The writes of this request are then rolled back. */
class AnsweredMeanwhile extends Error {
  override readonly name = "AnsweredMeanwhile";

  constructor(readonly answer: StoredAnswer) {
    super("Another request with this key has finished first");
  }
}

/** Begins a transaction that holds the key. While another request holds the key, no connection is kept open. */
async function claim(db: Db, request: OnceRequest, hashes: readonly Buffer[]): Promise<OpenTx> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const tx = await db.startTransaction().execute();
    try {
      if ((await tryLock(tx, request)) && (await tryClaim(tx, request, hashes[0]!))) return tx;
      const answer = await findAnswer(tx, request, hashes);
      if (answer) throw new AnsweredMeanwhile(answer);
      await tx.rollback().execute();
    } catch (error) {
      if (!tx.isRolledBack)
        await tx
          .rollback()
          .execute()
          .catch(() => undefined);
      throw error;
    }
    if (performance.now() > until) {
      throw new ServiceError(
        "idempotency_conflict",
        "The first request with this Idempotency-Key is still being processed. Try again in a moment.",
        {headers: {"retry-after": "5"}},
      );
    }
    await Bun.sleep(POLL_MS);
  }
}

/** Takes the key's advisory lock if the lock is free. The lock lasts until the end of the transaction. */
async function tryLock(tx: Tx, {actor, method, path, key}: OnceRequest): Promise<boolean> {
  const {rows} = await sql<{locked: boolean}>`
    select pg_try_advisory_xact_lock(hashtextextended(${[actor.id, method, path, key].join(" ")}, 0)) as locked`.execute(
    tx,
  );
  return rows[0]?.locked === true;
}

async function tryClaim(tx: Tx, {actor, method, path, key}: OnceRequest, hash: Buffer): Promise<boolean> {
  const {rows} = await sql`
    insert into idempotency_keys as k (org_id, principal_id, method, path, key, body_hash)
    values (${actor.orgId}, ${actor.id}, ${method}, ${path}, ${key}, ${hash})
    on conflict (principal_id, method, path, key) do update
      set body_hash = excluded.body_hash, status = null, response = null, headers = null, created_at = now()
      where k.created_at < now() - ${STORED_FOR}::interval
        or (k.status is null and k.created_at < now() - ${ABANDONED_AFTER}::interval)
    returning key`.execute(tx);
  return rows.length > 0;
}

async function findAnswer(
  db: Db | Tx,
  request: OnceRequest,
  hashes: readonly Buffer[],
): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom("idempotency_keys")
    .select(["body_hash", "status", "response", "headers"])
    .where(eb => eb.and(identity(request)))
    .where("created_at", ">=", sql<Date>`now() - ${STORED_FOR}::interval`)
    .executeTakeFirst();
  if (!row) return undefined;
  if (!hashes.some(hash => hash.equals(row.body_hash))) {
    throw new ServiceError(
      "idempotency_conflict",
      "This Idempotency-Key was used for another request. Use a new key for a new request.",
    );
  }
  if (row.status === null) return undefined;
  const headers: Record<string, string> = {};
  if (row.headers !== null && typeof row.headers === "object" && !Array.isArray(row.headers)) {
    for (const [name, value] of Object.entries(row.headers)) headers[name] = String(value);
  }
  return {status: row.status, text: typeof row.response === "string" ? row.response : null, headers};
}

async function storeAnswer(tx: Tx, request: OnceRequest, answer: StoredAnswer): Promise<void> {
  await tx
    .updateTable("idempotency_keys")
    .set({
      status: answer.status,
      response: answer.text === null ? null : JSON.stringify(withoutSecrets(answer.text)),
      headers: JSON.stringify(answer.headers),
    })
    .where(eb => eb.and(identity(request)))
    .execute();
}

function identity({actor, method, path, key}: OnceRequest) {
  return {org_id: actor.orgId, principal_id: actor.id, method, path, key};
}

const isFields = isReadable(Type.Record(Type.String(), Type.Unknown()));

function withoutSecrets(text: string): string {
  if (!SECRET_KEYS.some(key => text.includes(`"${key}"`))) return text;
  const answer: unknown = JSON.parse(text);
  if (!isFields(answer)) return text;
  for (const key of SECRET_KEYS) if (Object.hasOwn(answer, key)) answer[key] = null;
  return JSON.stringify(answer);
}

function checkKey(key: string): void {
  if (key.length >= 1 && key.length <= 255 && /^[\x21-\x7e]+$/.test(key)) return;
  throw new ServiceError(
    "invalid_request",
    "The Idempotency-Key must have 1 to 255 visible ASCII characters, a UUID for example.",
  );
}
