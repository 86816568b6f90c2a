import {Type} from "@sinclair/typebox";
import {publish} from "../../shared/core/change-notices.ts";
import {deleteInBatches} from "../../shared/core/database/delete-in-batches.ts";
import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import {recordEvent} from "../../shared/core/events/record.ts";
import {oneLine} from "../../shared/core/one-line.ts";
import {readerOf} from "../../shared/core/validate.ts";
import {enqueueBuild} from "../../shared/modeling/rollups/queue-build.ts";
import {BuildTrigger, type RollupFile, StoredBuild} from "../../shared/modeling/rollups/schemas.ts";
import type {BuiltColumn} from "../../shared/semantic/documents.ts";
import {hasLostItsJob} from "../takeover/abandoned-runs.ts";
import {AttemptLost} from "../takeover/attempt-lost.ts";
import type {StoreTable} from "../warehouses/table-store.ts";

/** A running build. */
export interface BuildRun {
  id: string;
  orgId: string;
  rollupId: string;
  projectId: string;
  /** The roll-up's name. */
  name: string;
  tries: number;
  trigger: BuildTrigger;
  signature: string | null;
  dataAsOf: Date | null;
  /** The files that an earlier attempt of this build stored before its worker died. */
  stored: StoredBuild;
  /** The last successful build, which queries read now. */
  current: {signature: string; dataAsOf: Date; stored: StoredBuild; table?: StoreTable} | undefined;
  /** The result of the statement `refresh.when` at the last build. */
  seen: string | null;
}

interface Row extends Omit<BuildRun, "trigger" | "stored" | "current"> {
  trigger: unknown;
  columns: unknown;
  files: unknown;
  currentSignature: string | null;
  currentAsOf: Date | null;
  currentColumns: unknown;
  currentFiles: unknown;
  currentTable: unknown;
}

/** The output of a build: files, or the table named `table`. */
export interface BuiltRows {
  columns: readonly BuiltColumn[];
  files: readonly RollupFile[];
  rowCount: number;
  sizeBytes: number;
  table?: string;
}

const readStored = readerOf(StoredBuild, "a roll-up's build");
const readTrigger = readerOf(BuildTrigger, "a build's trigger");
const readTable = readerOf(
  Type.Object({schema: Type.String(), name: Type.String()}),
  "the table of a roll-up's build",
);

/**
 * Resumes the roll-up's running build, whose worker has died, or else begins the queued one. `undefined` where there is
 * neither.
 */
export async function beginBuild(db: Db, orgId: string, rollupId: string): Promise<BuildRun | undefined> {
  const {rows} = await sql<Row>`
    with begun as (
      update rollup_builds b
      set status = 'running', started_at = coalesce(b.started_at, now()), tries = b.tries + 1,
        data_as_of = coalesce(b.data_as_of, now())
      where b.org_id = ${orgId} and b.id = (
        select w.id from rollup_builds w
        where w.org_id = ${orgId} and w.rollup_id = ${rollupId} and w.status in ('queued', 'running')
        order by (w.status = 'running') desc, w.id limit 1 for update)
      returning b.*)
    select b.id, b.org_id as "orgId", b.rollup_id as "rollupId", r.project_id as "projectId", r.name, b.tries,
      b.trigger, b.signature, b.data_as_of as "dataAsOf", b.columns, b.files, r.seen,
      c.signature as "currentSignature", c.data_as_of as "currentAsOf", c.columns as "currentColumns", c.files as "currentFiles",
      case when t.name is not null then json_build_object('schema', t.schema, 'name', t.name) end as "currentTable"
    from begun b
      join rollups r on r.org_id = b.org_id and r.id = b.rollup_id
      left join rollup_builds c on c.org_id = r.org_id and c.id = r.build_id
        and (c.table_name is null or exists (
          select from rollup_tables o where o.org_id = c.org_id and o.name = c.table_name))
      left join rollup_tables t on t.org_id = c.org_id and t.name = c.table_name`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const {trigger, columns, files, currentSignature, currentAsOf, ...more} = row;
  const {currentColumns, currentFiles, currentTable, ...run} = more;
  return {
    ...run,
    trigger: readTrigger(trigger),
    stored: readStored({columns, files}),
    current:
      currentSignature === null || currentAsOf === null
        ? undefined
        : {
            signature: currentSignature,
            dataAsOf: currentAsOf,
            stored: readStored({columns: currentColumns, files: currentFiles}),
            ...(currentTable === null ? {} : {table: readTable(currentTable)}),
          },
  };
}

