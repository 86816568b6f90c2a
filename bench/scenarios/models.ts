import {type Ask, askOf, askOnce} from "../client.ts";
import {manyModels} from "../questions.ts";
import {summaryOf} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import {until} from "../stage/processes.ts";
import type {Service} from "../stage/service.ts";
import {rowsOf} from "../stage/stage.ts";

const MODELS = 10_000;
const ORGANIZATIONS = 1000;
const MODELS_OF_EACH = 100;

/**
 * A layer of ten thousand models: the time from the start of a web process to its first answer, and the list of all
 * models. Then the same start among a thousand organizations with a hundred models each.
 */
export const models: Scenario = {
  name: "models",
  async run(stage) {
    const service = await stage.service();
    const projectId = await insertLayer(service, MODELS);
    const ask = service.ask(projectId, {
      model: "airports_4999",
      dimensions: ["airports_4999.state", "airports_4999.city"],
      measures: ["airports_4999.airports"],
      limit: 5,
    });
    const starts = await coldStarts(service, ask, "one", stage.quick);

    const list = askOf(service.address, {
      method: "GET",
      path: `/api/projects/${projectId}/models`,
      headers: {authorization: `Bearer ${service.token}`},
    });
    await askOnce(list);
    const firsts: number[] = [];
    for (let i = 0; i < (stage.quick ? 3 : 15); i++) firsts.push((await askOnce(list)).firstMs);
    const small = await insertOrganizations(service, ORGANIZATIONS);
    const amongMany = await coldStarts(service, small, "many", stage.quick);
    return [
      rowOf(
        "from the start of a web process to the first answered query",
        {atMost: 1000, unit: "ms"},
        summaryOf(starts),
      ),
      rowOf(
        "from the start of a web process to the first answered query, with 1,000 organizations of 100 models",
        {atMost: 1000, unit: "ms"},
        summaryOf(amongMany),
      ),
      rowOf("list of 10,000 models: first byte", {atMost: 50, unit: "ms"}, summaryOf(firsts)),
    ];
  },
};

/**
 * Adds organizations to the database. Returns a query of a project of the benchmark's own, with a layer like theirs.
 */
export async function insertOrganizations(service: Service, count: number): Promise<Ask> {
  const projectId = await insertLayer(service, MODELS_OF_EACH);
  await rowsOf(
    service.databaseUrl,
    `with made as (
       insert into orgs (id, name) select 'org_bench_' || n, 'Bench ' || n from generate_series(1, $2::int) n returning id
     ), connected as (
       insert into connections (id, org_id, name, type, config)
       select 'conn_' || id, id, 'Shop', 'duckdb', '{}' from made
     ), projected as (
       insert into projects (id, org_id, name, connection_id, layer_version)
       select 'proj_' || id, id, 'Shop', 'conn_' || id, 1 from made
     )
     insert into layer_versions (org_id, project_id, version, graph, model_count, note, created_by)
     select made.id, 'proj_' || made.id, 1, v.graph, v.model_count, v.note, v.created_by
     from made, layer_versions v where v.project_id = $1`,
    [projectId, count],
  );
  return service.ask(projectId, {
    model: "airports_49",
    dimensions: ["airports_49.state", "airports_49.city"],
    measures: ["airports_49.airports"],
    limit: 5,
  });
}

/** Writes the layer directly into the database, so that no warehouse needs ten thousand tables. */
export async function insertLayer(
  {databaseUrl, orgId, newProject}: Service,
  models: number,
): Promise<string> {
  const projectId = await newProject(`${models} models`);
  await rowsOf(
    databaseUrl,
    `insert into layer_versions (org_id, project_id, version, graph, model_count, note, created_by)
     values ($1, $2, 1, $3, $4, 'benchmark', 'benchmark')`,
    [orgId, projectId, JSON.stringify(manyModels(models)), models],
  );
  await rowsOf(databaseUrl, "update projects set layer_version = 1 where org_id = $1 and id = $2", [
    orgId,
    projectId,
  ]);
  return projectId;
}

export async function coldStarts(
  service: Service,
  ask: Ask,
  name: string,
  quick: boolean,
): Promise<number[]> {
  const starts: number[] = [];
  for (let i = 0; i < (quick ? 2 : 5); i++) starts.push(await coldStart(service, ask, `web-${name}-${i}`));
  return starts;
}

async function coldStart(service: Service, ask: Ask, name: string): Promise<number> {
  const started = performance.now();
  const {process, address} = await service.startWeb(name);
  try {
    const port = Number(new URL(address).port);
    await until("the web process answers", () => askOnce({...ask, port}).catch(() => undefined));
    return performance.now() - started;
  } finally {
    await process.stop();
  }
}
