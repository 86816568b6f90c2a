import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {requireChart} from "../../../shared/content/charts/charts.ts";
import {filterTiles} from "../../../shared/content/dashboards/filter-tiles.ts";
import {filterValues} from "../../../shared/content/dashboards/filter-values.ts";
import {prepareResource} from "../../../shared/content/resources/resource-queries.ts";
import {sql} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {loadRunAs} from "../../../shared/core/load-run-as.ts";
import type {LayerDeps} from "../../../shared/querying/layers/query-caches.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

/**
 * A person who may see a chart, but not query its model, can filter it by what it shows. All charts are in a project of the
 * insiders; the outsider sees only the dashboards.
 */
let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let projectId: string;
let readers: string;
let insiders: string;
let insider: {id: string; token: string};
let outsider: {id: string; token: string};

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  insiders = await addTeam(t, "insiders");
  readers = await addTeam(t, "readers");
  const teams = [insiders, readers].map(id => ({id, role: "member" as const}));
  const attributes = {region: ["north", "south"]};
  insider = await addPerson(t, {teams, attributes});
  outsider = await addPerson(t, {teams: teams.slice(1), attributes});
  const project = {name: "reserved", connectionId: shops.duckdb.connectionId, teamIds: [insiders]};
  projectId = (await made("/api/projects", project, t.org.admin.token)).id;
  const layer = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
  await made(`/api/projects/${projectId}/introspect`, layer.body, t.org.admin.token);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

