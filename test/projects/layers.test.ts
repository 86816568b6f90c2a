import {afterAll, beforeAll, expect, test} from "bun:test";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import pg from "pg";
import type {Graph, Model} from "../../shared/semantic/layer/graph.ts";
import type {Join} from "../../shared/semantic/layer/join.ts";
import {type ShopDatabase, shopGraph, shopInDuckDb, shopInPostgres} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let service: TestService;
let shop: ShopDatabase;
/** By the warehouse's type. */
const connections = {postgres: "", duckdb: ""};
const SCHEMAS = {postgres: "public", duckdb: "main"};
const ENGINES = ["postgres", "duckdb"] as const;
type Engine = (typeof ENGINES)[number];

beforeAll(async () => {
  service = await testService();
  shop = await shopInPostgres();
  await shopInDuckDb(service.warehouseDir, service.org.id);
  await addLists();
  const config = {postgres: {url: `${shop.url}?sslmode=disable`}, duckdb: {path: "shop.duckdb"}};
  for (const type of ENGINES) {
    const body = {name: type, type, config: config[type]};
    connections[type] = (await service.call("POST", "/api/connections", {body})).body.id;
  }
});
afterAll(async () => {
  await service.stop();
  await shop.drop();
});

/** A table of arrays in each warehouse, in a schema of its own. */
async function addLists(): Promise<void> {
  const make = `create schema lists;
    create table lists.lists (id integer, tags text[], years integer[], days date[]);
    insert into lists.lists values (1, array['new'], array[2020, 2024], null), (2, array['new', 'old'], null, null);
    create schema days;
    create table days.days (day date)`;
  const client = new pg.Client({connectionString: shop.url});
  await client.connect();
  await client.query(make);
  await client.end();
  const instance = await DuckDBInstance.create(join(service.warehouseDir, service.org.id, "shop.duckdb"));
  const connection = await instance.connect();
  await connection.run(make);
  connection.closeSync();
  instance.closeSync();
}

async function newProject(engine: Engine): Promise<string> {
  const body = {name: "Layer", connectionId: connections[engine]};
  return `/api/projects/${(await service.call("POST", "/api/projects", {body})).body.id}`;
}

/** A project with the shop's layer. */
async function shopProject(engine: Engine): Promise<string> {
  const path = await newProject(engine);
  const applied = await service.call("POST", `${path}/introspect`, {
    body: shopGraph(engine, SCHEMAS[engine]),
  });
  expect(applied.status).toBe(201);
  return path;
}

async function namesOf(path: string): Promise<string[]> {
  return (await service.call("GET", `${path}/models`)).body.map((model: {name: string}) => model.name);
}

async function versionsOf(path: string): Promise<{version: number; note: string; current: boolean}[]> {
  return (await service.call("GET", `${path}/layer/versions`)).body;
}

/** All errors by their paths; nothing was saved. */
async function faultsOf(
  path: string,
  body: object,
  endpoint = "introspect",
): Promise<Record<string, string>> {
  const before = await versionsOf(path);
  const answer = await service.call("POST", `${path}/${endpoint}`, {body});
  expect({status: answer.status, code: answer.body.code}).toEqual({status: 422, code: "invalid_request"});
  expect(await versionsOf(path)).toEqual(before);
  const errors: {path: string; message: string}[] = answer.body.errors;
  return Object.fromEntries(errors.map(error => [error.path, error.message]));
}

