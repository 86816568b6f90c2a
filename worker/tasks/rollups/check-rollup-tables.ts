import {sql} from "../../../shared/core/db.ts";
import type {JobPayload} from "../../../shared/core/jobs.ts";
import {isRollupStoreType} from "../../../shared/modeling/rollups/storage.ts";
import {loadProjects} from "../../../shared/querying/layers/query-project.ts";
import {PermitRequest, shareOf} from "../../concurrency/fair-semaphore.ts";
import {countVisibleRows} from "../../rollup-builds/build-table.ts";
import {markUnbuilt} from "../../rollup-builds/mark-unbuilt.ts";
import {TABLE_STORES} from "../../warehouses/table-stores.ts";
import type {Worker} from "../../worker.ts";

interface Row {
  buildId: string;
  rollupId: string;
  projectId: string;
  schema: string;
  name: string;
}

/**
 * Marks roll-ups as not built if the connection that people query can no longer read their tables, so that queries go
 * to the warehouse at once. It can run twice: a roll-up that was built again meanwhile is left alone.
 */
export async function checkRollupTables(
  worker: Pick<Worker, "db" | "leaseWarehouse">,
  {orgId, buildIds}: JobPayload<"check_rollup_tables">,
  signal: AbortSignal,
): Promise<void> {
  const {db} = worker;
  const {rows} = await sql<Row>`
    select b.id as "buildId", r.id as "rollupId", r.project_id as "projectId", t.schema, t.name
    from rollups r
      join rollup_builds b on b.org_id = r.org_id and b.id = r.build_id
      join rollup_tables t on t.org_id = r.org_id and t.name = b.table_name
    where r.org_id = ${orgId} and b.id = any (${buildIds}::text[])`.execute(db);
  const projects = await loadProjects(db, orgId);
  for (const row of rows) {
    const project = projects.get(row.projectId);
    if (project === undefined || !isRollupStoreType(project.dialect)) continue;
    const permitRequest = new PermitRequest(shareOf(`rollup ${row.rollupId}`, "interactive"));
    using lease = await worker.leaseWarehouse(orgId, project.source, permitRequest);
    const {schema, name} = row;
    const rules = TABLE_STORES[project.dialect];
    const seen = await countVisibleRows({warehouse: lease.warehouse, rules, table: {schema, name}}, signal);
    if (seen !== undefined) continue;
    // The roll-up's table, if it still exists, is dropped with those of other builds that queries no longer read.
    const why = `The connection for queries can no longer read the roll-up's table, "${schema}"."${name}": the table was dropped, or the right was revoked. Build the roll-up again.`;
    await db.transaction().execute(tx => markUnbuilt(tx, {orgId, ...row}, why));
  }
}
