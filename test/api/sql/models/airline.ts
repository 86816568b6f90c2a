import type {Graph} from "../../../../shared/semantic/layer/graph.ts";

/** The rows of the warehouse, and of the tables of a real Postgres that correspond to the models. */
const AIRPORTS = `values
  ('SFO', 'San Francisco', 'CA', 13), ('JFK', 'New York', 'NY', 13), ('ÅLB', 'Aalborg "Ål"', null, 3)`;

const FLIGHTS = `select
    9007199254740990 + g, (array['SFO', 'JFK', 'ÅLB', null])[g % 4 + 1], (array['AA', 'it''s', 'DL\\x', '', 'é,"'])[g % 5 + 1],
    timestamptz '2024-02-28 22:30:00.123456+00' + g * interval '7 hours 13 minutes',
    date '2024-02-28' + g, g * 37 % 101, case when g % 9 > 0 then (g * 1.25)::numeric(12, 2) end, g / 7.0::float8,
    case when g % 3 > 0 then g % 2 = 0 end, jsonb_build_object('n', g, 'list', array[g, null], 'text', 'a"b')
  from generate_series(1, 60) g`;

const COLUMNS = `id bigint primary key, origin_code text, carrier text, departed_at timestamptz, day date, distance bigint,
  price numeric, score double precision, is_late boolean, details jsonb`;

const AIRPORT_COLUMNS = "code text primary key, city text, state text, size bigint";

export const WAREHOUSE = [
  `create table airport_rows (${AIRPORT_COLUMNS})`,
  `insert into airport_rows ${AIRPORTS}`,
  `create table flight_rows (${COLUMNS})`,
  `insert into flight_rows ${FLIGHTS}`,
];

/** The models as tables, as a person would write them by hand. The columns of measures exist to be browsed. */
export const MODELS_AS_TABLES = [
  `create table public.airports (${AIRPORT_COLUMNS}, count bigint, largest bigint, "flights.count" bigint, "flights.revenue" numeric,
    "flights.farthest" bigint, "flights.late" bigint, "flights.late_share" numeric)`,
  `create table public.flights (${COLUMNS}, "origin.code" text, "origin.city" text, "origin.state" text, "origin.size" bigint,
    count bigint, revenue numeric, farthest bigint, late bigint, late_share numeric, "origin.count" bigint, "origin.largest" bigint)`,
  "alter table public.flights add foreign key (origin_code) references public.airports (code)",
  `insert into public.airports ${AIRPORTS}`,
  `insert into public.flights ${FLIGHTS}`,
  `update public.flights f set "origin.code" = a.code, "origin.city" = a.city, "origin.state" = a.state, "origin.size" = a.size
    from public.airports a where a.code = f.origin_code`,
  "comment on table public.airports is 'Airports'",
  "comment on column public.airports.code is 'Code: What IATA calls it'",
  "comment on column public.airports.count is 'How many airports there are'",
  `comment on column public.airports."flights.revenue" is 'Revenue: In dollars; "net"'`,
  `comment on column public.airports."flights.late_share" is 'The share of flights that are late'`,
  "comment on table public.flights is 'Flights: One row for each flight.\nSince 2024'",
  "comment on column public.flights.departed_at is 'Departure'",
  `comment on column public.flights."origin.code" is 'Code: What IATA calls it'`,
  "comment on column public.flights.revenue is 'Revenue: In dollars; \"net\"'",
  "comment on column public.flights.late_share is 'The share of flights that are late'",
  `comment on column public.flights."origin.count" is 'How many airports there are'`,
];

export const AIRLINE: Graph = {
  models: [
    {
      name: "airports",
      label: "Airports",
      table: {schema: "public", name: "airport_rows"},
      primaryKey: ["code"],
      dimensions: [
        {name: "code", type: "string", column: "code", label: "Code", description: "What IATA calls it"},
        {name: "city", type: "string", column: "city"},
        {name: "state", type: "string", column: "state"},
        {name: "size", type: "number", column: "size"},
      ],
      measures: [
        {name: "count", type: "count", description: "How many airports there are"},
        {name: "largest", type: "max", column: "size"},
      ],
    },
    {
      name: "flights",
      label: "Flights",
      description: "One row for each flight.\nSince 2024",
      table: {schema: "public", name: "flight_rows"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "origin_code", type: "string", column: "origin_code"},
        {name: "carrier", type: "string", column: "carrier"},
        {name: "departed_at", type: "timestamp", column: "departed_at", label: "Departure"},
        {name: "day", type: "date", column: "day"},
        {name: "distance", type: "number", column: "distance"},
        {name: "price", type: "number", column: "price"},
        {name: "score", type: "number", column: "score"},
        {name: "is_late", type: "boolean", column: "is_late"},
        {name: "details", type: "json", column: "details"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "revenue", type: "sum", column: "price", label: "Revenue", description: 'In dollars; "net"'},
        {name: "farthest", type: "max", column: "distance"},
        {name: "late", type: "count", where: "is_late"},
        {
          name: "late_share",
          type: "number",
          sql: `\${late} * 1.0 / \${count}`,
          description: "The share of flights that are late",
        },
      ],
    },
  ],
  joins: [
    {
      name: "origin",
      from: "flights",
      to: "airports",
      relationship: "many_to_one",
      on: [{from: "origin_code", to: "code"}],
    },
  ],
};
