import type {SqlType} from "../../../../shared/core/wire/sql-tables.ts";
import type {Graph} from "../../../../shared/semantic/documents.ts";
import type {CatalogColumn, CatalogTable, SqlCatalog} from "../../../../shared/surfaces/sql/catalog-types.ts";
import type {Chance} from "../../../semantic/differential/random-layer.ts";
import type {TestData} from "../../../semantic/engines.ts";

/** The layer over the tables that random statements read. */
export const graph: Graph = {
  models: [
    {
      name: "flights",
      table: {name: "w_flights"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "state", type: "string", column: "st"},
        {name: "Carrier Name", type: "string", column: "carrier"},
        {name: "at", type: "timestamp", column: "at"},
        {name: "day", type: "date", column: "on_day"},
        {name: "distance", type: "number", column: "distance"},
        {name: "price", type: "number", column: "price"},
        {name: "score", type: "number", column: "score"},
        {name: "ok", type: "boolean", column: "ok"},
        {name: "origin_code", type: "string", column: "origin"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "price"},
        {name: "farthest", type: "max", column: "distance"},
        {name: "mean", type: "avg", column: "distance"},
        {name: "states", type: "count_distinct", column: "st"},
        {name: "paid", type: "sum", column: "price", where: "ok"},
        {name: "ratio", type: "number", sql: "${total} / ${count}"},
      ],
    },
    {
      name: "airports",
      table: {name: "w_airports"},
      primaryKey: ["code"],
      dimensions: [
        {name: "code", type: "string", column: "code"},
        {name: "city", type: "string", column: "city"},
        {name: "size", type: "number", column: "size"},
        {name: "opened", type: "date", column: "opened"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "largest", type: "max", column: "size"},
      ],
    },
  ],
  joins: [
    {
      name: "origin",
      from: "flights",
      to: "airports",
      relationship: "many_to_one",
      on: [{from: "origin", to: "code"}],
    },
  ],
};

function dimension(name: string, type: SqlType, field: string): CatalogColumn {
  return {name, type, kind: "dimension", field};
}

function measure(
  name: string,
  type: SqlType,
  field: string,
  aggregate: NonNullable<CatalogColumn["aggregate"]>,
  isAdditive: boolean,
): CatalogColumn {
  return {name, type, kind: "measure", field, aggregate, isAdditive};
}

const flights: CatalogTable = {
  schema: "public",
  name: "flights",
  model: "flights",
  primaryKey: ["id"],
  foreignKeys: [{columns: ["origin_code"], table: "airports", targetColumns: ["code"]}],
  joins: [
    {
      role: "origin",
      columns: ["origin_code"],
      schema: "datasets",
      table: "airports",
      targetColumns: ["code"],
    },
  ],
  columns: [
    dimension("id", "bigint", "flights.id"),
    dimension("state", "text", "flights.state"),
    dimension("Carrier Name", "text", "flights.Carrier Name"),
    dimension("at", "timestamp with time zone", "flights.at"),
    dimension("day", "date", "flights.day"),
    dimension("distance", "bigint", "flights.distance"),
    dimension("price", "numeric", "flights.price"),
    dimension("score", "double precision", "flights.score"),
    dimension("ok", "boolean", "flights.ok"),
    dimension("origin_code", "text", "flights.origin_code"),
    dimension("origin.code", "text", "origin.code"),
    dimension("origin.city", "text", "origin.city"),
    dimension("origin.size", "bigint", "origin.size"),
    dimension("origin.opened", "date", "origin.opened"),
    measure("count", "bigint", "flights.count", "count", true),
    measure("total", "numeric", "flights.total", "sum", true),
    measure("farthest", "bigint", "flights.farthest", "max", true),
    measure("mean", "numeric", "flights.mean", "avg", false),
    measure("states", "bigint", "flights.states", "count_distinct", false),
    measure("paid", "numeric", "flights.paid", "sum", true),
    measure("ratio", "numeric", "flights.ratio", "other", false),
  ],
};

const airports: CatalogTable = {
  schema: "datasets",
  name: "airports",
  model: "airports",
  primaryKey: ["code"],
  foreignKeys: [],
  columns: [
    dimension("code", "text", "airports.code"),
    dimension("city", "text", "airports.city"),
    dimension("size", "bigint", "airports.size"),
    dimension("opened", "date", "airports.opened"),
    measure("count", "bigint", "airports.count", "count", true),
    measure("largest", "bigint", "airports.largest", "max", true),
    measure("flights.total", "numeric", "flights.total", "sum", false),
  ],
};

export const catalog: SqlCatalog = {
  projectId: "project",
  timezone: "UTC",
  dialect: "postgres",
  tables: [flights, airports],
  shape: "sample",
};

