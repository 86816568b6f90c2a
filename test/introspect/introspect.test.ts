import {afterEach, expect, test} from "bun:test";
import {parserOf} from "../../shared/core/validate.ts";
import {checkGraph} from "../../shared/semantic/check/graph.ts";
import {compile} from "../../shared/semantic/index.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {Graph as GraphSchema} from "../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../shared/semantic/layers.ts";
import {introspect} from "../../worker/introspect/introspect.ts";
import {Probing} from "../../worker/introspect/probing.ts";
import {ADAPTERS} from "../../worker/warehouses/adapters.ts";
import {readPostgresTables} from "../../worker/warehouses/postgres/catalog.ts";
import {schemasOf} from "../../worker/warehouses/tables.ts";
import {
  dropRole,
  duckdbWarehouse,
  type OpenedWarehouse,
  postgresWarehouse,
  reopenPostgres,
} from "./warehouses.ts";

const opened: OpenedWarehouse[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(warehouse => warehouse.dispose()));
});

async function inPostgres(statements: readonly string[]): Promise<OpenedWarehouse> {
  const warehouse = await postgresWarehouse(statements);
  opened.push(warehouse);
  return warehouse;
}
async function inDuckdb(statements: readonly string[]): Promise<OpenedWarehouse> {
  const warehouse = await duckdbWarehouse(statements);
  opened.push(warehouse);
  return warehouse;
}

const signal = new AbortController().signal;

/** The proposal, after a check that it is a graph that fits its schema and has no error. */
async function propose(
  {warehouse}: OpenedWarehouse,
  asked: {schemas?: string[]; tables?: string[]; inferJoins?: boolean} = {},
) {
  const {readDefaults, readTables} = ADAPTERS[warehouse.dialect];
  const {schemas} = await readDefaults(warehouse, signal);
  const tables = await readTables(warehouse, {schemas: asked.schemas}, signal);
  const answer = await introspect(
    warehouse,
    tables,
    {inferJoins: true, ...asked},
    schemas,
    undefined,
    signal,
  );
  parserOf(GraphSchema)(answer.graph);
  expect(checkGraph(answer.graph)).toEqual([]);
  return answer;
}

function modelOf(graph: Graph, name: string) {
  const model = graph.models.find(candidate => candidate.name === name);
  if (!model) throw new Error(`There is no model ${name}`);
  return model;
}

function typesOf(graph: Graph, name: string): Record<string, string> {
  return Object.fromEntries(modelOf(graph, name).dimensions.map(({name: field, type}) => [field, type]));
}

function measuresOf(graph: Graph, name: string): string[] {
  return (modelOf(graph, name).measures ?? []).map(measure => `${measure.name}: ${measure.type}`);
}

const SHOP = [
  "create table countries (code varchar(2) primary key, name varchar not null)",
  "insert into countries values ('de', 'Germany'), ('fr', 'France')",
  `create table people (id integer primary key, name varchar, country_code varchar(2) references countries (code),
     manager_id integer references people (id), email varchar unique)`,
  "insert into people values (1, 'Ada', 'de', null, 'a@x')",
  "insert into people values (2, 'Bo', 'fr', 1, 'b@x')",
  `create table orders (id bigint primary key, buyer_id integer not null references people (id),
     "sellerId" integer references people (id), amount decimal(12, 2), unit_price decimal(12, 2), quantity integer,
     zip integer, placed_at timestamp, is_paid boolean)`,
  "insert into orders values (1, 1, 2, 10.5, 10.5, 1, 12345, timestamp '2026-01-01 00:00:00', true)",
  "create table order_notes (order_id bigint primary key references orders (id), note varchar)",
  "create table lines (order_id bigint references orders (id), line_no integer, weight double precision, primary key (order_id, line_no))",
  `create table shipments (id integer primary key, order_id bigint, line_no integer,
     foreign key (order_id, line_no) references lines (order_id, line_no))`,
  "create view paid as select * from orders where is_paid",
];

