import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {
  mayReadRows,
  readStatements,
  type StoredStatement,
  statementOf,
} from "../../shared/automation/deliveries/statements.ts";
import {prepareChart, requireChart} from "../../shared/content/charts/charts.ts";
import {requireDataset} from "../../shared/content/datasets/datasets.ts";
import {datasetRows} from "../../shared/content/datasets/rows.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {publish} from "../../shared/core/change-notices.ts";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {addGrant} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let teamId: string;
let author: Person;

type Person = Awaited<ReturnType<typeof addPerson>>;

const north = {region: ["north"]};
const FILES = [{name: "names.csv"}];

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  teamId = await addTeam(t, "sales");
  author = await member(north);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** A person in the team that owns the charts. */
const member = (attributes: Record<string, string[]> = {}, role: "admin" | "member" = "member") =>
  addPerson(t, {attributes, role, teams: [{id: teamId, role: "member"}]});

async function actorOf({token}: {token: string}): Promise<Actor> {
  const headers = {authorization: `Bearer ${token}`};
  return (await t.web.authenticate(new Request("http://service.test/", {headers}))).actor;
}

async function post(path: string, body: object, token = author.token) {
  const answer = await t.call("POST", path, {body, token});
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

const newChart = (query: object, more: object = {}): Promise<{id: string}> =>
  post("/api/charts", {
    name: "A chart",
    type: "table",
    projectId: shops.duckdb.projectId,
    teamId,
    query,
    ...more,
  });

const NAMES = {model: "customers", dimensions: ["customers.name"]};

/** The statement behind a chart's rows, as a delivery for `author` keeps it, through JSON. */
async function keepChart(
  chartId: string,
  {filters = [], limit, at = new Date()}: {filters?: object[]; limit?: number; at?: Date} = {},
): Promise<StoredStatement> {
  const actor = await actorOf(author);
  const chart = await requireChart(t.db, actor, chartId, "view");
  const added: Query["filters"] = JSON.parse(JSON.stringify(filters));
  const query: Query = {
    ...chart.query,
    ...(filters.length > 0 ? {filters: [...(chart.query.filters ?? []), ...(added ?? [])]} : {}),
    ...(limit === undefined ? {} : {limit}),
  };
  const prepared = await prepareChart(t.web, actor, {...chart, query}, at);
  return stored(statementOf({type: "chart", id: chartId}, query, prepared, at));
}

async function keepDataset(datasetId: string): Promise<StoredStatement> {
  const actor = await actorOf(author);
  const dataset = await requireDataset(t.db, actor, datasetId, "view");
  const at = new Date();
  const {query, prepare} = datasetRows(t.web, actor, dataset, 10_000, at);
  return stored(statementOf({type: "dataset", id: datasetId}, query, await prepare(), at));
}

/** The statement as the database gives it back. */
async function stored(statement: StoredStatement): Promise<StoredStatement> {
  const id = newId("dlv");
  await sql`
    insert into deliveries (id, org_id, source_type, source_id, trigger, name, run_as, statements)
    values (${id}, ${t.org.id}, 'agent', 'agent_x', 'agent', 'Sales', ${author.id},
      ${JSON.stringify([statement])})`.execute(t.db);
  const {rows} = await sql<{id: string; statements: unknown}>`
    select id, statements from deliveries where org_id = ${t.org.id} and id = ${id}`.execute(t.db);
  return readStatements(rows[0]!).statements[0]!;
}

async function sees(person: {token: string}, ...statements: StoredStatement[]): Promise<boolean> {
  return mayReadRows(t.web, await actorOf(person), {statements, files: FILES});
}

async function setAttributes({id}: {id: string}, attributes: object): Promise<void> {
  await t.db
    .updateTable("principals")
    .set({attributes: JSON.stringify(attributes)})
    .where("id", "=", id)
    .execute();
  await publish(t.db, {kind: "principal", id});
  await t.web.notices.caughtUp();
}

async function applyLayer(
  change: (graph: ReturnType<typeof shopGraph>) => void,
  projectId: string,
): Promise<void> {
  const graph = shopGraph("duckdb", "main");
  change(graph);
  const answer = await t.call("POST", `/api/projects/${projectId}/introspect`, {body: graph});
  expect(answer.status).toBe(201);
}

async function newProject(more: object = {}): Promise<string> {
  const {connectionId} = shops.duckdb;
  const {id} = await post("/api/projects", {name: "kept", connectionId, ...more}, t.org.admin.token);
  await applyLayer(() => undefined, id);
  return id;
}

describe("rows that a delivery has kept can be read by", () => {
  test("people with the same attributes, and by nobody with others", async () => {
    const {id} = await newChart(NAMES);
    const kept = await keepChart(id);
    expect(await sees(await member(north), kept)).toBe(true);
    expect(await sees(await member({...north, other: ["more"]}), kept)).toBe(true);
    expect(await sees(await member({region: ["south"]}), kept)).toBe(false);
    expect(await sees(await member({region: ["north", "south"]}), kept)).toBe(false);
    expect(await sees(await member(), kept)).toBe(false);
  });

  test("an admin under the same rule as by everybody else", async () => {
    const {id} = await newChart(NAMES);
    const kept = await keepChart(id);
    expect(await sees(t.org.admin, kept)).toBe(false);
    expect(await sees(await member({region: ["south"]}, "admin"), kept)).toBe(false);
    expect(await sees(await member(north, "admin"), kept)).toBe(true);
  });

  test("the principal that the delivery ran as, under the same rule", async () => {
    const {id} = await newChart(NAMES);
    const kept = await keepChart(id);
    const reader = await member(north);
    await setAttributes(author, {});
    await setAttributes(reader, {});
    expect(await sees(author, kept)).toBe(false);
    expect(await sees(reader, kept)).toBe(false);
    await setAttributes(author, north);
    expect(await sees(author, kept)).toBe(true);
  });

  test("everybody who may view the chart, if no row access concerns it", async () => {
    const {id} = await newChart({model: "numbers", measures: ["numbers.count"]});
    const kept = await keepChart(id);
    expect(await sees(await member({region: ["south"]}), kept)).toBe(true);
    expect(await sees(t.org.admin, kept)).toBe(true);
  });

  test("nobody who may not view the chart, even if they could run the same query", async () => {
    const {id} = await newChart(NAMES);
    const kept = await keepChart(id);
    const stranger = await addPerson(t, {attributes: north});
    expect(await sees(stranger, kept)).toBe(false);
    const grantId = await addGrant(t, id, {userId: stranger.id});
    expect(await sees(stranger, kept)).toBe(true);
    await sql`delete from grants where id = ${grantId}`.execute(t.db);
    expect(await sees(stranger, kept)).toBe(false);
    const reader = await member(north);
    expect((await t.call("DELETE", `/api/charts/${id}`)).status).toBe(204);
    expect(await sees(reader, kept)).toBe(false);
    expect(await sees(author, kept)).toBe(false);
  });

  test("nobody else once the layer has changed, and again when it is as it was", async () => {
    const projectId = await newProject();
    const {id} = await newChart({model: "orders", measures: ["orders.total"]}, {projectId});
    const kept = await keepChart(id);
    const reader = await member();
    expect(await sees(reader, kept)).toBe(true);
    await applyLayer(graph => {
      graph.models[0]!.measures![1]!.where = "status = 'open'";
    }, projectId);
    expect(await sees(reader, kept)).toBe(false);
    await applyLayer(graph => {
      graph.models[0]!.rowAccess = [{dimension: "status", attribute: "status"}];
    }, projectId);
    expect(await sees(reader, kept)).toBe(false);
    await applyLayer(graph => {
      graph.models[0]!.measures = [{name: "count", type: "count"}];
    }, projectId);
    expect(await sees(reader, kept)).toBe(false);
    await applyLayer(() => undefined, projectId);
    expect(await sees(reader, kept)).toBe(true);
  });

  test("everybody for whom each of several statements is the same", async () => {
    const names = await keepChart((await newChart(NAMES)).id);
    const count = await keepChart((await newChart({model: "numbers", measures: ["numbers.count"]})).id);
    const other = await member({region: ["south"]});
    expect(await sees(other, count)).toBe(true);
    expect(await sees(other, count, names)).toBe(false);
    expect(await sees(other, names, count)).toBe(false);
    expect(await sees(await member(north), names, count)).toBe(true);
  });

  test("nobody if no statement is known, unless there are no files", async () => {
    const reader = await actorOf(await member(north));
    const none = {statements: []};
    expect(await mayReadRows(t.web, reader, {...none, files: FILES})).toBe(false);
    expect(await mayReadRows(t.web, reader, {...none, files: []})).toBe(true);
    expect(await mayReadRows(t.web, await actorOf(author), {...none, files: FILES})).toBe(false);
  });

  test("nobody of another organization", async () => {
    const kept = await keepChart((await newChart({model: "numbers", measures: ["numbers.count"]})).id);
    const other = await t.addOrg("Other");
    expect(await sees(other.admin, kept)).toBe(false);
  });

  test("the same people days later, if the statement contains the moment when it was made", async () => {
    const filters = [{field: "orders.placed_at", op: "in_past", value: {unit: "day", count: 3}}];
    const {id} = await newChart({model: "orders", measures: ["orders.count"], filters});
    const kept = await keepChart(id, {at: new Date("2026-02-01T08:00:00Z")});
    const reader = await member();
    expect(await sees(reader, kept)).toBe(true);
    expect(await sees(reader, {...kept, at: "2026-02-04T08:00:00.000Z"})).toBe(false);
  });
});

describe("people who do not see a chart's project can read", () => {
  let reader: Person;
  let insider: Person;
  let projectId: string;
  const BY_STATUS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const shown = {field: "orders.status", op: "eq", value: "paid"};
  const hidden = {field: "orders.id", op: "eq", value: "9007199254740993"};

  beforeAll(async () => {
    projectId = await newProject({teamIds: [teamId]});
    reader = await addPerson(t);
    insider = await member();
  });

  async function sharedChart(query: object = BY_STATUS): Promise<string> {
    const {id} = await newChart(query, {projectId});
    await addGrant(t, id, {userId: reader.id});
    return id;
  }

  test("the chart's own rows, and those that filters on its columns leave", async () => {
    const id = await sharedChart();
    expect(await sees(reader, await keepChart(id))).toBe(true);
    expect(await sees(reader, await keepChart(id, {filters: [shown]}))).toBe(true);
  });

  test("the chart's own rows, even if it is made from a dataset that they do not see", async () => {
    const definition = {model: "orders", filters: [hidden]};
    const made = await post(`/api/projects/${projectId}/datasets`, {name: "One", kind: "live", definition});
    const id = await sharedChart({model: made.slug, measures: [`${made.slug}.count`]});
    const kept = await keepChart(id);
    expect(kept.datasetId).toBe(made.id);
    expect(await sees(reader, kept)).toBe(true);
    expect(await sees(reader, {...kept, datasetId: null})).toBe(false);
  });

  test("nothing that is filtered by a column that the chart does not show", async () => {
    const kept = await keepChart(await sharedChart(), {filters: [hidden]});
    expect(await sees(reader, kept)).toBe(false);
    expect(await sees(insider, kept)).toBe(true);
  });

  test("no more rows than the chart shows", async () => {
    const id = await sharedChart({...BY_STATUS, limit: 1});
    const kept = await keepChart(id, {limit: 100});
    expect(await sees(reader, await keepChart(id))).toBe(true);
    expect(await sees(reader, kept)).toBe(false);
    expect(await sees(insider, kept)).toBe(true);
  });

  test("nothing that the chart no longer shows", async () => {
    const id = await sharedChart();
    const kept = await keepChart(id);
    const query = {...BY_STATUS, filters: [hidden]};
    const edited = await t.call("PATCH", `/api/charts/${id}`, {
      token: author.token,
      body: {query},
    });
    expect(edited.status).toBe(200);
    expect(await sees(reader, kept)).toBe(false);
    expect(await sees(insider, kept)).toBe(true);
    const next = await keepChart(id);
    expect(await sees(reader, next)).toBe(true);
    expect(await sees(reader, await keepChart(id, {filters: [shown]}))).toBe(true);
  });
});

describe("of a dataset", () => {
  const path = () => `/api/projects/${shops.duckdb.projectId}/datasets`;

  test("that is live, rows can be read by those who may view it and have the same attributes", async () => {
    const {id} = await post(path(), {name: "Names", kind: "live", definition: NAMES, teamId});
    const kept = await keepDataset(id);
    expect(await sees(await member(north), kept)).toBe(true);
    expect(await sees(await member({region: ["south"]}), kept)).toBe(false);
    expect(await sees(await addPerson(t, {attributes: north}), kept)).toBe(false);
  });

  test("that is a snapshot, rows can be read by all who may view it", async () => {
    const {id} = await post(path(), {name: "Kept", kind: "snapshot", snapshotCsv: "a\n1\n", teamId});
    const kept = await keepDataset(id);
    const [reader, stranger] = [await member(), await addPerson(t)];
    expect(await sees(reader, kept)).toBe(true);
    expect(await sees(stranger, kept)).toBe(false);
    expect((await t.call("DELETE", `/api/datasets/${id}`)).status).toBe(204);
    expect(await sees(reader, kept)).toBe(false);
  });
});
