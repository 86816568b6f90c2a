import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../../support/people.ts";
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

const send = (method: string, path: string, token: string, body?: unknown) =>
  t.call(method, path, {token, body});

let made = 0;
async function make(token: string, more: object = {}, projectId = shops.duckdb.projectId) {
  const body = {
    name: `Set ${++made}`,
    kind: "live",
    definition: {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
    ...more,
  };
  const answer = await send("POST", `/api/projects/${projectId}/datasets`, token, body);
  expect(answer.text).toContain('"id":"ds_');
  return answer.body;
}

async function addChart(token: string, model: string, more: object = {}) {
  const query = {model, measures: [`${model}.count`]};
  const answer = await send("POST", "/api/charts", token, {
    name: `On ${model}`,
    type: "table",
    query,
    ...more,
  });
  expect(answer.text).toContain('"id":"chart_');
  return answer.body;
}

async function rowsOf(token: string, query: object) {
  const answer = await send("POST", "/api/query", token, query);
  return answer.body.rows ?? answer.body.code;
}

describe("a person who sees a dataset", () => {
  test("can query it, and nobody else can, from the next query on", async () => {
    const team = await addTeam(t, "askers");
    const member = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const stranger = await addPerson(t);
    const {id, slug} = await make(member.token, {teamId: team});
    const query = {model: slug, measures: [`${slug}.count`]};
    expect(await rowsOf(member.token, query)).toEqual([[4]]);
    expect(await rowsOf(stranger.token, query)).toBe("unknown_model");
    expect(await rowsOf(stranger.token, {...query, model: id})).toBe("unknown_model");
    const projectId = shops.duckdb.projectId;
    expect(await rowsOf(stranger.token, {...query, projectId})).toBe("unknown_model");
    const elsewhere = {...query, projectId: shops.postgres.projectId};
    const {body} = await send("POST", "/api/query", member.token, elsewhere);
    expect(body.errors).toMatchObject([{path: "/projectId"}]);
    expect(body.detail).toContain("of another project");
    const none = await send("POST", "/api/query", stranger.token, elsewhere);
    expect(none.body.detail).toContain("There is no model");
    const chart = {name: "c", type: "table", query};
    const refused = await send("POST", "/api/charts", stranger.token, chart);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/query/model"]);
    const grant = await send("POST", "/api/grants", t.org.admin.token, {
      resourceType: "dataset",
      resourceId: id,
      granteeUserId: stranger.id,
      permission: "view",
    });
    expect(grant.status).toBe(201);
    for (let round = 0; round < 2; round++) expect(await rowsOf(stranger.token, query)).toEqual([[4]]);
    await send(
      "DELETE",
      `/api/grants/${grant.body.id}?resourceType=dataset&resourceId=${id}`,
      t.org.admin.token,
    );
    expect(await rowsOf(stranger.token, query)).toBe("unknown_model");
  });

  test("gets their own rows, cached or not", async () => {
    const projectId = shops.duckdb.projectId;
    await t.call("PATCH", `/api/projects/${projectId}`, {body: {cacheTtlSeconds: 60}});
    const team = await addTeam(t, "regions");
    const teams = [{id: team, role: "member" as const}];
    const south = await addPerson(t, {teams, attributes: {region: ["south"]}});
    const north = await addPerson(t, {teams, attributes: {region: ["north"]}});
    const nobody = await addPerson(t, {teams});
    const definition = {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]};
    const {slug} = await make(south.token, {teamId: team, definition});
    const query = {model: slug, dimensions: [`${slug}.region`]};
    const chart = await addChart(south.token, slug, {teamId: team, query});
    for (let round = 0; round < 2; round++) {
      expect(await rowsOf(south.token, query)).toEqual([["south"]]);
      expect(await rowsOf(north.token, query)).toEqual([["north"]]);
      expect(await rowsOf(nobody.token, query)).toEqual([]);
      const data = await send("GET", `/api/charts/${chart.id}/data`, north.token);
      expect(data.body.rows).toEqual([["north"]]);
    }
    await t.call("PATCH", `/api/projects/${projectId}`, {body: {cacheTtlSeconds: 0}});
  });

  test("can query it without seeing its project, and nothing beyond it", async () => {
    const insiders = await addTeam(t, "layer owners");
    const outsiders = await addTeam(t, "outside");
    const project = await t.call("POST", "/api/projects", {
      body: {name: "reserved", connectionId: shops.duckdb.connectionId, teamIds: [insiders]},
    });
    const {body: layer} = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
    await t.call("POST", `/api/projects/${project.body.id}/introspect`, {body: layer});
    const author = await addPerson(t, {
      teams: [
        {id: insiders, role: "member"},
        {id: outsiders, role: "member"},
      ],
    });
    const outsider = await addPerson(t, {teams: [{id: outsiders, role: "member"}]});
    const projectId = project.body.id;
    const over = {model: "orders", dimensions: ["customers.region"], measures: ["orders.count"]};
    const listed = await make(author.token, {teamId: outsiders, definition: over}, projectId);
    const open = await make(author.token, {teamId: outsiders, definition: {model: "orders"}}, projectId);
    const ask = (query: object) => rowsOf(outsider.token, query);
    expect(await ask({model: listed.slug, dimensions: ["customers.region"], projectId})).toEqual([[null]]);
    expect(await ask({model: listed.slug, dimensions: [`${listed.slug}.region`]})).toEqual([[null]]);
    expect(await ask({model: listed.slug, dimensions: ["customers.name"]})).toBe("unknown_field");
    expect(await ask({model: "orders", measures: ["orders.count"], projectId})).toBe("not_found");
    // A dataset that lists no fields opens its own model to them, and not the layer.
    expect(await ask({model: open.slug, measures: [`${open.slug}.count`]})).toEqual([[4]]);
    expect(await ask({model: open.slug, dimensions: ["customers.name"]})).toBe("unknown_field");
    const filters = [{field: `${open.slug}.customers.name`, op: "=", value: "Ada"}];
    expect(await ask({model: open.slug, measures: [`${open.slug}.count`], filters})).toBe("unknown_field");
    const query = {model: open.slug, dimensions: ["customers.region"]};
    expect(await rowsOf(author.token, query)).toEqual([[null]]);
    // The query of a chart runs with the rights of its author.
    const chart = await addChart(author.token, open.slug, {teamId: outsiders, query});
    expect((await send("GET", `/api/charts/${chart.id}/data`, outsider.token)).body.rows).toEqual([[null]]);
    const described = await send("GET", `/api/projects/${projectId}/models/${open.slug}`, outsider.token);
    expect(described.body.dimensions.map((field: {name: string}) => field.name)).toEqual(
      ["id", "status", "placed_at"].map(name => `${open.slug}.${name}`),
    );
    expect(described.body.joins).toEqual([]);
    expect((await send("GET", `/api/projects/${projectId}/models/orders`, outsider.token)).status).toBe(404);
    // A result that they requested to fetch later is theirs for as long as they see the dataset.
    const later = await t.call("POST", "/api/query", {
      token: outsider.token,
      body: {model: listed.slug, measures: [`${listed.slug}.count`]},
      headers: {prefer: "respond-async"},
    });
    const result = async () => {
      for (;;) {
        const run = await send("GET", `/api/query/runs/${later.body.id}`, outsider.token);
        if (run.body.status === "succeeded") break;
        await Bun.sleep(20);
      }
      return send("GET", `/api/query/runs/${later.body.id}/result`, outsider.token);
    };
    expect((await result()).body.rows).toEqual([[4]]);
    expect((await send("DELETE", `/api/datasets/${listed.id}`, author.token)).status).toBe(204);
    expect((await result()).status).toBe(404);
  });

  test("is not needed for a chart over it: whoever sees the chart can run it", async () => {
    const viewers = await addTeam(t, "chart viewers");
    const author = await addPerson(t, {teams: [{id: viewers, role: "member"}]});
    const viewer = await addPerson(t, {teams: [{id: viewers, role: "member"}]});
    const {id, slug} = await make(author.token);
    const chart = await addChart(author.token, slug, {teamId: viewers});
    expect((await send("GET", `/api/datasets/${id}`, viewer.token)).status).toBe(404);
    expect((await send("GET", `/api/charts/${chart.id}/data`, viewer.token)).body.rows).toEqual([[4]]);
    // A change of the query needs the right to query the dataset; a change of the name does not.
    const edit = (change: object) => send("PATCH", `/api/charts/${chart.id}`, viewer.token, change);
    expect((await edit({name: "Mine now"})).status).toBe(200);
    expect((await edit({query: {...chart.query, limit: 1}})).body.code).toBe("unknown_model");
    const own = {query: {model: "orders", measures: ["orders.count"]}};
    expect((await edit(own)).status).toBe(200);
    expect((await send("GET", `/api/datasets/${id}/usage`, author.token)).body.charts).toEqual([]);
  });

  test("shares its slugs with no other organization", async () => {
    const {id, slug} = await make(t.org.member.token, {name: "Shared name"});
    const other = (await t.addOrg("Other")).admin.token;
    expect((await send("GET", `/api/datasets/${id}`, other)).status).toBe(404);
    expect((await send("GET", `/api/datasets/${id}/usage`, other)).status).toBe(404);
    expect((await send("DELETE", `/api/datasets/${id}`, other)).status).toBe(404);
    expect(await rowsOf(other, {model: slug, measures: [`${slug}.count`]})).toBe("unknown_model");
    expect(await rowsOf(other, {model: id, measures: [`${slug}.count`]})).toBe("unknown_model");
    const path = `/api/projects/${shops.duckdb.projectId}/datasets`;
    expect(
      (await send("POST", path, other, {name: "x", kind: "live", definition: {model: "orders"}})).status,
    ).toBe(404);
  });
});

