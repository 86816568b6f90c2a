import {Type} from "@sinclair/typebox";
import {type Db, sql} from "../../core/db.ts";
import {readerOf} from "../../core/validate.ts";
import type {QuerySource} from "../../core/wire/query-source.ts";
import {BuiltColumn, type BuiltRollup} from "../../semantic/documents.ts";
import {connectionType} from "../../tenancy/connections/parse-config.ts";
import type {ConnectionType} from "../../tenancy/connections/types.ts";

/** The properties of a project that a query needs. */
export interface QueryProject {
  id: string;
  orgId: string;
  name: string;
  /** The project's connection; for a query over a snapshot, the snapshot. */
  source: QuerySource;
  /** The dialect of `source`. */
  dialect: ConnectionType;
  timezone: string;
  weekStart: "monday" | "sunday";
  cacheTtlSeconds: number;
  isDefault: boolean;
  layerVersion: number;
  teamIds: readonly string[];
  /** The roll-ups of the layer that are built. */
  rollups: readonly BuiltRollup[];
}

/** An org's projects by id, oldest first. */
export type OrgProjects = ReadonlyMap<string, QueryProject>;

interface ProjectRow extends Omit<QueryProject, "source" | "dialect" | "rollups"> {
  connectionId: string;
  connectionType: string;
  connectionVersion: number;
}

/** Reads the projects from the database, for work that must not rely on this process's cache. */
export async function loadProjects(db: Db, orgId: string): Promise<OrgProjects> {
  const {rows} = await sql<ProjectRow>`
    select p.id, p.org_id as "orgId", p.name, p.connection_id as "connectionId", c.type as "connectionType",
      c.version as "connectionVersion", p.timezone, p.week_start as "weekStart",
      p.cache_ttl_seconds as "cacheTtlSeconds", p.is_default as "isDefault", p.layer_version as "layerVersion",
      array(select t.team_id from project_teams t where t.org_id = p.org_id and t.project_id = p.id) as "teamIds"
    from projects p join connections c on c.org_id = p.org_id and c.id = p.connection_id
    where p.org_id = ${orgId}
    order by p.id`.execute(db);
  const built = await loadBuiltRollups(db, orgId);
  return new Map(
    rows.map(({connectionId: id, connectionType: type, connectionVersion: version, ...project}) => [
      project.id,
      {
        ...project,
        source: {kind: "connection", id, version},
        dialect: connectionType(type),
        rollups: built.get(project.id) ?? [],
      },
    ]),
  );
}

interface BuiltRow {
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
 * Marks the text column of a roll-up that an earlier version has built from Postgres. That version did not record
 * whether the collation treats different texts as equal, so it counts as one that does. For MySQL, whose types name
 * their character set, every version recorded it.
 */
export function markUnknownCollation(column: BuiltColumn): BuiltColumn {
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
async function loadBuiltRollups(db: Db, orgId: string): Promise<Map<string, BuiltRollup[]>> {
  const {rows} = await sql<BuiltRow>`
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
      columns: readColumns(columns).map(markUnknownCollation),
      ...(table === null ? {} : {table: readTable(table)}),
    };
    built.set(projectId, [...(built.get(projectId) ?? []), one]);
  }
  return built;
}
