import {type Static, Type} from "@sinclair/typebox";
import {notFound} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import {type LastSync, type ProjectGit, type ProjectView, StoredGit} from "./schemas.ts";

/** The principal whose projects are selected; the service itself sees the same as an org-admin. */
export type ProjectViewer = Pick<Actor, "orgId" | "orgRole" | "teams">;

export interface ProjectRow {
  id: string;
  name: string;
  connection_id: string;
  git: ProjectGit;
  timezone: string;
  week_start: "monday" | "sunday";
  cache_ttl_seconds: number;
  is_default: boolean;
  layer_version: number;
  team_ids: string[];
  created_at: Date;
  updated_at: Date;
  git_repository_id: string | null;
  git_state: "active" | "moved" | "removed";
  git_commit: string | null;
  installation_status: "active" | "suspended" | "removed" | null;
  /** The permission on the repository that members have confirmed for the organization. */
  git_permission: "read" | "write" | null;
  last_sync: Static<typeof LastSync> | null;
}

/** A row as the database returns it; `readStored` parses its JSON columns. */
type StoredProject = Stored<ProjectRow, "git" | "last_sync">;

/** Parses the repository that a project follows, as it is stored. */
export const readStoredGit = rowReaderOf(
  Type.Object({git: Type.Union([StoredGit, Type.Null()])}),
  "the project",
);
const readLastSync = rowReaderOf(
  Type.Object({
    last_sync: Type.Union([
      Type.Object({
        id: Type.String(),
        status: Type.String(),
        finishedAt: Type.Union([Type.String(), Type.Null()]),
      }),
      Type.Null(),
    ]),
  }),
  "the project",
);

function readStored(row: StoredProject): ProjectRow {
  return readLastSync(readStoredGit(row));
}

const columns = sql.raw(`
  p.id, p.name, p.connection_id, p.git, p.timezone, p.week_start, p.cache_ttl_seconds, p.is_default,
  p.layer_version, p.created_at, p.updated_at,
  array(select t.team_id from project_teams t where t.org_id = p.org_id and t.project_id = p.id order by t.team_id)
    as team_ids,
  p.git_repository_id::text as git_repository_id, p.git_state, p.git_commit,
  (select i.status from github_installations i
    where i.org_id = p.org_id and i.id::text = p.git ->> 'installationId') as installation_status,
  (select max(r.permission) from github_reaches r
    where r.org_id = p.org_id and r.installation_id::text = p.git ->> 'installationId'
      and r.repository_id = p.git_repository_id) as git_permission,
  (select json_build_object('id', s.id, 'status', s.status, 'finishedAt',
      to_char(s.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from project_syncs s where s.org_id = p.org_id and s.project_id = p.id order by s.id desc limit 1) as last_sync`);

/** A condition: the project is open to the whole org, or to a team of the caller's. Org-admins see all. */
function visibleTo(actor: ProjectViewer) {
  if (actor.orgRole === "admin") return sql`true`;
  const teams = actor.teams.map(team => team.id);
  return sql`(
    not exists (select from project_teams t where t.org_id = p.org_id and t.project_id = p.id)
    or exists (
      select from project_teams t
      where t.org_id = p.org_id and t.project_id = p.id and t.team_id = any (${teams}::text[])))`;
}

export function viewProject(row: ProjectRow): ProjectView {
  return {
    id: row.id,
    name: row.name,
    connectionId: row.connection_id,
    git: row.git && {...row.git, status: gitStatus(row), commit: row.git_commit, lastSync: row.last_sync},
    timezone: row.timezone,
    weekStart: row.week_start,
    cacheTtlSeconds: row.cache_ttl_seconds,
    teamIds: row.team_ids,
    default: row.is_default,
    layerVersion: row.layer_version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Whether the repository is followed, and the reason if not. */
function gitStatus(row: ProjectRow) {
  const {git_repository_id: id, git_state: state, installation_status: status} = row;
  if (id === null || status === null || status === "removed") return "removed";
  if (status === "suspended") return status;
  return row.git_permission === null ? "unconfirmed" : state;
}

/** The projects of a page, and one more if there are more. */
export async function selectProjects(db: Db, actor: Actor, page: Page): Promise<ProjectRow[]> {
  const {rows} = await sql<StoredProject>`
    select ${columns} from projects p
    where p.org_id = ${actor.orgId} and ${visibleTo(actor)} ${newestPage(page, "p.id")}`.execute(db);
  return rows.map(readStored);
}

/** The project; `not_found` if it does not exist or the caller may not see it. */
export async function requireProject(db: Db | Tx, actor: ProjectViewer, id: string): Promise<ProjectRow> {
  return one(db, actor, id, {mark: prepared, lock: sql``});
}

/**
 * Like `requireProject`, with the row locked until the transaction ends, so that changes of one project run one after
 * the other.
 */
export async function lockProject(tx: Tx, actor: ProjectViewer, id: string): Promise<ProjectRow> {
  return one(tx, actor, id, {mark: sql``, lock: sql`for no key update of p`});
}

async function one(
  db: Db | Tx,
  actor: ProjectViewer,
  id: string,
  {mark, lock}: Record<"mark" | "lock", ReturnType<typeof sql>>,
): Promise<ProjectRow> {
  const {rows} = await sql<StoredProject>`${mark}
    select ${columns} from projects p
    where p.org_id = ${actor.orgId} and p.id = ${id} and ${visibleTo(actor)} ${lock}`.execute(db);
  if (!rows[0]) throw notFound("project", id);
  return readStored(rows[0]);
}
