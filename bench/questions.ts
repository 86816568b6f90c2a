import type {Graph, Join, Model, Query} from "../shared/semantic/documents.ts";

/** The benchmarks' queries, each with a hand-written statement that returns the same columns. */

export type Engine = "postgres" | "duckdb";

export interface Question {
  query: Query;
  /** `$1 …` are taken from `values` in the request's body. */
  sql: string;
  columns: {name: string; type: string}[];
  /** The statement asks for one row more than the limit, which shows whether the limit cut the result. */
  limit: number;
}

/** The attribute of the querying account that row access on airports needs. */
export const COUNTRY = "USA";
/** How many statements run at once on one connection, in the service and in the raw server. */
export const CONNECTIONS = 16;
export const IATA = ["ATL", "JFK", "LAX", "ORD", "SFO"];

const column = (name: string, type = "string") => ({name, type});

/** A query for five airports: five rows over an index, so that mostly the overhead is measured. */
export function smallQuery(iata: readonly string[] = IATA): Query {
  return {
    model: "airports",
    dimensions: ["airports.state", "airports.city"],
    measures: ["airports.airports"],
    filters: [{field: "airports.iata", op: "in", value: iata}],
  };
}

const SMALL: Question = {
  query: smallQuery(),
  sql: `select state, city, cast(count(*) as integer) from airports
    where country = $1 and iata in ($2, $3, $4, $5, $6)
    group by 1, 2 order by 1 nulls last, 2 nulls last limit 1001`,
  columns: [column("airports.state"), column("airports.city"), column("airports.airports", "number")],
  limit: 1000,
};

/** Scans all three million rows, for a tenth of a second or more. */
const SCAN_POSTGRES: Question = {
  query: {
    model: "flights",
    dimensions: ["flights.origin", "flights.destination"],
    measures: ["flights.flights", "flights.average_delay"],
    orderBy: ["flights.flights desc"],
    limit: 100,
  },
  sql: `select origin, destination, cast(count(*) as integer), cast(avg(delay) as double precision)
    from flights group by 1, 2
    order by 3 desc nulls last, 1 nulls last, 2 nulls last limit 101`,
  columns: [
    column("flights.origin"),
    column("flights.destination"),
    column("flights.flights", "number"),
    column("flights.average_delay", "number"),
  ],
  limit: 100,
};

/** The query has two more medians than the scan of Postgres, because DuckDB would otherwise be too fast. */
const SCAN_DUCKDB: Question = {
  ...SCAN_POSTGRES,
  query: {
    ...SCAN_POSTGRES.query,
    measures: [...(SCAN_POSTGRES.query.measures ?? []), "flights.median_distance", "flights.median_delay"],
  },
  sql: SCAN_POSTGRES.sql.replace(
    "from flights",
    ", median(distance::double), median(delay::double) from flights",
  ),
  columns: [
    ...SCAN_POSTGRES.columns,
    column("flights.median_distance", "number"),
    column("flights.median_delay", "number"),
  ],
};

export const BIG_ROWS = 1_000_000;

/** A million rows without grouping. */
export const BIG: Question = {
  query: {
    model: "flights",
    dimensions: ["flights.id", "flights.date", "flights.delay", "flights.distance", "flights.origin"],
    limit: BIG_ROWS,
  },
  sql: `select id, date, delay, distance, origin from flights limit ${BIG_ROWS + 1}`,
  columns: [
    column("flights.id", "number"),
    column("flights.date", "timestamp"),
    column("flights.delay", "number"),
    column("flights.distance", "number"),
    column("flights.origin"),
  ],
  limit: BIG_ROWS,
};

export const QUESTIONS: Record<Engine, Record<"small" | "scan" | "big", Question>> = {
  postgres: {small: SMALL, scan: SCAN_POSTGRES, big: BIG},
  duckdb: {small: SMALL, scan: SCAN_DUCKDB, big: BIG},
};
export type QuestionName = keyof (typeof QUESTIONS)[Engine];

/** A statement that computes for minutes and needs little memory; `n` makes each different, so that none is shared. */
export function heavyQuery(n: number): Query {
  const filters = [{field: "triples.iata", op: "!=", value: String(n)}];
  return {model: "triples", measures: ["triples.product"], filters};
}

const text = (name: string) => ({name, type: "string" as const, column: name});
const number = (name: string) => ({name, type: "number" as const, column: name});

const AIRPORTS: Model = {
  name: "airports",
  table: {name: "airports"},
  primaryKey: ["iata"],
  dimensions: [text("iata"), text("name"), text("city"), text("state"), text("country")],
  measures: [{name: "airports", type: "count"}],
  rowAccess: [{dimension: "country", attribute: "country"}],
};

const FLIGHTS: Model = {
  name: "flights",
  table: {name: "flights"},
  primaryKey: ["id"],
  dimensions: [
    number("id"),
    {name: "date", type: "timestamp", column: "date"},
    number("delay"),
    number("distance"),
    text("origin"),
    text("destination"),
  ],
  measures: [
    {name: "flights", type: "count"},
    {name: "average_delay", type: "avg", column: "delay"},
    {name: "median_distance", type: "median", column: "distance"},
    {name: "median_delay", type: "median", column: "delay"},
  ],
};

export const TRIPLES_SQL =
  "select a.iata, a.latitude * b.latitude * c.latitude as product from airports a, airports b, airports c";

const TRIPLES: Model = {
  name: "triples",
  table: {sql: TRIPLES_SQL},
  dimensions: [text("iata")],
  measures: [{name: "product", type: "sum", column: "product"}],
};

/** The layer of every benchmark project. */
export const GRAPH: Graph = {
  models: [AIRPORTS, FLIGHTS, TRIPLES],
  joins: ["origin", "destination"].map(role => ({
    name: role,
    from: "flights",
    to: "airports",
    relationship: "many_to_one",
    on: [{from: role, to: "iata"}],
  })),
};

/** A layer of many models: the pair of flights and airports, joined as above, copied as often as necessary. */
export function manyModels(count: number): Graph {
  const graph: Graph & {joins: Join[]} = {models: [], joins: []};
  for (let i = 0; i < count / 2; i++) {
    graph.models.push({...FLIGHTS, name: `flights_${i}`}, {...AIRPORTS, name: `airports_${i}`});
    for (const join of GRAPH.joins ?? []) {
      graph.joins.push({...join, from: `flights_${i}`, to: `airports_${i}`});
    }
  }
  return graph;
}

/** The answer as one string, built by hand. */
export function answerByHand({columns, limit}: Question, rows: unknown[]): string {
  return JSON.stringify({columns, rows: rows.slice(0, limit), truncated: rows.length > limit});
}
