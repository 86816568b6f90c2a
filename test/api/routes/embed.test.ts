import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {createHmac} from "node:crypto";
import {SignJWT} from "jose";
import {addPerson} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let chartId: string;
let regionsId: string;
let dashboardId: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  chartId = await make("/api/charts", {name: "Orders", type: "bar", query: orders});
  regionsId = await make("/api/charts", {name: "Regions", type: "table", query: regions});
  dashboardId = await make("/api/dashboards", {
    name: "Shop",
    filters: [{field: "orders.status", label: "Status"}],
  });
  await layout(dashboardId, [chartId]);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const orders = {
  model: "orders",
  dimensions: ["orders.status"],
  measures: ["orders.count"],
  orderBy: ["orders.status"],
};
const regions = {model: "customers", dimensions: ["customers.region"]};

async function make(path: string, body: object, token = t.org.admin.token): Promise<string> {
  const answer = await t.call("POST", path, {body, token});
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"id"')]);
  return answer.body.id;
}

async function layout(id: string, charts: string[], token = t.org.admin.token): Promise<void> {
  const tiles = charts.map((one, i) => ({chartId: one, x: 0, y: i * 4, w: 12, h: 4}));
  const answer = await t.call("PUT", `/api/dashboards/${id}/layout`, {body: {tiles}, token});
  expect(answer.status).toBe(200);
}

const tokens = () => `/api/orgs/${t.org.id}/embed-tokens`;

async function embedToken(resourceType: string, resourceId: string, more: object = {}) {
  const answer = await t.call("POST", tokens(), {body: {resourceType, resourceId, ...more}});
  expect(answer.status).toBe(201);
  return answer.body as {id: string; token: string; url: string; expiresAt: string};
}

const open = (token: string) => t.call("GET", "/api/embed/resource", {token});
const run = (token: string, id: string, body: object = {}) =>
  t.call("POST", `/api/embed/charts/${id}/data`, {token, body});

describe("an embed token", () => {
  test("is in the fragment of its address and opens one dashboard", async () => {
    const {token, url, expiresAt} = await embedToken("dashboard", dashboardId);
    expect(url).toBe(`${t.web.config.baseUrl}/embed#${token}`);
    expect(Date.parse(expiresAt) - Date.now()).toBeWithin(3590_000, 3602_000);
    const answer = await open(token);
    expect(answer.body).toEqual({
      type: "dashboard",
      name: "Shop",
      tiles: [{chartId, x: 0, y: 0, w: 12, h: 4, chart: {id: chartId, name: "Orders", type: "bar"}}],
      filters: [{field: "orders.status", label: "Status", type: "string"}],
      expiresAt,
    });
    const data = await run(token, chartId);
    expect(data.body).toMatchObject({
      title: "Orders",
      type: "bar",
      rows: [
        ["open", 1],
        ["paid", 3],
      ],
      columns: [{label: "Status", role: "dimension"}, {role: "measure"}],
    });
  });

  test("can be created, listed and revoked by org-admins only", async () => {
    const body = {resourceType: "chart", resourceId: chartId};
    for (const [token, status] of [
      [t.org.member.token, 403],
      [t.org.adminReader.token, 403],
      [t.org.adminUser.token, 201],
    ] as const) {
      expect((await t.call("POST", tokens(), {body, token})).status).toBe(status);
    }
    const {id} = await embedToken("chart", chartId);
    const list = await t.call("GET", tokens());
    expect(list.body[0]).toMatchObject({
      id,
      resourceType: "chart",
      resourceId: chartId,
      resourceName: expect.any(String),
      revokedAt: null,
    });
    expect(list.text).not.toContain("eyJ");
    const revoke = (token: string) => t.call("DELETE", `${tokens()}/${id}`, {token});
    expect((await revoke(t.org.member.token)).status).toBe(403);
    expect((await revoke(t.org.admin.token)).status).toBe(204);
    expect((await revoke(t.org.admin.token)).status).toBe(404);
  });

  test.each([
    [{resourceType: "sheet"}, 422, "/resourceType"],
    [{resourceId: "chart_nowhere"}, 404, undefined],
    [{resourceType: "dashboard"}, 404, undefined],
    [{expiresInSeconds: 86_401}, 422, "/expiresInSeconds"],
    [{attributes: {region: "south"}}, 422, "/attributes/region"],
    [{scopes: ["write"]}, 422, "/scopes"],
  ])("is refused for %j", async (more, status, path) => {
    const answer = await t.call("POST", tokens(), {
      body: {resourceType: "chart", resourceId: chartId, ...more},
    });
    expect(answer.status).toBe(status);
    if (path) expect(answer.body.errors.map((error: {path: string}) => error.path)).toContain(path);
  });

  test("is not stored for a replay of its request", async () => {
    const send = () =>
      t.call("POST", tokens(), {
        body: {resourceType: "chart", resourceId: chartId},
        headers: {"idempotency-key": "embed-once"},
      });
    const first = await send();
    const second = await send();
    expect(second.body).toEqual({...first.body, token: null, url: null});
    const {rows} = await t.web.pool.query("select k::text as row from idempotency_keys k");
    const stored = rows.map(({row}) => String(row)).join();
    expect(stored).toContain(first.body.id);
    expect(stored).not.toContain("eyJ");
  });
});

