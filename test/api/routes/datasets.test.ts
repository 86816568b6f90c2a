import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  // The shop's layer with additions that only some of these tests need.
  const {body: graph} = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
  const orders = graph.models.find((model: {name: string}) => model.name === "orders");
  orders.measures.push(
    {name: "mean_id", type: "avg", column: "id"},
    {name: "running", type: "count", rolling: {dimension: "placed_at", window: "unbounded"}},
  );
  const applied = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/introspect`, {body: graph});
  expect(applied.status).toBe(201);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const token = () => t.org.member.token;
const path = () => `/api/projects/${shops.duckdb.projectId}/datasets`;
const paid = {field: "orders.status", op: "=", value: "paid"};
const definition = {
  model: "orders",
  dimensions: ["orders.status", "customers.region", "orders.placed_at.month"],
  measures: ["orders.count", "orders.total", "orders.mean_id"],
  filters: [paid],
};

let made = 0;
async function make(more: object = {}, by = token()) {
  const body = {name: `Set ${++made}`, kind: "live", definition, ...more};
  const answer = await t.call("POST", path(), {token: by, body});
  expect(answer.text).toContain('"id":"ds_');
  expect(answer.status).toBe(201);
  return answer.body;
}

const refuse = async (more: object) => {
  const body = {name: "Refused", kind: "live", definition, ...more};
  const answer = await t.call("POST", path(), {token: token(), body});
  return {
    status: answer.status,
    code: answer.body.code,
    paths: answer.body.errors?.map((e: {path: string}) => e.path),
  };
};

async function ask(query: object, by = token()) {
  const answer = await t.call("POST", "/api/query", {token: by, body: query});
  expect(answer.text).toContain('"rows"');
  return answer.body;
}

async function askWrong(query: object, by = token()) {
  const {status, body} = await t.call("POST", "/api/query", {token: by, body: query});
  expect(status).toBe(422);
  return {
    code: body.code,
    path: body.errors[0].path,
    message: body.detail,
    suggestions: body.errors[0].suggestions,
  };
}

describe("creating a live dataset", () => {
  test("gives it a slug and columns; it can be read back and listed", async () => {
    const dataset = await make({name: "Paid Orders"});
    expect(dataset).toMatchObject({
      projectId: shops.duckdb.projectId,
      name: "Paid Orders",
      kind: "live",
      slug: "paid_orders",
      definition,
      teamId: null,
      ownerId: t.org.member.id,
      columns: [
        {name: "orders.status", type: "string", field: "paid_orders.status"},
        {name: "customers.region", type: "string", field: "paid_orders.region"},
        {name: "orders.placed_at.month", type: "date", field: "paid_orders.placed_at.month"},
        {name: "orders.count", type: "number", field: "paid_orders.count"},
        {name: "orders.total", type: "number", field: "paid_orders.total"},
        {name: "orders.mean_id", type: "number", field: "paid_orders.mean_id"},
      ],
    });
    expect(dataset).not.toHaveProperty("rowCount");
    const get = (at: string, by = token()) => t.call("GET", at, {token: by});
    const got = await get(`/api/datasets/${dataset.id}`);
    expect(got.body).toEqual(dataset);
    const etag = got.headers.get("etag") ?? "";
    const again = await t.call("GET", `/api/datasets/${dataset.id}`, {
      token: token(),
      headers: {"if-none-match": etag},
    });
    expect(again.status).toBe(304);
    expect((await get("/api/datasets")).body).toContainEqual(expect.objectContaining(dataset));
    expect((await get(path())).body).toContainEqual(expect.objectContaining(dataset));
    expect((await get(`/api/projects/${shops.postgres.projectId}/datasets`)).body).toEqual([]);
    expect((await get("/api/projects/proj_nowhere/datasets")).status).toBe(404);
    const stranger = await addPerson(t);
    expect((await get(`/api/datasets/${dataset.id}`, stranger.token)).status).toBe(404);
    expect((await get("/api/datasets", stranger.token)).body).toEqual([]);
    expect((await get(path(), stranger.token)).body).toEqual([]);
  });

  test("happens once for one Idempotency-Key", async () => {
    const send = () =>
      t.call("POST", path(), {
        token: token(),
        body: {name: "Once", kind: "live", definition},
        headers: {"idempotency-key": "one-dataset"},
      });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  test.each([
    [{definition: {...definition, limit: 5}}, "invalid_request", "/definition/limit"],
    [{definition: {...definition, orderBy: ["orders.count"]}}, "invalid_request", "/definition/orderBy"],
    [{definition: {...definition, totals: true}}, "invalid_request", "/definition/totals"],
    [{definition: {...definition, fillGaps: true}}, "invalid_request", "/definition/fillGaps"],
    [
      {definition: {...definition, filters: [{or: [{and: [{field: "orders.count", op: ">", value: 1}]}]}]}},
      "invalid_request",
      "/definition/filters/0/or/0/and/0/field",
    ],
    [
      {definition: {...definition, filters: [{field: "orders.total", op: ">", other: "orders.count"}]}},
      "invalid_request",
      "/definition/filters/0/other",
    ],
    [
      {definition: {...definition, filters: [{field: "orders.status", op: "=", other: "orders.state"}]}},
      "unknown_field",
      "/definition/filters/0/other",
    ],
    [{definition: {...definition, projectId: "proj_other"}}, "invalid_request", "/definition/projectId"],
    [{definition: {...definition, measures: ["orders.cuont"]}}, "unknown_field", "/definition/measures/0"],
    [{definition: {model: "ordres"}}, "unknown_model", "/definition/model"],
    [
      {definition: {model: "orders", filters: [{field: "orders.state", op: "=", value: 1}]}},
      "unknown_field",
      "/definition/filters/0/field",
    ],
    [{definition: {model: "orders", timezone: "Mars/Olympus"}}, "invalid_request", "/definition/timezone"],
    [{definition: {}}, "invalid_request", "/definition/model"],
    [{definition: undefined}, "invalid_request", "/definition"],
    [{snapshotCsv: "a\n1\n"}, "invalid_request", "/snapshotCsv"],
    [{query: definition}, "invalid_request", "/query"],
    [{kind: "snapshot"}, "invalid_request", "/definition"],
    [{kind: "snapshot", definition: undefined}, "invalid_request", "/snapshotCsv"],
    [{kind: "snapshot", definition: undefined, snapshotCsv: ""}, "invalid_request", "/snapshotCsv"],
    [
      {kind: "snapshot", definition: undefined, snapshotCsv: "a\n1", query: definition},
      "invalid_request",
      "/query",
    ],
    [{kind: "frozen"}, "invalid_request", "/kind"],
    [{slug: "mine"}, "invalid_request", "/slug"],
    [{teamId: "team_nowhere"}, "invalid_request", "/teamId"],
  ])("is refused because of %j", async (more, code, at) => {
    const refused = await refuse(more);
    expect([refused.status, refused.code]).toEqual([422, code]);
    expect(refused.paths).toContain(at);
  });

  test("over another dataset is refused, because a dataset is over a model", async () => {
    const {slug} = await make();
    expect((await refuse({definition: {model: slug}})).code).toBe("unknown_model");
  });

  test("in a project that the caller cannot see is 404", async () => {
    const team = await addTeam(t, "closed");
    const project = await t.call("POST", "/api/projects", {
      body: {name: "closed", connectionId: shops.duckdb.connectionId, teamIds: [team]},
    });
    const answer = await t.call("POST", `/api/projects/${project.body.id}/datasets`, {
      token: token(),
      body: {nonsense: true},
    });
    expect(answer.status).toBe(404);
  });

  test("fixes its definition, which cannot be changed", async () => {
    const {id} = await make();
    for (const method of ["PUT", "PATCH"]) {
      const answer = await t.call(method, `/api/datasets/${id}`, {token: token(), body: {definition}});
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, DELETE, HEAD, OPTIONS"]);
    }
  });
});

describe("the slug of a dataset", () => {
  test.each([
    ["Umsätze – Köln & Ærø", "umsatze_koln_aero"],
    ['2024\'s  "best"; drop table datasets; --', "2024_s_best_drop_table_datasets"],
    ["🦄", "dataset"],
    ["销售", "dataset_2"],
    ["flights.date.month", "flights_date_month"],
    ["x".repeat(200), "x".repeat(60)],
    [`${"y".repeat(59)} z`, "y".repeat(59)],
  ])("of %j is %s", async (name, slug) => {
    const dataset = await make({name});
    expect(dataset).toMatchObject({name, slug});
    const {rows} = await ask({model: slug, measures: [`${slug}.count`]});
    expect(rows).toEqual([[3]]);
  });

  test("is another one if a dataset or a model of any project has it", async () => {
    expect((await make({name: "Twin"})).slug).toBe("twin");
    const both = await Promise.all([make({name: "Twin"}), make({name: "twin!"})]);
    expect(both.map(dataset => dataset.slug).sort()).toEqual(["twin_2", "twin_3"]);
    expect((await make({name: "Orders"})).slug).toBe("orders_2");
  });

  test("is lost to a model that takes it later; charts and the id keep the dataset", async () => {
    const {id, slug} = await make({name: "Overtaken"});
    const query = {model: slug, measures: [`${slug}.count`]};
    const chart = await t.call("POST", "/api/charts", {
      token: token(),
      body: {name: "c", type: "table", query},
    });
    const {body: graph} = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
    const numbers = graph.models.find((model: {name: string}) => model.name === "numbers");
    const apply = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/introspect`, {
      body: {models: [{...numbers, name: slug}]},
    });
    expect(apply.status).toBe(201);
    expect(apply.body.notes).toContainEqual({
      model: slug,
      code: "hides_dataset",
      message: expect.stringContaining(id),
    });
    expect((await ask(query)).rows).toEqual([[50000]]);
    expect((await ask({...query, model: id})).rows).toEqual([[3]]);
    const data = await t.call("GET", `/api/charts/${chart.body.id}/data`, {token: token()});
    expect(data.body.rows).toEqual([[3]]);
  });
});

