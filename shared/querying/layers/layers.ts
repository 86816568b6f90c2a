import type {Actor} from "../../ground/actor.ts";
import {type Db, sql} from "../../ground/db.ts";
import type {Layer} from "../../semantic/layers.ts";
import {connectionType} from "../../tenancy/connections/parse-config.ts";
import {loadBuiltRollups} from "./built-rollups.ts";
import type {QueryMemory} from "./query-memory.ts";
import type {OrgProjects, QueryProject} from "./query-project.ts";

/** The dependencies of preparing queries. */
export interface LayerDeps {
  readonly db: Db;
  readonly memory: QueryMemory;
  /** Restricts a layer to the part that a caller may know. */
  readonly cutLayer?: (project: QueryProject, layer: Layer) => Layer;
}

/** The same rule as `visibleTo` in `find.ts`. */
export function canSeeProject(actor: Actor, project: QueryProject): boolean {
  if (actor.embedded || actor.grounding?.projects.includes(project.id) === false) return false;
  return (
    actor.orgRole === "admin" ||
    project.teamIds.length === 0 ||
    actor.teams.some(team => project.teamIds.includes(team.id))
  );
}

/** All projects of an org, whatever the caller may see. Only reads a map if nothing changed since the last call. */
export function projectsOf(deps: LayerDeps, orgId: string): OrgProjects | Promise<OrgProjects> {
  return deps.memory.projects.peek(orgId) ?? loadedProjects(deps, orgId);
}

/** The layer of a project from `projectsOf`. Only reads a map if the layer was built before. */
export function layerOf(deps: LayerDeps, project: QueryProject): Layer | Promise<Layer> {
  const layer = deps.memory.layers.get(deps.db, project);
  const {cutLayer} = deps;
  if (!cutLayer) return layer;
  return layer instanceof Promise ? layer.then(whole => cutLayer(project, whole)) : cutLayer(project, layer);
}

async function loadedProjects(deps: LayerDeps, orgId: string): Promise<OrgProjects> {
  const found = await deps.memory.projects.get(orgId, () => loadProjects(deps.db, orgId));
  return found ?? new Map();
}

interface Row extends Omit<QueryProject, "source" | "dialect" | "rollups"> {
  connectionId: string;
  connectionType: string;
  connectionVersion: number;
}

/** Reads the projects from the database, for work that must not rely on this process's cache. */
export async function loadProjects(db: Db, orgId: string): Promise<OrgProjects> {
  const {rows} = await sql<Row>`
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
