import {createHmac} from "node:crypto";
import type {Actor} from "../shared/actor.ts";
import {type Db, sql} from "../shared/db.ts";
import {ServiceError} from "../shared/errors.ts";
import type {Web} from "./web.ts";

const KEPT_FOR = "24 hours";
/** A first request that has not ended after this long is taken for dead, and its key for free. */
const ABANDONED_AFTER = "2 minutes";
const WAIT_MS = 5_000;
const POLL_MS = 50;
/** Shown as null in a replay, where an answer has them: what is kept must not hold a secret. */
const SECRET_KEYS = ["token", "url"];

/** What makes two requests the same one. */
export interface OnceRequest {
  actor: Actor;
  method: string;
  path: string;
  key: string;
  /** Everything else that the answer depends on: the query string and the body. */
  content: string;
}

export interface KeptAnswer {
  status: number;
  /** The JSON text; `null` for an answer without a body. */
  text: string | null;
  headers: Record<string, string>;
}

/**
 * Runs `work` once for all requests with this key, method and path of this principal: a later one gets the
 * first answer again, one at the same time waits for it. Another content is an `idempotency_conflict`. Only
 * success is kept: a request that was refused changed nothing and may be tried again. Where the answer cannot be
 * kept (the process or the database dies right after the work), the key is free again after two minutes.
 */
export async function runOnce(
  {db, config, log}: Web,
  request: OnceRequest,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer & {replayed: boolean}> {
  checkKey(request.key);
  // A plain hash of a body that holds a password would let the password be guessed from the stored hash.
  const hashes = config.encryptionKeys.map(key => createHmac("sha256", key).update(request.content).digest());
  const claimedAt = await claim(db, request, hashes);
  if (!(claimedAt instanceof Date)) return {...claimedAt, replayed: true};
  let answer: KeptAnswer;
  try {
    answer = await work();
  } catch (error) {
    await release(db, request, claimedAt).catch(() => undefined);
    throw error;
  }
  await keep(db, request, claimedAt, answer).catch(error => {
    log.error({err: error, requestId: request.actor.requestId}, "an answer could not be kept for its key");
  });
  return {...answer, replayed: false};
}

/** The time of our claim, or the answer that another request was given. */
async function claim(db: Db, request: OnceRequest, hashes: readonly Buffer[]): Promise<Date | KeptAnswer> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const claimedAt = await tryClaim(db, request, hashes[0]!);
    if (claimedAt) return claimedAt;
    const answer = await findAnswer(db, request, hashes);
    if (answer) return answer;
    if (performance.now() > until) {
      throw new ServiceError(
        "idempotency_conflict",
        "The first request with this Idempotency-Key is still at work. Ask again in a moment.",
        {headers: {"retry-after": "5"}},
      );
    }
    await Bun.sleep(POLL_MS);
  }
}

async function tryClaim(
  db: Db,
  {actor, method, path, key}: OnceRequest,
  hash: Buffer,
): Promise<Date | undefined> {
  const {rows} = await sql<{created_at: Date}>`
    insert into idempotency_keys as k (org_id, principal_id, method, path, key, body_hash)
    values (${actor.orgId}, ${actor.id}, ${method}, ${path}, ${key}, ${hash})
    on conflict (principal_id, method, path, key) do update
      set body_hash = excluded.body_hash, status = null, response = null, headers = null, created_at = now()
      where k.created_at < now() - ${KEPT_FOR}::interval
        or (k.status is null and k.created_at < now() - ${ABANDONED_AFTER}::interval)
    returning created_at`.execute(db);
  return rows[0]?.created_at;
}

async function findAnswer(
  db: Db,
  request: OnceRequest,
  hashes: readonly Buffer[],
): Promise<KeptAnswer | undefined> {
  const row = await db
    .selectFrom("idempotency_keys")
    .select(["body_hash", "status", "response", "headers"])
    .where(eb => eb.and(identity(request)))
    .executeTakeFirst();
  if (!row) return undefined;
  if (!hashes.some(hash => hash.equals(row.body_hash))) {
    throw new ServiceError(
      "idempotency_conflict",
      "This Idempotency-Key came with another request before. Take a new key for a new request.",
    );
  }
  if (row.status === null) return undefined;
  const headers: Record<string, string> = {};
  if (row.headers !== null && typeof row.headers === "object" && !Array.isArray(row.headers)) {
    for (const [name, value] of Object.entries(row.headers)) headers[name] = String(value);
  }
  return {status: row.status, text: typeof row.response === "string" ? row.response : null, headers};
}

/** `claimedAt` makes sure that a request that was taken for dead does not write over its successor. */
async function keep(db: Db, request: OnceRequest, claimedAt: Date, answer: KeptAnswer): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({
      status: answer.status,
      response: answer.text === null ? null : JSON.stringify(withoutSecrets(answer.text)),
      headers: JSON.stringify(answer.headers),
    })
    .where(eb => eb.and({...identity(request), created_at: claimedAt}))
    .execute();
}

async function release(db: Db, request: OnceRequest, claimedAt: Date): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where(eb => eb.and({...identity(request), created_at: claimedAt}))
    .execute();
}

function identity({actor, method, path, key}: OnceRequest) {
  return {org_id: actor.orgId, principal_id: actor.id, method, path, key};
}

function withoutSecrets(text: string): string {
  if (!SECRET_KEYS.some(key => text.includes(`"${key}"`))) return text;
  const answer: Record<string, unknown> = JSON.parse(text);
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
