import {existsSync} from "node:fs";
import {compareMigrations, newerSentence, olderSentence} from "../shared/core/database/migrations.ts";
import {sql} from "../shared/core/db.ts";
import {PROTOCOL} from "../shared/core/process/protocol-version.ts";
import type {Web} from "./dependencies.ts";

const HEARTBEAT_SECONDS = 10;
const TIMEOUT_MS = 2000;
/**
 * How long a successful check is reused, so that frequent probes do not load the database. A failed check is repeated
 * sooner.
 */
const READY_MS = 500;
const NOT_READY_MS = 50;

interface Check {
  ok: boolean;
  message?: string;
}

interface Readiness {
  ready: boolean;
  checks: Record<"database" | "migrations" | "worker" | "notices", Check> & {demo?: Check};
}

/** The dependencies of the checks. */
type CheckedDeps = Pick<Web, "config" | "db" | "log" | "notices">;

/**
 * Makes the check behind `/readyz`. While the process stops, the check answers "stopping" without checking anything.
 */
export function makeReadiness(
  web: CheckedDeps & Pick<Web, "stopping">,
): () => Promise<Readiness | "stopping"> {
  let held: Promise<Readiness> | undefined;
  let heldUntil = 0;
  return async () => {
    if (web.stopping.aborted) return "stopping";
    if (held && performance.now() < heldUntil) return held;
    heldUntil = Number.POSITIVE_INFINITY;
    held = checkAll(web).then(readiness => {
      heldUntil = performance.now() + (readiness.ready ? READY_MS : NOT_READY_MS);
      return readiness;
    });
    return held;
  };
}

async function checkAll(web: CheckedDeps): Promise<Readiness> {
  const database = await checked("Postgres does not answer.", async () => {
    await sql`select 1`.execute(web.db);
    return {ok: true};
  });
  const unknown: Check = {ok: false, message: "Unknown, because the database does not answer."};
  const [migrations, worker] = database.ok
    ? await Promise.all([
        checked("The migrations cannot be read: run the release.", () => checkMigrations(web)),
        checked(`No worker has sent a heartbeat in the last ${HEARTBEAT_SECONDS} s.`, () => checkWorker(web)),
      ])
    : [unknown, unknown];
  const notices: Check = web.notices.connected
    ? {ok: true}
    : {
        ok: false,
        message: "Notices from other processes do not arrive, so the process uses no memory caches.",
      };
  const checks = {database, migrations, worker, notices, ...demoCheck(web)};
  return {ready: Object.values(checks).every(({ok}) => ok), checks};

  async function checked(message: string, check: () => Promise<Check>): Promise<Check> {
    try {
      const timeout = Bun.sleep(TIMEOUT_MS).then(() => Promise.reject(new Error("The check took too long")));
      return await Promise.race([check(), timeout]);
    } catch (error) {
      web.log.warn({err: error}, message);
      return {ok: false, message};
    }
  }
}

/** The readiness check of the launcher's first start, which succeeds when the demo is loaded. */
function demoCheck({config: {demoFile}}: Pick<Web, "config">): {demo?: Check} {
  if (demoFile === undefined) return {};
  if (existsSync(demoFile)) return {demo: {ok: true}};
  return {demo: {ok: false, message: "The first organization and its demo are being created."}};
}

/** Fails where a migration of this version is missing. A newer database passes, with a message. */
async function checkMigrations({db}: Pick<Web, "db">): Promise<Check> {
  const {rows} = await sql<{name: string}>`select name from pgmigrations`.execute(db);
  const difference = await compareMigrations(rows.map(row => row.name));
  const older = olderSentence(difference);
  if (older) return {ok: false, message: older};
  const newer = newerSentence(difference);
  return newer ? {ok: true, message: newer} : {ok: true};
}

async function checkWorker({db}: Pick<Web, "db">): Promise<Check> {
  const {rows} = await sql`
    select from workers
    where heartbeat_at > now() - make_interval(secs => ${HEARTBEAT_SECONDS})
      and ${PROTOCOL} between protocol_oldest and protocol_newest
    limit 1`.execute(db);
  if (rows.length === 0) throw new Error("No heartbeat of a worker that is compatible with this version");
  return {ok: true};
}
