import {rm} from "node:fs/promises";
import {join} from "node:path";
import {isDeepStrictEqual} from "node:util";
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import {Type} from "@sinclair/typebox";
import {parserOf} from "../../../shared/core/validate.ts";
import {type Ask, load} from "../../client.ts";
import {answerOf} from "../../compare.ts";
import {say} from "../../progress.ts";
import {inRounds, summaryOf, times} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import {until} from "../../stage/processes.ts";
import {idOf, type Service} from "../../stage/service.ts";
import type {Stage} from "../../stage/stage.ts";
import {openDashboard} from "../dashboard.ts";
import {BY_HAND, graphOf, makeManyFlights, type RollupName, SHARE_OF_WINDOW} from "./data.ts";
import {firstBuildFloor, tilesFloor} from "./floors.ts";
import {tiles} from "./tiles.ts";

/** The number of copies of the three million flights: a hundred million flights, over seventeen years. */
const COPIES = 34;

/**
 * A dashboard over a hundred million rows, from roll-ups and without; and the time to build the roll-ups, against the
 * engine's own copy of the same groups to a file.
 */
export const rollups: Scenario = {
  name: "rollups",
  run: stage =>
    withFixture(stage, stage.quick ? 3 : COPIES, async fixture => [
      ...(await builds(fixture)),
      ...(await dashboards(fixture)),
    ]),
};

/** The dashboard of `rollups` over three hundred million rows. */
export const growthRollups: Scenario = {
  name: "growth-rollups",
  byHand: true,
  run: stage =>
    withFixture(stage, stage.quick ? 6 : COPIES * 3, async fixture => {
      const names = ["days_of_states", "routes", "days_of_airports"] as const;
      await apply(fixture, ...names);
      for (const name of names) await built(fixture, name);
      say("measuring");
      return dashboards(fixture);
    }),
};

interface Fixture {
  stage: Stage;
  service: Service;
  /** A connection to the file that the service reads. */
  connection: DuckDBConnection;
  projectId: string;
  /** The number of copies of the three million flights in the file. */
  copies: number;
}

async function withFixture(
  stage: Stage,
  copies: number,
  measure: (fixture: Fixture) => Promise<Row[]>,
): Promise<Row[]> {
  const service = await stage.service();
  const file = await makeManyFlights(stage, service, copies);
  const instance = await DuckDBInstance.create(file, {access_mode: "READ_ONLY"});
  const connection = await instance.connect();
  try {
    return await measure({stage, service, connection, projectId: await newProject(service), copies});
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(file);
  }
}

async function newProject({api}: Service): Promise<string> {
  const connection = {name: "Many flights", type: "duckdb", config: {path: "many.duckdb"}};
  const connectionId = idOf(await api("/api/connections", connection));
  return idOf(await api("/api/projects", {name: "Many flights", connectionId, cacheTtlSeconds: 0}));
}

const apply = ({service, projectId}: Fixture, ...names: RollupName[]) =>
  service.api(`/api/projects/${projectId}/introspect`, {graph: graphOf(...names), replace: true});

async function builds(fixture: Fixture): Promise<Row[]> {
  const {stage, connection, copies} = fixture;
  const roundCount = stage.quick ? 2 : 5;
  const note = `${copies * 3} M rows`;
  const rows: Row[] = [];

  say("the first build in months");
  const copied: number[] = [];
  const firsts: number[] = [];
  // A project builds the roll-up as soon as it has the layer, so it gets the layer only after the engine's copy.
  const projects = [fixture.projectId];
  const whole = await inRounds({
    anchor: async () => {
      copied.push(await copy(fixture, "days_of_states"));
      return copied.at(-1) ?? 0;
    },
    subject: async () => {
      const one = {...fixture, projectId: projects.pop() ?? (await newProject(fixture.service))};
      await apply(one, "days_of_states");
      firsts.push((await built(one, "days_of_states")).ms);
      return firsts.at(-1) ?? 0;
    },
    compare: (subject, anchor) => anchor / subject,
    roundCount,
  });
  const floors = await times(roundCount, () => firstBuildFloor(connection, stage.dir));
  const floor = summaryOf(copied).median / floors.median;
  const firstMs = summaryOf(firsts).median;
  rows.push(
    rowOf(
      "the engine's own copy ÷ first build into monthly files",
      {atLeast: 0.85},
      whole,
      `${note}, ${(firstMs / 1000).toFixed(1)} s; ${floor.toFixed(2)} with four statements in the engine alone`,
    ),
  );

  say("builds of the window");
  const reader = await connection.runAndReadAll(SHARE_OF_WINDOW);
  const share = Number(reader.getRows()[0]?.[0]);
  const windows: number[] = [];
  for (let n = 0; n < roundCount; n++) windows.push((await rebuilt(fixture, "days_of_states")).ms);
  const costs = summaryOf(windows.map(ms => ms / firstMs / share));
  const shares = `${(share * 100).toFixed(1)} % of the rows, ${summaryOf(windows).median.toFixed(0)} of ${firstMs.toFixed(0)} ms`;
  rows.push(
    rowOf(
      "build of the refreshed window: share of the time ÷ share of the rows",
      {atMost: 1.5},
      costs,
      shares,
    ),
  );

  await apply(fixture, "days_of_states", "routes", "days_of_airports");
  const others = ["routes", "days_of_airports"] as const;
  const counts = new Map<string, number>();
  for (const name of others) counts.set(name, (await built(fixture, name)).rowCount);
  for (const name of others) {
    say(`builds of ${name}`);
    const rowCount = counts.get(name) ?? 0;
    const summary = await inRounds({
      anchor: () => copy(fixture, name),
      subject: async () => (await rebuilt(fixture, name)).ms,
      compare: (subject, anchor) => anchor / subject,
      roundCount,
    });
    rows.push(rowOf(`the engine's own copy ÷ build of ${rowCount} groups`, {atLeast: 0.7}, summary, note));
  }
  return rows;
}

