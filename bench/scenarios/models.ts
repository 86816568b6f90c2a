import {type Ask, askOf, askOnce} from "../client.ts";
import {manyModels} from "../questions.ts";
import {summaryOf} from "../rounds.ts";
import {rowOf, type Scenario} from "../scenario.ts";
import {until} from "../stage/processes.ts";
import type {Service} from "../stage/service.ts";
import {rowsOf} from "../stage/stage.ts";

const MODELS = 10_000;

/**
 * A layer of ten thousand models: the time from the start of a web process to its first answer, and the list of all
 * models.
 */
export const models: Scenario = {
  name: "models",
  async run(stage) {
    const service = await stage.service();
    const projectId = await keepLayer(service);
    const ask = service.ask(projectId, {
      model: "airports_4999",
      dimensions: ["airports_4999.state", "airports_4999.city"],
      measures: ["airports_4999.airports"],
      limit: 5,
    });
    const starts: number[] = [];
    for (let i = 0; i < (stage.quick ? 2 : 5); i++) starts.push(await coldStart(service, ask, i));

    const list = askOf(service.address, {
      method: "GET",
      path: `/api/projects/${projectId}/models`,
      headers: {authorization: `Bearer ${service.token}`},
    });
    await askOnce(list);
    const firsts: number[] = [];
    for (let i = 0; i < (stage.quick ? 3 : 15); i++) firsts.push((await askOnce(list)).firstMs);
    return [
      rowOf("start of a web process → first query answered", {atMost: 1000, unit: "ms"}, summaryOf(starts)),
      rowOf("list of 10,000 models: first byte", {atMost: 50, unit: "ms"}, summaryOf(firsts)),
    ];
  },
};

/** Writes the layer directly into the database, so that no warehouse needs ten thousand tables. */
async function keepLayer({databaseUrl, orgId, newProject}: Service): Promise<string> {
  const projectId = await newProject("ten thousand models");
  await rowsOf(
    databaseUrl,
    `insert into layer_versions (org_id, project_id, version, graph, model_count, note, created_by)
     values ($1, $2, 1, $3, $4, 'benchmark', 'benchmark')`,
    [orgId, projectId, JSON.stringify(manyModels(MODELS)), MODELS],
  );
  await rowsOf(databaseUrl, "update projects set layer_version = 1 where org_id = $1 and id = $2", [
    orgId,
    projectId,
  ]);
  return projectId;
}

async function coldStart(service: Service, ask: Ask, n: number): Promise<number> {
  const started = performance.now();
  const {process, address} = await service.startWeb(`web-${n}`);
  try {
    const port = Number(new URL(address).port);
    await until("the web process answers", () => askOnce({...ask, port}).catch(() => undefined));
    return performance.now() - started;
  } finally {
    await process.stop();
  }
}
