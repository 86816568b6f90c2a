import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {addPerson} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shop: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  // The memory is so small that roll-ups displace each other all the time.
  service = await testService({ROLLUP_MEMORY_MB: "1"});
  shop = await shopProjects(service);
});
afterAll(async () => {
  await service.stop();
  await shop.drop();
});

/** Sales and visits of shops, each with a day of its own. Only teams see their sales. */
function shopsGraph(type: "duckdb" | "postgres"): Graph {
  const word = type === "postgres" ? `name collate "en-x-icu" as name` : "name";
  const day = {name: "day", type: "date", column: "day"} as const;
  const of = (name: string, columns: string, rows: string) => ({
    name,
    table: {sql: `select * from (values ${rows}) as v(${columns})`},
    time: "day",
  });
  return {
    models: [
      {
        name: "shops",
        table: {sql: `select id, ${word} from (values (1, 'a'), (2, 'c'), (3, 'B')) as v(id, name)`},
        primaryKey: ["id"],
        dimensions: [{name: "name", type: "string", column: "name"}],
      },
      {
        ...of(
          "sales",
          "shop_id, team, amount, day",
          "(1, 'x', 10, date '2026-01-01'), (1, 'y', 5, date '2026-01-02'), (2, 'x', 7, date '2026-01-01'), (null, 'x', 1, null)",
        ),
        dimensions: [day, {name: "team", type: "string", column: "team"}],
        measures: [
          {name: "total", type: "sum", column: "amount"},
          {name: "count", type: "count"},
        ],
        rowAccess: [{dimension: "team", attribute: "team"}],
      },
      {
        ...of(
          "visits",
          "shop_id, people, day",
          "(1, 3, date '2026-01-01'), (1, 2, date '2026-01-01'), (3, 4, date '2026-01-03')",
        ),
        dimensions: [day],
        measures: [
          {name: "people", type: "sum", column: "people"},
          {name: "count", type: "count"},
          {name: "middle", type: "median", column: "people"},
          {name: "per_sale", type: "number", sql: "${people} / ${sales.count}"},
        ],
      },
    ],
    joins: [
      {from: "sales", to: "shops", relationship: "many_to_one", on: [{from: "shop_id", to: "id"}]},
      {from: "visits", to: "shops", relationship: "many_to_one", on: [{from: "shop_id", to: "id"}]},
    ],
    rollups: [
      {
        name: "sales_daily",
        model: "sales",
        dimensions: ["shops.name", "sales.team"],
        measures: ["sales.total", "sales.count"],
        time: {dimension: "sales.day", grain: "day"},
      },
      {
        name: "visits_daily",
        model: "visits",
        dimensions: ["shops.name"],
        measures: ["visits.people", "visits.count", "visits.middle"],
        time: {dimension: "visits.day", grain: "day"},
      },
    ],
  };
}

interface Listed {
  name: string;
  state: string;
  dataAsOf: string;
  hits: number;
  hitsSince: string;
  lastBuild: {finishedAt: string | null} | null;
}

/** Waits until the web process knows that the roll-ups fulfil a condition, and returns them. */
async function rollupsWhen(
  projectId: string,
  isDone: (all: Listed[]) => boolean,
): Promise<Record<string, Listed>> {
  const all: Listed[] = await until(async () => {
    const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
    return isDone(body) && body;
  });
  await service.web.notices.caughtUp();
  return Object.fromEntries(all.map(one => [one.name, one]));
}

const isBuilt = ({lastBuild, state}: Listed) => state === "fresh" && lastBuild?.finishedAt != null;