describe("deleting a dataset", () => {
  test("is refused while charts use it, and the refusal names those that the caller sees", async () => {
    const team = await addTeam(t, "makers");
    const owner = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const colleague = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const {id, slug} = await make(owner.token, {teamId: team});
    const mine = await addChart(owner.token, slug, {name: "Mine"});
    const theirs = await addChart(colleague.token, slug, {name: "Theirs"});
    const remove = () => send("DELETE", `/api/datasets/${id}`, owner.token);
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.detail).toContain(`"Mine" (${mine.id})`);
    expect(refused.body.detail).toContain("1 that you cannot see");
    expect(refused.text).not.toContain("Theirs");
    await send("DELETE", `/api/charts/${theirs.id}`, colleague.token);
    await send("PATCH", `/api/charts/${mine.id}`, owner.token, {
      query: {model: "orders", measures: ["orders.count"]},
    });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await rowsOf(owner.token, {model: slug, measures: [`${slug}.count`]})).toBe("unknown_model");
    expect((await make(owner.token, {name: "Set again"})).slug).toBe("set_again");
  });

  test("needs the scope, a right of one's own, and the ETag that was read", async () => {
    const team = await addTeam(t, "owners");
    const owner = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const guest = await addPerson(t);
    const {id} = await make(owner.token, {teamId: team});
    await send("POST", "/api/grants", t.org.admin.token, {
      resourceType: "dataset",
      resourceId: id,
      granteeUserId: guest.id,
      permission: "edit",
    });
    const refused = await send("DELETE", `/api/datasets/${id}`, guest.token);
    expect([refused.status, refused.body.code]).toEqual([403, "missing_privilege"]);
    const stale = await t.call("DELETE", `/api/datasets/${id}`, {
      token: owner.token,
      headers: {"if-match": '"x"'},
    });
    expect(stale.status).toBe(412);
    const etag = (await send("GET", `/api/datasets/${id}`, owner.token)).headers.get("etag") ?? "";
    const gone = await t.call("DELETE", `/api/datasets/${id}`, {
      token: owner.token,
      headers: {"if-match": etag},
    });
    expect(gone.status).toBe(204);
  });

  test("and making a chart of it at the same moment: one of the two is refused", async () => {
    for (let round = 0; round < 10; round++) {
      const {id, slug} = await make(t.org.member.token);
      const query = {model: slug, measures: [`${slug}.count`]};
      const [removed, chart] = await Promise.all([
        send("DELETE", `/api/datasets/${id}`, t.org.member.token),
        send("POST", "/api/charts", t.org.member.token, {name: "c", type: "table", query}),
      ]);
      expect([
        [204, 422],
        [409, 201],
      ]).toContainEqual([removed.status, chart.status]);
    }
  });
});

