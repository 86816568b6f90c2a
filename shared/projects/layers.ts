import {LRUCache} from "lru-cache";
import type {Actor} from "../actor.ts";
import {NoticedCache} from "../cache.ts";
import {connectionType} from "../connections/parse-config.ts";
import type {ConnectionType} from "../connections/types.ts";
import {type Db, sql} from "../db.ts";
import type {Notices} from "../notices.ts";
import {buildLayer, type Layer} from "../semantic/layer.ts";
import {readGraph} from "./stored-graph.ts";

const CACHED_ORGS = 1000;
const CACHED_MODELS = 100_000;

/** What a query needs to know of a project. */
export interface QueryProject {
  id: string;
  orgId: string;
  name: string;
  connectionId: string;
  connectionType: ConnectionType;
  /** Counts the edits of the connection's configuration. */
  connectionVersion: number;
  timezone: string;
  weekStart: "monday" | "sunday";
  cacheTtlSeconds: number;
  isDefault: boolean;
  layerVersion: number;
  teamIds: readonly string[];
}

/** An org's projects by id, oldest first. */
export type OrgProjects = ReadonlyMap<string, QueryProject>;

export interface LayerDeps {
  readonly db: Db;
  readonly notices: Notices;
}

/** The rule that `find.ts` says in SQL. */
export function canSeeProject(actor: Actor, project: QueryProject): boolean {
  return (
    actor.orgRole === "admin" ||
    project.teamIds.length === 0 ||
    actor.teams.some(team => project.teamIds.includes(team.id))
  );
}

/** All projects of an org, whoever asks: a look-up in a map when nothing has changed since the last call. */
export function projectsOf(deps: LayerDeps, orgId: string): OrgProjects | Promise<OrgProjects> {
  const {projects} = cachesOf(deps);
  return projects.peek(orgId) ?? loadedProjects(deps, orgId);
}

/** The layer of a project as `projectsOf` gave it: a look-up in a map when it was built before. */
export function layerOf(deps: LayerDeps, project: QueryProject): Layer | Promise<Layer> {
  return cachesOf(deps).layers.get(deps.db, project);
}

interface Caches {
  projects: NoticedCache<OrgProjects>;
  layers: LayerCache;
}

/** One set for each process, which has one `Notices`. */
const caches = new WeakMap<Notices, Caches>();

function cachesOf({notices}: LayerDeps): Caches {
  let held = caches.get(notices);
  if (!held) {
    const kinds = ["org", "project", "connection"] as const;
    const projects = new NoticedCache<OrgProjects>(notices, CACHED_ORGS, kinds, (notice, entry, orgId) => {
      if (notice.kind === "org") return notice.id === orgId;
      if (notice.kind === "project") return entry.has(notice.id);
      return entry.values().some(project => project.connectionId === notice.id);
    });
    held = {projects, layers: new LayerCache()};
    caches.set(notices, held);
  }
  return held;
}

async function loadedProjects(deps: LayerDeps, orgId: string): Promise<OrgProjects> {
  const found = await cachesOf(deps).projects.get(orgId, () => loadProjects(deps.db, orgId));
  return found ?? new Map();
}

interface Row extends Omit<QueryProject, "connectionType"> {
  connectionType: string;
}

async function loadProjects(db: Db, orgId: string): Promise<OrgProjects> {
  const {rows} = await sql<Row>`
    select p.id, p.org_id as "orgId", p.name, p.connection_id as "connectionId", c.type as "connectionType",
      c.version as "connectionVersion", p.timezone, p.week_start as "weekStart",
      p.cache_ttl_seconds as "cacheTtlSeconds", p.is_default as "isDefault", p.layer_version as "layerVersion",
      array(select t.team_id from project_teams t where t.org_id = p.org_id and t.project_id = p.id) as "teamIds"
    from projects p join connections c on c.org_id = p.org_id and c.id = p.connection_id
    where p.org_id = ${orgId}
    order by p.id`.execute(db);
  return new Map(rows.map(row => [row.id, {...row, connectionType: connectionType(row.connectionType)}]));
}

/** Layers by project. A version never changes, so no notice is needed: the project says which one counts. */
class LayerCache {
  readonly #held = new LRUCache<string, {version: number; layer: Layer}>({
    maxSize: CACHED_MODELS,
    sizeCalculation: ({layer}) => layer.models.size + 1,
  });
  readonly #loading = new Map<string, Promise<Layer>>();

  get(db: Db, project: QueryProject): Layer | Promise<Layer> {
    const held = this.#held.get(project.id);
    if (held?.version === project.layerVersion) return held.layer;
    const key = `${project.id} ${project.layerVersion}`;
    let loading = this.#loading.get(key);
    if (!loading) {
      loading = this.#load(db, project).finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    return loading;
  }

  async #load(db: Db, {orgId, id, layerVersion}: QueryProject): Promise<Layer> {
    const layer = buildLayer(await readGraph(db, orgId, id, layerVersion));
    const held = this.#held.get(id);
    if (!held || held.version < layerVersion) this.#held.set(id, {version: layerVersion, layer});
    return layer;
  }
}