for (const [engine, open] of [
  ["Postgres", inPostgres],
  ["DuckDB", inDuckdb],
] as const) {
  test(`${engine}: keys, joins and roles are read from the catalogue`, async () => {
    const {graph, notes} = await propose(await open(SHOP));
    expect(graph.models.map(model => model.name).sort()).toEqual([
      "countries",
      "lines",
      "order_notes",
      "orders",
      "paid",
      "people",
      "shipments",
    ]);
    expect(modelOf(graph, "lines").primaryKey).toEqual(["order_id", "line_no"]);
    const joins = (graph.joins ?? []).map(
      ({name, from, to, relationship, on}) =>
        `${from} → ${name ?? ""}:${to} ${relationship} ${on.map(pair => `${pair.from}=${pair.to}`).join(",")}`,
    );
    expect(joins.sort()).toEqual([
      "lines → :orders many_to_one order_id=id",
      "order_notes → :orders one_to_one order_id=id",
      "orders → buyer:people many_to_one buyer_id=id",
      "orders → seller:people many_to_one sellerId=id",
      "people → :countries many_to_one country_code=code",
      "people → manager:people many_to_one manager_id=id",
      "shipments → :lines many_to_one order_id=order_id,line_no=line_no",
    ]);
    expect(notes.filter(note => note.code === "join_skipped")).toEqual([]);
  });

  test(`${engine}: the proposed measures are those that an analyst would begin with`, async () => {
    const {graph} = await propose(await open(SHOP));
    expect(measuresOf(graph, "orders")).toEqual([
      "count: count",
      "buyer_id_distinct: count_distinct",
      "sellerId_distinct: count_distinct",
      "amount_sum: sum",
      "amount_avg: avg",
      "unit_price_avg: avg",
      "quantity_sum: sum",
      "quantity_avg: avg",
    ]);
    expect(measuresOf(graph, "countries")).toEqual(["count: count"]);
    expect(measuresOf(graph, "lines")).toEqual([
      "count: count",
      "order_id_distinct: count_distinct",
      "weight_sum: sum",
      "weight_avg: avg",
    ]);
  });

  test(`${engine}: a proposed sum of single-precision numbers adds up as doubles`, async () => {
    const database = await open([
      "create table loads (id integer primary key, kilos real)",
      "insert into loads values (1, 16777216), (2, 1), (3, 1), (4, 1)",
    ]);
    const {warehouse} = database;
    const {graph} = await propose(database);
    const statement = compile(
      buildLayer(graph),
      {model: "loads", measures: ["loads.kilos_sum"]},
      {
        dialect: warehouse.dialect,
        timezone: "UTC",
        weekStart: "monday",
        attributes: {},
        now: new Date(),
      },
    );
    // In single precision 16777216 + 1 is 16777216.
    expect((await warehouse.rows(statement, signal)).map(([sum]) => Number(sum))).toEqual([16777219]);
  });

  test(`${engine}: units of numbers are recognized, and numbers that should not be summed are noted`, async () => {
    const {graph, notes} = await propose(
      await open([
        "create table customers (id integer primary key)",
        `create table sales (id integer primary key, customer_id integer references customers (id), price_cents integer,
           fee_usd decimal(10, 2), total decimal(10, 2), currency varchar(3), discount double precision, tax_pct integer,
           quantity integer, unit_price decimal(10, 2), stock integer, booked integer, day date, invoice_ref integer)`,
        "insert into customers values (1)",
        "insert into sales values (1, 1, 1999, 1.5, 20, 'EUR', 0.25, 19, 2, 10, 5, 20240131, date '2024-01-31', 7)",
        "insert into sales values (2, 1, 500, 1.5, 5, 'EUR', 0.5, 7, 1, 5, 4, 20240201, date '2024-02-01', 8)",
        "insert into sales values (3, 1, 500, 1.5, 5, 'EUR', 0.1, 7, 1, 5, 4, 20240301, date '2024-03-01', 9)",
      ]),
    );
    const sales = modelOf(graph, "sales");
    const measure = (name: string) => sales.measures?.find(one => one.name === name);
    expect(measure("price_sum")).toEqual({
      name: "price_sum",
      type: "sum",
      sql: '${TABLE}."price_cents" / 100',
      format: {style: "currency", currency: "EUR"},
    });
    expect(measure("fee_usd_sum")?.format).toEqual({style: "currency", currency: "USD"});
    expect(measure("total_sum")?.format).toEqual({style: "currency", currency: "EUR"});
    expect(measure("discount_avg")?.format).toEqual({style: "percent", decimals: 1});
    expect(
      measuresOf(graph, "sales").filter(name => /booked|invoice|customer_id_(sum|avg)/.test(name)),
    ).toEqual([]);
    expect(sales.dimensions.filter(({hidden}) => hidden).map(({name}) => name)).toEqual(["customer_id"]);
    const noted = notes
      .filter(({model}) => model === "sales")
      .map(({code, field, message}) => [code, field, message]);
    expect(noted).toContainEqual(["percent_of_hundred", "tax_pct", expect.stringContaining("/ 100")]);
    const proposed = notes.flatMap(({code, proposes}) => (proposes ? [[code, proposes]] : []));
    expect(proposed).toContainEqual([
      "percent_of_hundred",
      {
        dimension: {
          name: "tax_share",
          type: "number",
          sql: "${tax_pct} / 100.0",
          format: {style: "percent", decimals: 1},
        },
      },
    ]);
    expect(proposed).toContainEqual([
      "product_suggested",
      {measure: {name: "value", type: "sum", sql: "${quantity} * ${unit_price}"}},
    ]);
    expect(noted).toContainEqual(["level_at_a_time", "stock", expect.stringContaining('"dimension": "day"')]);
    expect(noted).toContainEqual([
      "product_suggested",
      undefined,
      expect.stringContaining("${quantity} * ${unit_price}"),
    ]);
  });

  test(`${engine}: tables of programs that change the schema are noted, and proposed like others`, async () => {
    const warehouse = await open([
      ...["_migrations", '"SequelizeMeta"', "flyway_schema_history", "migrations"].map(
        name => `create table ${name} (id integer primary key)`,
      ),
    ]);
    const {graph, notes} = await propose(warehouse);
    expect(graph.models.map(({name}) => name).toSorted()).toEqual([
      "SequelizeMeta",
      "_migrations",
      "flyway_schema_history",
      "migrations",
    ]);
    const noted = notes.filter(({code}) => code === "bookkeeping").map(({model}) => model);
    expect(noted.toSorted()).toEqual(["SequelizeMeta", "_migrations", "flyway_schema_history"]);
  });

  test(`${engine}: no joins are proposed without inferJoins`, async () => {
    expect((await propose(await open(SHOP), {inferJoins: false})).graph.joins).toEqual([]);
  });

  test(`${engine}: a proposal can be limited to some tables, and notes the joins that lead out of them`, async () => {
    const {graph, notes} = await propose(await open(SHOP), {tables: ["orders", "people"]});
    expect(graph.models.map(model => model.name)).toEqual(["orders", "people"]);
    expect(graph.joins?.map(join => join.to)).toEqual(["people", "people", "people"]);
    expect(notes.filter(note => note.code === "join_skipped").map(note => note.model)).toEqual(["people"]);
  });

  test(`${engine}: a table whose name occurs in two schemas is chosen by its schema`, async () => {
    const warehouse = await open([
      ...SHOP,
      "create schema second",
      "create table second.orders (id integer primary key, note varchar)",
    ]);
    const {graph} = await propose(warehouse, {tables: ["second.orders"]});
    expect(graph.models.map(model => [model.name, model.table])).toEqual([
      ["orders", {schema: "second", name: "orders"}],
    ]);
    const both = await propose(warehouse, {tables: ["orders"]});
    expect(both.graph.models.map(model => model.name).sort()).toEqual(["orders", "second_orders"]);
    const whole = await propose(warehouse, {schemas: ["second"]});
    expect(whole.graph.models.map(model => model.table)).toEqual([{schema: "second", name: "orders"}]);
  });

  test(`${engine}: a key of several columns is checked as a whole`, async () => {
    const {warehouse} = await open([
      "create table lines (a integer, b varchar)",
      "insert into lines values (1, 'x'), (1, 'y'), (2, 'x')",
    ]);
    const probing = new Probing(warehouse, signal, 5000);
    expect(await probing.uniqueness({name: "lines"}, [["a", "b"], ["a"], ["b"]])).toEqual({
      isEmpty: false,
      isUnique: [true, false, false],
    });
  });

  test(`${engine}: missing tables and schemas are named with the nearest names`, async () => {
    const warehouse = await open(SHOP);
    const asking = propose(warehouse, {tables: ["ordres", "people"]});
    await expect(asking).rejects.toMatchObject({
      code: "invalid_request",
      details: {errors: [{path: "/tables/0", suggestions: ["orders"]}]},
    });
    await expect(propose(warehouse, {schemas: ["nowhere"]})).rejects.toMatchObject({code: "invalid_request"});
  });

  test(`${engine}: a table without a key gets one that the data confirms, or a note`, async () => {
    const warehouse = await open([
      "create table airports (iata varchar, name varchar)",
      "insert into airports values ('TXL', 'Tegel'), ('SXF', 'Schönefeld')",
      "create table cities (city_id integer, name varchar)",
      "insert into cities values (1, 'Berlin'), (1, 'Bonn')",
      "create table events (happened_at timestamp, what varchar)",
      "create table people (id integer, name varchar)",
      "insert into people values (1, 'Ada'), (null, 'Bo')",
    ]);
    const {graph, notes} = await propose(warehouse);
    const told = Object.fromEntries(
      notes.filter(note => /key/.test(note.code)).map(note => [note.model, note.code]),
    );
    expect(told).toEqual({
      airports: "key_inferred",
      cities: "no_primary_key",
      events: "no_primary_key",
      people: "no_primary_key",
    });
    expect(modelOf(graph, "airports").primaryKey).toEqual(["iata"]);
    expect(modelOf(graph, "cities")).not.toHaveProperty("primaryKey");
  });

  test(`${engine}: joins without a declared key are noted by their names, if the data confirms them`, async () => {
    const warehouse = await open([
      "create table customer_rows (id integer, name varchar)",
      "insert into customer_rows values (1, 'Ada'), (2, 'Bo'), (3, 'Cy')",
      "create view customers as select id, name from customer_rows",
      "create table city_rows (city_code varchar, name varchar)",
      "insert into city_rows values ('BER', 'Berlin'), ('BON', 'Bonn')",
      "create view cities as select city_code, name from city_rows",
      "create table sale_rows (id integer, customer_id integer, city_code varchar, ship_city_code varchar, bank_code varchar)",
      "insert into sale_rows values (1, 1, 'BER', 'BON', 'A'), (2, 2, 'BER', 'BER', 'B'), (3, null, 'BON', null, 'C')",
      "create view sales as select * from sale_rows",
      // One is named after customers but has other values, and one has another type.
      "create view tickets as select id, id + 100 as customer_id from sale_rows",
      "create view calls as select id, 'x' as customer_id from sale_rows",
    ]);
    const tables = ["customers", "cities", "sales", "tickets", "calls"];
    const {graph, notes} = await propose(warehouse, {tables});
    expect(graph.joins).toEqual([]);
    const noted = notes.filter(note => note.code === "join_by_name");
    expect(noted.map(({model, field}) => `${model}.${field}`).sort()).toEqual([
      "sales.city_code",
      "sales.customer_id",
      "sales.ship_city_code",
    ]);
    expect(noted.find(({field}) => field === "customer_id")?.message).toContain(
      '"customer_id" looks like a reference to "customers": 2 of its 2 values are in "id" there.',
    );
    // The layer that the notes recommend can be applied.
    const joins = noted.map(({message}) => JSON.parse(message.slice(message.indexOf("{"))));
    expect(noted.map(({proposes}) => proposes?.join)).toEqual(joins);
    expect(joins.map(join => join.name ?? join.to).sort()).toEqual(["cities", "customers", "ship_city"]);
    expect(checkGraph(parserOf(GraphSchema)({...graph, joins}))).toEqual([]);
    const without = await propose(warehouse, {tables, inferJoins: false});
    expect(without.notes.filter(note => note.code === "join_by_name")).toEqual([]);
  });

  test(`${engine}: a column refers to the table with the longest name that it contains`, async () => {
    const warehouse = await open([
      "create table city (id integer primary key)",
      "create table ship_city (id integer primary key)",
      "insert into city values (1), (2)",
      "insert into ship_city values (1), (2)",
      "create table sales (id integer primary key, ship_city_id integer, home_city_id integer)",
      "insert into sales values (1, 1, 2), (2, 2, 1)",
    ]);
    const {notes} = await propose(warehouse, {tables: ["city", "ship_city", "sales"]});
    const noted = notes.filter(note => note.code === "join_by_name");
    expect(noted.map(({field, proposes}) => `${field} ${proposes?.join?.to}`).sort()).toEqual([
      "home_city_id city",
      "ship_city_id ship_city",
    ]);
  });

  test(`${engine}: text and numbers that hold dates are found in the data`, async () => {
    const day = (n: number) => String(n + 1).padStart(2, "0");
    const rows = Array.from(
      {length: 20},
      (_, n) =>
        `(${n}, '2026-01-${day(n)}', '2026-01-${day(n)}T10:00:00Z', 202601${day(n)}, ${1_760_000_000 + n}, 202601,
          ${20_000_000 + n}, 'x', '2026-02-${n === 19 ? "31" : day(n)}', '${day(n)}.12.2025', ${1_760_000_000 + n})`,
    );
    const warehouse = await open([
      `create table log (id integer primary key, shipped_on varchar, seen varchar, day_key integer, created_at bigint,
         period integer, number integer, word varchar, almost varchar, german varchar, views bigint)`,
      `insert into log values ${rows.join(", ")}`,
      "create table nothing (id integer primary key, shipped_on varchar)",
    ]);
    const {notes} = await propose(warehouse);
    const found = Object.fromEntries(
      notes.filter(note => /looks_like_date/.test(note.code)).map(note => [note.field, note.code]),
    );
    expect(found).toEqual({
      shipped_on: "text_looks_like_date",
      seen: "text_looks_like_date",
      german: "text_looks_like_date",
      day_key: "integer_looks_like_date",
      created_at: "integer_looks_like_date",
      period: "integer_looks_like_date",
    });
    // The recommendations of the notes work on the data from which they were made.
    for (const {field, message, proposes} of notes.filter(note => /looks_like_date/.test(note.code))) {
      const sql = /dimension: (.*)$/.exec(message)?.[1] ?? field;
      expect(proposes?.dimension).toMatchObject({name: field, sql});
      const result = await warehouse.warehouse.rows({
        sql: `select count(${sql}), min(${sql}) from log`,
        parameters: [],
      });
      expect(result[0]?.[0]).toBe("20");
      expect(result[0]?.[1]).toMatch(/^20(25|26)-/);
    }
  });

  test(`${engine}: columns whose names suggest secrets are hidden, and have no measures`, async () => {
    const warehouse = await open([
      `create table accounts (id integer primary key, email varchar, password_hash varchar, "apiKey" varchar,
         secret varchar, reset_token varchar, "refreshToken" varchar, ssn integer, card_number bigint, pwd integer,
         password_changed_at timestamp, has_password boolean, token_count integer, secretary varchar, tokenized integer,
         "key" varchar, monkey_id integer, passenger varchar)`,
      "insert into accounts (id, secret, reset_token) values (1, '2026-01-01', '20260102'), (2, '2026-01-02', '20260103')",
    ]);
    const {graph, notes} = await propose(warehouse);
    const hidden = modelOf(graph, "accounts").dimensions.filter(dimension => dimension.hidden);
    const secrets = [
      "apiKey",
      "card_number",
      "password_hash",
      "pwd",
      "refreshToken",
      "reset_token",
      "secret",
      "ssn",
    ];
    expect(hidden.map(({name}) => name).sort()).toEqual(secrets);
    const noted = notes.filter(note => note.code === "secret_hidden");
    expect(noted.map(({model, field}) => `${model}.${field}`)).toEqual(
      secrets.map(name => `accounts.${name}`),
    );
    expect(noted[0]?.message).toContain('"apiKey" seems to contain a secret, and is hidden');
    expect(measuresOf(graph, "accounts").map(one => one.split(":")[0])).toEqual([
      ...["count", "token_count_sum", "token_count_avg", "tokenized_sum", "tokenized_avg"],
    ]);
    // Not even a sample of a secret is read.
    expect(notes.filter(note => note.code === "text_looks_like_date")).toEqual([]);
    const read = warehouse.asked.filter(sql => !/pg_catalog\.|duckdb_|current_database/.test(sql));
    expect(read.filter(sql => secrets.some(name => sql.includes(`"${name}"`)))).toEqual([]);
  });

  test(`${engine}: counts of tokens get measures, and do not count as secrets`, async () => {
    const warehouse = await open([
      `create table calls (id integer primary key, input_tokens integer, "outputTokens" bigint, tokens decimal(10, 2),
         pin integer, passwordhash varchar, "OTPSecret" varchar, reset_token integer, device_tokens varchar)`,
      "insert into calls (id, input_tokens) values (1, 20), (2, 30)",
    ]);
    const {graph} = await propose(warehouse);
    const hidden = modelOf(graph, "calls").dimensions.filter(dimension => dimension.hidden);
    expect(hidden.map(({name}) => name).sort()).toEqual(
      ["OTPSecret", "device_tokens", "passwordhash", "pin", "reset_token"].sort(),
    );
    expect(measuresOf(graph, "calls").map(one => one.split(":")[0])).toEqual([
      ...["count", "input_tokens_sum", "input_tokens_avg", "outputTokens_sum", "outputTokens_avg"],
      ...["tokens_sum", "tokens_avg"],
    ]);
  });

  test(`${engine}: no secret is read in the search for keys, joins and units`, async () => {
    const warehouse = await open([
      "create table sessions (token varchar, user_id integer)",
      "insert into sessions values ('abc', 1), ('def', 2)",
      "create table apis (id integer primary key, name varchar)",
      "insert into apis values (1, 'orders')",
      "create table clients (id integer primary key, api_key integer, secret_share decimal(5, 2))",
      "insert into clients values (1, 1, 0.5)",
      "create table tickets (pass_token varchar primary key)",
      "insert into tickets values ('ghi')",
      "create table entries (id integer primary key, ticket_id varchar)",
      "insert into entries values (1, 'ghi')",
    ]);
    const {graph, notes} = await propose(warehouse);
    expect(modelOf(graph, "sessions").primaryKey).toBeUndefined();
    expect(notes.filter(note => /key_inferred|join_by_name|percent/.test(note.code))).toEqual([]);
    const read = warehouse.asked.filter(sql => !/pg_catalog\.|duckdb_|current_database/.test(sql));
    expect(read).not.toEqual([]);
    expect(read.filter(sql => /token|api_key|secret/.test(sql))).toEqual([]);
  });

  test(`${engine}: a declared key of secrets is not checked for being unique`, async () => {
    const {warehouse, asked} = await open([
      "create table apis (id integer primary key, api_key varchar)",
      "create table uses (id integer primary key, used_key varchar)",
    ]);
    const tables = await ADAPTERS[warehouse.dialect].readTables(warehouse, {}, signal);
    const [apis, uses] = ["apis", "uses"].map(name => tables.find(table => table.name === name)!);
    uses!.foreignKeys = [
      {
        columns: ["used_key"],
        referencedSchema: apis!.schema,
        referencedTable: "apis",
        referencedColumns: ["api_key"],
      },
    ];
    asked.length = 0;
    const {notes} = await introspect(warehouse, tables, {inferJoins: true}, [], undefined, signal);
    expect(notes.filter(({code}) => code === "not_checked").map(({message}) => message)).toEqual([
      'Whether "apis" over api_key is unique was not examined, because it seems to contain a secret.',
    ]);
    expect(asked.filter(sql => sql.includes("api_key"))).toEqual([]);
  });

  test(`${engine}: odd names become names of the layer that still reach their tables`, async () => {
    const odd = [`a.b`, `quo"te`, `'; drop table people; --`, `smile 😀`, `tab\there`];
    const q = (name: string) => `"${name.replaceAll('"', '""')}"`;
    const warehouse = await open([
      ...odd.map(name => `create table ${q(name)} (${odd.map(column => `${q(column)} integer`).join(", ")})`),
      ...odd.map(name => `insert into ${q(name)} values (1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (3, 4, 5, 6, 7)`),
      "create schema second",
      `create table second."quo""te" (id integer primary key, "count" integer, count_2 integer)`,
      `create table second."x.y" (id integer primary key, "a.b" integer, "a_b" integer)`,
    ]);
    const {graph, notes} = await propose(warehouse);
    expect(graph.models.map(model => model.name).sort()).toEqual(
      ["a_b", `quo"te`, `second_quo"te`, `'; drop table people; --`, "smile 😀", "tab_here", "x_y"].sort(),
    );
    expect(Object.keys(typesOf(graph, "x_y"))).toEqual(["id", "a_b", "a_b_2"]);
    expect(measuresOf(graph, `second_quo"te`)[0]).toBe("count_3: count");
    expect(notes.filter(note => note.code === "name_changed" && note.field === undefined)).toHaveLength(4);
  });
}