test("usage names the content that the caller sees, and counts the rest", async () => {
  const team = await addTeam(t, "users");
  const owner = await addPerson(t, {teams: [{id: team, role: "member"}]});
  const colleague = await addPerson(t, {teams: [{id: team, role: "member"}]});
  const {id, slug} = await make(owner.token, {teamId: team});
  const usage = async (token: string) => (await send("GET", `/api/datasets/${id}/usage`, token)).body;
  expect(await usage(owner.token)).toMatchObject({charts: [], dashboards: [], hidden: 0});
  const chart = await addChart(owner.token, slug, {name: "Mine"});
  const dashboard = await send("POST", "/api/dashboards", owner.token, {name: "Board"});
  const layout = {tiles: [0, 6].map(y => ({chartId: chart.id, x: 0, y, w: 6, h: 6}))};
  const placed = await send("PUT", `/api/dashboards/${dashboard.body.id}/layout`, owner.token, layout);
  expect(placed.status).toBe(200);
  await addChart(colleague.token, slug, {name: "Theirs"});
  expect(await usage(owner.token)).toEqual({
    charts: [{id: chart.id, name: "Mine"}],
    dashboards: [{id: dashboard.body.id, name: "Board"}],
    actions: [],
    schedules: [],
    agents: [],
    sheets: [],
    hidden: 1,
  });
  const seen = await usage(colleague.token);
  expect([seen.charts.length, seen.dashboards, seen.hidden]).toEqual([1, [], 2]);
  const stranger = await addPerson(t);
  expect((await send("GET", `/api/datasets/${id}/usage`, stranger.token)).status).toBe(404);
});