/** Milliseconds that the engine needs to write the groups itself. */
async function copy({stage, connection}: Fixture, name: RollupName): Promise<number> {
  const target = join(stage.dir, "copy.parquet");
  const started = performance.now();
  await connection.run(`copy (${BY_HAND[name]}) to '${target}' (format parquet, compression zstd)`);
  const ms = performance.now() - started;
  await rm(target);
  return ms;
}

const parseList = parserOf(
  Type.Array(
    Type.Object({
      name: Type.String(),
      state: Type.String(),
      rowCount: Type.Union([Type.Integer(), Type.Null()]),
      lastBuild: Type.Union([
        Type.Null(),
        Type.Object({
          id: Type.String(),
          status: Type.String(),
          startedAt: Type.Union([Type.String(), Type.Null()]),
          finishedAt: Type.Union([Type.String(), Type.Null()]),
        }),
      ]),
    }),
  ),
  "roll-ups",
);
const parseQueued = parserOf(Type.Object({buildId: Type.String()}), "answer");

/** Waits for the build, or for the last one, and returns how long it took. */
async function built(
  {service, projectId}: Fixture,
  name: RollupName,
  buildId?: string,
): Promise<{ms: number; rowCount: number}> {
  const {address, adminToken} = service;
  return until(
    `the build of ${name}`,
    async () => {
      const answer = await fetch(`${address}/api/projects/${projectId}/rollups`, {
        headers: {authorization: `Bearer ${adminToken}`},
      });
      const {lastBuild, rowCount} = parseList(await answer.json()).find(one => one.name === name) ?? {};
      if (!lastBuild || (buildId !== undefined && lastBuild.id !== buildId)) return undefined;
      if (lastBuild.status === "queued" || lastBuild.status === "running") return undefined;
      if (lastBuild.status !== "succeeded") throw new Error(`A build of ${name} ${lastBuild.status}`);
      const ms = Date.parse(lastBuild.finishedAt ?? "") - Date.parse(lastBuild.startedAt ?? "");
      return {ms, rowCount: rowCount ?? 0};
    },
    50,
    600_000,
  );
}

async function rebuilt(fixture: Fixture, name: RollupName): Promise<{ms: number; rowCount: number}> {
  const {service, projectId} = fixture;
  const {buildId} = parseQueued(await service.api(`/api/projects/${projectId}/rollups/${name}/build`, {}));
  return built(fixture, name, buildId);
}

async function dashboards({stage, service, connection, projectId, copies}: Fixture): Promise<Row[]> {
  say("dashboards");
  const queries = tiles();
  const from = await openDashboard(service, projectId, queries);
  const without = await openDashboard(
    service,
    projectId,
    queries.map(query => ({...query, rollups: false})),
  );
  for (const [n, ask] of from.tiles.entries()) await requireSame(ask, without.tiles[n] ?? ask);
  const loaded = ({whole}: {whole: Ask}, ms: number) => load(whole, {clients: 1, ms});
  await loaded(from, 1000);
  const ms = stage.quick ? 1000 : 4000;
  const anchors: number[] = [];
  const subjects: number[] = [];
  const p99s: number[] = [];
  for (let n = 0; n < (stage.quick ? 2 : 5); n++) {
    anchors.push((await loaded(without, 1)).p50Ms);
    const {p50Ms, p99Ms} = await loaded(from, ms);
    subjects.push(p50Ms);
    p99s.push(p99Ms);
  }
  const times = summaryOf(anchors.map((ms, n) => ms / (subjects[n] ?? Number.NaN)));
  const p99 = `p99 ${summaryOf(p99s).median.toFixed(0)} ms`;
  say("the engine alone");
  const floor = await tilesFloor(connection, stage.dir, stage.quick ? 2 : 5);
  const alone = `${floor.toFixed(1)} ms in the engine alone`;
  const note = `${p99}; ${alone}; ${summaryOf(anchors).median.toFixed(0)} ms without roll-ups, ${copies * 3} M rows`;
  return [
    rowOf(
      `dashboard of ${queries.length} tiles with roll-ups, p50`,
      {atMost: 30, unit: "ms"},
      summaryOf(subjects),
      note,
    ),
    rowOf("dashboard without roll-ups ÷ with roll-ups", {atLeast: 10}, times),
  ];
}

const parseAnswer = parserOf(
  Type.Object({rows: Type.Array(Type.Array(Type.Unknown())), dataAsOf: Type.Optional(Type.String())}),
  "answer",
);

/** Throws unless the roll-up returns the warehouse's rows; quotients are compared to fourteen digits. */
async function requireSame(from: Ask, without: Ask): Promise<void> {
  const [fromRollup, fromWarehouse] = [
    parseAnswer(JSON.parse(await answerOf(from))),
    parseAnswer(JSON.parse(await answerOf(without))),
  ];
  if (fromRollup.dataAsOf === undefined) throw new Error(`No roll-up answered ${Buffer.from(from.bytes)}`);
  const rounded = (rows: unknown) =>
    JSON.parse(JSON.stringify(rows), (_, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(14)) : value,
    );
  if (
    isDeepStrictEqual(rounded(fromRollup.rows), rounded(fromWarehouse.rows)) &&
    fromWarehouse.dataAsOf === undefined
  )
    return;
  throw new Error(
    `The answers differ:\n  ${JSON.stringify(fromRollup.rows).slice(0, 600)}\n  ${JSON.stringify(fromWarehouse.rows).slice(0, 600)}`,
  );
}