test("Postgres: every type gets a dimension that suits it", async () => {
  const warehouse = await inPostgres([
    "create type mood as enum ('good', 'bad')",
    "create type point2 as (x int, y int)",
    "create domain positive as integer check (value > 0)",
    "create domain email as text",
    `create table types (id bigint generated always as identity primary key, u uuid, e mood, i inet, a text[], j json,
       jb jsonb, iv interval, b bit(3), n numeric, m money, t time, tz timestamptz, ts timestamp, d date, x xml,
       by bytea, tv tsvector, dp positive, de email, r int4range, c "char", bp char(3), f real, p point, o oid,
       rc regclass, co point2, g integer generated always as (1 + 1) stored)`,
    `insert into types (u, e, i, a, j, jb, iv, b, n, m, t, tz, ts, d, x, by, tv, dp, de, r, c, bp, f, p, o, rc, co)
     select gen_random_uuid(), 'good', '10.0.0.1', '{a}', '{}', '{}', '1 day', b'101', 1.5, '$2.50', '10:00', now(),
       now(), now(), '<a/>', 'x', 'x', 1, 'a@b', '[1,2)', 'x', 'abc', 1.5, '(1,2)', 1, 'pg_class', row(1, 2)::point2`,
  ]);
  const {graph, notes} = await propose(warehouse);
  expect(typesOf(graph, "types")).toEqual({
    id: "number",
    u: "string",
    e: "string",
    i: "string",
    a: "json",
    j: "json",
    jb: "json",
    iv: "string",
    b: "string",
    n: "number",
    m: "number",
    t: "string",
    tz: "timestamp",
    ts: "timestamp",
    d: "date",
    dp: "number",
    de: "string",
    r: "string",
    c: "string",
    bp: "string",
    f: "number",
    o: "number",
    rc: "string",
    co: "json",
    g: "number",
  });
  // Postgres neither sums nor averages types that name its own objects.
  expect(measuresOf(graph, "types").filter(name => /^(o|rc)_/.test(name))).toEqual([]);
  expect(notes.filter(note => note.code === "column_skipped")).toHaveLength(4);
  await expectGroupable(warehouse, graph, "types");
});

