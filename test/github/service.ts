import {sql} from "../../shared/core/db.ts";
import {until} from "../support/until.ts";
import {shopInDuckDb} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";
import {deliver, push} from "./deliver.ts";
import {lightdashFiles} from "./project-files.ts";
import type {NewCommit, Repository} from "./repository.ts";
import {GithubStandIn} from "./stand-in.ts";

type Json = ReturnType<typeof JSON.parse>;

export const INSTALLATION = 900;

export interface Shop {
  projectId: string;
  repository: {id: number; fullName: string; store: Repository};
}

export interface GitService extends TestService {
  github: GithubStandIn;
  connectionId: string;
  made(path: string, body: object): Promise<Json>;
  /** A repository with these files that the installation can reach, and a project that follows it, synced once. */
  shop(git?: object, files?: Record<string, string>, connectionId?: string): Promise<Shop>;
  syncs(projectId: string): Promise<Json[]>;
  /** Waits until the project has at least `least` syncs, and all have ended or are held. Returns the newest sync. */
  settled(projectId: string, least?: number): Promise<Json>;
  project(projectId: string): Promise<Json>;
  layer(projectId: string): Promise<Json>;
  /** Commits, reports the push as GitHub does, and waits for the sync. */
  pushed(shop: Shop, commit: NewCommit): Promise<Json>;
  /** Reports a push as GitHub does, after which the branch is at the commit `after`. */
  tell(shop: Shop, after: string, ref?: string): Promise<void>;
}

/** The service with GitHub's stand-in, a connected installation, and the shop in DuckDB. */
export async function gitService(environment: Record<string, string> = {}): Promise<GitService> {
  const github = new GithubStandIn();
  const t = await testService({...github.environment(), ...environment});
  await shopInDuckDb(t.warehouseDir, t.org.id);
  github.install(INSTALLATION, "acme", []);
  await sql`
    insert into github_installations (id, org_id, account_id, account_login, account_type, repository_selection,
      connected_by)
    values (${INSTALLATION}, ${t.org.id}, ${INSTALLATION + 1_000_000}, 'acme', 'Organization', 'selected',
      ${t.org.adminUser.id})`.execute(t.db);
  /** Stores what a member who may push to the repository would have confirmed. */
  const confirm = async (repositoryId: number) => {
    await sql`
      insert into github_reaches (org_id, installation_id, repository_id, confirmed_by, permission)
      values (${t.org.id}, ${INSTALLATION}, ${repositoryId}, ${t.org.adminUser.id}, 'write')`.execute(t.db);
  };
  const made = async (path: string, body: object) => {
    const answer = await t.call("POST", path, {body});
    if (answer.status !== 201 && answer.status !== 202)
      throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const get = async (path: string) => (await t.call("GET", path)).body;
  const connection = {name: "shop", type: "duckdb", config: {path: "shop.duckdb"}};
  const {id: connectionId} = await made("/api/connections", connection);
  const syncs = (projectId: string): Promise<Json[]> => get(`/api/projects/${projectId}/syncs`);
  const settled = async (projectId: string, least = 1) => {
    const last = await until(async () => {
      const all = await syncs(projectId);
      const haveEnded = all.length >= least && all.every(one => one.finishedAt !== null || one.held);
      return haveEnded ? all[0] : undefined;
    });
    // The web process has the layer that the worker applied only after a notification.
    await t.web.notices.caughtUp();
    return last;
  };
  let count = 7000;
  const tell = async ({repository}: Shop, after: string, ref = "refs/heads/main") => {
    const {status, text} = await deliver(t, push({installation: INSTALLATION, repository, ref, after}));
    if (status !== 202) throw new Error(text);
  };
  return {
    ...t,
    github,
    connectionId,
    made,
    syncs,
    settled,
    tell,
    project: id => get(`/api/projects/${id}`),
    layer: id => get(`/api/projects/${id}/layer`),
    async shop(git = {}, files = lightdashFiles(), of = connectionId) {
      const id = ++count;
      const repository = await github.addRepository(id, `acme/shop${id}`);
      github.installations.get(INSTALLATION)?.repositories.push(id);
      await confirm(id);
      await repository.store.commit({files, message: "Begin"});
      const project = {
        name: `Shop ${id}`,
        connectionId: of,
        git: {repository: repository.fullName, ...git},
      };
      const {id: projectId} = await made("/api/projects", project);
      await settled(projectId);
      return {projectId, repository};
    },
    async pushed(shop, commit) {
      const before = (await syncs(shop.projectId)).length;
      await tell(shop, await shop.repository.store.commit(commit));
      return settled(shop.projectId, before + 1);
    },
    async stop() {
      await t.stop();
      await github.stop();
    },
  };
}