describe.each(["duckdb", "postgres"] as const)("measures of several models over %s", type => {
  let projectId: string;
  let token: string;
  let asOf: Record<string, Listed>;
  const of = (more: Partial<Query>): Query => ({projectId, model: "shops", ...more});
  const ask = (query: Query, headers = {}) =>
    service.call("POST", "/api/query", {body: query, headers, token});
  const detail = async (query: Query) =>
    (await service.call("POST", "/api/query/detail", {body: query, token})).body.rollups;

  beforeAll(async () => {
    const {connectionId} = shop[type];
    const made = await service.call("POST", "/api/projects", {body: {name: `facts ${type}`, connectionId}});
    projectId = made.body.id;
    const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {
      body: {graph: shopsGraph(type)},
    });
    expect(applied.status, applied.text).toBe(201);
    await rollupsWhen(projectId, all => all.length === 2 && all.every(isBuilt));
    // From here on, one of the roll-ups is newer than the other.
    await service.call("POST", `/api/projects/${projectId}/rollups/visits_daily/build`);
    asOf = await rollupsWhen(projectId, all => {
      const [sales, visits] = ["sales_daily", "visits_daily"].map(name => all.find(one => one.name === name));
      return all.every(isBuilt) && (visits?.dataAsOf ?? "") > (sales?.dataAsOf ?? "");
    });
    ({token} = await addPerson(service, {attributes: {team: ["x", "y"]}}));
  });

  test("are answered from one roll-up each, with the age of the oldest", async () => {
    const query = of({
      dimensions: ["metric_time.day"],
      measures: ["sales.total", "visits.people", "visits.count"],
      totals: true,
    });
    const answer = await ask(query);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.rows).toEqual([
      ["2026-01-01", 17, 5, 2],
      ["2026-01-02", 5, null, 0],
      ["2026-01-03", null, 4, 1],
      [null, 1, null, 0],
    ]);
    expect(answer.body.totals).toEqual([null, 23, 9, 3]);
    expect(answer.headers.get("x-data-as-of")).toBe(asOf["sales_daily"]?.dataAsOf ?? "");
    const plain = await ask({...query, rollups: false});
    expect(plain.headers.get("x-data-as-of")).toBeNull();
    expect([plain.body.rows, plain.body.totals]).toEqual([answer.body.rows, answer.body.totals]);
    expect(await detail(query)).toMatchObject({
      chosen: {rollup: "sales_daily", others: ["visits_daily"], dataAsOf: asOf["sales_daily"]?.dataAsOf},
      passed: [],
    });
    const one = await detail(of({dimensions: ["metric_time.day"], measures: ["visits.people"]}));
    expect(one.chosen).toEqual({rollup: "visits_daily", dataAsOf: asOf["visits_daily"]?.dataAsOf});
  });

  test("contain the rows that their reader may see in each model", async () => {
    const query = of({measures: ["sales.total", "visits.people"]});
    for (const [team, total] of [
      ["x", 18],
      ["y", 5],
      ["z", null],
    ] as const) {
      const person = await addPerson(service, {attributes: {team: [team]}});
      const answer = await service.call("POST", "/api/query", {body: query, token: person.token});
      expect(answer.headers.get("x-data-as-of")).not.toBeNull();
      expect(answer.body.rows).toEqual([[total, 9]]);
    }
  });

  test("go to the warehouse as a whole if one of them has no roll-up that can answer", async () => {
    const query = of({dimensions: ["metric_time.month"], measures: ["sales.total", "visits.middle"]});
    const answer = await ask(query);
    expect(answer.headers.get("x-data-as-of")).toBeNull();
    expect(answer.body.rows).toEqual([
      ["2026-01-01", 22, 3],
      [null, 1, null],
    ]);
    expect(await detail(query)).toEqual({
      chosen: null,
      passed: expect.arrayContaining([
        {rollup: "visits_daily", why: '"visits.middle" is stored only for the groups of the roll-up'},
        {rollup: "sales_daily", why: 'no roll-up answers the part of the query over "visits"'},
      ]),
      why: 'no roll-up answers the part of the query over "visits"',
    });
    const refused: [Partial<Query>, string][] = [
      [
        {measures: ["sales.total", "visits.per_sale"]},
        '"visits.per_sale" is computed from "sales.count", which is of another model',
      ],
      [
        {measures: ["visits.people", "sales.total"], filters: [{none: "sales"}]},
        'a filter depends on rows or groups that it does not store ("rows")',
      ],
      [
        {measures: ["visits.people", "sales.total"], filters: [{field: "sales.team", op: "=", value: "x"}]},
        '"sales.team" is not in it',
      ],
    ];
    for (const [more, why] of refused) {
      const {chosen, passed} = await detail(of(more));
      expect(chosen).toBeNull();
      expect(passed).toContainEqual({rollup: "visits_daily", why});
    }
  });

  test("are in the warehouse's order, even where the values of two roll-ups together are not", async () => {
    const query = of({dimensions: ["shops.name"], measures: ["sales.total", "visits.people"]});
    const {body} = await ask(query);
    const rows = {
      // The names in each roll-up are in the same order by bytes and by the collation; the names of both together are not.
      postgres: [
        ["a", 15, 5],
        ["B", null, 4],
        ["c", 7, null],
        [null, 1, null],
      ],
      duckdb: [
        ["B", null, 4],
        ["a", 15, 5],
        ["c", 7, null],
        [null, 1, null],
      ],
    };
    expect(body.rows).toEqual(rows[type]);
    const {chosen} = await detail(query);
    expect(chosen?.others).toEqual(type === "duckdb" ? ["visits_daily"] : undefined);
    const unordered = await detail({...query, limit: 20_000});
    expect(unordered.chosen?.others).toEqual(["visits_daily"]);
  });

  test("count as answers of each of their roll-ups, in the days that are reported", async () => {
    const {sales_daily: sales, visits_daily: visits} = await rollupsWhen(projectId, all =>
      all.every(({hits}) => hits >= 4),
    );
    expect(visits?.hits).toBeGreaterThanOrEqual(sales?.hits ?? 0);
    const days = (Date.now() - Date.parse(sales?.hitsSince ?? "")) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    const {org} = service;
    // A row of the history may be written after its answer was read.
    await until(async () => {
      await service.db
        .updateTable("query_runs")
        .set({project_id: "proj_elsewhere"})
        .where("org_id", "=", org.id)
        .where("project_id", "=", projectId)
        .execute();
      return (await rollupsWhen(projectId, () => true))["sales_daily"]?.hits === 0;
    });
  });
});