for (const engine of ENGINES) {
  const schema = SCHEMAS[engine];

  test(`${engine}: schemas, preview, introspection and models lead from a warehouse to a layer`, async () => {
    const path = await newProject(engine);
    const schemas = await service.call("GET", `${path}/schemas?schema=${schema}`);
    expect(schemas.body.map((found: {name: string}) => found.name)).toEqual([schema]);
    expect(schemas.body[0].tables.map((table: {name: string}) => table.name)).toEqual([
      "customers",
      "numbers",
      "orders",
    ]);
    expect(schemas.body[0].tables[0]).toEqual({
      name: "customers",
      kind: "table",
      columns: [
        {name: "id", type: expect.stringMatching(/^integer$/i), nullable: false},
        {name: "name", type: expect.any(String), nullable: true},
        {name: "region", type: expect.any(String), nullable: true},
      ],
      primaryKey: ["id"],
      foreignKeys: [],
    });
    const preview = await service.call("POST", `${path}/introspect/preview`, {body: {inferJoins: true}});
    expect(preview.status).toBe(200);
    expect(await versionsOf(path)).toEqual([]);
    const applied = await service.call("POST", `${path}/introspect`, {body: preview.body});
    expect({status: applied.status, version: applied.body.version, broken: applied.body.broken}).toEqual({
      status: 201,
      version: 1,
      broken: [],
    });
    const models = await service.call("GET", `${path}/models`);
    expect(models.body).toEqual(applied.body.models);
    expect(models.body[0]).toEqual({
      name: "customers",
      dimensions: ["customers.id", "customers.name", "customers.region"],
      measures: ["customers.count"],
    });
    const projectId = path.split("/").at(-1);
    const result = await service.call("POST", "/api/query", {
      body: {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
    });
    expect(result.body.rows).toEqual([
      ["open", 1],
      ["paid", 3],
    ]);
  });

  test(`${engine}: a declared join makes the target's fields available`, async () => {
    const path = await newProject(engine);
    const {models} = shopGraph(engine, schema);
    await service.call("POST", `${path}/introspect`, {body: {graph: {models}}});
    const join: Join = {
      from: "orders",
      to: "customers",
      relationship: "many_to_one",
      on: [{from: "customer_id", to: "id"}],
    };
    const declared = await service.call("POST", `${path}/joins`, {body: join});
    expect({status: declared.status, body: declared.body}).toEqual({status: 201, body: join});
    const listed = (await service.call("GET", `${path}/models`)).body.find(
      (model: {name: string}) => model.name === "orders",
    );
    expect(listed.dimensions).toContain("customers.name");
    const mirrored = {
      from: "customers",
      to: "orders",
      relationship: "one_to_many",
      on: [{from: "id", to: "customer_id"}],
    };
    for (const again of [join, {...join, on: [{from: "id", to: "id"}]}, mirrored]) {
      const refused = await service.call("POST", `${path}/joins`, {body: again});
      expect({status: refused.status, code: refused.body.code}).toEqual({status: 409, code: "conflict"});
    }
    expect((await service.call("POST", `${path}/joins`, {body: {...join, name: "buyer"}})).status).toBe(201);
  });

  test(`${engine}: a join to a missing model or over missing columns is refused with every error`, async () => {
    const path = await shopProject(engine);
    const faults = await faultsOf(
      path,
      {
        from: "orders",
        to: "custommers",
        relationship: "many_to_one",
        on: [{from: "custmer_id", to: "id"}],
      },
      "joins",
    );
    expect(Object.keys(faults).sort()).toEqual(["/on/0/from", "/to"]);
    expect(faults["/to"]).toContain('Did you mean "customers"?');
    const other = await faultsOf(
      path,
      {from: "numbers", to: "customers", relationship: "many_to_one", on: [{from: "n", to: "idd"}]},
      "joins",
    );
    expect(Object.keys(other)).toEqual(["/on/0/to"]);
  });

  test(`${engine}: a faulty graph is refused with every error, and nothing is saved`, async () => {
    const path = await shopProject(engine);
    const graph: Graph = {
      models: [
        {
          name: "orders",
          table: {schema, name: "orders"},
          primaryKey: ["idd"],
          dimensions: [
            {name: "status", type: "string", column: "statsu"},
            {name: "a", type: "string", sql: "${b}"},
            {name: "b", type: "string", sql: "${a}"},
            {name: "both", type: "string", column: "status", sql: "status"},
          ],
          measures: [
            {name: "status", type: "count"},
            {name: "smuggled", type: "sum", sql: "1); drop table customers; --"},
            {name: "nonsense", type: "sum", where: "no_such_function(amount) > 1", column: "amount"},
          ],
        },
        {name: "twice", table: {schema, name: "customers"}, dimensions: []},
        {name: "twice", table: {schema, name: "customers"}, dimensions: []},
        {name: "gone", table: {schema, name: "no_such_table"}, dimensions: []},
        {
          name: "fine",
          table: {schema, name: "customers"},
          dimensions: [
            {name: "loud", type: "string", sql: "upper(name)"},
            {name: "wrong", type: "number", sql: "upper(nmae)"},
          ],
          measures: [
            {name: "text_sum", type: "sum", column: "name"},
            {name: "ok", type: "count_distinct", column: "region"},
          ],
        },
        {name: "select", table: {sql: "select * from customers where nmae = 1"}, dimensions: []},
        {name: "two", table: {sql: "select 1 as n; drop table customers"}, dimensions: []},
      ],
      joins: [
        {from: "orders", to: "nowhere", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
        {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "custmer_id", to: "id"}]},
      ],
    };
    const faults = await faultsOf(path, {graph});
    expect(Object.keys(faults).sort()).toEqual(
      [
        "/graph/models/0/primaryKey/0",
        "/graph/models/0/dimensions/0/column",
        "/graph/models/0/dimensions/1/sql",
        "/graph/models/0/dimensions/2/sql",
        "/graph/models/0/dimensions/3",
        "/graph/models/0/measures/0/name",
        "/graph/models/0/measures/1/sql",
        "/graph/models/0/measures/2",
        "/graph/models/2/name",
        "/graph/models/3/table",
        "/graph/models/4/dimensions/1/sql",
        "/graph/models/4/measures/0/column",
        "/graph/models/5/table/sql",
        "/graph/models/6/table/sql",
        "/graph/joins/0/to",
        "/graph/joins/1/on/0/from",
      ].sort(),
    );
    const bare = await faultsOf(path, graph);
    expect(Object.keys(bare)).toContain("/models/0/primaryKey/0");
    const customers = await service.call("POST", "/api/query", {
      body: {projectId: path.split("/").at(-1), model: "numbers", measures: ["numbers.count"]},
    });
    expect(customers.body.rows).toEqual([[50000]]);
  });

  test(`${engine}: fragments that would run another statement are refused`, async () => {
    const path = await newProject(engine);
    const fragments = [
      "1; select 2",
      "1) as t where true; drop table customers; --",
      "(select count(*) from customers)",
      "1 -- and the rest",
      "1 /* and */ + 1",
      "amount) from orders; delete from orders where (true",
      "'unclosed",
      "amount, status",
    ];
    const graph: Graph = {
      models: [
        {
          name: "orders",
          table: {schema, name: "orders"},
          dimensions: fragments.map((sql, i) => ({name: `f${i}`, type: "string", sql})),
        },
      ],
    };
    const faults = await faultsOf(path, graph);
    expect(Object.keys(faults)).toEqual(fragments.map((_, i) => `/models/0/dimensions/${i}/sql`));
  });

  test(`${engine}: a fragment with a side effect has none while it is tried`, async () => {
    const path = await newProject(engine);
    const sleeping = engine === "postgres" ? "pg_sleep(30)::text" : "(id / 0)::varchar";
    const graph: Graph = {
      models: [
        {
          name: "orders",
          table: {schema, name: "orders"},
          dimensions: [{name: "slow", type: "string", sql: sleeping}],
          measures: [{name: "count", type: "count"}],
        },
        {
          name: "slow",
          table: shopGraph(engine, schema).models[3]?.table ?? {name: ""},
          dimensions: [{name: "n", type: "number", column: "n"}],
        },
      ],
    };
    expect((await service.call("POST", `${path}/introspect`, {body: graph})).status).toBe(201);
  });

  test(`${engine}: odd names work all the way from the table to an answer`, async () => {
    const path = await newProject(engine);
    const name = `'; drop table "orders"; -- 😀 \\ %`;
    const graph: Graph = {
      models: [
        {
          name,
          table: {schema, name: "orders"},
          primaryKey: ["id"],
          dimensions: [{name, type: "string", column: "status"}],
          measures: [{name: `${name} n`, type: "count"}],
        },
      ],
    };
    expect((await service.call("POST", `${path}/introspect`, {body: graph})).status).toBe(201);
    const described = await service.call("GET", `${path}/models/${encodeURIComponent(name)}`);
    expect(described.body.dimensions[0].name).toBe(`${name}.${name}`);
    const result = await service.call("POST", "/api/query", {
      body: {
        projectId: path.split("/").at(-1),
        model: name,
        dimensions: [`${name}.${name}`],
        measures: [`${name}.${name} n`],
      },
    });
    expect(result.body.rows).toEqual([
      ["open", 1],
      ["paid", 3],
    ]);
  });
}

