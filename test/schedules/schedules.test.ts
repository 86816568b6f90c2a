import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {warningsOf} from "../../shared/automation/schedules/warnings.ts";
import {sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {newId} from "../../shared/core/ids.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import type {LayerDeps} from "../../shared/querying/layers/query-caches.ts";
import {takeDue} from "../../worker/tasks/take-due.ts";
import {UNSEEN} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

const ORDERS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let chartId: string;

beforeAll(async () => {
  // No runner takes jobs: what is queued stays to be looked at.
  t = await testService({WORKER_RUNNERS: "interactive", MAIL_ALLOWED_DOMAINS: "example.com,example.org"});
  shops = await shopProjects(t);
  const made = await t.call("POST", "/api/charts", {body: {name: "Orders", type: "bar", query: ORDERS}});
  chartId = made.body.id;
});

afterAll(async () => {
  await t?.stop();
  await shops?.drop();
});

const input = (more: object = {}) => ({
  resourceType: "chart",
  resourceId: chartId,
  cron: "0 8 * * 1",
  recipients: ["ada@example.com"],
  ...more,
});

async function addUser(email: string, attributes: Record<string, string[]>) {
  const id = newId("user");
  const person = {
    id,
    org_id: t.org.id,
    kind: "user",
    name: "Heir",
    email,
    org_role: "member",
    scopes: ["read", "write"],
  };
  await t.db
    .insertInto("principals")
    .values({...person, attributes: JSON.stringify(attributes)})
    .execute();
  return {id, token: await t.addToken(id)};
}

const post = (more: object = {}, token?: string) =>
  t.call("POST", "/api/schedules", {body: input(more), ...(token === undefined ? {} : {token})});

describe("a schedule", () => {
  test("has defaults, and is read as it was written", async () => {
    const made = await post();
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: "Orders",
      resourceType: "chart",
      resourceId: chartId,
      resources: [{resourceType: "chart", resourceId: chartId}],
      cron: "0 8 * * 1",
      timezone: "UTC",
      recipients: ["ada@example.com"],
      formats: ["html"],
      filters: [],
      condition: null,
      active: true,
      channel: "email",
      cadence: {cron: "0 8 * * 1", timezone: "UTC", description: "At 08:00, only on Monday (UTC)"},
      lastDelivery: null,
      ownerId: t.org.admin.id,
      runAs: t.org.admin.id,
      teamId: null,
      stopped: [],
    });
    expect(made.body.warnings).toBeUndefined();
    const next = new Date(made.body.nextRun);
    expect(next.getUTCDay()).toBe(1);
    expect(next.toISOString()).toEndWith("T08:00:00.000Z");
    const got = await t.call("GET", `/api/schedules/${made.body.id}`);
    expect(got.body).toEqual(made.body);
    const listed = await t.call("GET", "/api/schedules");
    expect(listed.body[0]).toEqual({...made.body, ...UNSEEN});
    const put = await t.call("PUT", `/api/schedules/${made.body.id}`, {body: got.body});
    expect(put.status).toBe(200);
    expect({...put.body, updatedAt: null}).toEqual({...got.body, updatedAt: null});
  });

  test.each([
    ["four fields", {cron: "0 8 * *"}, "/cron", "has 4 fields"],
    ["every minute", {cron: "* * * * *"}, "/cron", "more often than every 5 minutes"],
    ["a day that never comes", {cron: "0 0 30 2 *"}, "/cron", "never comes due"],
    ["an unknown timezone", {timezone: "Mars/Olympus"}, "/timezone", "not an IANA timezone"],
    ["no address", {recipients: ["ada@example.com", "ada"]}, "/recipients/1", "is not an email address"],
    [
      "a header in an address",
      {recipients: ["a@example.com\r\nBcc: b@example.com"]},
      "/recipients/0",
      "is not an",
    ],
    ["a foreign domain", {recipients: ["ada@evil.test"]}, "/recipients/0", "example.com, example.org"],
    ["nobody", {recipients: []}, "/recipients", ""],
    ["an unknown format", {formats: ["docx"]}, "/formats/0", ""],
    [
      "an unknown operator",
      {filters: [{field: "orders.status", op: "~~"}]},
      "/filters/0/op",
      "not an operator",
    ],
    [
      "another first resource",
      {resources: [{resourceType: "chart", resourceId: newId("chart")}]},
      "/resourceId",
      "first",
    ],
    ["a misspelt key", {cronn: "0 8 * * 1"}, "/cronn", ""],
    [
      "a measure that is not asked",
      {condition: {type: "threshold", query: ORDERS, measure: "orders.total", op: ">", value: 1}},
      "/condition/measure",
      "is not a measure",
    ],
    [
      "a condition that does not compile",
      {
        condition: {
          type: "threshold",
          query: {...ORDERS, measures: ["orders.nope"]},
          measure: "orders.nope",
          op: ">",
          value: 1,
        },
      },
      "/condition/query/measures/0",
      "orders.nope",
    ],
  ])("is refused with %s, and the error names the place", async (_, wrong, path, message) => {
    const answer = await post(wrong);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].path).toBe(path);
    expect(answer.body.errors[0].message).toContain(message);
  });

  test("is refused with a condition on a measure that is no number", async () => {
    const path = `/api/projects/${shops.duckdb.projectId}`;
    const {models} = (await t.call("GET", `${path}/layer`)).body;
    const orders = models.find(({name}: {name: string}) => name === "orders");
    const latest = {name: "latest", type: "max", column: "placed_at"};
    const graph = {models: [{...orders, measures: [...orders.measures, latest]}]};
    expect((await t.call("POST", `${path}/introspect`, {body: {graph}})).status).toBe(201);
    const query = {model: "orders", projectId: shops.duckdb.projectId, measures: ["orders.latest"]};
    const condition = {type: "threshold", query, measure: "orders.latest", op: ">", value: 1};
    const answer = await post({condition});
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({
      path: "/condition/measure",
      message: '"orders.latest" is a timestamp, but a threshold compares numbers.',
    });
  });

  test("can have 100 recipients but not 101, and has each address once", async () => {
    const many = (count: number) => Array.from({length: count}, (_, i) => `p${i}@example.com`);
    expect((await post({recipients: many(101)})).status).toBe(422);
    expect((await post({recipients: many(100)})).status).toBe(201);
    const twice = await post({recipients: ["ada@Example.com", "ADA@example.com"]});
    expect(twice.body.recipients).toEqual(["ada@example.com"]);
  });

  test("is refused if it would send what its author cannot see", async () => {
    const stranger = await addPerson(t);
    const hidden = await post({}, stranger.token);
    const missing = await post({resourceId: newId("chart")}, stranger.token);
    expect(hidden.status).toBe(422);
    expect(missing.status).toBe(422);
    expect(hidden.body.errors[0].message).toBe(`There is no chart "${chartId}" that you can see.`);
    const wrongType = await post({resourceType: "dashboard"});
    expect(wrongType.body.errors[0].message).toContain("There is no dashboard");
  });

  test("is a 404 for whoever does not see it, whatever they request", async () => {
    const {id} = (await post()).body;
    const {token} = await addPerson(t);
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PUT", "", input()],
      ["DELETE", "", undefined],
      ["PATCH", "/active", {active: false}],
      ["POST", "/run", undefined],
      ["GET", "/deliveries", undefined],
    ] as const) {
      expect((await t.call(method, `/api/schedules/${id}${path}`, {token, body})).status).toBe(404);
    }
  });

  test("is saved with a warning of what will be missing", async () => {
    const made = await post({filters: [{field: "orders.nothing", op: "=", value: 1}]});
    expect(made.status).toBe(201);
    expect(made.body.warnings).toHaveLength(1);
    expect(made.body.warnings[0]).toContain("orders.nothing");
    const query = {model: "customers", measures: ["customers.count"]};
    const condition = {type: "threshold", query, measure: "customers.count", op: ">", value: 0};
    const conditional = (await post({condition})).body;
    const missing = [expect.stringMatching(/^The condition: .*attributes.* region\.$/)];
    expect(conditional.warnings).toEqual(missing);
    const path = `/api/schedules/${conditional.id}`;
    expect((await t.call("PUT", path, {body: conditional})).body.warnings).toEqual(missing);
    expect((await t.call("GET", path)).body).not.toHaveProperty("warnings");
    // That the service's database does not answer says nothing about what will be missing.
    const actor = await loadRunAs(t.db, t.org.id, t.org.admin.id);
    const restarting: LayerDeps = {
      db: t.db,
      memory: t.web.memory,
      restrictLayer() {
        throw new ServiceError("database_unavailable", "It does not answer.");
      },
    };
    const threshold = {type: "threshold", query, measure: "customers.count", op: ">", value: 0} as const;
    const chart = {resourceType: "chart", resourceId: chartId, name: "Orders"} as const;
    for (const warned of [
      warningsOf(restarting, actor, [], {filters: [], condition: threshold}),
      warningsOf(restarting, actor, [chart], {filters: [], condition: null}),
    ])
      await expect(warned).rejects.toMatchObject({code: "database_unavailable"});
  });

  test("is paused and resumed by its own requests; PUT does not resume it", async () => {
    const {id} = (await post()).body;
    const paused = await t.call("PATCH", `/api/schedules/${id}/active`, {body: {active: false}});
    expect(paused.body).toMatchObject({active: false, nextRun: null});
    const put = await t.call("PUT", `/api/schedules/${id}`, {
      body: {...input({cron: "0 9 * * *"}), active: true},
    });
    expect(put.body).toMatchObject({active: false, nextRun: null, cron: "0 9 * * *"});
    const resumed = await t.call("PATCH", `/api/schedules/${id}/active`, {body: {active: true}});
    expect(resumed.body.nextRun).toEndWith("T09:00:00.000Z");
  });

  test("is changed only in the version that was last read, and deleted with the scope to write alone", async () => {
    const made = await t.call("POST", "/api/schedules", {body: input()});
    const path = `/api/schedules/${made.body.id}`;
    const etag = (await t.call("GET", path)).headers.get("etag") ?? "";
    const headers = {"if-match": etag};
    expect((await t.call("PUT", path, {body: input({name: "One"}), headers})).status).toBe(200);
    expect((await t.call("PUT", path, {body: input({name: "Two"}), headers})).status).toBe(412);
    expect((await t.call("DELETE", path, {headers})).status).toBe(412);
    expect((await t.call("DELETE", path, {token: t.org.adminUser.token})).status).toBe(204);
    expect((await t.call("GET", path)).status).toBe(404);
    const {rows} = await t.web.pool.query("select from cadences where id = $1", [made.body.id]);
    expect(rows).toEqual([]);
  });

  test("can be changed in the version that was last read although it has run since", async () => {
    const {id} = (await post()).body;
    const path = `/api/schedules/${id}`;
    const etag = (await t.call("GET", path)).headers.get("etag") ?? "";
    await sql`update cadences set next_at = now() where id = ${id}`.execute(t.db);
    await takeDue(t.db);
    const read = await t.call("GET", path, {headers: {"if-none-match": etag}});
    expect([read.status, read.body.lastDelivery?.status]).toEqual([200, "queued"]);
    const put = (name: string, ifMatch: string | null) =>
      t.call("PUT", path, {body: input({name}), headers: {"if-match": ifMatch ?? ""}});
    const first = await put("One", etag);
    expect(first.status).toBe(200);
    expect((await put("Two", first.headers.get("etag"))).status).toBe(200);
    expect((await put("Three", etag)).status).toBe(412);
  });

  test("is created once for each Idempotency-Key", async () => {
    const headers = {"idempotency-key": crypto.randomUUID()};
    const body = input({name: "Once"});
    const [one, two] = [
      await t.call("POST", "/api/schedules", {body, headers}),
      await t.call("POST", "/api/schedules", {body, headers}),
    ];
    expect(two.body).toEqual(one.body);
    const named = (await t.call("GET", "/api/schedules?limit=500")).body.filter(
      ({name}: {name: string}) => name === "Once",
    );
    expect(named).toHaveLength(1);
  });
});