describe("a live dataset", () => {
  test("has averages over the rows, and columns with the names of the query", async () => {
    const {slug} = await make();
    const result = await ask({
      model: slug,
      dimensions: [`${slug}.region`],
      measures: [`${slug}.mean_id`, "orders.count"],
      orderBy: [`${slug}.count desc`, "customers.region"],
    });
    expect(result.columns).toEqual([
      {name: `${slug}.region`, type: "string"},
      {name: `${slug}.mean_id`, type: "number"},
      {name: "orders.count", type: "number"},
    ]);
    const {rows} = await ask({model: slug, measures: [`${slug}.mean_id`]});
    const own = await ask({model: "orders", measures: ["orders.mean_id"], filters: [paid]});
    expect(rows).toEqual(own.rows);
  });

  test("applies its filters in every kind of query", async () => {
    const {slug} = await make();
    const count = `${slug}.count`;
    const status = `${slug}.status`;
    expect((await ask({model: slug, measures: [count]})).rows).toEqual([[3]]);
    expect((await ask({model: slug, dimensions: [status]})).rows).toEqual([["paid"]]);
    const open = {field: status, op: "=", value: "open"};
    expect(
      (await ask({model: slug, measures: [count], filters: [{or: [open, {...open, op: "!="}]}]})).rows,
    ).toEqual([[3]]);
    expect((await ask({model: slug, measures: [count], filters: [open]})).rows).toEqual([[0]]);
    expect((await ask({model: slug, measures: [count], filters: [{or: []}]})).rows).toEqual([[0]]);
    const totals = await ask({model: slug, dimensions: [status], measures: [count], totals: true});
    expect(totals.totals).toEqual([null, 3]);
    const having = [{field: count, op: ">", value: 3}];
    expect((await ask({model: slug, dimensions: [status], measures: [count], filters: having})).rows).toEqual(
      [],
    );
    const detail = await t.call("POST", "/api/query/detail", {
      token: token(),
      body: {model: slug, measures: [count]},
    });
    expect(detail.body.sql).toContain(`as "${count}"`);
    expect(detail.body.sql).toContain("'paid'");
    const batch = await t.call("POST", "/api/query/batch", {
      token: token(),
      body: [
        {model: slug, measures: [count]},
        {model: slug, measures: [`${slug}.nothing`]},
      ],
    });
    expect(batch.body[0].rows).toEqual([[3]]);
    expect(batch.body[1].error.code).toBe("unknown_field");
  });

  test("applies its filters to windows", async () => {
    const since = {field: "orders.placed_at", op: ">=", value: "2026-02"};
    const {slug} = await make({definition: {model: "orders", filters: [since]}});
    const query = {dimensions: ["orders.placed_at.month"], measures: ["orders.running"]};
    expect((await ask({model: slug, ...query})).rows).toEqual([
      ["2026-02-01", 2],
      ["2026-03-01", 3],
    ]);
    expect((await ask({model: "orders", ...query, filters: [since]})).rows).toEqual([
      ["2026-02-01", 3],
      ["2026-03-01", 4],
    ]);
  });

  test("applies its filters by its own days, whichever timezone a query has", async () => {
    const filters = [{field: "orders.placed_at.month", op: "=", value: "2026-01"}];
    const {slug} = await make({definition: {model: "orders", filters, timezone: "America/New_York"}});
    const query = {model: slug, measures: [`${slug}.count`]};
    // By New York's time, both orders of the turn of the month belong to January.
    expect((await ask(query)).rows).toEqual([[2]]);
    expect((await ask({...query, timezone: "Asia/Tokyo"})).rows).toEqual([[2]]);
    const byDay = {...query, dimensions: [`${slug}.placed_at.day`]};
    expect((await ask(byDay)).rows).toEqual([["2026-01-31", 2]]);
    expect((await ask({...byDay, timezone: "UTC"})).rows).toEqual([
      ["2026-01-31", 1],
      ["2026-02-01", 1],
    ]);
    const hours = [{field: "orders.placed_at.hour_of_day", op: "=", value: 18}];
    const evening = await make({definition: {model: "orders", filters: hours, timezone: "America/New_York"}});
    const evenings = {model: evening.slug, measures: ["orders.count"], timezone: "UTC"};
    expect((await ask(evenings)).rows).toEqual([[1]]);
  });

  test("has days of its own timezone, so a query by days reveals no hours", async () => {
    const definition = {
      model: "orders",
      dimensions: ["orders.placed_at.day"],
      measures: ["orders.count"],
      timezone: "Asia/Kolkata",
    };
    const {slug} = await make({definition});
    const count = {model: slug, measures: [`${slug}.count`]};
    const byDay = {...count, dimensions: [`${slug}.placed_at.day`]};
    const sinceFebruary = {
      ...count,
      filters: [{field: "orders.placed_at.month", op: ">=", value: "2026-02"}],
    };
    const days = [
      ["2026-02-01", 2],
      ["2026-02-28", 1],
      ["2026-03-01", 1],
    ];
    expect((await ask(byDay)).rows).toEqual(days);
    expect((await ask({...byDay, timezone: "asia/kolkata"})).rows).toEqual(days);
    expect((await ask({...count, timezone: "UTC"})).rows).toEqual([[4]]);
    for (const query of [byDay, sinceFebruary]) {
      const wrong = await askWrong({...query, timezone: "Asia/Karachi"});
      expect(wrong).toMatchObject({code: "invalid_request", path: "/timezone"});
    }
    // Hours are the same everywhere, and so are the days that consist of whole hours.
    const hourly = await make({definition: {...definition, dimensions: ["orders.placed_at.hour"]}});
    const byHour = {model: hourly.slug, measures: [`${hourly.slug}.count`]};
    const inZone = (grain: string, timezone: string) => ({
      ...byHour,
      dimensions: [`${hourly.slug}.placed_at.${grain}`],
      timezone,
    });
    expect((await ask(inZone("day", "UTC"))).rows).toHaveLength(4);
    expect((await ask(inZone("hour", "Asia/Kathmandu"))).rows).toHaveLength(4);
    expect(await askWrong(inZone("day", "Asia/Kathmandu"))).toMatchObject({code: "unknown_field"});
    const {timezone: _, ...own} = inZone("day", "");
    expect(await askWrong(own)).toMatchObject({code: "unknown_field"});
  });

  test("cannot be queried, filtered or ordered by anything that it does not list, under any name", async () => {
    const {slug} = await make();
    for (const name of [
      `${slug}.id`,
      "orders.id",
      "customers.name",
      `${slug}.customers.name`,
      `${slug}.orders.id`,
    ]) {
      const wrong = (query: object) => askWrong({model: slug, measures: [`${slug}.count`], ...query});
      expect(await wrong({dimensions: [name]})).toMatchObject({code: "unknown_field", path: "/dimensions/0"});
      expect(await wrong({measures: [name]})).toMatchObject({code: "unknown_field", path: "/measures/0"});
      expect(await wrong({orderBy: [`${name} desc`]})).toMatchObject({
        code: "unknown_field",
        path: "/orderBy/0",
      });
      const filter = {field: name, op: "=", value: 1};
      expect(await wrong({filters: [filter]})).toMatchObject({
        code: "unknown_field",
        path: "/filters/0/field",
      });
      expect(await wrong({filters: [{or: [{and: [filter]}]}]})).toMatchObject({
        code: "unknown_field",
        path: "/filters/0/or/0/and/0/field",
      });
    }
    expect(await askWrong({model: slug, dimensions: [`${slug}.stauts`]})).toMatchObject({
      message: `"${slug}.stauts" is not a field of the dataset "${slug}". Did you mean "${slug}.status"?`,
      suggestions: [`${slug}.status`],
    });
    expect((await askWrong({model: slug, measures: ["orders.broken"]})).message).not.toContain(
      "orders.total",
    );
    // A field that exists and is not listed gets the same message as a missing one.
    const said = async (name: string) => (await askWrong({model: slug, dimensions: [name]})).message;
    expect((await said("orders.id")).replace("orders.id", "X")).toBe(
      (await said("orders.xx")).replace("orders.xx", "X"),
    );
    const one = await make({definition: {model: "orders", dimensions: ["orders.status"]}});
    expect((await askWrong({model: one.slug, measures: [`${one.slug}.count`]})).code).toBe("unknown_field");
  });

  test("offers a time at the listed grain and at coarser ones", async () => {
    const {slug} = await make();
    const rows = async (grain: string) =>
      (await ask({model: slug, dimensions: [`${slug}.placed_at.${grain}`]})).rows;
    expect(await rows("month")).toEqual([["2026-01-01"], ["2026-02-01"], ["2026-03-01"]]);
    expect(await rows("year")).toEqual([["2026-01-01"]]);
    expect(await rows("month_of_year")).toEqual([[1], [2], [3]]);
    for (const finer of [".day", ".week", ".day_of_week", ".hour", ""]) {
      const wrong = await askWrong({model: slug, dimensions: [`${slug}.placed_at${finer}`]});
      expect(wrong).toMatchObject({code: "unknown_field", path: "/dimensions/0"});
      expect(wrong.suggestions).toContain(`${slug}.placed_at.month`);
    }
    const filter = {field: "orders.placed_at", op: ">=", value: "2026-02-15"};
    expect((await askWrong({model: slug, measures: ["orders.count"], filters: [filter]})).code).toBe(
      "unknown_field",
    );
    const byMonth = {...filter, field: "orders.placed_at.month", value: "2026-02"};
    expect((await ask({model: slug, measures: ["orders.count"], filters: [byMonth]})).rows).toEqual([[2]]);
  });

  test("gives fields of the same name their model's name as a prefix", async () => {
    const both = {
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.count", "customers.count"],
    };
    const {slug, columns} = await make({definition: both});
    const count = [`${slug}.orders_count`, `${slug}.customers_count`];
    expect(columns.map((column: {field: string}) => column.field)).toEqual([`${slug}.status`, ...count]);
    const own = {dimensions: ["orders.status"], measures: ["orders.count", "customers.count"]};
    const rows = (await ask({model: slug, dimensions: [`${slug}.status`], measures: count})).rows;
    expect(rows).toEqual((await ask({model: "orders", ...own})).rows);
    expect((await askWrong({model: slug, measures: [`${slug}.count`]})).suggestions).toContain(count[0]);
  });

  test("that lists no fields offers all of its model", async () => {
    const {slug} = await make({definition: {model: "orders", filters: [paid]}});
    const query = {
      model: slug,
      dimensions: [`${slug}.customers.region`, "customers.name"],
      measures: [`${slug}.count`],
    };
    expect((await ask(query)).columns[0].name).toBe(`${slug}.customers.region`);
    expect(await askWrong({model: slug, measures: [`${slug}.cuont`]})).toMatchObject({
      path: "/measures/0",
      suggestions: [`${slug}.count`],
    });
    expect((await askWrong({model: slug, measures: ["orders.status"]})).message).toContain(
      `"orders.status" is a dimension`,
    );
  });

  test("reports errors with the names and paths of the request", async () => {
    const {slug} = await make();
    const filter = {field: `${slug}.status`, op: "in_past", value: {}};
    expect(await askWrong({model: slug, measures: [`${slug}.count`], filters: [filter]})).toMatchObject({
      path: "/filters/0/op",
      message: `"in_past" does not go with "${slug}.status", which is of type string.`,
    });
    expect((await askWrong({model: slug, measures: [`${slug}.status`]})).message).toBe(
      `"${slug}.status" is a dimension. Ask for it under "dimensions".`,
    );
    expect((await askWrong({model: slug})).path).toBe("");
    expect((await askWrong({model: slug, dimensions: ["orders.status", `${slug}.status`]})).path).toBe(
      "/dimensions/1",
    );
  });

  test("whose model is gone says so", async () => {
    const projectId = shops.postgres.projectId;
    const {body: graph} = await t.call("GET", `/api/projects/${projectId}/layer`);
    const dataset = await t.call("POST", `/api/projects/${projectId}/datasets`, {
      token: token(),
      body: {
        name: "Bereft",
        kind: "live",
        definition: {model: "numbers", dimensions: ["numbers.label"], measures: ["numbers.count"]},
      },
    });
    const query = {model: dataset.body.slug, measures: ["bereft.count"]};
    expect((await ask(query)).rows).toEqual([[50000]]);
    const apply = (models: object[]) =>
      t.call("POST", `/api/projects/${projectId}/introspect`, {body: {models, replace: true}});
    const numbers = graph.models.find((model: {name: string}) => model.name === "numbers");
    expect((await apply([{...numbers, dimensions: numbers.dimensions.slice(0, 1)}])).status).toBe(201);
    expect((await ask(query)).rows).toEqual([[50000]]);
    expect((await askWrong({...query, dimensions: ["bereft.label"]})).message).toContain("no longer has it");
    await apply(graph.models.filter((model: {name: string}) => model.name === "slow"));
    expect(await askWrong(query)).toMatchObject({code: "unknown_model", path: "/model"});
    await apply(graph.models);
  });

  test("is described as a model is", async () => {
    const {slug} = await make();
    const described = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/models/${slug}`, {
      token: token(),
    });
    expect(described.status).toBe(200);
    expect(described.body.dimensions.map((field: {name: string}) => field.name)).toEqual([
      `${slug}.status`,
      `${slug}.region`,
      `${slug}.placed_at.month`,
      `${slug}.placed_at.quarter`,
      `${slug}.placed_at.year`,
      `${slug}.placed_at.month_of_year`,
      `${slug}.placed_at.quarter_of_year`,
      `${slug}.placed_at.year_number`,
    ]);
    expect(described.body.measures).toContainEqual({
      name: `${slug}.mean_id`,
      type: "number",
      aggregation: "avg",
    });
    const nowhere = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/models/nothing_here`, {
      token: token(),
    });
    expect(nowhere.status).toBe(404);
  });
});

