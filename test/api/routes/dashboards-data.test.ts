import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const member = () => t.org.member.token;
const byStatus = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const regions = {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]};
const numbers = {model: "numbers", measures: ["numbers.count"]};

async function make(path: string, body: object, token: string) {
  const answer = await t.call("POST", path, {token, body});
  expect(answer.text).toContain('"id"');
  return answer.body;
}

const makeChart = (query: object, token = member(), more: object = {}) =>
  make("/api/charts", {name: "A chart", type: "table", query, ...more}, token);

/** A dashboard of charts of these queries, next to each other. */
async function dashboardOf(queries: readonly object[], token = member(), more: object = {}) {
  const charts = await Promise.all(queries.map(query => makeChart(query, token, more)));
  const {id} = await make("/api/dashboards", {name: "Shop", ...more}, token);
  const tiles = charts.map((chart, i) => ({chartId: chart.id, x: i % 36, y: Math.floor(i / 36), w: 1, h: 1}));
  expect((await t.call("PUT", `/api/dashboards/${id}/layout`, {token, body: {tiles}})).status).toBe(200);
  return {id: String(id), charts};
}

const run = (id: string, body?: unknown, token = member(), headers: Record<string, string> = {}) =>
  t.call("POST", `/api/dashboards/${id}/data`, {token, body, headers});

interface Tile {
  chart: {id: string} | null;
  result?: {rows: unknown[][]};
  error?: {code: string};
  filters: {index: number; applied: boolean; reason?: string}[];
}

const rowsOf = (answer: {body: {tiles: Tile[]}}) => answer.body.tiles.map(tile => tile.result?.rows);

describe("a dashboard's data", () => {
  test("are each tile's result, in the tiles' order, with or without a request body", async () => {
    const {id, charts} = await dashboardOf([numbers, byStatus]);
    for (const body of [undefined, {}, {filters: []}]) {
      const answer = await run(id, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        tiles: [
          {
            chartId: charts[0].id,
            chart: {id: charts[0].id, name: "A chart", type: "table"},
            filters: [],
            result: {
              columns: [{name: "numbers.count", type: "number"}],
              rows: [[50000]],
              truncated: false,
            },
          },
          expect.objectContaining({
            chartId: charts[1].id,
            result: expect.objectContaining({
              rows: [
                ["open", 1],
                ["paid", 3],
              ],
            }),
          }),
        ],
      });
    }
  });

  test("of an empty dashboard are no tiles", async () => {
    const {id} = await dashboardOf([]);
    expect((await run(id)).body).toEqual({tiles: []});
    const filters = [{field: "orders.status", op: "=", value: "paid"}];
    expect((await run(id, {filters})).body).toEqual({tiles: []});
  });

  test("are for viewers and for tokens that may only read", async () => {
    const team = await addTeam(t, "readers");
    const maker = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const {id} = await dashboardOf([byStatus], maker.token, {teamId: team});
    for (const {id: principal_id} of [t.org.viewer, t.org.reader]) {
      const values = {org_id: t.org.id, team_id: team, principal_id, role: "member"};
      await t.db.insertInto("team_members").values(values).execute();
    }
    const fresh = await Promise.all([t.org.viewer, t.org.reader].map(({id: one}) => t.addToken(one)));
    for (const token of fresh) expect((await run(id, {}, token)).status).toBe(200);
  });

  test("of a failing tile are its problem, and the other tiles are returned", async () => {
    const broken = {model: "orders", measures: ["orders.broken"]};
    const {id} = await dashboardOf([byStatus, broken, numbers]);
    const {body} = await run(id);
    expect(body.tiles[1].error).toMatchObject({status: 502, code: "warehouse_error"});
    expect(body.tiles[1].result).toBeUndefined();
    expect(rowsOf({body})[2]).toEqual([[50000]]);
  });

  test("of a chart that the caller cannot see are omitted", async () => {
    const owner = await addPerson(t);
    const guest = await addPerson(t);
    const {id, charts} = await dashboardOf([byStatus, numbers], owner.token);
    await t.db
      .insertInto("grants")
      .values({
        id: "grant_data",
        org_id: t.org.id,
        content_id: id,
        grantee_user_id: guest.id,
        permission: "view",
      })
      .execute();
    const filters = [{field: "orders.status", op: "=", value: "paid"}];
    expect((await run(id, {filters}, guest.token)).body).toEqual({
      tiles: charts.map(chart => ({chartId: chart.id, chart: null, filters: []})),
    });
    await t.db
      .updateTable("grants")
      .set({cascade_charts_permission: "view"})
      .where("id", "=", "grant_data")
      .execute();
    const seen = await run(id, {filters}, guest.token);
    expect(rowsOf(seen)).toEqual([[["paid", 3]], [[50000]]]);
  });

  test("of a hundred tiles are complete", async () => {
    const {id, charts} = await dashboardOf([byStatus]);
    const tiles = Array.from({length: 100}, (_, i) => ({
      chartId: charts[0].id,
      x: i % 36,
      y: Math.floor(i / 36),
      w: 1,
      h: 1,
    }));
    await t.call("PUT", `/api/dashboards/${id}/layout`, {token: member(), body: {tiles}});
    const answer = await run(id, {filters: [{field: "orders.status", op: "=", value: "paid"}]});
    expect(rowsOf(answer)).toEqual(Array(100).fill([["paid", 3]]));
  });

  test("are cancelled when their caller leaves", async () => {
    const {id} = await dashboardOf([{model: "slow", measures: ["slow.count"]}, numbers]);
    const leaving = new AbortController();
    const request = new Request(`http://service.test/api/dashboards/${id}/data`, {
      method: "POST",
      headers: {authorization: `Bearer ${member()}`},
      signal: leaving.signal,
    });
    const response = await t.app.handle(request);
    const read = response.text().catch(() => "left");
    await until(() => t.worker.executor.running > 0);
    leaving.abort();
    await until(() => t.worker.executor.running === 0, 5000);
    expect(t.worker.executor.running).toBe(0);
    expect(await read).not.toContain("]}");
  });
});

