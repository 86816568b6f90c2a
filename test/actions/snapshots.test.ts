import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {addPerson, addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

const ORDERS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};

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

const freeze = (more: object = {}) => ({
  type: "snapshot_dataset",
  name: "Orders so far",
  query: ORDERS,
  projectId,
  ...more,
});

async function action(effects: object[], more: object = {}, token?: string): Promise<string> {
  const trigger = {type: "schedule", cron: "0 8 1 * *", timezone: "Pacific/Auckland"};
  return (await t.made("/api/actions", {name: "Freeze", trigger, effects, ...more}, token)).id;
}

const dataset = async (id: string) => (await t.call("GET", `/api/datasets/${id}`)).body;
const rowsOf = async (slug: string, fields: {dimensions: string[]; measures: string[]}, token?: string) =>
  (
    await t.call("POST", "/api/query", {
      body: {model: slug, ...fields, orderBy: fields.dimensions},
      ...(token ? {token} : {}),
    })
  ).body.rows;

/** The day in Auckland, as Postgres computes it. */
async function dayThere(): Promise<string> {
  const {rows} = await warehouse.query(
    "select to_char(now() at time zone 'Pacific/Auckland', 'YYYY_MM_DD') as day",
  );
  return rows[0].day;
}

test("stores the current result of a query, under a name that ends with the date, then with the time", async () => {
  const id = await action([freeze()]);
  const day = await dayThere();
  const first = (await t.ran(id)).effects[0];
  expect(first).toEqual({
    type: "snapshot_dataset",
    status: "succeeded",
    result: {datasetId: expect.stringMatching(/^ds_/), slug: `orders_so_far_${day}`, rowCount: 2},
  });
  expect(await dataset(first.result.datasetId)).toMatchObject({kind: "snapshot", projectId, rowCount: 2});
  await warehouse.query("insert into orders (id, status) values (1, 'late')");
  await t.worker.stop();
  t.worker = await t.addWorker();
  const second = (await t.ran(id)).effects[0].result;
  expect(second.slug).toMatch(new RegExp(`^orders_so_far_${day}_\\d\\d_\\d\\d$`));
  const counts = {dimensions: ["status"], measures: ["count"]};
  expect(await rowsOf(first.result.slug, fieldsOf(first.result.slug, counts))).toEqual([
    ["open", 1],
    ["paid", 3],
  ]);
  expect(await rowsOf(second.slug, fieldsOf(second.slug, counts))).toEqual([
    ["late", 1],
    ["open", 1],
    ["paid", 3],
  ]);
  await warehouse.query("delete from orders where id = 1");
});

/** A snapshot's measure is a column of numbers, whose bare name means its sum. */
const fieldsOf = (slug: string, {dimensions, measures}: {dimensions: string[]; measures: string[]}) => ({
  dimensions: dimensions.map(name => `${slug}.${name}`),
  measures: measures.map(name => `${slug}.${name === "count" ? "orders_count" : name}`),
});

test("keeps the newest snapshots, and of the others those in use", async () => {
  const id = await action([freeze({name: "Kept", keep: 2})]);
  const made: string[] = [];
  for (let i = 0; i < 2; i++) made.push((await t.ran(id)).effects[0].result.datasetId);
  const [used = "", unused = ""] = made;
  const {slug} = await dataset(used);
  await t.made("/api/charts", {
    name: "Of the first",
    type: "table",
    query: {model: slug, dimensions: [`${slug}.status`]},
  });
  const third = (await t.ran(id)).effects[0].result;
  expect(third).toMatchObject({
    deleted: [],
    kept: [{id: used, because: expect.stringContaining("Of the first")}],
  });
  const fourth = (await t.ran(id)).effects[0].result;
  expect(fourth).toMatchObject({deleted: [unused], kept: [{id: used}]});
  for (const [one, status] of [
    [used, 200],
    [unused, 404],
    [third.datasetId, 200],
    [fourth.datasetId, 200],
  ]) {
    expect((await t.call("GET", `/api/datasets/${one}`)).status).toBe(status);
  }
  // A snapshot of the same name by another action is not deleted.
  const other = await action([freeze({name: "Kept", keep: 1})]);
  expect((await t.ran(other)).effects[0].result.deleted).toEqual([]);
});