describe("an attack", () => {
  const refused = async (token: string) => {
    const answers = [await open(token), await run(token, chartId)];
    expect(answers.map(({status, body}) => [status, body.code])).toEqual([
      [401, "unauthenticated"],
      [401, "unauthenticated"],
    ]);
    for (const {text} of answers) expect(text).not.toContain("rows");
    return answers[0]!.body.detail as string;
  };

  test("by a manipulated token opens nothing", async () => {
    const {token} = await embedToken("chart", chartId);
    const [head = "", payload = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    await refused(`${head}.${encode({...claims, sub: regionsId})}.${signature}`);
    await refused(`${head}.${encode({...claims, exp: claims.exp + 9999})}.${signature}`);
    await refused(`${head}.${payload}.${signature.slice(0, -2)}AA`);
    await refused(`${head}.${payload}.`);
    await refused(`${encode({alg: "none", typ: "embed+jwt"})}.${payload}.`);
  });

  test("by a token with another algorithm, key or type opens nothing", async () => {
    const {token, id} = await embedToken("chart", chartId);
    const key = t.web.config.encryptionKeys[0]!;
    const [, payload = ""] = token.split(".");
    const head = Buffer.from('{"alg":"HS256","typ":"embed+jwt"}').toString("base64url");
    const own = createHmac("sha256", key).update(`${head}.${payload}`).digest("base64url");
    await refused(`${head}.${payload}.${own}`);
    const signed = (alg: string, secret: Uint8Array) =>
      new SignJWT({org: t.org.id})
        .setProtectedHeader({alg, typ: "embed+jwt"})
        .setJti(id)
        .setSubject(chartId)
        .setIssuer(t.web.config.baseUrl)
        .setAudience(`${t.web.config.baseUrl}/embed`)
        .setExpirationTime("1h")
        .sign(secret);
    await refused(await signed("HS512", new Uint8Array(64)));
    await refused(await signed("HS256", new Uint8Array(32)));
    await refused(t.org.admin.token);
    await refused("x".repeat(5000));
    await refused("..");
  });

  test("by an expired or revoked token opens nothing, in any process", async () => {
    const brief = await embedToken("chart", chartId, {expiresInSeconds: 1});
    const revoked = await embedToken("chart", chartId);
    const other = await t.another();
    expect((await other.call("GET", "/api/embed/resource", {token: revoked.token})).status).toBe(200);
    await t.call("DELETE", `${tokens()}/${revoked.id}`);
    expect((await other.call("GET", "/api/embed/resource", {token: revoked.token})).status).toBe(401);
    await refused(revoked.token);
    await Bun.sleep(2100);
    expect(await refused(brief.token)).toContain("expired");
  });

  test("on other resources and other parts of the API opens nothing", async () => {
    const {token} = await embedToken("dashboard", dashboardId);
    expect((await run(token, regionsId)).status).toBe(404);
    expect((await run(token, "chart_nowhere")).status).toBe(404);
    for (const path of [
      "/api/whoami",
      `/api/charts/${chartId}`,
      `/api/charts/${chartId}/data`,
      "/api/projects",
    ]) {
      expect([path, (await t.call("GET", path, {token})).status]).toEqual([path, 401]);
    }
    const other = await t.addOrg("Other");
    const elsewhere = await t.call("POST", `/api/orgs/${other.id}/embed-tokens`, {
      token: other.admin.token,
      body: {resourceType: "chart", resourceId: chartId},
    });
    expect(elsewhere.status).toBe(404);
  });

  test("on a deleted resource opens nothing", async () => {
    const id = await make("/api/charts", {name: "Gone", type: "bar", query: orders});
    const {token} = await embedToken("chart", id);
    await t.call("DELETE", `/api/charts/${id}`);
    await refused(token).catch(() => undefined);
    expect((await open(token)).status).toBe(401);
  });
});

describe("an embedded chart or dashboard", () => {
  test("shows the rows of the given attributes, and none without", async () => {
    const given = await embedToken("chart", regionsId, {attributes: {region: ["south"]}});
    const without = await embedToken("chart", regionsId);
    expect((await run(given.token, regionsId)).body.rows).toEqual([["south"]]);
    expect((await run(without.token, regionsId)).body.rows).toEqual([]);
  });

  test("can be filtered by what the dashboard declares, and by nothing else", async () => {
    const {token} = await embedToken("dashboard", dashboardId);
    const filtered = await run(token, chartId, {filters: [{field: "orders.status", op: "=", value: "paid"}]});
    expect(filtered.body).toMatchObject({rows: [["paid", 3]], filters: [{applied: true}]});
    for (const filter of [
      {field: "orders.id", op: ">", value: 1},
      {
        or: [
          {field: "orders.status", op: "=", value: "x"},
          {field: "customers.name", op: "contains", value: "A"},
        ],
      },
    ]) {
      const answer = await run(token, chartId, {filters: [filter]});
      expect([answer.status, answer.body.code]).toEqual([422, "invalid_filter"]);
      expect(answer.body.detail).toContain("orders.status");
    }
    const chart = await embedToken("chart", chartId);
    const alone = await run(chart.token, chartId, {
      filters: [{field: "orders.status", op: "=", value: "paid"}],
    });
    expect(alone.status).toBe(422);
  });

  describe("the values of a filter", () => {
    const FIELDS = [
      "customers.region",
      "customers.name",
      "orders.placed_at",
      "orders.placed_at.week",
      "orders.count",
      "numbers.label",
    ];
    let board: string;

    beforeAll(async () => {
      const fromNorth = {...orders, filters: [{field: "customers.region", op: "!=", value: "south"}]};
      const narrow = await make("/api/charts", {name: "Narrow", type: "table", query: fromNorth});
      board = await make("/api/dashboards", {name: "Values", filters: FIELDS.map(field => ({field}))});
      await layout(board, [narrow]);
    });

    const valuesOf = async (token: string, body: object) =>
      t.call("POST", "/api/embed/filters/values", {token, body});

    test("have the label and type of the layer, and no type if no chart accepts the filter", async () => {
      const {token} = await embedToken("dashboard", board);
      expect((await open(token)).body.filters).toEqual([
        {field: "customers.region", label: "Region", type: "string"},
        {field: "customers.name", label: "Name", type: "string"},
        {field: "orders.placed_at", label: "Placed at", type: "timestamp"},
        {
          ...{field: "orders.placed_at.week", label: "Placed at (week)", type: "date", grain: "week"},
          weekStart: "monday",
        },
        {field: "orders.count", label: "Count", type: "number"},
        {field: "numbers.label", label: "numbers.label", type: null},
      ]);
    });

    test("are those of the token's rows, under the chart's own filters", async () => {
      const regions = async (region: string[]) => {
        const {token} = await embedToken("dashboard", board, {attributes: {region}});
        const answer = await valuesOf(token, {field: "customers.region"});
        expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
        return answer.body;
      };
      // One order has no customer.
      expect(await regions(["north", "south"])).toEqual({values: ["north", null], more: false});
      expect(await regions(["south"])).toEqual({values: [null], more: false});
      expect(await regions([])).toEqual({values: [null], more: false});
    });

    test("are found by a part of them, in any case", async () => {
      const {token} = await embedToken("dashboard", dashboardId);
      const found = async (search: string) =>
        (await valuesOf(token, {field: "orders.status", search})).body.values;
      expect(await found("PAI")).toEqual(["paid"]);
      expect(await found("%")).toEqual([]);
      expect(await found("")).toEqual(["open", "paid"]);
    });

    test("are listed for declared filters with texts only, up to a limit", async () => {
      const {token} = await embedToken("dashboard", board);
      for (const [field, words] of [
        [
          "orders.status",
          "is not a filter of this dashboard. The dashboard has filters on customers.region,",
        ],
        ["orders.placed_at", "of type timestamp"],
        ["orders.count", "of type number"],
        ["numbers.label", "No chart of this dashboard can list"],
      ] as const) {
        const {status, body} = await valuesOf(token, {field});
        expect([field, status, body.code]).toEqual([field, 422, "invalid_filter"]);
        expect(body.detail).toContain(words);
      }
      const search = "x".repeat(301);
      expect((await valuesOf(token, {field: "customers.name", search})).status).toBe(422);
      const chart = await embedToken("chart", chartId);
      expect((await valuesOf(chart.token, {field: "orders.status"})).body.code).toBe("invalid_filter");
      expect((await valuesOf(t.org.admin.token, {field: "customers.name"})).status).toBe(401);
      const labels = await make("/api/charts", {
        name: "Labels",
        type: "big_number",
        query: {model: "numbers", measures: ["numbers.count"]},
      });
      const many = await make("/api/dashboards", {name: "Many", filters: [{field: "numbers.label"}]});
      await layout(many, [labels]);
      const of = await embedToken("dashboard", many);
      const {body} = await valuesOf(of.token, {field: "numbers.label"});
      expect([body.values.length, body.more]).toEqual([50, true]);
    });

    test("are listed for signed-in people from their own rows", async () => {
      const reader = await addPerson(t, {attributes: {region: ["north"]}});
      await t.call("POST", "/api/grants", {
        body: {
          ...{resourceType: "dashboard", resourceId: board, granteeUserId: reader.id},
          ...{permission: "view", cascadeChartsPermission: "view"},
        },
      });
      const path = `/api/dashboards/${board}/filters`;
      const {body} = await t.call("GET", path, {token: reader.token});
      expect(body[0]).toEqual({field: "customers.region", label: "Region", type: "string"});
      const field = "customers.region";
      const listed = await t.call("POST", `${path}/values`, {token: reader.token, body: {field}});
      expect(listed.body).toEqual({values: ["north", null], more: false});
    });
  });

  test("opens the charts that their placers may see, and only for as long as they may", async () => {
    const owner = await addPerson(t);
    const placer = await addPerson(t);
    const own = await make("/api/charts", {name: "Private", type: "bar", query: orders}, owner.token);
    const grant = await t.call("POST", "/api/grants", {
      token: owner.token,
      body: {resourceType: "chart", resourceId: own, granteeUserId: placer.id, permission: "view"},
    });
    const board = await make("/api/dashboards", {name: "Placed"}, placer.token);
    await layout(board, [own], placer.token);
    const {token} = await embedToken("dashboard", board);
    expect((await run(token, own)).status).toBe(200);
    await t.call("DELETE", `/api/grants/${grant.body.id}?resourceType=chart&resourceId=${own}`, {
      token: owner.token,
    });
    expect((await open(token)).body.tiles[0].chart).toBeNull();
    expect((await run(token, own)).status).toBe(404);
  });
});

test("the embedding page loads the service's own files only, under a strict policy, and may be framed as configured", async () => {
  const page = await t.call("GET", "/embed", {token: null});
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors *");
  expect(page.text).not.toMatch(/https?:/);
  const script = /src="(\/embed\/embed-[0-9a-z]{8}\.js)"/.exec(page.text)?.[1] ?? "";
  const file = await t.call("GET", script, {token: null});
  expect(file.headers.get("cache-control")).toContain("immutable");
  expect(file.status).toBe(200);
  expect((await t.call("GET", "/embed/other.js", {token: null})).status).toBe(404);
});
