import {Type} from "@sinclair/typebox";
import {type Db, sql} from "../../ground/db.ts";
import {readerOf} from "../../ground/validate.ts";
import {BuiltColumn, type BuiltRollup} from "../../semantic/documents.ts";

interface Row {
  projectId: string;
  name: string;
  buildId: string;
  signature: string;
  dataAsOf: Date;
  rowCount: number;
  columns: unknown;
  table: unknown;
}

const readColumns = readerOf(Type.Array(BuiltColumn), "the columns of a roll-up");

/**
 * Nobody has asked whether the collation of a column of Postgres merges texts if an earlier version has built it: then it
 * may. MySQL's, whose types name their character set, always said so.
 */
export function withKnown(column: BuiltColumn): BuiltColumn {
  const {kind, merges, engineType} = column;
  const isOfPostgres = / collate /.test(engineType) && !/ character set /.test(engineType);
  const isUnknown = kind === "text" && merges === undefined && isOfPostgres;
  return isUnknown ? {...column, same: false} : column;
}

const readTable = readerOf(
  Type.Object({schema: Type.String(), name: Type.String()}),
  "the table of a roll-up",
);

/** The roll-ups of an org that queries can read, by project. */
export async function loadBuiltRollups(db: Db, orgId: string): Promise<Map<string, BuiltRollup[]>> {
  const {rows} = await sql<Row>`
    select r.project_id as "projectId", r.name, b.id as "buildId", b.signature, b.data_as_of as "dataAsOf",
      b.row_count as "rowCount", b.columns,
      case when t.name is not null then json_build_object('schema', t.schema, 'name', t.name) end as "table"
    from rollups r
      join rollup_builds b on b.org_id = r.org_id and b.id = r.build_id
      left join rollup_tables t on t.org_id = r.org_id and t.name = b.table_name
    where r.org_id = ${orgId} and b.org_id = ${orgId} and b.status = 'succeeded'
      and (b.table_name is null or t.name is not null)`.execute(db);
  const built = new Map<string, BuiltRollup[]>();
  for (const {projectId, dataAsOf, rowCount, columns, table, ...row} of rows) {
    const one = {
      ...row,
      dataAsOf: dataAsOf.toISOString(),
      rowCount,
      columns: readColumns(columns).map(withKnown),
      ...(table === null ? {} : {table: readTable(table)}),
    };
    built.set(projectId, [...(built.get(projectId) ?? []), one]);
  }
  return built;
}