test("keeps snapshots that a schedule, an action or a live dataset names", async () => {
  const id = await action([freeze({name: "Named", keep: 1})]);
  const first = (await t.ran(id)).effects[0].result;
  const live = {
    name: "Over it",
    kind: "live",
    definition: {model: first.slug, dimensions: [`${first.slug}.status`]},
  };
  const answer = await t.call("POST", `/api/projects/${projectId}/datasets`, {body: live});
  const watcher =
    answer.status === 201
      ? undefined
      : await action([
          freeze({
            name: "Again",
            projectId: undefined,
            query: {model: first.slug, dimensions: [`${first.slug}.status`]},
          }),
        ]);
  const second = (await t.ran(id)).effects[0].result;
  expect(second).toMatchObject({
    deleted: [],
    kept: [{id: first.datasetId, because: "A schedule, an action or a live dataset uses it."}],
  });
  if (watcher) await t.call("DELETE", `/api/actions/${watcher}`);
});

test("ends the slug with the date however long the name is, and belongs to the action's team", async () => {
  const teamId = await addTeam(t, "Freezers");
  const member = await addPerson(t, {
    teams: [{id: teamId, role: "member"}],
    attributes: {region: ["north"]},
  });
  const mate = await addPerson(t, {teams: [{id: teamId, role: "member"}], attributes: {region: ["south"]}});
  const name = `Customers ${"of the region ".repeat(10)}`;
  const query = {model: "customers", dimensions: ["customers.name", "customers.region"]};
  const id = await action([freeze({name, query})], {teamId}, member.token);
  const {slug, datasetId} = (await t.ran(id)).effects[0].result;
  expect(slug.length).toBe(60);
  expect(slug.endsWith(await dayThere())).toBe(true);
  expect(await dataset(datasetId)).toMatchObject({teamId, ownerId: member.id});
  // Its rows are those that the action's principal sees.
  const fields = {dimensions: [`${slug}.name`, `${slug}.region`], measures: []};
  expect(await rowsOf(slug, fields, mate.token)).toEqual([["Ada", "north"]]);
});

test("in a dry run says what it would be, and is not created", async () => {
  const id = await action([freeze({name: "Not made", keep: 3})]);
  const before = (await t.call("GET", "/api/datasets")).body.length;
  const {effects} = await t.ran(id, {dryRun: true});
  expect(effects[0].result.would).toMatch(
    /^Stores the query's rows as the dataset "Not made \d{4}-\d\d-\d\d \d\d:\d\d", and keeps the newest 3 of them\.$/,
  );
  expect((await t.call("GET", "/api/datasets")).body).toHaveLength(before);
});

test("fails with the reason if its principal may no longer create it, and that is reported", async () => {
  const author = await addPerson(t);
  await t.db
    .updateTable("principals")
    .set({email: "owner@example.com"})
    .where("id", "=", t.org.adminUser.id)
    .execute();
  const id = await action([freeze({name: "Lost"})], {}, author.token);
  await t.db
    .updateTable("principals")
    .set({scopes: ["read"]})
    .where("id", "=", author.id)
    .execute();
  expect(await t.ran(id)).toMatchObject({
    status: "failed",
    effects: [{status: "failed", error: expect.stringContaining('"write"')}],
  });
  await until(() => t.mailTo("owner@example.com").length > 0);
  expect(t.mailTo("owner@example.com")[0]?.mail.text).toContain("snapshot_dataset: This call needs");
});

test.each([
  [
    "a field that is not there",
    {query: {...ORDERS, measures: ["orders.nope"]}},
    "/effects/0/query/measures/0",
  ],
  ["totals", {query: {...ORDERS, totals: true}}, "/effects/0/query/totals"],
  ["a project that is not there", {projectId: "proj_none"}, "/effects/0/projectId"],
  ["a name of spaces", {name: "  "}, "/effects/0/name"],
  ["none kept", {keep: 0}, "/effects/0/keep"],
])("%s is refused", async (_, more, path) => {
  const body = {name: "Wrong", trigger: {type: "manual"}, effects: [freeze(more)]};
  const answer = await t.call("POST", "/api/actions", {body});
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].path).toStartWith(path);
});