describe("filters of a dashboard", () => {
  test("apply where they can, and the answer says where they do not, and why", async () => {
    const {id} = await dashboardOf([byStatus, numbers]);
    const filters = [
      {field: "orders.status", op: "=", value: "paid"},
      {field: "numbers.n", op: "<=", value: 10},
    ];
    const answer = await run(id, {filters});
    expect(rowsOf(answer)).toEqual([[["paid", 3]], [[10]]]);
    expect(answer.body.tiles.map((tile: Tile) => tile.filters)).toEqual([
      [
        {index: 0, fields: ["orders.status"], applied: true},
        {index: 1, fields: ["numbers.n"], applied: false, reason: expect.stringContaining("no join leads")},
      ],
      [
        {
          index: 0,
          fields: ["orders.status"],
          applied: false,
          reason: expect.stringContaining("no join leads"),
        },
        {index: 1, fields: ["numbers.n"], applied: true},
      ],
    ]);
  });

  test("are added to the chart's own filters, and reach over joins", async () => {
    const own = {...byStatus, filters: [{field: "orders.status", op: "!=", value: "open"}]};
    const {id} = await dashboardOf([own]);
    const south = await addPerson(t, {role: "admin", attributes: {region: ["north", "south"]}});
    const nested = {
      or: [
        {field: "customers.name", op: "=", value: "Bo"},
        {
          and: [
            {field: "customers.name", op: "=", value: "Ada"},
            {field: "orders.status", op: "=", value: "open"},
          ],
        },
      ],
    };
    const answer = await run(id, {filters: [nested]}, south.token);
    expect(rowsOf(answer)).toEqual([[["paid", 1]]]);
    expect(answer.body.tiles[0].filters).toEqual([
      {index: 0, fields: ["customers.name", "orders.status"], applied: true},
    ]);
  });

  test("reach charts of a dataset by the dataset's own names", async () => {
    const {projectId} = shops.duckdb;
    const definition = {
      model: "orders",
      dimensions: ["orders.status"],
      measures: ["orders.count"],
      filters: [{field: "orders.status", op: "!=", value: "lost"}],
    };
    const dataset = await make(
      `/api/projects/${projectId}/datasets`,
      {name: "Board orders", kind: "live", definition},
      member(),
    );
    const {slug} = dataset;
    const {id} = await dashboardOf([
      {model: slug, dimensions: [`${slug}.status`], measures: [`${slug}.count`]},
      byStatus,
    ]);
    const filters = [
      {field: `${slug}.status`, op: "=", value: "open"},
      {field: "orders.status", op: "in", value: ["open", "paid"]},
      {field: "orders.id", op: ">", value: 0},
    ];
    const answer = await run(id, {filters});
    expect(rowsOf(answer)).toEqual([
      [["open", 1]],
      [
        ["open", 1],
        ["paid", 3],
      ],
    ]);
    const applied = answer.body.tiles.map((tile: Tile) => tile.filters.map(filter => filter.applied));
    expect(applied).toEqual([
      [true, true, false],
      [false, true, true],
    ]);
  });

  test("on a measure apply to groups", async () => {
    const {id} = await dashboardOf([byStatus]);
    const answer = await run(id, {filters: [{field: "orders.count", op: ">", value: 1}]});
    expect(rowsOf(answer)).toEqual([[["paid", 3]]]);
  });

  test("with a value that does not fit a tile's type are reported in that tile", async () => {
    const connectionId = shops.duckdb.connectionId;
    const project = await make("/api/projects", {name: "texts", connectionId}, t.org.admin.token);
    const graph = shopGraph("duckdb", "main");
    for (const field of graph.models.find(({name}) => name === "numbers")?.dimensions ?? []) {
      if (field.name !== "n") continue;
      delete field.column;
      Object.assign(field, {type: "string", sql: "'no. ' || n"});
    }
    await t.call("POST", `/api/projects/${project.id}/introspect`, {body: {graph}});
    const {id} = await dashboardOf([numbers, {...numbers, projectId: project.id}]);
    const answer = await run(id, {filters: [{field: "numbers.n", op: "=", value: "no. 7"}]});
    expect(rowsOf(answer)).toEqual([[[50000]], [[1]]]);
    expect(answer.body.tiles[0].filters).toEqual([
      {index: 0, fields: ["numbers.n"], applied: false, reason: expect.stringContaining("number")},
    ]);
    expect(answer.body.tiles[1].filters).toEqual([{index: 0, fields: ["numbers.n"], applied: true}]);
  });

  test.each([
    [[{field: "orders.stauts", op: "=", value: "paid"}], "/filters/0/field"],
    [[{field: "nothing.at_all", op: "=", value: 1}], "/filters/0/field"],
    [
      [
        {field: "orders.status", op: "=", value: "paid"},
        {field: "orders.id", op: "=", value: "x"},
      ],
      "/filters/1/value",
    ],
    [[{field: "orders.status", op: "~", value: "paid"}], "/filters/0/op"],
    [
      [
        {
          or: [
            {field: "orders.status", op: "=", value: "a"},
            {field: "orders.id", op: "@"},
          ],
        },
      ],
      "/filters/0/or/1/op",
    ],
    [[{field: "orders.status", op: "=", value: null}], "/filters/0/value"],
  ])("that no tile can apply are refused: %j", async (filters, path) => {
    const {id} = await dashboardOf([byStatus, numbers]);
    const {status, body} = await run(id, {filters});
    expect([status, body.code]).toEqual([422, "invalid_filter"]);
    expect(body.errors.map((error: {path: string}) => error.path)).toEqual([path]);
  });

  test.each([
    [{filter: []}, "/filter"],
    [{filters: {}}, "/filters"],
    [{filters: [{field: "orders.status"}]}, "/filters/0/op"],
    [{filters: [{field: "orders.status", op: "=", value: 1, more: 2}]}, "/filters/0/more"],
    [{filters: Array(51).fill({field: "orders.status", op: "=", value: "a"})}, "/filters"],
    [[], ""],
  ])("in the body %j are refused", async (body, path) => {
    const {id} = await dashboardOf([byStatus]);
    const answer = await run(id, body);
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_request"]);
    expect(answer.body.errors[0].path).toBe(path);
  });

  test("that a hidden tile may apply are reported, and not refused", async () => {
    const team = await addTeam(t, "half");
    const maker = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const mate = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const own = await makeChart(byStatus, maker.token);
    const shared = await makeChart(numbers, maker.token, {teamId: team});
    const {id} = await make("/api/dashboards", {name: "Half", teamId: team}, maker.token);
    const tiles = [own, shared].map(({id: chartId}, x) => ({chartId, x, y: 0, w: 1, h: 1}));
    await t.call("PUT", `/api/dashboards/${id}/layout`, {token: maker.token, body: {tiles}});
    const answer = await run(id, {filters: [{field: "orders.status", op: "=", value: "paid"}]}, mate.token);
    expect(answer.status).toBe(200);
    expect(answer.body.tiles[0]).toEqual({chartId: own.id, chart: null, filters: []});
    expect(answer.body.tiles[1].filters).toMatchObject([{index: 0, applied: false}]);
    expect(rowsOf(answer)[1]).toEqual([[50000]]);
  });

  test("can filter a chart only by what it shows, if its project is not visible to the caller", async () => {
    const insiders = await addTeam(t, "insiders");
    const outsiders = await addTeam(t, "outsiders");
    const project = await make(
      "/api/projects",
      {name: "reserved", connectionId: shops.duckdb.connectionId, teamIds: [insiders]},
      t.org.admin.token,
    );
    const layer = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
    await t.call("POST", `/api/projects/${project.id}/introspect`, {
      body: {graph: layer.body.graph ?? layer.body},
    });
    const both = [insiders, outsiders].map(id => ({id, role: "member" as const}));
    const author = await addPerson(t, {teams: both});
    const outsider = await addPerson(t, {teams: both.slice(1)});
    const byMonth = {...byStatus, dimensions: ["orders.status", "orders.placed_at.month"]};
    const more = {teamId: outsiders};
    const {id} = await dashboardOf([{...byMonth, projectId: project.id}], author.token, more);
    const shown = [
      {field: "orders.status", op: "=", value: "paid"},
      {field: "orders.placed_at.month", op: ">=", value: "2026-02-01"},
    ];
    expect(rowsOf(await run(id, {filters: shown}, outsider.token))[0]).toHaveLength(2);
    const probing = [{field: "orders.id", op: ">", value: 0}];
    expect((await run(id, {filters: probing}, author.token)).status).toBe(200);
    const refused = await run(id, {filters: probing}, outsider.token);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_filter"]);
    expect(refused.body.errors[0].message).toContain('"orders.id" is not shown');
    const groups = [{per: ["orders.status"], field: "orders.count", op: ">", value: 0}];
    const further = await run(id, {filters: groups}, outsider.token);
    expect([further.status, further.body.code]).toEqual([422, "invalid_filter"]);
    expect((await run(id, {filters: groups}, author.token)).status).toBe(200);
    const others = await run(id, {filters: [{not: shown[0]}]}, outsider.token);
    expect(rowsOf(others)[0]?.map(([status]: unknown[]) => status)).not.toContain("paid");
  });

  test("can filter a chart only by what it shows, if its dataset is not visible to the caller", async () => {
    const team = await addTeam(t, "readers of the summary");
    const reader = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const author = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const {slug} = await make(
      `/api/projects/${shops.duckdb.projectId}/datasets`,
      {name: "Salaries", kind: "snapshot", snapshotCsv: "name,part,salary\nAnn,a,100\nBob,b,300\n"},
      author.token,
    );
    const query = {model: slug, dimensions: [`${slug}.part`], measures: [`${slug}.count`]};
    const {id} = await dashboardOf([query], author.token, {teamId: team});
    const probing = {filters: [{field: `${slug}.salary`, op: ">", value: 200}]};
    expect(rowsOf(await run(id, probing, author.token))).toEqual([[["b", 1]]]);
    const refused = await run(id, probing, reader.token);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_filter"]);
    expect(refused.body.errors[0].message).toContain(`"${slug}.salary" is not shown`);
    const shown = {filters: [{field: `${slug}.part`, op: "=", value: "a"}]};
    expect(rowsOf(await run(id, shown, reader.token))).toEqual([[["a", 1]]]);
  });
});

