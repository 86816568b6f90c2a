import {type Db, sql} from "../../ground/db.ts";
import {isReadable} from "../../ground/validate.ts";
import {runIdAt} from "../../querying/queries/run-days.ts";
import {Query} from "../../semantic/documents.ts";

/** The load that queries of one shape put on the warehouse. */
export interface QueryShapeLoad {
  /** The query; absent for runs of earlier versions, and for queries that no roll-up answers: funnels, retentions. */
  query?: Query;
  runs: number;
  warehouseMs: number;
}

export interface QueryHistory {
  /** Ordered by time, the longest first. */
  shapes: QueryShapeLoad[];
  /** The average time of a query over a roll-up; `undefined` if there was none. */
  rollupMs?: number;
}

interface Row {
  query: unknown;
  isRollup: boolean;
  runs: number;
  ms: number;
}

const isQuery = isReadable(Query);

/** The queries of people that the warehouse and the roll-ups of a project have answered since a time, by shape. */
export async function readQueryHistory(
  db: Db,
  {orgId, projectId}: {orgId: string; projectId: string},
  since: Date,
): Promise<QueryHistory> {
  const {rows} = await sql<Row>`
    select s.query, q."isRollup", q.runs, q.ms
    from (
      select shape, connection_id like 'rlb\\_%' as "isRollup", count(*)::float8 as runs, coalesce(sum(duration_ms), 0) as ms
      from query_runs
      where org_id = ${orgId} and project_id = ${projectId} and id >= ${runIdAt(since.getTime())}
        and status = 'succeeded' and cache = 'miss'
      group by shape, "isRollup") q
    left join query_shapes s on s.org_id = ${orgId} and s.project_id = ${projectId} and s.id = q.shape
    order by q.ms desc`.execute(db);
  const fast = rows.filter(({isRollup}) => isRollup);
  const runs = fast.reduce((sum, row) => sum + row.runs, 0);
  const ms = fast.reduce((sum, row) => sum + row.ms, 0);
  return {
    shapes: rows
      .filter(({isRollup}) => !isRollup)
      .map(row => ({
        ...(isQuery(row.query) ? {query: row.query} : {}),
        runs: row.runs,
        warehouseMs: row.ms,
      })),
    ...(runs > 0 ? {rollupMs: ms / runs} : {}),
  };
}