async function made(path: string, body: object, token: string) {
  const answer = await t.call("POST", path, {token, body});
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

interface Board {
  id: string;
  chartId: string;
}

/** A dashboard with one chart, owned by the team of its readers. */
async function board(
  query: object,
  {filters, token}: {filters?: object[]; token?: string} = {},
): Promise<Board> {
  const by = token ?? insider.token;
  const more = {teamId: readers};
  const asked = {model: "orders", projectId, ...query};
  const chart = await made(
    "/api/charts",
    {name: "Chart", type: "table", query: asked, ...more},
    insider.token,
  );
  const {id} = await made("/api/dashboards", {name: "Board", ...more, ...(filters ? {filters} : {})}, by);
  const tiles = [{chartId: chart.id, x: 0, y: 0, w: 6, h: 6}];
  const answer = await t.call("PUT", `/api/dashboards/${id}/layout`, {token: insider.token, body: {tiles}});
  expect(answer.status).toBe(200);
  return {id, chartId: chart.id};
}

async function ask({id, chartId}: Board, filter: object, token = outsider.token) {
  const body = {filters: [filter]};
  const [whole, tile, drawing] = await Promise.all([
    t.call("POST", `/api/dashboards/${id}/data`, {token, body}),
    t.call("POST", `/api/dashboards/${id}/charts/${chartId}/data`, {token, body}),
    t.call("POST", `/api/dashboards/${id}/charts/${chartId}/drawing`, {token, body}),
  ]);
  expect(tile.status).toBe(whole.status);
  // A page is drawn with the same rows. A filter that does not apply is only reported there, with the message of the refusal.
  expect(drawing.status).toBe(200);
  const [report] = drawing.body.filters;
  expect(report.applied).toBe(whole.status === 200);
  if (report.applied) expect(drawing.body.rows).toEqual(tile.body.rows);
  else expect(tile.body.detail).toContain(report.reason);
  return whole;
}

/** The values that a filter by status lists: for the signed-in outsider, and for a reader of the embedded dashboard. */
async function statusesListed({id}: Board): Promise<unknown[]> {
  const body = {field: "orders.status"};
  const path = `/api/orgs/${t.org.id}/embed-tokens`;
  const {token} = await made(path, {resourceType: "dashboard", resourceId: id}, t.org.admin.token);
  const answers = await Promise.all([
    t.call("POST", `/api/dashboards/${id}/filters/values`, {token: outsider.token, body}),
    t.call("POST", "/api/embed/filters/values", {token, body}),
  ]);
  return answers.map(answer => answer.body.values ?? answer.body.code);
}

async function embedded({id, chartId}: Board, filter: object) {
  const path = `/api/orgs/${t.org.id}/embed-tokens`;
  const {token} = await made(path, {resourceType: "dashboard", resourceId: id}, t.org.admin.token);
  return t.call("POST", `/api/embed/charts/${chartId}/data`, {token, body: {filters: [filter]}});
}

/** A value of each grain, for a condition that holds for every row or for none. */
const VALUES: Record<string, unknown> = {
  "": "2026-01-31T23:30:00",
  second: "2026-01-31T23:30:00",
  minute: "2026-01-31T23:30:00",
  hour: "2026-01-31T23:00:00Z",
  day: "2026-01-31",
  week: "2026-01-26",
  month: "2026-01-01",
  quarter: "2026-01-01",
  year: "2026-01-01",
};

const PARTS_OF_DAY =
  "day week month quarter year day_of_week day_of_month day_of_year week_of_year month_of_year quarter_of_year year_number";
const BELOW_NOTHING = `second minute hour hour_of_day ${PARTS_OF_DAY}`;
/** For each grain that a chart shows, the grains by which it may be filtered: those whose value the shown grain determines. */
const DECIDED: [shown: string, allowed: string][] = [
  ["", `bare millisecond_of_second ${BELOW_NOTHING}`],
  ["second", BELOW_NOTHING],
  ["minute", `minute hour hour_of_day ${PARTS_OF_DAY}`],
  ["hour", `hour hour_of_day ${PARTS_OF_DAY}`],
  ["day", PARTS_OF_DAY],
  ["week", "week"],
  ["month", "month quarter year month_of_year quarter_of_year year_number"],
  ["quarter", "quarter year quarter_of_year year_number"],
  ["year", "year year_number"],
  ["year_number", "year_number"],
  ["millisecond_of_second", "millisecond_of_second"],
  ["hour_of_day", "hour_of_day"],
  ["day_of_week", "day_of_week"],
  ["day_of_month", "day_of_month"],
  ["day_of_year", "day_of_year"],
  ["week_of_year", "week_of_year"],
  ["month_of_year", "month_of_year"],
  ["quarter_of_year", "quarter_of_year"],
];
const GRAINS = `bare millisecond_of_second ${BELOW_NOTHING}`.split(" ");

const named = (grain: string) =>
  grain === "" || grain === "bare" ? "orders.placed_at" : `orders.placed_at.${grain}`;
const conditionOn = (grain: string) => ({
  field: named(grain),
  op: ">=",
  value: VALUES[grain === "bare" ? "" : grain] ?? 1,
});

async function allowedOf(at: Board): Promise<string[]> {
  const answers = await Promise.all(GRAINS.map(grain => ask(at, conditionOn(grain))));
  for (const answer of answers) expect([200, 422]).toContain(answer.status);
  return GRAINS.filter((_, i) => answers[i]?.status === 200);
}

describe("a person who sees a chart, but not its model, can filter it", () => {
  test.each(DECIDED)(
    "with moments at grain '%s': by the grains that it determines",
    async (shown, allowed) => {
      const at = await board({dimensions: [named(shown)], measures: ["orders.count"]});
      expect(await allowedOf(at)).toEqual(GRAINS.filter(grain => allowed.split(" ").includes(grain)));
    },
  );

  test("by days only if each hour belongs to one day", async () => {
    const query = {dimensions: ["orders.placed_at.hour"], measures: ["orders.count"]};
    expect(await allowedOf(await board({...query, timezone: "Asia/Kolkata"}))).toEqual(["hour"]);
    expect(await allowedOf(await board({...query, timezone: "Asia/Tokyo"}))).toContain("day");
    const halves = await board({...query, timezone: "Asia/Kolkata"});
    const today = {field: "orders.placed_at.hour", op: "in_past", value: {unit: "day", count: 3}};
    expect((await ask(halves, today)).status).toBe(422);
  });

  test("by the second of a row no more than by another field, even nested in other filters", async () => {
    const at = await board({dimensions: ["orders.placed_at.month"], measures: ["orders.total"]});
    const second = {field: "orders.placed_at.second", op: "=", value: "2026-01-31T23:30:00"};
    const month = {field: "orders.placed_at.month", op: "=", value: "2026-01-01"};
    const within = {field: "orders.placed_at.month", op: "in_past", value: {unit: "second", count: 10_000}};
    for (const filter of [second, {or: [second, month]}, {and: [month, {or: [second]}]}, within]) {
      const answer = await ask(at, filter);
      expect([answer.status, answer.body.code]).toEqual([422, "invalid_filter"]);
    }
    // A person who may query the model can filter by anything.
    const own = await ask(at, second, insider.token);
    expect(own.body.tiles[0].result.rows).toEqual([["2026-01-01", 10.5]]);
  });

  test("by the measures that it shows, on groups, and by no others", async () => {
    const at = await board({dimensions: ["orders.status"], measures: ["orders.count"]});
    const shown = await ask(at, {field: "orders.count", op: ">=", value: 2});
    expect(shown.body.tiles[0].result.rows).toEqual([["paid", 3]]);
    expect((await ask(at, {field: "orders.total", op: ">", value: 100})).status).toBe(422);
  });

  test("not by a number of which it shows only the bins", async () => {
    const bins = {field: "orders.id", bin: {edges: [0]}, name: "sign"};
    const at = await board({dimensions: [bins, "orders.status"], measures: ["orders.count"]});
    const some = {field: "orders.id", op: ">", value: 0};
    const refused = await ask(at, some);
    expect([refused.status, refused.body.errors[0].allowed]).toEqual([
      422,
      ["orders.status", "orders.count"],
    ]);
    // A person who may query the model can filter by anything.
    const own = await ask(at, some, insider.token);
    expect(own.body.tiles[0].result.rows).toContainEqual([0, "open", 1]);
  });

  test("by its nested aggregates, and not by what they aggregate", async () => {
    const most = {name: "most", agg: "max", of: "orders.total", per: ["orders.placed_at.month"]};
    const at = await board({dimensions: ["orders.status"], measures: [most]});
    const shown = await ask(at, {field: "most", op: "<", value: 100});
    expect(shown.body.tiles[0].result.rows).toEqual([["open", 0.1]]);
    for (const field of ["orders.total", "orders.placed_at.month", "orders.count"]) {
      const value = field.endsWith("month") ? "2026-01-01" : 1;
      const refused = await ask(at, {field, op: "=", value});
      expect([refused.status, refused.body.errors[0].allowed]).toEqual([422, ["orders.status", "most"]]);
    }
    // A person who may query the model can filter by anything.
    const own = await ask(at, {field: "orders.placed_at.month", op: "=", value: "2026-01-01"}, insider.token);
    expect(own.body.tiles[0].result.rows).toEqual([["paid", 10.5]]);
  });

  test("by the meaning of a name, not by its spelling", async () => {
    const at = await board({
      dimensions: ["orders.customers.name", "orders.status"],
      measures: ["orders.count"],
    });
    const same = await ask(at, {field: "customers.name", op: "=", value: "Ada"});
    expect(same.body.tiles[0].result.rows).toEqual([
      ["Ada", "open", 1],
      ["Ada", "paid", 1],
    ]);
    expect((await ask(at, {field: "customers.region", op: "=", value: "north"})).status).toBe(422);
  });

  test("not by the rows of a snapshot of whose column it shows only the sum", async () => {
    const body = {name: "Pay", kind: "snapshot", snapshotCsv: "part,salary\na,100\nb,300\nb,50\n"};
    const {slug} = await made(`/api/projects/${shops.duckdb.projectId}/datasets`, body, insider.token);
    const at = await board({
      model: slug,
      projectId: undefined,
      dimensions: [`${slug}.part`],
      measures: [`${slug}.salary`],
    });
    // Under `measures` the bare name is the sum; in a filter it is the value of a row.
    expect((await ask(at, {field: `${slug}.salary`, op: ">", value: 200})).status).toBe(422);
    const sum = await ask(at, {field: `${slug}.salary_sum`, op: ">", value: 200});
    expect(sum.body.tiles[0].result.rows).toEqual([["b", 350]]);
  });

  test("without learning any name of the model", async () => {
    const at = await board({dimensions: ["orders.placed_at.month"], measures: ["orders.count"]});
    for (const field of ["orders.totl", "customers.nam", "custmers.name", "orders.placed_at.mont"]) {
      const answer = await ask(at, {field, op: "=", value: "x"});
      expect(answer.status).toBe(422);
      for (const name of ["orders.total", "customers.name", "customers.region", "quarter_of_year"]) {
        expect(answer.text).not.toContain(name);
      }
    }
    const data = {field: "orders.placed_at.month", op: "=", value: "yesterday"};
    expect((await ask(at, data)).body.errors[0].message).toContain("yesterday");
  });
});

describe("a filter declared by a dashboard", () => {
  const query = {dimensions: ["orders.placed_at.month"], measures: ["orders.count"]};
  const statuses = {field: "orders.status", op: "=", value: "open"};
  const rows = [["2026-02-01", 1]];

  test("is available to its readers, at the declared grain, if its author may query the model", async () => {
    const filters = [{field: "orders.status"}, {field: "orders.placed_at.day", label: "Day"}];
    const at = await board(query, {filters});
    const day = (grain: string, value: string) => ({field: `orders.placed_at.${grain}`, op: "=", value});
    expect((await ask(at, statuses)).body.tiles[0].result.rows).toEqual(rows);
    expect((await embedded(at, statuses)).body.rows).toEqual(rows);
    for (const call of [ask, embedded]) {
      expect((await call(at, day("day", "2026-01-31"))).status).toBe(200);
      expect((await call(at, day("hour", "2026-01-31T23:00:00"))).status).toBe(422);
    }
    const shown = await t.call("GET", `/api/dashboards/${at.id}`, {token: outsider.token});
    expect(shown.body.filters).toEqual(filters);
  });

  test("is not available if its author may not query the model, whoever sends the dashboard back", async () => {
    const at = await board(query, {filters: [{field: "orders.status"}], token: outsider.token});
    for (let round = 0; round < 2; round++) {
      expect((await ask(at, statuses)).status).toBe(422);
      const answer = await embedded(at, statuses);
      expect(answer.body).toMatchObject({filters: [{applied: false}]});
      expect(await statusesListed(at)).toEqual(["invalid_filter", "invalid_filter"]);
      expect(answer.body.rows).toHaveLength(3);
      // A filter that is sent back as it was read remains its author's.
      const filters = [{field: "orders.status", label: "Status"}];
      const sent = await t.call("PATCH", `/api/dashboards/${at.id}`, {token: insider.token, body: {filters}});
      expect(sent.status).toBe(200);
    }
    // A filter that is removed and declared by a person who may query the model is that person's.
    for (const filters of [[], [{field: "orders.status"}]]) {
      await t.call("PATCH", `/api/dashboards/${at.id}`, {token: insider.token, body: {filters}});
    }
    expect((await ask(at, statuses)).body.tiles[0].result.rows).toEqual(rows);
    expect((await embedded(at, statuses)).body.rows).toEqual(rows);
    expect(await statusesListed(at)).toEqual([
      ["open", "paid"],
      ["open", "paid"],
    ]);
  });

  test("is available no longer than its author may query the model, and passes to an heir", async () => {
    const author = await addPerson(t, {
      teams: [insiders, readers].map(id => ({id, role: "member" as const})),
    });
    const at = await board(query, {filters: [{field: "orders.status"}], token: author.token});
    expect((await ask(at, statuses)).status).toBe(200);
    const gone = `/api/orgs/${t.org.id}/teams/${insiders}/members/${author.id}`;
    expect((await t.call("DELETE", gone)).status).toBe(204);
    expect((await ask(at, statuses)).status).toBe(422);
    const body = {role: "member"};
    expect((await t.call("PUT", gone, {body})).status).toBeLessThan(300);
    expect((await ask(at, statuses)).status).toBe(200);
    const path = `/api/orgs/${t.org.id}/service-accounts/${author.id}`;
    expect((await t.call("DELETE", path)).status).toBe(409);
    expect((await t.call("DELETE", `${path}?transferTo=${insider.id}`)).status).toBe(204);
    expect((await ask(at, statuses)).status).toBe(200);
  });

  test("belongs to nobody when its author, who could not query the model, is deleted", async () => {
    const author = await addPerson(t, {teams: [{id: readers, role: "member"}]});
    const at = await board(query, {filters: [{field: "orders.status"}], token: author.token});
    const path = `/api/orgs/${t.org.id}/service-accounts/${author.id}?transferTo=${t.org.admin.id}`;
    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await ask(at, statuses)).status).toBe(422);
  });
});

