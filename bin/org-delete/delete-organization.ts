import {isForeignKeyViolation} from "../../shared/core/database/constraints.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Worker} from "../../worker/worker.ts";
import {announce, endAccess, openIds} from "./end-access.ts";
import {endWork, removeJobs} from "./end-work.ts";
import {placesOf} from "./files.ts";
import {requireEnded} from "./overview.ts";
import {dropRollupTables} from "./rollup-tables.ts";
import {countRows, deleteRows, tablesOfOrganizations} from "./tables.ts";

/** How often rows that workers have written meanwhile are deleted again, before the deletion is given up for now. */
const ATTEMPTS = 5;
const WORK_WAIT_MS = 60_000;

interface Options {
  /** Whether tables of roll-ups that cannot be dropped stay in the warehouse. */
  leaveTables?: boolean;
  /** Whether a subscription that has not ended stays at Stripe. */
  leaveSubscription?: boolean;
  /** The longest wait for jobs under way. */
  workWaitMs?: number;
}

/** What was deleted, and what was left behind at the operator's wish. */
export interface Deleted {
  rows: Map<string, number>;
  files: number;
  tablesLeft: string[];
}

/**
 * Deletes an organization with everything that the service has stored of it. First all access ends, and then the work
 * under way. The organization's own row is deleted after all others and after the files, so that an interrupted deletion
 * continues when it is called again. Rejects with `conflict` before anything is deleted while the organization has a
 * subscription, and before its rows are deleted while tables of roll-ups cannot be dropped, unless the options say to
 * leave them.
 */
export async function deleteOrganization(
  deps: Pick<Worker, "config" | "db" | "log" | "threads">,
  orgId: string,
  options: Options = {},
): Promise<Deleted> {
  if (!options.leaveSubscription) await requireEnded(deps.db, orgId);
  try {
    return await carryOut(deps, orgId, options);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The deletion is not complete (${why}): repeat the command, which continues`, {
      cause: error,
    });
  }
}

async function carryOut(
  deps: Pick<Worker, "config" | "db" | "log" | "threads">,
  orgId: string,
  {leaveTables = false, workWaitMs = WORK_WAIT_MS}: Options,
): Promise<Deleted> {
  const {db, log} = deps;
  const tables = await tablesOfOrganizations(db);
  const rows = await countRows(db, orgId, tables);
  log.info({orgId}, "the deletion of an organization begins");
  const ids = await openIds(db, orgId);
  await endAccess(db, orgId);
  const running = await endWork(db, orgId, workWaitMs);
  if (running > 0) log.warn({orgId, running}, "jobs of the organization still run: they will find nothing");
  await announce(db, orgId, ids);
  const tablesLeft = await dropRollupTables(deps, orgId);
  if (tablesLeft.length > 0 && !leaveTables) {
    throw new ServiceError(
      "conflict",
      `Tables of roll-ups in the organization's warehouse could not be dropped: ${tablesLeft.join(", ")}. Nobody can sign in any more, but the rest is still there. Remove the cause and repeat the command, or repeat it with --leave-tables.`,
    );
  }
  const files = await removeFiles(deps, orgId);
  await removeRows(db, orgId, tables, ids.projects);
  // Jobs that still ran may have stored files.
  await removeFiles(deps, orgId);
  await announce(db, orgId, ids);
  const left = await countRows(db, orgId, tables);
  if (left.size > 0) throw new Error(`rows were written meanwhile: ${[...left.keys()].join(", ")}`);
  const count = [...rows.values()].reduce((sum, one) => sum + one, 0);
  log.info({orgId, rows: count, files, tablesLeft}, "an organization was deleted");
  return {rows, files, tablesLeft};
}

async function removeFiles({config, db}: Pick<Worker, "config" | "db">, orgId: string): Promise<number> {
  const places = await placesOf(config, db, orgId);
  for (const place of places) await place.remove();
  return places.reduce((sum, {files}) => sum + files, 0);
}

/** Deletes all rows, the organization's own one last. Rows that work under way has written meanwhile are deleted again. */
async function removeRows(
  db: Db,
  orgId: string,
  tables: Awaited<ReturnType<typeof tablesOfOrganizations>>,
  projectIds: readonly string[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await deleteRows(db, orgId, tables);
      await removeJobs(db, orgId, projectIds);
      await sql`delete from orgs where id = ${orgId}`.execute(db);
      break;
    } catch (error) {
      if (!isForeignKeyViolation(error) || attempt === ATTEMPTS) throw error;
    }
  }
  // Jobs that still ran may have added rows to tables without a foreign key. Tables with one accept none any more.
  await deleteRows(db, orgId, tables);
  await removeJobs(db, orgId, projectIds);
}