test("DuckDB: every type gets a dimension that suits it", async () => {
  const warehouse = await inDuckdb([
    "create type mood as enum ('good', 'bad')",
    `create table types (id integer primary key, h hugeint, ub ubigint, d decimal(18, 3), f float, u uuid, e mood,
       l integer[], fixed integer[2], s struct(a integer, b varchar), mp map(varchar, integer), j json, b blob, bt bit,
       iv interval, t time, ttz time with time zone, ts timestamp, tss timestamp_s, tns timestamp_ns, tz timestamptz,
       dt date, bo boolean, un union(n integer, t varchar))`,
    `insert into types values (1, 170141183460469231731687303715884105727, 1, 1.5, 1.5, uuid(), 'good', [1], [1, 2],
       {'a': 1, 'b': 'x'}, map {'k': 1}, '{}', 'x', '101', interval 1 day, '10:00', '10:00', now()::timestamp,
       now()::timestamp, now()::timestamp, now(), current_date, true, 1)`,
  ]);
  const {graph, notes} = await propose(warehouse);
  expect(typesOf(graph, "types")).toEqual({
    id: "number",
    h: "number",
    ub: "number",
    d: "number",
    f: "number",
    u: "string",
    e: "string",
    l: "json",
    fixed: "json",
    s: "json",
    mp: "json",
    j: "json",
    bt: "string",
    iv: "string",
    t: "string",
    ttz: "string",
    ts: "timestamp",
    tss: "timestamp",
    tns: "timestamp",
    tz: "timestamp",
    dt: "date",
    bo: "boolean",
    un: "json",
  });
  expect(notes.filter(note => note.code === "column_skipped")).toHaveLength(1);
  await expectGroupable(warehouse, graph, "types");
});