for (const engine of ENGINES) {
  test(`${engine}: facts are summed by the key of a table with few rows, under its row access`, async () => {
    const path = await newProject(engine);
    const projectId = path.split("/").at(-1);
    const numbers = {schema: SCHEMAS[engine], name: "numbers"};
    const fact = (name: string): Model => ({
      name,
      table: numbers,
      primaryKey: ["n"],
      dimensions: [],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "n"},
      ],
    });
    const customers: Model = {
      name: "customers",
      table: {...numbers, name: "customers"},
      primaryKey: ["id"],
      dimensions: [{name: "region", type: "string", column: "region"}],
    };
    const join = (from: string): Join => ({
      from,
      to: "customers",
      relationship: "many_to_one",
      on: [{from: "n", to: "id"}],
    });
    const graph: Graph = {
      models: [customers, fact("views"), fact("clicks")],
      joins: [join("views"), join("clicks")],
    };
    const query = {
      projectId,
      model: "customers",
      dimensions: ["customers.region"],
      measures: ["views.count", "clicks.total"],
    };
    const ask = async () => {
      const {body} = await service.call("POST", "/api/query", {body: query});
      const {body: shown} = await service.call("POST", "/api/query/detail", {body: query});
      return {rows: body.rows, isKeyed: /group by 1\s+union all(.|\n)*left join/.test(shown.sql)};
    };
    expect((await service.call("POST", `${path}/introspect`, {body: graph})).status).toBe(201);
    expect(await ask()).toEqual({
      rows: [
        ["north", 1, 1],
        ["south", 1, 2],
        [null, 49_998, 1_250_024_997],
      ],
      isKeyed: true,
    });
    const ruled = {...customers, rowAccess: [{dimension: "region", attribute: "region"}]};
    expect((await service.call("POST", `${path}/introspect`, {body: {models: [ruled]}})).status).toBe(201);
    expect(await ask()).toEqual({rows: [[null, 50_000, 1_250_025_000]], isKeyed: true});
    expect((await versionsOf(path)).map(({version}) => version)).toEqual([2, 1]);
  });
}

