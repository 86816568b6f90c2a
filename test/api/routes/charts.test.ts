import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../../support/people.ts";
import {lockAwaited} from "../../support/postgres.ts";
import {shopProjects} from "../../support/shop.ts";
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

const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const body = (more: object = {}) => ({name: "Orders by status", type: "bar", query, ...more});

async function makeChart(token = t.org.member.token, more: object = {}) {
  const answer = await t.call("POST", "/api/charts", {token, body: body(more)});
  expect(answer.text).toContain('"id":"chart_');
  expect(answer.status).toBe(201);
  return answer.body;
}

const read = (id: string, token: string) => t.call("GET", `/api/charts/${id}`, {token});

describe("saving a chart", () => {
  test("gives it an id, its project and its owner; it can be read back and sent back", async () => {
    const chart = await makeChart();
    expect(chart).toMatchObject({
      name: "Orders by status",
      type: "bar",
      query,
      config: {},
      projectId: shops.duckdb.projectId,
      ownerId: t.org.member.id,
      teamId: null,
    });
    const got = await read(chart.id, t.org.member.token);
    expect(got.body).toEqual(chart);
    const sent = await t.call("PATCH", `/api/charts/${chart.id}`, {
      token: t.org.member.token,
      body: got.body,
    });
    expect(sent.status).toBe(200);
    expect({...sent.body, updatedAt: chart.updatedAt}).toEqual(chart);
  });

  test("stores the query as it was written, with every digit", async () => {
    const written = `{"model":"orders","filters":[{"field":"orders.id","op":"=","value":"9007199254740993"}],"dimensions":["orders.id"],"limit":5}`;
    const made = await t.call("POST", "/api/charts", {
      body: `{"name":"n","type":"table","query":${written}}`,
    });
    const got = await t.call("GET", `/api/charts/${made.body.id}`);
    expect(got.text).toContain(`"query":${written}`);
    expect((await t.call("GET", `/api/charts/${made.body.id}/data`)).text).toContain(
      '"rows":[[9007199254740993]]',
    );
  });

  test.each([
    [{query: {...query, measures: ["orders.cuont"]}}, "unknown_field", "/query/measures/0"],
    [{query: {...query, model: "order"}}, "unknown_model", "/query/model"],
    [{query: {...query, filters: [{field: "orders.id", op: "~"}]}}, "invalid_filter", "/query/filters/0/op"],
    [{query: {model: "orders"}}, "invalid_request", undefined],
    [{type: "donut"}, "invalid_request", "/type"],
    [{type: "pie", query: {...query, measures: ["orders.broken"]}}, "invalid_request", "/type"],
    [{name: ""}, "invalid_request", "/name"],
    [{colour: "red"}, "invalid_request", "/colour"],
    [{config: {$schema: "https://vega.github.io"}}, "invalid_request", "/config/$schema"],
    [{teamId: "team_nowhere"}, "invalid_request", "/teamId"],
    [{projectId: "proj_nowhere"}, "not_found", undefined],
  ])("is refused because of %j", async (more, code, path) => {
    const {status, body: problem} = await t.call("POST", "/api/charts", {body: body(more)});
    expect(problem.code).toBe(code);
    expect(status).toBe(code === "not_found" ? 404 : 422);
    if (path) expect(problem.errors.map((error: {path: string}) => error.path)).toContain(path);
  });

  test("as a pie of limited rows draws the rows as parts of the whole", async () => {
    const cut = {...query, dimensions: ["orders.id"], measures: ["orders.count"], limit: 1};
    const made = await t.call("POST", "/api/charts", {body: body({type: "pie", query: cut})});
    expect(made.status).toBe(201);
    const drawing = (await t.call("GET", `/api/charts/${made.body.id}/drawing`)).body;
    expect(drawing.rows.length).toBe(1);
    expect(drawing.totals).toEqual([null, 4]);
  });

  const perCustomer = {of: "orders.count", per: ["customers.name"]};
  const asked = {
    "how many customers have how many orders, of which a filter leaves out some": {
      dimensions: [{name: "orders", ...perCustomer}],
      measures: [{name: "customers", agg: "count", ...perCustomer}],
      filters: [{field: "customers", op: ">=", value: 1}],
    },
    "a comparison of groups that a filter on another measure leaves out": {
      dimensions: ["orders.status"],
      measures: ["orders.count"],
      filters: [
        {field: "orders.placed_at", op: "=", value: "2026-02"},
        {field: "orders.total", op: ">", value: 0},
      ],
      compare: {offset: {unit: "month", count: 1}},
    },
    "the measures of a retention": {
      dimensions: [],
      measures: [],
      retention: {entity: "orders.id", grain: "month", measures: ["orders.count"]},
    },
  };
  test.each(Object.entries(asked))(
    "as a pie of %s draws no total, which such a query cannot have",
    async (_, more) => {
      const pie = {
        type: "pie",
        config: {measures: ["orders.count", "customers"]},
        query: {model: "orders", limit: 100, ...more},
      };
      const made = await t.call("POST", "/api/charts", {body: body(pie)});
      expect([made.status, made.text]).toEqual([201, expect.stringContaining('"id"')]);
      const drawn = await t.call("GET", `/api/charts/${made.body.id}/image.svg`);
      expect([drawn.status, drawn.text]).toEqual([200, expect.stringContaining("<svg")]);
    },
  );

  test("for a team is possible for its members", async () => {
    const team = await addTeam(t, "makers");
    const member = await addPerson(t, {teams: [{id: team, role: "member"}]});
    expect((await makeChart(member.token, {teamId: team})).teamId).toBe(team);
    const refused = await t.call("POST", "/api/charts", {
      token: t.org.member.token,
      body: body({teamId: team}),
    });
    expect([refused.status, refused.body.code]).toEqual([403, "missing_privilege"]);
  });

  test.each(["charts", "sheets", "datasets"])(
    "whose project is deleted meanwhile is no fault of the service: %s",
    async what => {
      const project = await t.call("POST", "/api/projects", {
        body: {name: "going", connectionId: shops.duckdb.connectionId},
      });
      const projectId = project.body.id;
      const layer = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
      await t.call("POST", `/api/projects/${projectId}/introspect`, {
        body: {graph: layer.body.graph ?? layer.body},
      });
      const held = Promise.withResolvers<void>();
      const deleted = Promise.withResolvers<void>();
      const deleting = t.db.transaction().execute(async tx => {
        await tx.deleteFrom("projects").where("id", "=", projectId).execute();
        deleted.resolve();
        await held.promise;
      });
      await deleted.promise;
      const own = {...query, projectId};
      const saving =
        what === "charts"
          ? t.call("POST", "/api/charts", {body: body({query: own})})
          : what === "sheets"
            ? t.call("POST", "/api/sheets", {
                body: {name: "s", tabs: [{name: "A", queries: [{anchor: "A1", query: own}]}]},
              })
            : t.call("POST", `/api/projects/${projectId}/datasets`, {
                body: {name: "d", kind: "live", definition: query},
              });
      await lockAwaited(t.db);
      held.resolve();
      await deleting;
      const {status, body: problem} = await saving;
      expect([status, problem.code]).toEqual([422, "unknown_model"]);
    },
  );

  test("happens once for one Idempotency-Key", async () => {
    const send = () =>
      t.call("POST", "/api/charts", {body: body(), headers: {"idempotency-key": "one-chart"}});
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("changing a chart", () => {
  test("with a stale If-Match is refused, and with a fresh one is not", async () => {
    const chart = await makeChart();
    const path = `/api/charts/${chart.id}`;
    const token = t.org.member.token;
    const etag = (await t.call("GET", path, {token})).headers.get("etag") ?? "";
    const first = await t.call("PATCH", path, {token, body: {name: "A"}, headers: {"if-match": etag}});
    expect([first.status, first.body.name]).toEqual([200, "A"]);
    const stale = await t.call("PATCH", path, {token, body: {name: "B"}, headers: {"if-match": etag}});
    expect([stale.status, stale.body.code]).toEqual([412, "precondition_failed"]);
    const gone = await t.call("DELETE", path, {token, headers: {"if-match": etag}});
    expect(gone.status).toBe(412);
    const fresh = first.headers.get("etag") ?? "";
    expect((await t.call("DELETE", path, {token, headers: {"if-match": fresh}})).status).toBe(204);
  });

  test("twice at once keeps both changes", async () => {
    const {id} = await makeChart();
    const change = (body: object) => t.call("PATCH", `/api/charts/${id}`, {token: t.org.member.token, body});
    for (let i = 1; i <= 10; i++) {
      const limited = {...query, limit: i};
      await Promise.all([
        change({query: limited}),
        change({name: `name ${i}`}),
        change({type: i % 2 ? "line" : "bar"}),
      ]);
      const now = (await read(id, t.org.member.token)).body;
      expect([now.name, now.query.limit, now.type]).toEqual([`name ${i}`, i, i % 2 ? "line" : "bar"]);
    }
  });

  test("compiles a new query again", async () => {
    const chart = await makeChart();
    const edit = {query: {...query, dimensions: ["orders.nothing"]}};
    const refused = await t.call("PATCH", `/api/charts/${chart.id}`, {token: t.org.member.token, body: edit});
    expect([refused.status, refused.body.code]).toEqual([422, "unknown_field"]);
    expect((await read(chart.id, t.org.member.token)).body).toEqual(chart);
  });

  test("by deleting twice is 404 the second time", async () => {
    const {id} = await makeChart();
    const remove = () => t.call("DELETE", `/api/charts/${id}`, {token: t.org.member.token});
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await read(id, t.org.member.token)).status).toBe(404);
  });
});

describe("a chart's data", () => {
  test("are returned in the requested format", async () => {
    const {id} = await makeChart();
    const token = t.org.member.token;
    const json = await t.call("GET", `/api/charts/${id}/data`, {token});
    expect(json.body.columns[0]).toEqual({name: "orders.status", type: "string"});
    expect(json.headers.get("x-row-limit")).toBe("10000");
    const csv = await t.call("GET", `/api/charts/${id}/data`, {token, headers: {accept: "text/csv"}});
    expect(csv.text).toContain("orders.status,orders.count");
  });

  test("are each caller's own rows, cached or not", async () => {
    await t.call("PATCH", `/api/projects/${shops.duckdb.projectId}`, {body: {cacheTtlSeconds: 60}});
    const team = await addTeam(t, "readers");
    const south = await addPerson(t, {teams: [{id: team, role: "member"}], attributes: {region: ["south"]}});
    const north = await addPerson(t, {teams: [{id: team, role: "member"}], attributes: {region: ["north"]}});
    const nobody = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const regions = {model: "customers", dimensions: ["customers.region"]};
    const {id} = await makeChart(south.token, {teamId: team, query: regions});
    const rowsOf = async (token: string) =>
      (await t.call("GET", `/api/charts/${id}/data`, {token})).body.rows;
    for (let round = 0; round < 2; round++) {
      expect(await rowsOf(south.token)).toEqual([["south"]]);
      expect(await rowsOf(north.token)).toEqual([["north"]]);
      expect(await rowsOf(nobody.token)).toEqual([]);
    }
    await t.call("PATCH", `/api/projects/${shops.duckdb.projectId}`, {body: {cacheTtlSeconds: 0}});
  });

  test("are readable for everybody who sees the chart, even without the project", async () => {
    const insiders = await addTeam(t, "insiders");
    const project = await t.call("POST", "/api/projects", {
      body: {name: "reserved", connectionId: shops.duckdb.connectionId, teamIds: [insiders]},
    });
    const layer = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
    await t.call("POST", `/api/projects/${project.body.id}/introspect`, {
      body: {graph: layer.body.graph ?? layer.body},
    });
    const outsiders = await addTeam(t, "outsiders");
    const author = await addPerson(t, {
      teams: [
        {id: insiders, role: "member"},
        {id: outsiders, role: "member"},
      ],
    });
    const outsider = await addPerson(t, {teams: [{id: outsiders, role: "member"}]});
    const {id} = await makeChart(author.token, {teamId: outsiders, projectId: project.body.id});
    expect((await t.call("GET", `/api/charts/${id}/data`, {token: outsider.token})).body.rows).toHaveLength(
      2,
    );
    const adHoc = {...query, projectId: project.body.id};
    expect((await t.call("POST", "/api/query", {token: outsider.token, body: adHoc})).status).toBe(404);
    // A change of the query needs the right to query the model; a change of the name does not.
    const edit = (change: object) =>
      t.call("PATCH", `/api/charts/${id}`, {token: outsider.token, body: change});
    expect((await edit({name: "Renamed"})).status).toBe(200);
    expect((await edit({query: {...query, limit: 1}})).status).toBe(404);
  });
});

test("lists contain what the caller can read, newest first, page by page", async () => {
  const reader = await addPerson(t);
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.unshift((await makeChart(reader.token)).id);
  await makeChart(t.org.member.token);
  const seen: string[] = [];
  let path: string | undefined = "/api/charts?limit=2";
  while (path) {
    const page = await t.call("GET", path, {token: reader.token});
    seen.push(...page.body.map((chart: {id: string}) => chart.id));
    path = page.headers.get("link")?.match(/<(.*)>/)?.[1];
  }
  expect(seen).toEqual(made);
});
