import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {publish} from "../../../shared/core/change-notices.ts";
import {sql} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {newId} from "../../../shared/core/ids.ts";
import {enqueue} from "../../../shared/core/jobs.ts";
import {loadRunAs} from "../../../shared/core/load-run-as.ts";
import {readStoredResult} from "../../../shared/querying/queries/results/stored-result.ts";
import {findStoredRun, resultOf} from "../../../shared/querying/queries/stored-run.ts";
import type {Layer} from "../../../shared/semantic/layers.ts";
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

const everywhere = {region: ["north", "south"]};

/** Queues a query, and waits for its run to end. */
async function keep(token: string, query: object, more: Record<string, string> = {}) {
  const headers = {prefer: "respond-async", ...more};
  const accepted = await t.call("POST", "/api/query", {token, body: query, headers});
  expect([accepted.status, accepted.text]).toEqual([202, expect.any(String)]);
  const read = () => t.call("GET", `/api/query/runs/${accepted.body.id}/result`, {token});
  const first = await until(async () => {
    const answer = await read();
    return answer.body?.code !== "conflict" && answer;
  });
  return {read, first, id: accepted.body.id};
}

async function applyLayer(change: (graph: ReturnType<typeof shopGraph>) => void, projectId: string) {
  const graph = shopGraph("duckdb", "main");
  change(graph);
  const answer = await t.call("POST", `/api/projects/${projectId}/introspect`, {body: graph});
  expect(answer.status).toBe(201);
}

async function setAttributes(id: string, attributes: object) {
  await t.db
    .updateTable("principals")
    .set({attributes: JSON.stringify(attributes)})
    .where("id", "=", id)
    .execute();
  await publish(t.db, {kind: "principal", id});
  await t.web.notices.caughtUp();
}

async function newProject(more: object = {}): Promise<string> {
  const body = {name: "kept", connectionId: shops.duckdb.connectionId, ...more};
  const {id} = (await t.call("POST", "/api/projects", {body})).body;
  await applyLayer(() => undefined, id);
  return id;
}

const gone = {status: 410, code: "gone"};

