import {existsSync} from "node:fs";
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {sql} from "../shared/db.ts";
import type {Web} from "./web.ts";

const MIGRATIONS_DIR = join(import.meta.dir, "..", "sql", "migrations");
const HEARTBEAT_SECONDS = 10;
const TIMEOUT_MS = 2000;
/**
 * How long a successful check is reused, so that frequent probes do not load the database. A failure is checked again
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

/** What `/readyz` says; while the process stops, that it is not ready, without looking. */
export function makeReadiness(web: Web): () => Promise<Readiness | "stopping"> {
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

async function checkAll(web: Web): Promise<Readiness> {
  const database = await checked("Postgres does not answer.", () => sql`select 1`.execute(web.db));
  const unknown: Check = {ok: false, message: "Not known without the database."};
  const [migrations, worker] = database.ok
    ? await Promise.all([
        checked("The migrations are not current: run the release.", () => requireMigrations(web)),
        checked(`No worker has shown itself in the last ${HEARTBEAT_SECONDS} s.`, () => requireWorker(web)),
      ])
    : [unknown, unknown];
  const notices: Check = web.notices.connected
    ? {ok: true}
    : {
        ok: false,
        message: "Notices of other processes do not arrive, so nothing is served from memory caches.",
      };
  const checks = {database, migrations, worker, notices, ...demoCheck(web)};
  return {ready: Object.values(checks).every(({ok}) => ok), checks};

  async function checked(message: string, check: () => Promise<unknown>): Promise<Check> {
    try {
      const timeout = Bun.sleep(TIMEOUT_MS).then(() => Promise.reject(new Error("The check took too long")));
      await Promise.race([check(), timeout]);
      return {ok: true};
    } catch (error) {
      web.log.warn({err: error}, message);
      return {ok: false, message};
    }
  }
}

/** Where the launcher loads a demo, the service is ready for those who would ask that. */
function demoCheck({config: {demoFile}}: Web): {demo?: Check} {
  if (demoFile === undefined) return {};
  if (existsSync(demoFile)) return {demo: {ok: true}};
  return {demo: {ok: false, message: "The first organization and its demo are being made."}};
}

/** Throws unless every migration that this version of the code knows has been applied. */
async function requireMigrations({db}: Web): Promise<void> {
  const files = (await readdir(MIGRATIONS_DIR)).filter(file => file.endsWith(".sql"));
  const {rows} = await sql<{name: string}>`select name from pgmigrations`.execute(db);
  const applied = new Set(rows.map(row => row.name));
  const missing = files.map(file => file.replace(/\.sql$/, "")).filter(name => !applied.has(name));
  if (missing.length > 0) throw new Error(`Not applied: ${missing.join(", ")}`);
}

async function requireWorker({db}: Web): Promise<void> {
  const {rows} = await sql`
    select from workers where heartbeat_at > now() - make_interval(secs => ${HEARTBEAT_SECONDS}) limit 1`.execute(
    db,
  );
  if (rows.length === 0) throw new Error("No heartbeat");
}