test("that deletes older ones needs a token with the right to delete", async () => {
  const author = await addPerson(t);
  await t.db
    .updateTable("principals")
    .set({scopes: ["read", "write"]})
    .where("id", "=", author.id)
    .execute();
  const token = await t.addToken(author.id);
  const make = (effect: object) =>
    t.call("POST", "/api/actions", {
      token,
      body: {name: "Keep", trigger: {type: "manual"}, effects: [effect]},
    });
  const refused = await make(freeze({keep: 1}));
  expect(refused).toMatchObject({status: 403, body: {code: "missing_scope"}});
  expect((await make(freeze())).status).toBe(201);
});

test("fails alone if the warehouse refuses: later effects continue, and the failure is reported", async () => {
  const broken = {...ORDERS, measures: ["orders.broken"]};
  const tell = {type: "email", recipients: ["behind@example.com"], subject: "Frozen", message: "Or not."};
  const run = await t.ran(await action([freeze({query: broken, onFailure: "continue"}), tell]));
  const failed = {status: "failed", error: expect.stringContaining("warehouse")};
  expect(run).toMatchObject({status: "failed", effects: [failed, {status: "succeeded"}]});
  const stopped = await t.ran(await action([freeze({query: broken}), tell]));
  expect(stopped).toMatchObject({status: "failed", effects: [failed, {status: "skipped"}]});
});

test("shows its principal's rows to the principal's team, and a person who moves the action to another team becomes its principal", async () => {
  const [one, two] = [await addTeam(t, "One"), await addTeam(t, "Two")];
  const teams = [one, two].map(id => ({id, role: "member" as const}));
  const author = await addPerson(t, {attributes: {region: ["north"]}, teams});
  const mover = await addPerson(t, {attributes: {region: ["south"]}, teams});
  const names = {model: "customers", dimensions: ["customers.region"]};
  const body = {
    name: "Regions",
    trigger: {type: "schedule", cron: "0 8 1 * *"},
    effects: [freeze({name: "Regions", query: names})],
    teamId: one,
  };
  const {id} = await t.made("/api/actions", body, author.token);
  const put = async (more: object, token: string) =>
    (await t.call("PUT", `/api/actions/${id}`, {body: {...body, ...more}, token})).body.runAs;
  expect(await put({name: "All regions"}, mover.token)).toBe(author.id);
  expect(await put({teamId: two}, mover.token)).toBe(mover.id);
  const {token} = mover;
  const started = await t.made(`/api/actions/${id}/runs`, {}, token);
  const run = await until(async () => {
    const {body} = await t.call("GET", `/api/actions/${id}/runs/${started.id}`, {token});
    return body.finishedAt ? body : undefined;
  });
  const {slug} = run.effects[0].result;
  const rows = await rowsOf(slug, {dimensions: [`${slug}.region`], measures: []}, token);
  expect(rows.map((row: string[]) => row[0])).toEqual(["south"]);
});

test("without a snapshot, another team does not change an action's principal", async () => {
  const [one, two] = [await addTeam(t, "Three"), await addTeam(t, "Four")];
  const teams = [one, two].map(id => ({id, role: "member" as const}));
  const [author, mover] = [await addPerson(t, {teams}), await addPerson(t, {teams})];
  const body = {
    name: "Tell",
    trigger: {type: "schedule", cron: "0 8 1 * *"},
    effects: [{type: "email", recipients: ["ada@example.com"], subject: "S", message: "M"}],
    teamId: one,
  };
  const made = await t.call("POST", "/api/actions", {body, token: author.token});
  expect(made.status).toBe(201);
  const moved = await t.call("PUT", `/api/actions/${made.body.id}`, {
    body: {...body, teamId: two},
    token: mover.token,
  });
  expect([moved.body.teamId, moved.body.runAs]).toEqual([two, author.id]);
});