test("a dashboard filters its tiles by fields of a dataset, and says which tiles it cannot filter", async () => {
  const {slug} = await make();
  const chart = async (query: object) => {
    const body = {name: "c", type: "table", query};
    return (await t.call("POST", "/api/charts", {token: token(), body})).body.id;
  };
  const over = await chart({model: slug, measures: [`${slug}.count`]});
  const board = await t.call("POST", "/api/dashboards", {token: token(), body: {name: "b"}});
  await t.call("PUT", `/api/dashboards/${board.body.id}/layout`, {
    token: token(),
    body: {tiles: [{chartId: over, x: 0, y: 0, w: 6, h: 6}]},
  });
  const tile = async (filters: object[]) => {
    const path = `/api/dashboards/${board.body.id}/data`;
    const answer = await t.call("POST", path, {token: token(), body: {filters}});
    return answer.text;
  };
  expect(await tile([])).toContain('"rows":[[3]]');
  expect(await tile([{field: `${slug}.placed_at.month`, op: "=", value: "2026-01"}])).toContain(
    '"rows":[[1]]',
  );
  expect(await tile([{field: "orders.status", op: "=", value: "open"}])).toContain('"rows":[[0]]');
  const unlisted = await tile([{field: "orders.id", op: "=", value: 1}]);
  expect(unlisted).toContain("orders.id");
  expect(unlisted).toContain("is not a field of the dataset");
});

test("filters that are nested too deep are refused without recursion", async () => {
  const {slug} = await make();
  const nested = `${'{"or":['.repeat(1000)}{"field":"${slug}.status","op":"=","value":"x"}${"]}".repeat(1000)}`;
  const body = `{"model":"${slug}","measures":["${slug}.count"],"filters":[${nested}]}`;
  const {status, body: problem} = await t.call("POST", "/api/query", {token: token(), body});
  expect([status, problem.code]).toEqual([422, "invalid_filter"]);
});