describe("a stored result is returned to a caller who would get the same now,", () => {
  test("even if another release stored its columns differently, and in every format", async () => {
    const query = {model: "numbers", projectId: await newProject(), measures: ["numbers.count"]};
    const {read, id} = await keep(t.org.member.token, query);
    await sql`
      update query_runs set request = jsonb_set(jsonb_set(request, '{fingerprint}', '"of another release"'),
        '{columns,0,unknown}', '"then"') where id = ${id}`.execute(t.db);
    expect((await read()).body.rows).toEqual([[50000]]);
    await sql`
      update query_runs set request = jsonb_set(request, '{sql}', '"select 1"') where id = ${id}`.execute(
      t.db,
    );
    expect((await read()).body).toMatchObject(gone);
    const sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    for (const accept of ["text/csv", "application/x-ndjson", "application/vnd.apache.arrow.stream", sheet]) {
      const {first} = await keep(t.org.member.token, query, {accept});
      expect([accept, first.status]).toEqual([accept, 200]);
    }
  });

  test("and no longer after a rule of row access is added", async () => {
    const projectId = await newProject();
    const {token} = await addPerson(t, {attributes: everywhere});
    const byName = {model: "customers", projectId, dimensions: ["customers.name"]};
    const numbers = {model: "numbers", projectId, measures: ["numbers.count"]};
    const [names, count] = [await keep(token, byName), await keep(token, numbers)];
    expect(names.first.body.rows).toEqual([["Ada"], ["Bo"]]);
    await applyLayer(graph => {
      graph.models[1]!.rowAccess = [{dimension: "name", attribute: "customer"}];
    }, projectId);
    expect((await names.read()).body).toMatchObject(gone);
    // A query that the layer's change does not affect has its stored result.
    expect((await count.read()).body.rows).toEqual([[50000]]);
    await applyLayer(() => undefined, projectId);
    expect((await names.read()).body.rows).toEqual([["Ada"], ["Bo"]]);
  });

  test("and only while the caller's attributes are the same", async () => {
    const person = await addPerson(t, {attributes: everywhere});
    const {projectId} = shops.duckdb;
    const names = await keep(person.token, {model: "customers", projectId, dimensions: ["customers.name"]});
    await setAttributes(person.id, {region: ["south"]});
    expect((await names.read()).body).toMatchObject(gone);
    await setAttributes(person.id, {region: ["south", "north"], other: ["more"]});
    expect((await names.read()).status).toBe(200);
    await setAttributes(person.id, {});
    expect((await names.read()).body).toMatchObject(gone);
  });

  test("and only while the model means the same to the caller", async () => {
    const projectId = await newProject();
    const {token} = await addPerson(t);
    const kept = await keep(token, {model: "orders", projectId, measures: ["orders.total"]});
    expect(kept.first.status).toBe(200);
    await applyLayer(graph => {
      graph.models[0]!.measures![1]!.where = "status = 'open'";
    }, projectId);
    expect((await kept.read()).body).toMatchObject(gone);
    await applyLayer(graph => {
      graph.models[0]!.measures = [{name: "count", type: "count"}];
    }, projectId);
    expect((await kept.read()).body).toMatchObject(gone);
  });

  test("and only while the caller sees the project, or the dataset", async () => {
    const team = await addTeam(t, "keepers");
    const projectId = await newProject({teamIds: [team]});
    const person = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const count = {projectId, measures: ["orders.count"]};
    const definition = {model: "orders", measures: ["orders.count"]};
    const body = {name: "Kept", kind: "live", definition};
    const made = await t.call("POST", `/api/projects/${projectId}/datasets`, {body});
    const {id, slug} = made.body;
    const grant = {resourceType: "dataset", resourceId: id, granteeUserId: person.id, permission: "view"};
    const granted = await t.call("POST", "/api/grants", {body: grant});
    const model = await keep(person.token, {...count, model: "orders"});
    const dataset = await keep(person.token, {...count, model: slug, measures: [`${slug}.count`]});
    await t.call("DELETE", `/api/orgs/${t.org.id}/teams/${team}/members/${person.id}`);
    expect((await model.read()).status).toBe(404);
    expect((await dataset.read()).body.rows).toEqual([[4]]);
    await t.call("DELETE", `/api/grants/${granted.body.id}?resourceType=dataset&resourceId=${id}`);
    expect((await dataset.read()).status).toBe(404);
  });

  test("and until it is deleted, even if it depends on the time of the query", async () => {
    const {token} = await addPerson(t);
    const filters = [{field: "orders.placed_at", op: "in_past", value: {unit: "second", count: 5}}];
    const query = {model: "orders", projectId: shops.duckdb.projectId, measures: ["orders.count"], filters};
    const kept = await keep(token, query);
    await Bun.sleep(1100);
    expect((await kept.read()).body.rows).toEqual([[0]]);
  });
});

test("a stored result whose rest is lost while it is read breaks off, and is never taken for a whole one", async () => {
  const query = {
    model: "numbers",
    projectId: shops.duckdb.projectId,
    dimensions: ["numbers.n", "numbers.label"],
    limit: 50_000,
  };
  const accepted = await t.call("POST", "/api/query", {
    body: query,
    headers: {prefer: "respond-async", accept: "text/csv"},
  });
  const {id} = accepted.body;
  const statusOf = async () => (await t.call("GET", `/api/query/runs/${id}`)).body.status;
  await until(async () => (await statusOf()) === "succeeded");
  // As after a crash of Postgres, between the check of the stored result and its bytes.
  await sql`update query_result_chunks set bytes = substring(bytes from 1 for 100)
    where run_id = ${id} and position = 0`.execute(t.db);
  await sql`insert into query_result_chunks (run_id, position, bytes)
      select id, 1000, decode(repeat('00', (size_bytes - (select sum(length(bytes)) from query_result_chunks
        where run_id = ${id}))::int), 'hex') from query_runs where id = ${id}`.execute(t.db);
  const run = await findStoredRun(t.db, t.org.id, id);
  if (!run) throw new Error("The run is gone");
  const {chunks} = resultOf(t.db, run);
  const read = async () => {
    for await (const _ of chunks);
  };
  await expect(read()).rejects.toThrow("The rest of the result is no longer kept");
});