test("models that a graph names are replaced in their places, and the others stay", async () => {
  const path = await shopProject("duckdb");
  const orders = {
    name: "orders",
    table: {schema: "main", name: "orders"},
    dimensions: [{name: "state", type: "string", column: "status"}],
  };
  const applied = await service.call("POST", `${path}/introspect`, {body: {models: [orders]}});
  expect(applied.body.version).toBe(2);
  const layer = (await service.call("GET", `${path}/layer`)).body;
  expect(layer.models.map((model: {name: string}) => model.name)).toEqual([
    "orders",
    "customers",
    "numbers",
    "slow",
  ]);
  expect(layer.models[0]).toEqual(orders);
  expect(layer.joins).toEqual(shopGraph("duckdb", "main").joins);
});

test("the models that stay must still fit the new ones", async () => {
  const path = await shopProject("duckdb");
  const derived = {
    name: "numbers",
    table: {schema: "main", name: "numbers"},
    dimensions: [{name: "n", type: "number", column: "n"}],
    measures: [
      {name: "rows", type: "count"},
      {name: "twice", type: "number", sql: "${rows} * 2"},
    ],
    rowAccess: [{dimension: "n", attribute: "n"}],
  };
  expect((await service.call("POST", `${path}/introspect`, {body: {models: [derived]}})).status).toBe(201);
  // The join from orders to customers stays, but its column is gone.
  const emptied = {models: [{name: "orders", table: {schema: "main", name: "numbers"}, dimensions: []}]};
  const faults = await faultsOf(path, emptied);
  expect(faults[""]).toContain('the join from "orders" to "customers", which stays');
  const customers = {
    name: "customers",
    table: {sql: "select 1 as other"},
    primaryKey: ["id"],
    dimensions: [],
  };
  const others = await faultsOf(path, {models: [customers]});
  expect(Object.keys(others).sort()).toEqual(["", "/models/0/primaryKey/0"]);
});