/**
 * Records the files that the build has stored so far. `signature` is that of the roll-up's definition: an attempt with
 * another signature does not reuse these files. Throws `AttemptLost` if another attempt at the build has begun since, or
 * if the roll-up is gone.
 */
export async function saveProgress(
  db: Db,
  {id, orgId, tries}: BuildRun,
  signature: string,
  {columns, files}: StoredBuild,
): Promise<void> {
  const {numAffectedRows = 0n} = await sql`
    update rollup_builds
    set signature = ${signature}, columns = ${JSON.stringify(columns)}::json, files = ${JSON.stringify(files)}::json
    where org_id = ${orgId} and id = ${id} and status = 'running' and tries = ${tries}`.execute(db);
  if (numAffectedRows === 0n) throw new AttemptLost();
}

/** Makes the build the one that queries read, atomically. */
export async function finishBuild(
  db: Db,
  run: BuildRun,
  built: BuiltRows & {signature: string; seen: string | null},
): Promise<void> {
  const {id, orgId, rollupId, projectId, tries} = run;
  const {columns, files, rowCount, sizeBytes, table = null, signature, seen} = built;
  await db.transaction().execute(async tx => {
    const {rows} = await sql`
      update rollup_builds
      set status = 'succeeded', finished_at = now(), signature = ${signature},
        columns = ${JSON.stringify(columns)}::json, files = ${JSON.stringify(files)}::json,
        row_count = ${rowCount}, size_bytes = ${sizeBytes}, table_name = ${table}
      where org_id = ${orgId} and id = ${id} and status = 'running' and tries = ${tries} returning id`.execute(
      tx,
    );
    if (rows.length === 0) return;
    await sql`
      update rollups set build_id = ${id}, seen = ${seen} where org_id = ${orgId} and id = ${rollupId}`.execute(
      tx,
    );
    await publish(tx, {kind: "project", id: projectId});
  });
}

/** Ends a build without output: it was skipped, or it failed. A failure records an event, which can trigger actions. */
export async function endBuild(
  tx: Tx,
  {id, orgId, rollupId, projectId, tries}: BuildRun,
  status: "skipped" | "failed",
  why: string,
): Promise<void> {
  const {rows} = await sql`
    update rollup_builds set status = ${status}, finished_at = now(), error = ${oneLine(why)}
    where org_id = ${orgId} and id = ${id} and status = 'running' and tries = ${tries} returning id`.execute(
    tx,
  );
  if (rows.length === 0 || status !== "failed") return;
  await recordEvent(tx, {orgId, type: "rollup.failed", resources: [projectId, rollupId, id]});
}

/** Enqueues a job for a build that was queued while another one ran, whose own job may have been used up meanwhile. */
export async function enqueueWaitingBuild(db: Db, orgId: string, rollupId: string): Promise<void> {
  const {rows} = await sql`
    select from rollup_builds
    where org_id = ${orgId} and rollup_id = ${rollupId} and status = 'queued'`.execute(db);
  if (rows.length > 0) await enqueueBuild(db, orgId, rollupId);
}

/** Enqueues jobs for queued and running builds that have no job any more, so that no build is lost with its job. */
export async function resumeBuilds(db: Db): Promise<void> {
  const {rows} = await sql<{org_id: string; rollup_id: string}>`
    select distinct b.org_id, b.rollup_id from rollup_builds b
    where b.status in ('queued', 'running')
      and ${hasLostItsJob("b", sql`'rollup ' || b.rollup_id`)}`.execute(db);
  for (const {org_id: orgId, rollup_id: rollupId} of rows) await enqueueBuild(db, orgId, rollupId);
}

/** Deletes old builds that no query reads any more. */
export async function collectBuilds(db: Db, days: number): Promise<void> {
  await deleteInBatches(
    db,
    "rollup_builds",
    sql`created_at < now() - ${days} * interval '1 day' and status not in ('queued', 'running')
      and not exists (
        select from rollups r where r.org_id = rollup_builds.org_id and r.build_id = rollup_builds.id)`,
  );
}