/** Each dimension can be grouped by its expression as it is proposed. */
async function expectGroupable({warehouse}: OpenedWarehouse, graph: Graph, name: string): Promise<void> {
  for (const dimension of modelOf(graph, name).dimensions) {
    const expression = dimension.sql?.replaceAll("${TABLE}", "t") ?? `t."${dimension.column}"`;
    const rows = await warehouse.rows({
      sql: `select ${expression}, count(*) from "${name}" t group by 1`,
      parameters: [],
    });
    expect({dimension: dimension.name, rows: rows.length}).toEqual({dimension: dimension.name, rows: 1});
  }
}

test("Postgres: only tables that the user may read are proposed", async () => {
  const role = `reader_${crypto.randomUUID().replaceAll("-", "")}`;
  const warehouse = await inPostgres([
    "create table open_table (id integer primary key, name text)",
    "create table closed_table (id integer primary key)",
    "create table partly (id integer primary key, shown text, hidden text)",
    "create schema shut",
    "create table shut.inside (id integer primary key)",
    `create role ${role} login password 'secret'`,
    `grant select on open_table to ${role}`,
    `grant select (id, shown) on partly to ${role}`,
    `grant select on shut.inside to ${role}`,
  ]);
  const limited = reopenPostgres(warehouse.place, role, "secret");
  const {graph} = await propose({...warehouse, ...limited});
  expect(graph.models.map(model => model.name).sort()).toEqual(["open_table", "partly"]);
  expect(Object.keys(typesOf(graph, "partly"))).toEqual(["id", "shown"]);
  await limited.warehouse.close();
  await dropRole(warehouse.place, role);
});