test("a join over columns whose types cannot be compared is refused", async () => {
  const path = await shopProject("postgres");
  const join = {
    from: "numbers",
    to: "customers",
    relationship: "many_to_one",
    on: [{from: "label", to: "id"}],
  };
  const faults = await faultsOf(path, join, "joins");
  expect(faults["/on"]).toContain('The warehouse refuses the join from "numbers" to "customers"');
});

for (const engine of ENGINES) {
  test(`${engine}: arrays are proposed as such, and can be queried by their elements`, async () => {
    const path = await newProject(engine);
    const preview = await service.call("POST", `${path}/introspect/preview`, {
      body: {inferJoins: false, schemas: ["lists"]},
    });
    const [lists] = preview.body.graph.models;
    expect(lists.dimensions).toEqual([
      {name: "id", type: "number", column: "id"},
      {name: "tags", type: "json", items: "string", column: "tags"},
      {name: "years", type: "json", items: "number", column: "years"},
      {name: "days", type: "json", sql: expect.stringMatching(/^to_jsonb?\(/)},
    ]);
    const applied = await service.call("POST", `${path}/introspect`, {body: preview.body});
    expect(applied.status).toBe(201);
    const described = await service.call("GET", `${path}/models/lists`);
    expect(described.body.dimensions[1]).toEqual({name: "lists.tags", type: "json", items: "string"});
    const projectId = path.split("/").at(-1);
    const filters = [
      {field: "lists.tags", op: "has", value: "new"},
      {field: "lists.years", op: "has_none", value: [2020, 2021]},
    ];
    const dimensions = ["lists.id", "lists.tags", "lists.years"];
    const query = {projectId, model: "lists", dimensions, filters};
    const result = await service.call("POST", "/api/query", {body: query});
    expect(result.body.rows).toEqual([[2, ["new", "old"], null]]);
    lists.dimensions[2] = {name: "years", type: "json", items: "number", column: "id"};
    expect((await faultsOf(path, {models: [lists]}))["/models/0/dimensions/2/column"]).toContain(
      'The warehouse refuses "lists.years"',
    );
  });
}

test("a join to a key that repeats in the data is reported when it is applied, declared or proposed", async () => {
  const path = await shopProject("duckdb");
  const join = {
    name: "same_day",
    from: "numbers",
    to: "orders",
    relationship: "many_to_one",
    on: [{from: "label", to: "status"}],
  };
  const dry = await service.call("POST", `${path}/introspect?dryRun=true`, {
    body: {models: [], joins: [join]},
  });
  const note = {
    model: "numbers",
    code: "not_unique",
    message: expect.stringContaining('"orders" over status'),
  };
  expect(dry.body.notes).toEqual([note]);
  const declared = await service.call("POST", `${path}/joins`, {body: join});
  expect({status: declared.status, body: declared.body}).toEqual({
    status: 201,
    body: {...join, notes: [note]},
  });
});

for (const engine of ENGINES) {
  test(`${engine}: a type that would give wrong answers in place of errors is noted`, async () => {
    const path = await newProject(engine);
    const schema = SCHEMAS[engine];
    const typed = (name: string, type: string, column: string) => ({name, type, column});
    const models = [
      {
        name: "placed",
        table: {schema, name: "orders"},
        dimensions: [
          typed("placed_on", "date", "placed_at"),
          typed("placed_at", "timestamp", "placed_at"),
          {name: "day", type: "date", sql: "cast(placed_at as date)"},
          typed("status", "number", "status"),
          typed("amount", "string", "amount"),
        ],
      },
      {
        name: "days",
        table: {schema: "days", name: "days"},
        dimensions: [typed("day", "date", "day"), typed("at", "timestamp", "day")],
      },
    ];
    const {body} = await service.call("POST", `${path}/introspect?dryRun=true`, {body: {models}});
    expect(body.notes).toEqual([
      {
        model: "placed",
        field: "placed_on",
        code: "type_differs",
        message: expect.stringMatching(/has timestamps.*query its day.*timestamp/i),
      },
      {model: "placed", field: "status", code: "type_differs", message: expect.stringContaining("texts")},
      {
        model: "days",
        field: "at",
        code: "type_differs",
        message: expect.stringMatching(/west of UTC.*"day" is date/i),
      },
    ]);
  });

  test(`${engine}: versions that are valid at the same time are reported when the join is applied`, async () => {
    const path = await newProject(engine);
    const versions = (rows: string) => ({
      name: "tiers",
      table: {sql: `select * from (values ${rows}) as t (id, since, until)`},
      dimensions: [
        {name: "since", type: "date", column: "since"},
        {name: "until", type: "date", column: "until"},
        {name: "later", type: "date", sql: "until"},
      ],
    });
    const facts = {
      name: "sales",
      table: {sql: "select 1 as id, date '2024-01-05' as day"},
      dimensions: [{name: "day", type: "date", column: "day"}],
      measures: [{name: "count", type: "count"}],
    };
    const notesOf = async (rows: string, to = "until") => {
      const join = {
        from: "sales",
        to: "tiers",
        relationship: "many_to_one",
        on: [{from: "id", to: "id"}],
        validity: {from: "since", to, at: "day"},
      };
      const body = {models: [versions(rows), facts], joins: [join]};
      return (await service.call("POST", `${path}/introspect?dryRun=true`, {body})).body.notes;
    };
    const [first, second] = ["date '2024-01-01'", "date '2024-02-01'"];
    const fine = `(1, ${first}, ${second}), (1, ${second}, null), (1, ${second}, ${first}), (2, ${first}, null), (null, ${first}, null), (null, ${first}, null)`;
    expect(await notesOf(fine)).toEqual([]);
    expect(await notesOf(`${fine}, (2, ${second}, date '2024-03-01')`)).toEqual([
      {
        model: "sales",
        code: "versions_overlap",
        message: expect.stringMatching(
          /^Of "tiers" over id, 1 version is still valid when the next version begins/,
        ),
      },
    ]);
    expect(await notesOf(fine, "later")).toEqual([
      {
        model: "sales",
        code: "not_checked",
        message: expect.stringContaining("because their validity is given by expressions"),
      },
    ]);
  });
}

test("a calendar stays until a graph has another, and is removed when the whole layer is replaced", async () => {
  const path = await shopProject("duckdb");
  const calendar = {fiscalYearStart: {month: 4}};
  const apply = (body: object) => service.call("POST", `${path}/introspect`, {body});
  expect((await apply({models: [], calendar})).status).toBe(201);
  await apply({models: shopGraph("duckdb", "main").models.slice(1, 2)});
  expect((await service.call("GET", `${path}/layer`)).body.calendar).toEqual(calendar);
  const described = await service.call("GET", `${path}/models/orders`);
  const times = described.body.dimensions.filter((field: {grains?: string[]}) => field.grains);
  expect(times.length).toBeGreaterThan(0);
  for (const {grains} of times) expect(grains).toContain("fiscal_year");
  await apply({graph: shopGraph("duckdb", "main"), replace: true});
  expect((await service.call("GET", `${path}/layer`)).body.calendar).toBeUndefined();
});

test("an application with replace keeps nothing else", async () => {
  const path = await shopProject("duckdb");
  const models = [shopGraph("duckdb", "main").models[1]];
  const applied = await service.call("POST", `${path}/introspect`, {body: {graph: {models}, replace: true}});
  expect(applied.body.models.map((model: {name: string}) => model.name)).toEqual(["customers"]);
  expect((await service.call("GET", `${path}/layer`)).body.joins).toEqual([]);
});

test("a dry run checks everything and saves nothing", async () => {
  const path = await shopProject("duckdb");
  const models = [{...shopGraph("duckdb", "main").models[1], name: "clients"}];
  const dry = await service.call("POST", `${path}/introspect?dryRun=true`, {body: {models}});
  expect({status: dry.status, version: dry.body.version}).toEqual({status: 200, version: null});
  expect(dry.body.models.map((model: {name: string}) => model.name)).toContain("clients");
  expect(await namesOf(path)).not.toContain("clients");
  const wrong = await service.call("POST", `${path}/introspect?dryRun=true`, {
    body: {models: [{name: "x", table: {name: "nowhere"}, dimensions: []}]},
  });
  expect(wrong.status).toBe(422);
});

test("a version records what was applied, even if that is no model", async () => {
  const path = await shopProject("duckdb");
  const rollup = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const apply = async (graph: object, replace = false) => {
    const body = {graph: {models: [], ...graph}, replace};
    expect((await service.call("POST", `${path}/introspect`, {body})).status).toBe(201);
    return (await versionsOf(path))[0]?.note;
  };
  const rollups = [{name: "by_status", ...rollup}];
  expect(await apply({rollups})).toBe("Applied 1 roll-up");
  expect(
    await apply({calendar: {fiscalYearStart: {month: 4}}, rollups: [...rollups, {name: "again", ...rollup}]}),
  ).toBe("Applied 2 roll-ups and the calendar");
  const [orders] = shopGraph("duckdb", "main").models;
  expect(await apply({models: [orders], rollups})).toBe("Applied 1 model and 1 roll-up");
  expect(await apply({})).toBe("Applied 0 models and 0 joins");
  expect(await apply({models: [orders], rollups}, true)).toBe("Replaced by 1 model and 1 roll-up");
});

test("every application creates a version; an earlier one can be restored", async () => {
  const path = await shopProject("duckdb");
  const first = (await service.call("GET", `${path}/layer`)).body;
  await service.call("POST", `${path}/introspect`, {body: {models: [], replace: true}});
  expect(await namesOf(path)).toEqual([]);
  const restored = await service.call("POST", `${path}/layer/versions/1/restore`);
  expect({status: restored.status, body: restored.body}).toMatchObject({
    status: 201,
    body: {version: 3, note: "Restored version 1", modelCount: 4, current: true},
  });
  expect((await service.call("GET", `${path}/layer`)).body).toEqual(first);
  expect(await versionsOf(path)).toMatchObject([
    {...restored.body, createdBy: service.org.admin.id},
    {version: 2, current: false, note: "Replaced by 0 models and 0 joins"},
    {version: 1, current: false, note: "Applied 4 models and 1 join"},
  ]);
  expect((await service.call("GET", path)).body.layerVersion).toBe(3);
  for (const version of [1, 3]) {
    expect((await service.call("GET", `${path}/layer?version=${version}`)).body).toEqual(first);
  }
  expect((await service.call("GET", `${path}/layer?version=2`)).body).toEqual({models: [], joins: []});
  expect((await service.call("GET", `${path}/layer?version=4`)).status).toBe(404);
  expect((await service.call("GET", `${path}/layer?version=x`)).status).toBe(422);
  expect((await service.call("GET", `${path}/layer?version=1&format=ossie`)).status).toBe(422);
  for (const version of ["9", "0", "x"]) {
    expect((await service.call("POST", `${path}/layer/versions/${version}/restore`)).status).toBe(404);
  }
});

test("simultaneous applications lose nothing", async () => {
  const path = await newProject("duckdb");
  const names = Array.from({length: 12}, (_, n) => `m${n}`);
  const answers = await Promise.all(
    names.map(name => {
      const models = [{name, table: {schema: "main", name: "orders"}, dimensions: []}];
      return service.call("POST", `${path}/introspect`, {body: {models}});
    }),
  );
  expect(answers.map(answer => answer.status)).toEqual(names.map(() => 201));
  expect(answers.map(answer => answer.body.version).sort((a, b) => a - b)).toEqual(
    names.map((_, n) => n + 1),
  );
  expect(await namesOf(path)).toEqual([...names].sort());
});

test("a new version is seen by every process at once", async () => {
  const path = await shopProject("duckdb");
  const other = await service.another();
  const countThere = async () => (await other.call("GET", `${path}/models`)).body.length;
  expect(await countThere()).toBe(4);
  const heard = other.web.notices.waitFor("project", path.split("/").at(-1) ?? "", 60_000);
  await service.call("POST", `${path}/introspect`, {body: {models: [], replace: true}});
  await heard;
  expect(await countThere()).toBe(0);
});

test("only the service account of an org-admin authors layers; everyone who sees the project reads them", async () => {
  const path = await shopProject("duckdb");
  const calls = [
    ["GET", "/schemas", undefined],
    ["POST", "/introspect/preview", {inferJoins: true}],
    ["POST", "/introspect", {models: []}],
    ["POST", "/joins", {}],
    ["POST", "/layer/versions/1/restore", undefined],
  ] as const;
  for (const {token} of [service.org.member, service.org.adminUser]) {
    for (const [method, end, body] of calls) {
      const answer = await service.call(method, path + end, {token, ...(body ? {body} : {})});
      expect({end, code: answer.body.code}).toEqual({end, code: "missing_privilege"});
    }
  }
  const {token} = service.org.reader;
  for (const [method, end] of calls) {
    expect((await service.call(method, path + end, {token})).body.code).toBe("missing_scope");
  }
  for (const end of ["/models", "/models/orders", "/layer", "/layer/versions"]) {
    expect((await service.call("GET", path + end, {token})).status).toBe(200);
  }
});

test("a schema that no warehouse can have is refused, and one that does not exist is empty", async () => {
  const path = await newProject("postgres");
  expect((await service.call("GET", `${path}/schemas?schema=a%00b`)).body.code).toBe("invalid_request");
  expect((await service.call("GET", `${path}/schemas?schema=nowhere`)).body).toEqual([]);
});

test("a missing model is reported with the nearest name", async () => {
  const path = await shopProject("duckdb");
  const answer = await service.call("GET", `${path}/models/ordres`);
  expect({status: answer.status, code: answer.body.code}).toEqual({status: 404, code: "not_found"});
  expect(answer.body.detail).toContain('Did you mean "orders"?');
});

test("errors in a graph of the wrong shape have the paths of the body that was sent", async () => {
  const path = await newProject("duckdb");
  const models = [{name: "a.b", table: {name: "orders"}, dimensions: [{name: "x", typ: "string"}]}];
  expect(Object.keys(await faultsOf(path, {graph: {models}}))).toEqual(
    expect.arrayContaining(["/graph/models/0/name", "/graph/models/0/dimensions/0/typ"]),
  );
  expect(Object.keys(await faultsOf(path, {models}))).toContain("/models/0/name");
  expect(Object.keys(await faultsOf(path, {inferJoin: true}, "introspect/preview")).sort()).toEqual([
    "/inferJoin",
    "/inferJoins",
  ]);
  const wrongTable = await faultsOf(path, {inferJoins: true, tables: ["ordrs"]}, "introspect/preview");
  expect(wrongTable["/tables/0"]).toContain('Did you mean "orders"?');
});

test("a layer of ten thousand models is listed whole", async () => {
  const path = await newProject("duckdb");
  const models = Array.from({length: 10_000}, (_, n) => ({
    name: `m${n}`,
    table: {schema: "main", name: "orders"},
    primaryKey: ["id"],
    dimensions: [{name: "status", type: "string", column: "status"}],
    measures: [{name: "count", type: "count"}],
  }));
  const applied = await service.call("POST", `${path}/introspect`, {body: {models}});
  expect(applied.status).toBe(201);
  const listed = await service.call("GET", `${path}/models`);
  expect(listed.body).toHaveLength(10_000);
});