test("a chart that no longer fits its layer names nothing of the layer to a person who cannot see it", async () => {
  const at = await board({dimensions: ["orders.status"], measures: ["orders.count"]});
  const broken = {model: "orders", dimensions: ["orders.statu"], measures: ["orders.count"]};
  for (const query of [broken, {...broken, model: "order"}, {...broken, dimensions: ["custmers.name"]}]) {
    await sql`update charts set query = ${JSON.stringify(query)}
      where org_id = ${t.org.id} and id = ${at.chartId}`.execute(t.db);
    const answers = [
      await t.call("GET", `/api/charts/${at.chartId}/data`, {token: outsider.token}),
      await t.call("GET", `/api/charts/${at.chartId}/drawing`, {token: outsider.token}),
      await t.call("POST", `/api/dashboards/${at.id}/charts/${at.chartId}/drawing`, {token: outsider.token}),
      await t.call("POST", `/api/dashboards/${at.id}/data`, {token: outsider.token}),
    ];
    expect(answers.map(answer => answer.status)).toEqual([422, 422, 422, 200]);
    for (const {text} of answers) {
      for (const name of ["orders.status", '"orders"', "customers"]) expect(text).not.toContain(name);
    }
    const own = await t.call("GET", `/api/charts/${at.chartId}/data`, {token: insider.token});
    expect(own.body.errors[0].suggestions.length).toBeGreaterThan(0);
  }
});