test("Postgres: partitioned tables, views, materialized views and foreign tables are proposed, but none of the system or of an extension", async () => {
  const warehouse = await inPostgres([
    "create table measured (at date not null, value integer, primary key (at)) partition by range (at)",
    "create table measured_2026 partition of measured for values from ('2026-01-01') to ('2027-01-01')",
    "create table site (id integer primary key, first date references measured (at))",
    "create materialized view totals as select count(*) as n from measured",
    "create extension pg_buffercache",
    "create unlogged table fast (id integer primary key)",
    "create schema secret",
    "create table secret.hidden (id integer primary key)",
    "comment on table site is 'Where it stands'",
    "comment on column site.first is 'Of all'",
  ]);
  const {graph} = await propose(warehouse);
  expect(graph.models.map(model => model.name).sort()).toEqual([
    "fast",
    "hidden",
    "measured",
    "site",
    "totals",
  ]);
  expect(graph.joins).toHaveLength(1);
  expect(modelOf(graph, "site").description).toBe("Where it stands");
  expect(modelOf(graph, "site").dimensions[1]?.description).toBe("Of all");
  const schemas = schemasOf(await readPostgresTables(warehouse.warehouse, {}, signal));
  expect(schemas.map(schema => schema.name)).toEqual(["public", "secret"]);
  const totals = schemas[0]?.tables.find(table => table.name === "totals");
  expect(totals).toEqual({
    name: "totals",
    kind: "view",
    columns: [{name: "n", type: "bigint", nullable: true}],
    primaryKey: [],
    foreignKeys: [],
  });
});

