import type {Graph} from "../../shared/semantic/layer/graph.ts";
import type {TestOrg} from "./app.ts";
import {shopGraph, shopInDuckDb, shopInPostgres} from "./warehouse.ts";
import type {TestService} from "./worker.ts";

export interface ShopProject {
  type: "postgres" | "duckdb";
  connectionId: string;
  projectId: string;
}

/**
 * Creates connections and projects for the shop in both engines through the API. The first project is the default one.
 */
export async function shopProjects(
  service: TestService,
): Promise<{duckdb: ShopProject; postgres: ShopProject; postgresUrl: string; drop(): Promise<void>}> {
  const {url, drop} = await shopInPostgres();
  await shopInDuckDb(service.warehouseDir, service.org.id);
  const duckdb = await addProject(service, "duckdb", {path: "shop.duckdb"}, shopGraph("duckdb", "main"));
  const postgres = await addProject(
    service,
    "postgres",
    {url: `${url}?sslmode=disable`},
    shopGraph("postgres", "public"),
  );
  return {duckdb, postgres, postgresUrl: url, drop};
}

/** Another organization, with a project over the shop in Postgres at `postgresUrl`. */
export async function addShopElsewhere(
  service: TestService,
  postgresUrl: string,
): Promise<ShopProject & {org: TestOrg}> {
  const org = await service.addOrg("Elsewhere");
  const config = {url: `${postgresUrl}?sslmode=disable`};
  const {token} = org.admin;
  return {...(await addProject(service, "postgres", config, shopGraph("postgres", "public"), token)), org};
}

/** `token` is the one of the test's own administrator by default. */
async function addProject(
  service: TestService,
  type: ShopProject["type"],
  config: object,
  graph: Graph,
  token = service.org.admin.token,
): Promise<ShopProject> {
  const post = async (path: string, body: unknown) => {
    const answer = await service.call("POST", path, {body, token});
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const connection = await post("/api/connections", {name: `shop ${type}`, type, config});
  const project = await post("/api/projects", {name: `shop ${type}`, connectionId: connection.id});
  await post(`/api/projects/${project.id}/introspect`, graph);
  return {type, connectionId: connection.id, projectId: project.id};
}
