import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {addPerson} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;
let warehouse: pg.Client;
let projectId: string;

beforeAll(async () => {
  t = await actionService();
  projectId = t.shops.postgres.projectId;
  warehouse = new pg.Client({connectionString: t.shops.postgresUrl});
  await warehouse.connect();
});

afterAll(async () => {
  await warehouse?.end();
  await t?.stop();
});

const email = (recipient = "checks@example.com") => ({
  type: "email",
  recipients: [recipient],
  subject: "{{count}}",
  message: "{{value}}",
});

async function action(trigger: object, token?: string): Promise<string> {
  const body = {name: "Check", trigger, effects: [email()]};
  return (await t.made("/api/actions", body, token)).id;
}

/** Adds this many orders with a status, placed that long ago, or at an unknown time. */
async function place(status: string, count: number, ago: string | null): Promise<void> {
  await warehouse.query(
    "insert into orders (id, status, placed_at) select (extract(epoch from clock_timestamp()) * 1000000)::bigint + g, $1, (now() at time zone 'UTC') - $3::interval from generate_series(1, $2::int) g",
    [status, count, ago],
  );
}

/** Reuses the rows of a statement for a minute. */
async function freshWorker(): Promise<void> {
  await t.worker.stop();
  t.worker = await t.addWorker();
}

test("a threshold distinguishes a subtotal from a row without a value", async () => {
  await place("sum", 2, "0");
  await place("sum", 1, null);
  const query = {
    model: "orders",
    projectId,
    dimensions: ["orders.status", "orders.placed_at.year"],
    measures: ["orders.count"],
    filters: [{field: "orders.status", op: "=", value: "sum"}],
    subtotals: true,
  };
  const trigger = {
    type: "threshold",
    query,
    measure: "orders.count",
    op: ">",
    value: 2,
    mode: "became_true",
    cron: "0 8 * * 1",
  };
  expect(await t.ran(await action(trigger))).toMatchObject({
    status: "succeeded",
    rows: [["sum", null, 3, 1]],
    rowCount: 1,
  });
});