test("measures of several models are suggested one roll-up each, however small, which answer them together", async () => {
  const {connectionId} = shop.duckdb;
  const made = await service.call("POST", "/api/projects", {body: {name: "suggested", connectionId}});
  const projectId: string = made.body.id;
  const path = `/api/projects/${projectId}`;
  const {rollups: _, ...graph} = shopsGraph("duckdb");
  const [, sales, visits] = graph.models;
  // A thousand sales on fifty days by two teams, and one visit on each of twenty days.
  sales!.table = {
    sql: "select 1 + i % 3 as shop_id, case when i % 100 < 50 then 'x' else 'y' end as team, i as amount, date '2026-01-01' + (i % 50)::integer as day from range(1000) as t(i)",
  };
  visits!.table = {
    sql: "select 1 as shop_id, i as people, date '2026-01-01' + i::integer as day from range(20) as t(i)",
  };
  expect((await service.call("POST", `${path}/introspect`, {body: {graph}})).status).toBe(201);
  const of = (more: Partial<Query>): Query => ({projectId, model: "shops", ...more});
  const both = ["sales.total", "visits.people"];
  const questions = [
    of({dimensions: ["metric_time.day"], measures: both}),
    of({dimensions: ["metric_time.month"], measures: ["sales.count"]}),
    of({dimensions: ["metric_time.day"], measures: ["visits.people"]}),
    of({measures: ["sales.total", "visits.per_sale"]}),
  ];
  for (const query of questions) {
    const {status, text} = await service.call("POST", "/api/query", {body: query});
    expect(status, text).toBe(200);
  }
  /** Waits for the suggestions once the runs are written. The test pretends that each took a minute. */
  const suggested = () =>
    until(async () => {
      const shapes = await service.db
        .selectFrom("query_shapes")
        .select("id")
        .where("project_id", "=", projectId)
        .execute();
      await service.db
        .updateTable("query_runs")
        .set({duration_ms: 60_000})
        .where("project_id", "=", projectId)
        .where("connection_id", "not like", "rlb%")
        .execute();
      const {status, body, text} = await service.call("POST", `${path}/rollups/suggest`, {body: {days: 1}});
      expect(status, text).toBe(200);
      return shapes.length === 4 && body.warehouseMs === 4 * 60_000 && body;
    });
  const body = await suggested();
  const ofModel = (model: string) =>
    body.suggestions.find(({rollup}: {rollup: {model: string}}) => rollup.model === model);
  expect(body.suggestions).toHaveLength(2);
  expect(ofModel("sales")).toMatchObject({
    rollup: {
      name: "sales_by_day",
      dimensions: ["sales.team"],
      measures: ["sales.count", "sales.total"],
      time: {dimension: "sales.day", grain: "day"},
    },
    others: ["visits_by_day"],
    shapes: 2,
    runs: 2,
    rows: 100,
    sourceRows: 1000,
    // Half of the time of the first query, and all of the second.
    warehouseMs: 90_000,
  });
  expect(ofModel("visits")).toMatchObject({
    rollup: {name: "visits_by_day", measures: ["visits.people"]},
    others: ["sales_by_day"],
    shapes: 1,
    rows: 20,
    sourceRows: 20,
    warehouseMs: 30_000,
  });
  // A hundred and twenty rows in place of 1,020, plus ten milliseconds for each query.
  const savedMs = 120_000 * (1 - 120 / 1020) - 2 * 10;
  const total = body.suggestions.reduce((sum: number, one: {savedMs: number}) => sum + one.savedMs, 0);
  expect(Math.abs(total - savedMs)).toBeLessThanOrEqual(2);
  expect(body.unanswered.map(({why}: {why: string}) => why).sort()).toEqual([
    '"visits.per_sale" is computed from "sales.count", which is of another model',
    "a roll-up of it would have 20 rows, and its source has 20",
  ]);
  const rollups = body.suggestions.map(({rollup}: {rollup: object}) => rollup);
  expect((await service.call("POST", `${path}/introspect`, {body: {models: [], rollups}})).status).toBe(201);
  await rollupsWhen(projectId, all => all.length === 2 && all.every(isBuilt));
  const chosen = [];
  for (const query of questions) {
    const detail = await service.call("POST", "/api/query/detail", {body: query});
    chosen.push(detail.body.rollups.chosen?.rollup ?? null);
  }
  expect(chosen).toEqual(["sales_by_day", "sales_by_day", "visits_by_day", null]);
  expect(await suggested()).toMatchObject({already: {runs: 3}, suggestions: []});
});
