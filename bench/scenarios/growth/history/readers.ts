import {type Ask, askOf, load} from "../../../client.ts";
import {times} from "../../../rounds.ts";
import {type Row, rowOf} from "../../../scenario.ts";
import type {Service} from "../../../stage/service.ts";
import {rowsOf, type Stage} from "../../../stage/stage.ts";

function rollupsOf({address, token, projects}: Service): Ask {
  const path = `/api/projects/${projects.postgres}/rollups`;
  return askOf(address, {method: "GET", path, headers: {authorization: `Bearer ${token}`}});
}

/** Milliseconds of the second of two lists. */
export async function listOfRollups(service: Service): Promise<number> {
  await load(rollupsOf(service), {clients: 1, ms: 60_000, count: 1});
  return (await load(rollupsOf(service), {clients: 1, ms: 60_000, count: 1})).p50Ms;
}

/**
 * The readers of a whole project's history: the list of its roll-ups, and the suggestions; and a pass of the collector.
 * `byRows` is the time of the list, in milliseconds, before anything is added up.
 */
export async function readers(stage: Stage, service: Service, byRows: number): Promise<Row[]> {
  const {address, adminToken, projects, databaseUrl} = service;
  const rollups = rollupsOf(service);
  const suggestions = askOf(address, {
    path: `/api/projects/${projects.postgres}/rollups/suggest`,
    headers: {authorization: `Bearer ${adminToken}`},
    body: {},
  });
  const roundCount = stage.quick ? 2 : 5;
  const once = (ask: Ask) =>
    times(roundCount, async () => (await load(ask, {clients: 1, ms: 60_000, count: 1})).p50Ms);
  await once(rollups);
  const listed = await once(rollups);
  const suggested = await once(suggestions);
  const collect = async () => {
    const started = performance.now();
    const [job] = await rowsOf<{id: string}>(
      databaseUrl,
      "select id from graphile_worker.add_job('collect_garbage')",
    );
    for (;;) {
      const left = await rowsOf(databaseUrl, "select from graphile_worker.jobs where id = $1", [job?.id]);
      if (left.length === 0) return performance.now() - started;
      await Bun.sleep(2);
    }
  };
  await collect();
  const collected = await times(roundCount, collect);
  return [
    rowOf(
      "list of roll-ups of a project with a tenth of the runs",
      {atMost: 100, unit: "ms"},
      listed,
      `${byRows.toFixed(0)} ms if computed from the runs, on a busy machine`,
    ),
    rowOf("suggested roll-ups of a project with a tenth of the runs", {atMost: 1000, unit: "ms"}, suggested),
    rowOf("garbage collection of rows that finds nothing", {atMost: 500, unit: "ms"}, collected),
  ];
}