test("a run that another version queued in an unreadable form ends with that reason", async () => {
  const id = newId("run");
  const {projectId, connectionId} = shops.duckdb;
  await t.db
    .insertInto("query_runs")
    .values({
      id,
      org_id: t.org.id,
      principal_id: t.org.admin.id,
      project_id: projectId,
      connection_id: connectionId,
      model: "orders",
      trigger: "async",
      status: "queued",
      fingerprint: id,
      request: JSON.stringify({orgId: t.org.id, statement: "select 1"}),
      content_type: "application/json",
      request_id: "req_x",
    })
    .execute();
  await enqueue(t.db, "run_query", {orgId: t.org.id, runId: id}, {key: id});
  const read = () => t.call("GET", `/api/query/runs/${id}`);
  await until(async () => (await read()).body.status === "failed", 20_000);
  expect((await read()).body).toMatchObject({status: "failed", error: {code: "gone"}});
  expect((await t.call("GET", `/api/query/runs/${id}/result`)).body).toMatchObject(gone);
});

describe("a result that is not stored yet", () => {
  const setStatus = (id: string, status: string) =>
    sql`update query_runs set status = ${status} where id = ${id}`.execute(t.db);
  const kept = async () => {
    const {projectId} = shops.duckdb;
    const made = await keep(t.org.member.token, {model: "numbers", projectId, measures: ["numbers.count"]});
    await setStatus(made.id, "running");
    return made;
  };

  test("is waited for, and returned to the waiting request when the run ends", async () => {
    const {notices} = t.web;
    const listening = notices.listenerCount("notice");
    const {read, id} = await kept();
    await until(() => notices.listenerCount("notice") === listening);
    const waiting = read();
    await until(() => notices.listenerCount("notice") > listening);
    await setStatus(id, "succeeded");
    await publish(t.db, {kind: "run", id});
    expect((await waiting).body.rows).toEqual([[50000]]);
  });

  test("is a conflict after the wait, and is not found for another caller", async () => {
    const {read, id} = await kept();
    expect((await read()).body).toMatchObject({status: 409, code: "conflict"});
    const other = await t.call("GET", `/api/query/runs/${id}/result`, {token: t.org.admin.token});
    expect(other.status).toBe(404);
  });
});

describe("an asynchronous query with an Idempotency-Key", () => {
  const query = {model: "numbers", measures: ["numbers.count"]};
  const ask = (body: object, headers: Record<string, string>) =>
    t.call("POST", "/api/query", {
      token: t.org.member.token,
      body,
      headers: {prefer: "respond-async", ...headers},
    });

  test("is one run, and its 202 is repeated", async () => {
    const projectId = await newProject();
    const body = {...query, projectId};
    const key = {"idempotency-key": crypto.randomUUID()};
    const answers = await Promise.all([ask(body, key), ask(body, key), ask(body, key)]);
    const [first] = answers;
    expect(answers.map(({status}) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1);
    expect(new Set(answers.map(({headers}) => headers.get("location"))).size).toBe(1);
    const again = await ask(body, key);
    expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first?.body, "true"]);
    expect(again.headers.get("preference-applied")).toBe("respond-async");
    const runs = await sql`select 1 from query_runs where project_id = ${projectId}`.execute(t.db);
    expect(runs.rows).toHaveLength(1);
    expect((await ask(body, {})).body.id).not.toBe(first?.body.id);
    // Another query, or the same query in another format, is another request.
    const conflict = {status: 409, body: {code: "idempotency_conflict"}};
    expect(await ask({...body, limit: 1}, key)).toMatchObject(conflict);
    expect(await ask(body, {...key, accept: "text/csv"})).toMatchObject(conflict);
  });

  test("is refused as without a key, and the key remains free", async () => {
    const key = {"idempotency-key": crypto.randomUUID()};
    expect((await ask({...query, measures: ["numbers.nothing"]}, key)).status).toBe(422);
    expect((await ask({...query, projectId: await newProject()}, key)).status).toBe(202);
  });
});

test("a result is not gone while the service's database does not answer", async () => {
  const reader = await addPerson(t, {attributes: everywhere});
  const query = {model: "orders", measures: ["orders.count"], projectId: shops.duckdb.projectId};
  const {id, first} = await keep(reader.token, query);
  expect(first.status).toBe(200);
  const actor = await loadRunAs(t.db, t.org.id, reader.id);
  let reads = 0;
  const deps = {
    db: t.db,
    memory: t.web.memory,
    restrictLayer(_: unknown, layer: Layer) {
      // The first read finds out whether the reader still sees the model.
      if (++reads === 1) return layer;
      throw new ServiceError("database_unavailable", "It does not answer.");
    },
  };
  const again = readStoredResult(deps, actor, id, () => Promise.reject(new Error("no statement of SQL")));
  await expect(again).rejects.toMatchObject({code: "database_unavailable"});
});