test("callers get their own rows of one dashboard, cached or not, filtered or not", async () => {
  const team = await addTeam(t, "rows");
  const person = (region: string[]) =>
    addPerson(t, {teams: [{id: team, role: "member"}], attributes: {region}});
  const [south, north, both, nobody] = [
    await person(["south"]),
    await person(["north"]),
    await person(["north", "south"]),
    await person([]),
  ];
  const {id} = await dashboardOf([regions, byStatus], south.token, {teamId: team});
  const filters = [{field: "customers.region", op: "!=", value: "west"}];
  for (const cacheTtlSeconds of [0, 60]) {
    await t.call("PATCH", `/api/projects/${shops.duckdb.projectId}`, {body: {cacheTtlSeconds}});
    for (let round = 0; round < 2; round++) {
      for (const body of [{}, {filters}]) {
        const answers = await Promise.all([south, north, both, nobody].map(one => run(id, body, one.token)));
        expect(answers.map(answer => rowsOf(answer)[0])).toEqual([
          [["south", 1]],
          [["north", 1]],
          [
            ["north", 1],
            ["south", 1],
          ],
          [],
        ]);
      }
    }
  }
  await t.call("PATCH", `/api/projects/${shops.duckdb.projectId}`, {body: {cacheTtlSeconds: 0}});
});