describe("a threshold on a comparison with an earlier period", () => {
  const today = {
    model: "orders",
    dimensions: ["orders.status"],
    measures: ["orders.count"],
    filters: [{field: "orders.placed_at", op: "in_current", value: {unit: "day"}}],
  };
  const against = (compare: object, more: object = {}) => ({
    type: "threshold",
    query: {...today, projectId},
    measure: "orders.count",
    op: ">",
    compare,
    mode: "became_true",
    cron: "0 8 * * 1",
    ...more,
  });
  const week = {unit: "week", count: 1};

  test("compares each row with the same row of that period, and a row that was missing then is unknown", async () => {
    await place("up", 6, "0");
    await place("up", 4, "7 days");
    await place("down", 3, "0");
    await place("down", 6, "7 days");
    await place("new", 5, "0");
    await place("even", 2, "0");
    await place("even", 2, "7 days");
    const more = await t.ran(await action(against({offset: week})));
    expect(more).toMatchObject({
      columns: ["orders.status", "orders.count", "earlier"],
      rows: [["up", 6, 4]],
      rowCount: 1,
    });
    const percent = await t.ran(await action(against({offset: week, change: "percent"}, {value: 49})));
    expect(percent).toMatchObject({
      columns: ["orders.status", "orders.count", "earlier", "change_percent"],
      rows: [["up", 6, 4, 50]],
    });
    const exactly = against({offset: week, change: "percent"}, {op: "<=", value: -50});
    expect(await t.ran(await action(exactly))).toMatchObject({rows: [["down", 3, 6, -50]]});
    const absolute = against({offset: week, change: "absolute"}, {op: "=", value: 0});
    expect(await t.ran(await action(absolute))).toMatchObject({rows: [["even", 2, 2, 0]]});
    const days = {offset: {unit: "day", count: 7}, change: "absolute"};
    expect(await t.ran(await action(against(days, {op: "=", value: -3})))).toMatchObject({
      rows: [["down", 3, 6, -3]],
    });
  });

  test("compares a current year with the same days of the one before, unless the whole year is requested", async () => {
    // Two orders before now and three an hour ahead; a year earlier, two before that moment and four an hour after it.
    await place("ahead", 2, "1 minute");
    await place("ahead", 3, "-1 hour");
    await place("ahead", 2, "1 year 1 minute");
    await place("ahead", 4, "1 year -1 hour");
    const filters = [
      {field: "orders.placed_at", op: "in_current", value: {unit: "year"}},
      {field: "orders.status", op: "=", value: "ahead"},
    ];
    const query = {...today, projectId, filters};
    const offset = {unit: "year", count: 1};
    const same = against({offset, change: "absolute"}, {query, op: "=", value: 0});
    expect(await t.ran(await action(same))).toMatchObject({rows: [["ahead", 2, 2, 0]]});
    const compare = {offset, change: "absolute", sameDays: false};
    const whole = against(compare, {query, op: "=", value: -1});
    expect(await t.ran(await action(whole))).toMatchObject({rows: [["ahead", 5, 6, -1]]});
  });

  test("does the same for a year in alternatives, of related rows, and of groups", async () => {
    // One visit before now and one an hour ahead; a year earlier, one before that moment and two an hour after it.
    const visits = [
      [1, "- interval 1 minute"],
      [2, "+ interval 1 hour"],
      [1, "- interval 1 year - interval 1 minute"],
      [2, "- interval 1 year + interval 1 hour"],
      [3, "- interval 1 year + interval 1 hour"],
    ];
    const rows = visits
      .map(([who, when], i) => `(${i}, ${who}, current_localtimestamp() ${when})`)
      .join(", ");
    const models = [
      {
        name: "visits",
        table: {sql: `select * from (values ${rows}) as v(id, visitor, day)`},
        primaryKey: ["id"],
        dimensions: [
          {name: "id", type: "number", column: "id"},
          {name: "day", type: "timestamp", column: "day"},
        ],
        measures: [{name: "count", type: "count"}],
      },
      {
        name: "visitors",
        table: {sql: "select * from (values (1), (2), (3)) as v(id)"},
        primaryKey: ["id"],
        dimensions: [{name: "id", type: "number", column: "id"}],
        measures: [{name: "count", type: "count"}],
      },
    ];
    const joins = [
      {from: "visits", to: "visitors", relationship: "many_to_one", on: [{from: "visitor", to: "id"}]},
    ];
    const project = t.shops.duckdb.projectId;
    await t.made(`/api/projects/${project}/introspect`, {graph: {models, joins}});
    const thisYear = {field: "visits.day", op: "in_current", value: {unit: "year"}};
    const compared = async (model: string, filter: object, sameDays: boolean) => {
      const measure = `${model}.count`;
      const query = {model, projectId: project, measures: [measure], filters: [filter]};
      const compare = {offset: {unit: "year", count: 1}, change: "absolute", sameDays};
      const {rows} = await t.ran(await action(against(compare, {query, measure, value: -100})));
      return rows;
    };
    const atOnce = [thisYear, {field: "visits.id", op: "=", value: 99}];
    const dataset = async (name: string, definition: object) =>
      (await t.made(`/api/projects/${project}/datasets`, {name, kind: "live", definition})).slug;
    const ofThisYear = await dataset("Visits of this year", {model: "visits", filters: [thisYear]});
    const byYear = await dataset("Visits by year", {
      model: "visits",
      dimensions: ["visits.day.year", "visits.id"],
      measures: ["visits.count"],
    });
    const nested = (depth: number): object =>
      depth === 0 ? thisYear : {or: [nested(depth - 1), {field: "visits.id", op: "=", value: 99}]};
    const many = Array.from({length: 900}, () => thisYear);
    for (const [model, filter, same, whole] of [
      ["visits", nested(19), [1, 1, 0], [2, 3, -1]],
      ["visits", {or: [{or: many}, {or: many}]}, [1, 1, 0], [2, 3, -1]],
      [ofThisYear, {field: `${ofThisYear}.id`, op: "<", value: 99}, [1, 1, 0], [2, 3, -1]],
      [byYear, {...thisYear, field: `${byYear}.day.year`}, [1, 1, 0], [2, 3, -1]],
      ["visits", {or: atOnce}, [1, 1, 0], [2, 3, -1]],
      ["visitors", {some: "visits", filters: [thisYear]}, [1, 1, 0], [2, 3, -1]],
      ["visitors", {none: "visits", filters: [thisYear]}, [2, 2, 0], [1, 0, 1]],
      ["visitors", {not: {some: "visits", filters: [{or: atOnce}]}}, [2, 2, 0], [1, 0, 1]],
      [
        "visitors",
        {per: ["visitors.id"], field: "visits.count", op: ">=", value: 1, filters: [thisYear]},
        [1, 1, 0],
        [2, 3, -1],
      ],
    ] as const) {
      expect([filter, await compared(model, filter, true)]).toEqual([filter, [same]]);
      expect([filter, await compared(model, filter, false)]).toEqual([filter, [whole]]);
    }
  });

  test.each([
    [
      "a query whose period does not move",
      {query: {...today, filters: []}},
      {offset: week},
      "/trigger/compare/offset",
    ],
    [
      "rows of a day each",
      {query: {...today, dimensions: ["orders.placed_at.day"]}},
      {offset: week},
      "/trigger/query/dimensions/0",
    ],
    ["a change without a value", {}, {offset: week, change: "percent"}, "/trigger/value"],
    ["a value and a period", {value: 3}, {offset: week}, "/trigger/value"],
    ["a period of nothing", {}, {offset: {unit: "week", count: 0}}, "/trigger/compare"],
  ])("%s is refused", async (_, more, compare, path) => {
    const body = {name: "Wrong", trigger: against(compare, more), effects: [email()]};
    const answer = await t.call("POST", "/api/actions", {body});
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].path).toStartWith(path);
  });
});

