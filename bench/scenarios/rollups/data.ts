import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import type {Graph, Model, Rollup} from "../../../shared/semantic/documents.ts";
import {say} from "../../progress.ts";
import {GRAPH} from "../../questions.ts";
import type {Service} from "../../stage/service.ts";
import type {Stage} from "../../stage/stage.ts";

/** The number of days on which the three million flights took place: the first half of 2001. */
const DAYS = 181;
const LAST_DAY = "2001-06-30";
const FILE = "many.duckdb";

/** Repeats the flights for one half-year after another, so that the last flights are those of today. */
export async function makeManyFlights(stage: Stage, service: Service, copies: number): Promise<string> {
  const {duckdbFile} = await stage.data();
  const file = join(stage.dir, "warehouses", service.orgId, FILE);
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(`attach '${duckdbFile}' as one (read_only)`);
  await connection.run("create table airports as from one.airports");
  await connection.run("create table flights as from one.flights limit 0");
  for (let n = 0; n < copies; n++) {
    say(`three million flights, ${n + 1} of ${copies} times`);
    await connection.run(`
      insert into flights
      select id + ${n} * (select count(*) from one.flights),
        date + to_days((current_date - date '${LAST_DAY}')::integer - ${(copies - 1 - n) * DAYS}),
        delay, distance, origin, destination
      from one.flights order by date`);
  }
  await connection.run("checkpoint");
  connection.closeSync();
  instance.closeSync();
  return file;
}

const measure = (name: string, type: "sum" | "max", column: string) => ({name, type, column});

function flightsOf(flights: Model): Model {
  return {
    ...flights,
    measures: [
      {name: "flights", type: "count"},
      {name: "average_delay", type: "avg", column: "delay"},
      measure("minutes_late", "sum", "delay"),
      measure("miles", "sum", "distance"),
      measure("worst_delay", "max", "delay"),
    ],
  };
}

const MEASURES = ["flights", "average_delay", "minutes_late", "miles", "worst_delay"].map(
  name => `flights.${name}`,
);

/** Roll-ups with some thousand groups, more than a million, and hundreds of thousands with a file for each month. */
const ROLLUPS = {
  routes: {dimensions: ["flights.origin", "flights.destination"]},
  days_of_airports: {dimensions: ["flights.origin"], time: {dimension: "flights.date", grain: "day"}},
  days_of_states: {
    dimensions: ["origin.state"],
    time: {dimension: "flights.date", grain: "day"},
    incremental: {window: "90d", partition: "month"},
  },
} satisfies Record<string, Pick<Rollup, "dimensions" | "time" | "incremental">>;

export type RollupName = keyof typeof ROLLUPS;

/** The benchmark's layer without row access, with roll-ups. */
export function graphOf(...names: RollupName[]): Graph {
  const models = GRAPH.models
    .filter(({name}) => name !== "triples")
    .map(({rowAccess: _, ...model}) => (model.name === "flights" ? flightsOf(model) : model));
  const rollups = names.map(
    (name): Rollup => ({name, model: "flights", measures: MEASURES, ...ROLLUPS[name]}),
  );
  return {...GRAPH, models, rollups};
}

/** The statements by which the engine itself makes the same groups. */
export const BY_HAND: Record<RollupName, string> = {
  routes: byHand("origin, destination", "flights"),
  days_of_airports: byHand("origin, date_trunc('day', date)", "flights"),
  days_of_states: byHand(
    "a.state, date_trunc('day', date)",
    "flights f left join airports a on a.iata = f.origin",
  ),
};

function byHand(keys: string, from: string): string {
  return `select ${keys}, count(*), sum(delay), count(delay), sum(distance), max(delay) from ${from} group by 1, 2`;
}

/** The share of the flights that lies in the months which the last 90 days reach into. */
export const SHARE_OF_WINDOW =
  "select avg((date >= date_trunc('month', current_date - 90))::integer)::double from flights";