for (const [engine, open] of [
  ["Postgres", inPostgres],
  ["DuckDB", inDuckdb],
] as const) {
  test(`${engine}: 500 tables take at most six catalogue statements`, async () => {
    const tables = Array.from({length: 500}, (_, n) =>
      n === 0
        ? "create table t0 (id integer primary key, parent_id integer, name varchar, amount decimal(10, 2))"
        : `create table t${n} (id integer primary key, parent_id integer references t${n - 1} (id), name varchar, amount decimal(10, 2))`,
    );
    const warehouse = await open(tables);
    const {graph} = await propose(warehouse);
    expect(graph.models).toHaveLength(500);
    expect(graph.joins).toHaveLength(499);
    const catalogue = warehouse.asked.filter(sql => /pg_catalog\.|duckdb_|current_database/.test(sql));
    expect(catalogue.length).toBeLessThanOrEqual(6);
    // Looking at the data takes one statement for each table.
    expect(warehouse.asked.length - catalogue.length).toBeLessThanOrEqual(500);
  });
}

test("a foreign key of DuckDB leads to its table and columns however their names are written", async () => {
  const warehouse = await inDuckdb([
    'create table "Orders" ("Id" int primary key, "Total" int)',
    "create table items (ID int primary key, Order_ID int references ORDERS(ID))",
  ]);
  const {graph, notes} = await propose(warehouse);
  const on = [{from: "Order_ID", to: "Id"}];
  expect(graph.joins?.map(join => [join.from, join.to, join.on])).toEqual([["items", "Orders", on]]);
  expect(notes.filter(({code}) => code === "join_skipped")).toEqual([]);
});