describe("checks that come due together", () => {
  const over = (model: string, dimension: string, value: number, more: object = {}) => ({
    type: "threshold",
    query: {model, projectId, dimensions: [dimension], measures: [`${model}.count`]},
    measure: `${model}.count`,
    op: ">",
    value,
    mode: "became_true",
    cron: "0 8 * * 1",
    ...more,
  });

  async function comeDue(ids: readonly string[]): Promise<void> {
    await sql`
      update cadences set next_at = now() where id = any (${ids}::text[])`.execute(t.db);
    await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
  }

  const ended = async (ids: readonly string[], count: number) => {
    for (const id of ids) await t.runs(id, count);
  };

  /** The statements that actions have run since then. */
  async function statements(since: Date): Promise<number> {
    await t.worker.stop();
    t.worker = await t.addWorker();
    const {rows} = await sql<{count: number}>`
      select count(*)::int as count from query_runs where trigger = 'action' and created_at >= ${since}`.execute(
      t.db,
    );
    return rows[0]?.count ?? -1;
  }

  test("run each statement once, and are evaluated each by itself", async () => {
    await place("many", 9, "0");
    await freshWorker();
    await t.addWorker();
    const ids: string[] = [];
    const whole = {model: "orders", projectId, measures: ["orders.count"]};
    for (let i = 0; i < 12; i++) ids.push(await action(over("orders", "orders.status", i)));
    for (let i = 0; i < 8; i++)
      ids.push(await action(over("orders", "orders.status", 100 + i, {query: whole})));
    const since = new Date();
    await comeDue(ids);
    await ended(ids, 1);
    const {rows} = await warehouse.query(
      "select status, count(*)::int as n from orders group by status order by 1",
    );
    for (const [i, id] of ids.entries()) {
      const [run] = await t.runs(id, 1);
      const expected = i < 12 ? rows.filter(({n}) => n > i).map(({status}) => status) : [];
      expect(run).toMatchObject({
        status: "succeeded",
        rowCount: expected.length,
        effects: [{status: expected.length > 0 ? "succeeded" : "skipped"}],
      });
      expect(run.rows.map(([status]: [string]) => status).toSorted()).toEqual(expected);
    }
    expect(await statements(since)).toBe(2);
    // Their state is stored: the same rows do not fire a second time.
    await comeDue(ids);
    await ended(ids, 2);
    for (const id of ids) expect((await t.runs(id, 2))[0]).toMatchObject({rowCount: 0});
    for (const id of ids) await t.call("DELETE", `/api/actions/${id}`);
  });

  test("share nothing with checks that have other rights, and fail each by itself", async () => {
    const person = (region: string) => addPerson(t, {attributes: {region: [region]}});
    const [north, south] = [await person("north"), await person("south")];
    const without = await addPerson(t);
    const trigger = over("customers", "customers.region", 0);
    const [ofNorth, ofSouth, ofNobody] = [
      await action(trigger, north.token),
      await action(trigger, south.token),
      await action(trigger, without.token),
    ];
    const broken = over("orders", "orders.status", 0, {
      query: {model: "orders", projectId, dimensions: ["orders.status"], measures: ["orders.broken"]},
      measure: "orders.broken",
    });
    const failing = await action(broken);
    const ids = [ofNorth, ofSouth, ofNobody, failing];
    await comeDue(ids);
    await ended(ids, 1);
    const last = async (id: string) => (await t.runs(id, 1))[0];
    const rows = async (id: string, token: string) => {
      const {id: runId} = await last(id);
      return (await t.call("GET", `/api/actions/${id}/runs/${runId}`, {token})).body.rows;
    };
    expect(await rows(ofNorth, north.token)).toEqual([["north", 1]]);
    expect(await rows(ofSouth, south.token)).toEqual([["south", 1]]);
    expect(await last(ofNobody)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("attributes"),
    });
    expect(await last(failing)).toMatchObject({status: "failed", effects: [{status: "skipped"}]});
    for (const id of ids) await t.call("DELETE", `/api/actions/${id}`);
  });

  test("fire once, even if the action is run by hand at the same time", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await action(over("orders", "orders.status", 0)));
    await comeDue(ids);
    await Promise.all(ids.map(id => t.made(`/api/actions/${id}/runs`, {})));
    await ended(ids, 2);
    for (const id of ids) {
      const fired = (await t.runs(id, 2)).filter(run => run.rowCount > 0);
      expect(fired).toHaveLength(1);
      await t.call("DELETE", `/api/actions/${id}`);
    }
  });

  test("are left out once cancelled, and run no effect twice if a check is repeated", async () => {
    await t.worker.stop();
    const id = await action(over("orders", "orders.status", 0));
    const cancelled = await action(over("orders", "orders.status", 0));
    await sql`
      update cadences set next_at = date_trunc('minute', now()) where id in (${id}, ${cancelled})`.execute(
      t.db,
    );
    t.worker = await t.addWorker();
    const runs = await Promise.all([t.runs(id, 1), t.runs(cancelled, 1)]);
    const [[first], [second]] = [runs[0] ?? [], runs[1] ?? []];
    const again = JSON.stringify({orgId: t.org.id, runIds: [first.id, second.id]});
    for (let i = 0; i < 3; i++)
      await sql`select graphile_worker.add_job('check_group', ${again}::json)`.execute(t.db);
    await until(async () => {
      const jobs = await sql`
        select from graphile_worker.jobs where task_identifier in ('check_group', 'run_action')`.execute(
        t.db,
      );
      return jobs.rows.length === 0;
    });
    const {rows} = await sql<{count: number}>`
      select count(*)::int as count from deliveries where action_id in (${id}, ${cancelled})`.execute(t.db);
    expect(rows[0]?.count).toBe(2);
    for (const one of [id, cancelled]) await t.call("DELETE", `/api/actions/${one}`);
  });
});