describe("the owner of a schedule, whose rows it sends,", () => {
  test("is the person who last changed its rows or recipients, not the one who changed its hour", async () => {
    const teamId = await addTeam(t, "Sales");
    const [author, colleague] = [
      await addPerson(t, {teams: [{id: teamId, role: "member"}]}),
      await addPerson(t, {teams: [{id: teamId, role: "member"}]}),
    ];
    const chart = await t.call("POST", "/api/charts", {
      token: author.token,
      body: {name: "Ours", type: "table", query: ORDERS, teamId},
    });
    const body = input({resourceId: chart.body.id, teamId});
    const made = await t.call("POST", "/api/schedules", {token: author.token, body});
    const path = `/api/schedules/${made.body.id}`;
    const put = async (more: object) =>
      (await t.call("PUT", path, {token: colleague.token, body: {...body, ...more}})).body.runAs;
    expect(await put({cron: "0 9 * * *", subject: "New", message: "Hello", formats: ["html", "pdf"]})).toBe(
      author.id,
    );
    expect(await put({recipients: ["ada@example.com", "mallory@example.com"]})).toBe(colleague.id);
  });

  test("is the only one who may name other recipients for a test; other members may not send it", async () => {
    const teamId = await addTeam(t, "Support");
    const [lead, author, member] = [
      await addPerson(t, {teams: [{id: teamId, role: "lead"}]}),
      await addPerson(t, {teams: [{id: teamId, role: "member"}]}),
      await addPerson(t, {teams: [{id: teamId, role: "member"}]}),
    ];
    const chart = await t.call("POST", "/api/charts", {
      token: author.token,
      body: {name: "Ours", type: "table", query: ORDERS, teamId},
    });
    const body = input({resourceId: chart.body.id, teamId});
    const made = await t.call("POST", "/api/schedules", {token: author.token, body});
    const run = (token: string, sent?: object) =>
      t.call("POST", `/api/schedules/${made.body.id}/run`, {token, ...(sent ? {body: sent} : {})});
    const others = {recipients: ["me@example.com"]};
    expect((await run(member.token)).status).toBe(403);
    expect((await run(lead.token)).status).toBe(202);
    expect((await run(lead.token, others)).status).toBe(403);
    expect((await run(t.org.admin.token, others)).status).toBe(403);
    const sent = await run(author.token, others);
    expect(sent.status).toBe(202);
    const {rows} = await t.web.pool.query(
      "select email, status from delivery_recipients where delivery_id = $1",
      [sent.body.deliveryId],
    );
    expect(rows).toEqual([{email: "me@example.com", status: "queued"}]);
    const after = await t.call("GET", `/api/schedules/${made.body.id}`, {token: author.token});
    expect(after.body).toMatchObject({nextRun: made.body.nextRun, lastDelivery: null});
  });

  test("is replaced by an heir; if the heir has other attributes, the schedule is paused and the heir is notified", async () => {
    const gone = await addPerson(t, {attributes: {region: ["west"]}, role: "admin"});
    const same = await addPerson(t, {attributes: {region: ["west"]}});
    const other = await addUser("heir@example.com", {region: ["east"]});
    const remove = (id: string, heir?: string) =>
      t.call("DELETE", `/api/orgs/${t.org.id}/service-accounts/${id}${heir ? `?transferTo=${heir}` : ""}`);
    const one = (await post({name: "One"}, gone.token)).body.id;
    expect((await remove(gone.id)).status).toBe(409);
    expect((await remove(gone.id, same.id)).status).toBe(204);
    const first = (await t.call("GET", `/api/schedules/${one}`)).body;
    expect(first).toMatchObject({ownerId: same.id, runAs: same.id, active: true});
    expect((await remove(same.id, other.id)).status).toBe(204);
    const second = (await t.call("GET", `/api/schedules/${one}`)).body;
    expect(second).toMatchObject({ownerId: other.id, runAs: other.id, active: false, nextRun: null});
    expect(second.pausedBecause).toContain("other attributes");
    const {rows} = await t.web.pool.query(
      "select r.email from deliveries d join delivery_recipients r on r.delivery_id = d.id where d.source_id = $1",
      [one],
    );
    expect(rows).toEqual([{email: "heir@example.com"}]);
    const resume = (token: string) =>
      t.call("PATCH", `/api/schedules/${one}/active`, {token, body: {active: true}});
    expect((await resume(t.org.admin.token)).status).toBe(403);
    expect((await resume(other.token)).body).toMatchObject({active: true});
  });
});