describe("while the service's database answers one statement and not the next", () => {
  const statuses = [{field: "orders.status", op: "=", value: "paid"}];
  const query = {dimensions: ["orders.status"], measures: ["orders.count"]};

  /** Fails for these reads of the layer, counted from 1, as reads of a database do while it restarts. */
  function failingAt(...failing: number[]): LayerDeps {
    let reads = 0;
    return {
      db: t.db,
      memory: t.web.memory,
      restrictLayer(_, layer) {
        if (failing.includes(++reads)) throw new ServiceError("database_unavailable", "It does not answer.");
        return layer;
      },
    };
  }

  test.each([
    ["the insider", [1, 3]],
    ["the insider", [3]],
    ["the outsider", [1]],
    ["the outsider", [2, 4]],
  ])("no chart is shown or sent without its filter, to %s (reads %p)", async (who, failing) => {
    const at = await board(query);
    const actor = await loadRunAs(t.db, t.org.id, who === "the insider" ? insider.id : outsider.id);
    const chart = await requireChart(t.db, actor, at.chartId, "view");
    const place = {x: 0, y: 0, w: 36, h: 10};
    const tile = {...place, chartId: chart.id, chart, placedBy: insider.id, placedAt: new Date()};
    const now = new Date();
    const outcomes = await Promise.allSettled([
      filterTiles(failingAt(...failing), actor, at.id, [tile], statuses, now, {refuse: false}),
      prepareResource(
        failingAt(...failing),
        actor,
        {resourceType: "chart", resourceId: chart.id},
        statuses,
        now,
      ),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({code: "database_unavailable"});
        continue;
      }
      const [part] = "parts" in outcome.value ? outcome.value.parts : outcome.value;
      expect([part?.fault, part?.reports]).toEqual([
        undefined,
        [{index: 0, fields: ["orders.status"], applied: true}],
      ]);
    }
  });

  test("the values of a filter are not missing, whichever read fails", async () => {
    const at = await board(query);
    const actor = await loadRunAs(t.db, t.org.id, insider.id);
    const charts = [await requireChart(t.db, actor, at.chartId, "view")];
    const declared = [{name: "status", field: "orders.status"}];
    const codes = new Set<string>();
    for (let read = 1; read <= 4; read++) {
      const {restrictLayer} = failingAt(read);
      const values = filterValues(
        {...t.web.runner, ...(restrictLayer ? {restrictLayer} : {})},
        {actor, requestId: "", signal: new AbortController().signal},
        {dashboardId: at.id, charts, declared},
        {field: "orders.status"},
      );
      codes.add(
        await values.then(
          () => "values",
          error => error.code,
        ),
      );
    }
    expect([...codes].toSorted()).toEqual(["database_unavailable", "values"]);
  });
});