/** The tables as the layer reads them. */
const FLIGHT_COLUMNS = {
  id: "bigint",
  st: "text",
  carrier: "text",
  at: "timestamptz",
  on_day: "date",
  distance: "bigint",
  price: "numeric(12, 2)",
  score: "double precision",
  ok: "boolean",
  origin: "text",
};
const AIRPORT_COLUMNS = {code: "text", city: "text", size: "bigint", opened: "date"};

/**
 * Creates the tables that the SQL interface shows, from the same rows. Conditions of row access limit the rows: those
 * of flights are on `f`, with the airport as `o`, and those of airports on `a`.
 */
export const referenceTables = ({flights = "true", airports = "true"} = {}): string => `
  create schema datasets;
  create table public.flights as select f.id, f.st as state, f.carrier as "Carrier Name", f.at, f.on_day as day, f.distance,
    f.price::numeric as price, f.score, f.ok, f.origin as origin_code, a.code as "origin.code", a.city as "origin.city",
    a.size as "origin.size", a.opened as "origin.opened" from w_flights f left join (select a.* from w_airports a where ${airports}) a on a.code = f.origin
    left join w_airports o on o.code = f.origin where ${flights};
  create table datasets.airports as select code, city, size, opened from w_airports a where ${airports};
`;

export const TEXTS = [
  "CA",
  "ca",
  "NY",
  "",
  "a%b",
  "a_b",
  "O'Hare",
  'say "hi"',
  "back\\slash",
  "Zürich",
  "zurich",
  "ÅÄÖ",
  "日本",
  "😀 x",
  "tab\there",
  "new\nline",
  "null",
  " CA",
  "CA ",
  "$1",
  "--",
  "/*",
  "a~b",
  "{x}",
];
const MOMENTS = [
  "2024-03-10 06:30:00+00",
  "2024-03-10 07:00:00+00",
  "2024-11-03 05:30:00+00",
  "2024-11-03 06:30:00+00",
  "2024-01-01 00:00:00+00",
  "2023-12-31 23:59:59.999999+00",
  "2024-02-29 12:00:00.123456+00",
  "1999-12-31 18:30:00+00",
  "2024-03-31 01:00:00+00",
  "2024-10-27 00:30:00+00",
  "2024-10-27 01:30:00+00",
  "2024-07-01 04:00:00+00",
  "1970-01-01 00:00:00+00",
];
export const DAYS = ["2024-01-01", "2024-02-29", "2023-12-31", "2024-03-10", "1999-12-31", "2024-07-01"];

/** Values that only some engines support, or that are at the limits of an engine's range. */
export interface Edges {
  doubles?: readonly string[];
  days?: readonly string[];
  moments?: readonly string[];
}

/** Random rows of both tables, with the columns' types in Postgres. */
export function sampleRows(chance: Chance, flightCount: number, edges: Edges = {}): TestData {
  const maybe = (share: number, make: () => string) => (chance.chance(share) ? null : make());
  const days = [...DAYS, ...(edges.days ?? [])];
  const moments = [...MOMENTS, ...(edges.moments ?? [])];
  const doubles = edges.doubles ?? [];
  const codes = ["SFO", "LAX", "JFK", "x'y"];
  const score = () =>
    doubles.length > 0 && chance.chance(0.3) ? chance.pick(doubles) : String((chance.below(40) - 10) / 4);
  const airports = codes.map(code => [
    code,
    maybe(0.2, () => chance.pick(TEXTS)),
    maybe(0.2, () => String(chance.below(4) * 10)),
    maybe(0.2, () => chance.pick(days)),
  ]);
  const flights = Array.from({length: flightCount}, (_, at) => [
    String(at + 1),
    maybe(0.15, () => chance.pick(chance.chance(0.5) ? TEXTS.slice(0, 4) : TEXTS)),
    maybe(0.15, () => chance.pick(TEXTS.slice(0, 6))),
    maybe(0.1, () => chance.pick(moments)),
    maybe(0.1, () => chance.pick(days)),
    maybe(0.15, () => String(chance.below(8) * 100 - 100)),
    maybe(0.15, () => `${chance.below(500) - 100}.${String(chance.below(99)).padStart(2, "0")}`),
    maybe(0.15, score),
    chance.chance(0.2) ? null : chance.chance(0.5),
    maybe(0.15, () => chance.pick([...codes, "nowhere"])),
  ]);
  return {
    w_flights: {columns: FLIGHT_COLUMNS, rows: flights},
    w_airports: {columns: AIRPORT_COLUMNS, rows: airports},
  };
}
