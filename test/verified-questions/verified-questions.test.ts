import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {Actor} from "../../shared/core/actor.ts";
import {publish} from "../../shared/core/change-notices.ts";
import {sql} from "../../shared/core/db.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {findExamples} from "../../shared/modeling/verified-questions/find-similar.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let path: string;
let north: Person;
let south: Person;

interface Person {
  id: string;
  token: string;
}

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  path = `/api/projects/${shops.duckdb.projectId}/verified-questions`;
  north = await addPerson(t, {attributes: {region: ["north"]}});
  south = await addPerson(t, {attributes: {region: ["south"]}});
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const actorOf = ({id}: {id: string}): Promise<Actor> => loadRunAs(t.db, t.org.id, id);
const byStatus = {model: "orders", dimensions: ["orders.status"], measures: ["orders.total"]};

async function save(body: {question: string; [key: string]: unknown}, token?: string): Promise<string> {
  const made = await t.call("POST", path, {body: {query: byStatus, ...body}, ...(token ? {token} : {})});
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.body.id;
}

async function examplesFor(person: {id: string}, question: string): Promise<string[]> {
  const found = await findExamples(t.web, await actorOf(person), question);
  return found.map(one => one.question);
}

describe("a verified question", () => {
  test("is read as it was written, with the person and the time of its verification", async () => {
    const before = Date.now();
    const made = await t.call("POST", path, {
      body: {question: "How much was paid?", phrasings: ["Paid amount"], query: byStatus, note: "By status."},
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^vq_[0-9a-hjkmnp-tv-z]{26}$/),
      projectId: shops.duckdb.projectId,
      question: "How much was paid?",
      phrasings: ["Paid amount"],
      query: byStatus,
      note: "By status.",
      status: "valid",
      verifiedBy: {id: t.org.admin.id, name: expect.any(String)},
      verifiedAt: expect.any(String),
    });
    expect(Date.parse(made.body.verifiedAt)).toBeGreaterThanOrEqual(before - 1000);
    const read = await t.call("GET", `${path}/${made.body.id}`);
    expect(read.body).toEqual(made.body);
    const again = await t.call("PATCH", `${path}/${made.body.id}`, {
      body: read.body,
      headers: {"if-match": read.headers.get("etag") ?? ""},
    });
    expect([again.status, again.body]).toEqual([200, read.body]);
    expect((await t.call("PATCH", `${path}/${made.body.id}`, {body: {note: "Else."}})).status).toBe(200);
    const stale = await t.call("PATCH", `${path}/${made.body.id}`, {
      body: {note: null},
      headers: {"if-match": read.headers.get("etag") ?? ""},
    });
    expect(stale.status).toBe(412);
    expect((await t.call("DELETE", `${path}/${made.body.id}`)).status).toBe(204);
    expect((await t.call("GET", `${path}/${made.body.id}`)).status).toBe(404);
  });

  test("has a query that compiles over a model of its project", async () => {
    const fault = async (query: object) => {
      const {status, body} = await t.call("POST", path, {body: {question: "Q?", query}});
      return [status, body.code, body.errors?.[0]?.path];
    };
    expect(await fault({model: "orders", measures: ["orders.nothing"]})).toEqual([
      422,
      "unknown_field",
      "/query/measures/0",
    ]);
    expect(await fault({model: "nothing", measures: ["nothing.count"]})).toEqual([
      422,
      "unknown_model",
      "/query/model",
    ]);
    const {status, body} = await t.call("POST", path, {
      body: {question: "Q?", query: {...byStatus, projectId: shops.postgres.projectId}},
    });
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    const dataset = await t.call("POST", `/api/projects/${shops.duckdb.projectId}/datasets`, {
      body: {name: "Frozen", kind: "snapshot", snapshotCsv: "a,b\n1,2\n"},
    });
    expect(await fault({model: dataset.body.slug, measures: [`${dataset.body.slug}.count`]})).toEqual([
      422,
      "invalid_request",
      "/query/model",
    ]);
  });

  test("exists once, whatever the case of its letters", async () => {
    await save({question: "Only one?"});
    const twin = await t.call("POST", path, {body: {question: "ONLY one?", query: byStatus}});
    expect([twin.status, twin.body.code]).toEqual([409, "conflict"]);
  });

  test("is verified by whoever changes its question or its query, but not by whoever changes the note", async () => {
    const id = await save({question: "Who verified it?"});
    const other = await addPerson(t, {role: "admin"});
    const note = await t.call("PATCH", `${path}/${id}`, {body: {note: "N"}, token: other.token});
    expect([note.body.note, note.body.verifiedBy.id]).toEqual(["N", t.org.admin.id]);
    const changed = await t.call("PATCH", `${path}/${id}`, {
      body: {query: {model: "orders", measures: ["orders.count"]}},
      token: other.token,
    });
    expect(changed.body.verifiedBy.id).toBe(other.id);
    const {rows} = await sql<{action: string}>`
      select action from audit_log where resource_id = ${id} order by id`.execute(t.db);
    expect(rows.map(({action}) => action)).toEqual([
      "verified_question.create",
      "verified_question.update",
      "verified_question.update",
    ]);
  });

  test("is not verified anew by a person who sends back what they read", async () => {
    const id = await save({question: "Sent back?", phrasings: ["Back?"], note: "N"});
    const {body: read} = await t.call("GET", `${path}/${id}`);
    const other = await addPerson(t, {role: "admin"});
    const again = await t.call("PATCH", `${path}/${id}`, {body: {...read, note: "M"}, token: other.token});
    expect(again.body).toEqual({...read, note: "M"});
    const reworded = await t.call("PATCH", `${path}/${id}`, {
      body: {...read, phrasings: ["Backwards?"]},
      token: other.token,
    });
    expect(reworded.body.verifiedBy.id).toBe(other.id);
  });

  test("is one of at most 10,000 in a project, even if two are created at once", async () => {
    const {body: project} = await t.call("POST", "/api/projects", {
      body: {name: "Full", connectionId: shops.duckdb.connectionId},
    });
    await t.call("POST", `/api/projects/${project.id}/introspect`, {body: shopGraph("duckdb", "main")});
    await sql`
      insert into verified_questions (id, org_id, project_id, question, query, wording, terms)
      select 'vq_full' || i, ${t.org.id}, ${project.id}, 'Full ' || i, ${JSON.stringify(byStatus)}::json, '', ''
      from generate_series(1, 9999) as i`.execute(t.db);
    const own = `/api/projects/${project.id}/verified-questions`;
    const made = await Promise.all(
      ["a", "b", "c", "d"].map(one =>
        t.call("POST", own, {body: {question: `Last ${one}?`, query: byStatus}}),
      ),
    );
    expect(made.map(({status}) => status).sort()).toEqual([201, 422, 422, 422]);
    await t.call("DELETE", `/api/projects/${project.id}`);
  });

  test("is listed in pages, newest first", async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.unshift(await save({question: `Page ${i}?`}));
    const first = await t.call("GET", `${path}?limit=2`);
    expect(first.body.map((one: {id: string}) => one.id)).toEqual(ids.slice(0, 2));
    const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await t.call("GET", next);
    expect(second.body[0].id).toBe(ids[2]);
  });

  test("is deleted with its project", async () => {
    const {body: project} = await t.call("POST", "/api/projects", {
      body: {name: "Gone", connectionId: shops.duckdb.connectionId},
    });
    const {joins: _, ...graph} = shopGraph("duckdb", "main");
    await t.call("POST", `/api/projects/${project.id}/introspect`, {body: {...graph, joins: []}});
    const own = `/api/projects/${project.id}/verified-questions`;
    expect((await t.call("POST", own, {body: {question: "Q?", query: byStatus}})).status).toBe(201);
    expect((await t.call("DELETE", `/api/projects/${project.id}`)).status).toBe(204);
    expect((await t.call("GET", own)).status).toBe(404);
  });
});

describe("a person who may write verified questions", () => {
  test("is an org-admin, or leads a team that the project names", async () => {
    const team = await addTeam(t, "analysts");
    const {body: project} = await t.call("POST", "/api/projects", {
      body: {name: "Theirs", connectionId: shops.duckdb.connectionId, teamIds: [team]},
    });
    await t.call("POST", `/api/projects/${project.id}/introspect`, {body: shopGraph("duckdb", "main")});
    const own = `/api/projects/${project.id}/verified-questions`;
    const lead = await addPerson(t, {teams: [{id: team, role: "lead"}]});
    const member = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const elsewhere = await addPerson(t, {teams: [{id: await addTeam(t, "others"), role: "lead"}]});
    const statuses = [];
    for (const {token} of [lead, member, elsewhere])
      statuses.push((await t.call("POST", own, {token, body: {question: "Q?", query: byStatus}})).status);
    expect(statuses).toEqual([201, 403, 404]);
    // The default project names no team, so no lead may write in it.
    expect(
      (await t.call("POST", path, {token: lead.token, body: {question: "Q?", query: byStatus}})).status,
    ).toBe(403);
    expect(await examplesFor(member, "Q?")).toContain("Q?");
    expect(await examplesFor(elsewhere, "Q?")).toEqual([]);
  });
});

describe("a new layer that breaks the query of a verified question", () => {
  test("lists the question when it is applied, and the question is no longer an example", async () => {
    const {body: project} = await t.call("POST", "/api/projects", {
      body: {name: "Changing", connectionId: shops.duckdb.connectionId},
    });
    const at = `/api/projects/${project.id}`;
    const graph = shopGraph("duckdb", "main");
    await t.call("POST", `${at}/introspect`, {body: graph});
    const query = {model: "numbers", measures: ["numbers.count"]};
    const {body: made} = await t.call("POST", `${at}/verified-questions`, {
      body: {question: "How many numbers are there altogether?", query},
    });
    expect(await examplesFor(north, "How many numbers are there?")).toEqual([made.question]);
    const without = {...graph, models: graph.models.filter(({name}) => name !== "numbers"), replace: true};
    const broken = {
      resourceType: "verified_question",
      id: made.id,
      name: made.question,
      message: 'There is no model "numbers".',
    };
    const dry = await t.call("POST", `${at}/introspect?dryRun=true`, {body: without});
    expect(dry.body.broken).toEqual([broken]);
    const applied = await t.call("POST", `${at}/introspect`, {body: without});
    expect(applied.body.broken).toEqual([broken]);
    const {body} = await t.call("GET", `${at}/verified-questions/${made.id}`);
    expect([body.status, body.message]).toEqual(["broken", 'There is no model "numbers".']);
    expect(await examplesFor(north, "How many numbers are there?")).toEqual([]);
    expect((await t.call("GET", `${at}/verified-questions?q=numbers`)).body).toHaveLength(1);
    await t.call("POST", `${at}/introspect`, {body: graph});
    expect(await examplesFor(north, "How many numbers are there?")).toEqual([made.question]);
  });
});

describe("row access", () => {
  const secret = {
    model: "customers",
    measures: ["customers.count"],
    filters: [{field: "customers.name", op: "=", value: "Ada"}],
  };

  test("hides a question whose values come from rows from people who do not get the same rows", async () => {
    const admin = await addPerson(t, {role: "admin", attributes: {region: ["north"]}});
    const id = await save({question: "Is Ada a customer of ours?", query: secret}, admin.token);
    const read = async (token: string) => (await t.call("GET", `${path}/${id}`, {token})).status;
    expect([await read(north.token), await read(south.token), await read(t.org.member.token)]).toEqual([
      200, 404, 404,
    ]);
    expect(await read(t.org.admin.token)).toBe(200);
    expect(await examplesFor(north, "Is Ada a customer?")).toContain("Is Ada a customer of ours?");
    expect(await examplesFor(south, "Is Ada a customer?")).not.toContain("Is Ada a customer of ours?");
    // The examples of an org-admin do not have the question either, because a run would show it.
    expect(await examplesFor(t.org.admin, "Is Ada a customer?")).not.toContain("Is Ada a customer of ours?");
    const listed = (await t.call("GET", path, {token: south.token})).text;
    const searched = (await t.call("GET", `${path}?q=Ada+customer`, {token: south.token})).text;
    expect([listed.includes("Ada"), searched.includes("Ada")]).toEqual([false, false]);
  });

  test("hides a question from everybody but org-admins if its verifier has left", async () => {
    const id = await save({question: "Who left us Ada?", query: secret});
    await sql`update verified_questions set verified_by = 'svc_gone' where id = ${id}`.execute(t.db);
    expect((await t.call("GET", `${path}/${id}`, {token: north.token})).status).toBe(404);
    expect((await t.call("GET", `${path}/${id}`)).body.verifiedBy).toBeNull();
    expect(await examplesFor(north, "Who left us Ada?")).not.toContain("Who left us Ada?");
  });

  test("hides a question from all others if its verifier gets no rows", async () => {
    const admin = await addPerson(t, {role: "admin"});
    const id = await save({question: "What do we know of Ada?", query: secret}, admin.token);
    const bare = await addPerson(t);
    expect((await t.call("GET", `${path}/${id}`, {token: bare.token})).status).toBe(404);
    expect(await examplesFor(bare, "What do we know of Ada?")).not.toContain("What do we know of Ada?");
    expect((await t.call("GET", `${path}/${id}`, {token: admin.token})).status).toBe(200);
  });

  test("is compared with the verifier's attributes at the time of the verification, whatever they are now", async () => {
    const admin = await addPerson(t, {role: "admin", attributes: {region: ["north"]}});
    const id = await save({question: "Where does Ada live?", query: secret}, admin.token);
    await sql`update principals set attributes = '{"region": ["south"]}' where id = ${admin.id}`.execute(
      t.db,
    );
    const read = async (token: string) => (await t.call("GET", `${path}/${id}`, {token})).status;
    expect([await read(north.token), await read(south.token)]).toEqual([200, 404]);
    // A question that was verified before these attributes were stored.
    await sql`update verified_questions set verified_attributes = null where id = ${id}`.execute(t.db);
    expect([await read(north.token), await read(south.token)]).toEqual([404, 404]);
  });

  test("hides a question from its verifier while they get other rows", async () => {
    const team = await addTeam(t, "curators");
    const {body: project} = await t.call("POST", "/api/projects", {
      body: {name: "Curated", connectionId: shops.duckdb.connectionId, teamIds: [team]},
    });
    await t.call("POST", `/api/projects/${project.id}/introspect`, {body: shopGraph("duckdb", "main")});
    const own = `/api/projects/${project.id}/verified-questions`;
    const lead = await addPerson(t, {teams: [{id: team, role: "lead"}], attributes: {region: ["north"]}});
    const question = "What does the lead know of Ada?";
    const {body: made} = await t.call("POST", own, {token: lead.token, body: {question, query: secret}});
    const becomes = async (region: string) => {
      await sql`update principals set attributes = ${JSON.stringify({region: [region]})} where id = ${lead.id}`.execute(
        t.db,
      );
      await publish(t.db, {kind: "principal", id: lead.id});
    };
    const read = async () => {
      const one = await t.call("GET", `${own}/${made.id}`, {token: lead.token});
      const all = await t.call("GET", own, {token: lead.token});
      return [one.status, all.text.includes(question)];
    };
    expect(await read()).toEqual([200, true]);
    await becomes("south");
    await until(async () => (await read())[0] === 404);
    expect(await read()).toEqual([404, false]);
    const changed = await t.call("PATCH", `${own}/${made.id}`, {token: lead.token, body: {note: "Mine."}});
    expect(changed.status).toBe(404);
    // Org-admins see the question and its verifier: they can verify it anew or delete it.
    expect((await t.call("GET", `${own}/${made.id}`)).body.verifiedBy.id).toBe(lead.id);
    await becomes("north");
    await until(async () => (await read())[0] === 200);
  });

  test("hides a question from an heir who gets other rows, although the heir is its verifier from then on", async () => {
    const admin = await addPerson(t, {role: "admin", attributes: {region: ["north"]}});
    const id = await save({question: "What is left of Ada?", query: secret}, admin.token);
    const heir = await addPerson(t, {attributes: {region: ["south"]}});
    const account = `/api/orgs/${t.org.id}/service-accounts/${admin.id}`;
    expect((await t.call("DELETE", `${account}?transferTo=${heir.id}`)).status).toBe(204);
    expect((await t.call("GET", `${path}/${id}`, {token: heir.token})).status).toBe(404);
    expect((await t.call("GET", path, {token: heir.token})).text).not.toContain("What is left of Ada?");
    expect((await t.call("GET", `${path}/${id}`, {token: north.token})).body.verifiedBy.id).toBe(heir.id);
  });

  test("shows a question to whoever gets the same rows, even if its model has a rule that its statement does not need", async () => {
    const admin = await addPerson(t, {role: "admin", attributes: {region: ["north"]}});
    const filters = [{field: "orders.status", op: "=", value: "paid"}];
    const query = {model: "customers", measures: ["orders.count"], filters};
    const id = await save({question: "How many orders are paid?", query}, admin.token);
    const read = async (token: string) => (await t.call("GET", `${path}/${id}`, {token})).status;
    expect([await read(north.token), await read(south.token)]).toEqual([200, 200]);
  });

  test("shows a question without such values to all who see the project", async () => {
    const question = "How many customers are there per region since 2026?";
    await save({
      question,
      query: {
        model: "customers",
        dimensions: ["customers.region"],
        measures: ["customers.count"],
        filters: [{field: "customers.count", op: ">", value: 0}],
      },
    });
    for (const person of [north, south, t.org.member])
      expect(await examplesFor(person, "How many customers per region?")).toContain(question);
  });
});

describe("examples for a question", () => {
  test("are found by words, by phrasings, by spelling and by the names of the layer", async () => {
    await save({
      question: "Give me the turnover of each state of an order",
      phrasings: ["Umsatz je Zustand"],
    });
    const expected = "Give me the turnover of each state of an order";
    expect((await examplesFor(north, "turnover per state of orders"))[0]).toBe(expected);
    expect((await examplesFor(north, "Umsatz je Zustand"))[0]).toBe(expected);
    expect((await examplesFor(north, "Give me teh turnovr of each stat of an ordr"))[0]).toBe(expected);
    const unlike = await examplesFor(north, "zzz qqq");
    expect(unlike).toEqual([]);
  });

  test("are visible questions, however many hidden ones are more similar", async () => {
    const admin = await addPerson(t, {role: "admin", attributes: {region: ["north"]}});
    const hidden = Array.from({length: 40}, (_, i) => `Which gadgets does customer ${i} own?`);
    for (const question of hidden) {
      const filters = [{field: "customers.name", op: "=", value: question}];
      const query = {model: "customers", measures: ["customers.count"], filters};
      await save({question, query}, admin.token);
    }
    const visible = "Which gadgets does a customer own who is not one of those here?";
    await save({question: visible});
    const asked = "Which gadgets does customer 7 own?";
    expect((await examplesFor(north, asked))[0]).toBe("Which gadgets does customer 7 own?");
    expect(await examplesFor(south, asked)).toContain(visible);
    const found = await t.call("GET", `${path}?q=${encodeURIComponent(asked)}`, {token: south.token});
    expect(found.body.map(({question}: {question: string}) => question)).toContain(visible);
  });

  test("never come from another organization", async () => {
    const other = await t.addOrg("Elsewhere");
    const actor = await loadRunAs(t.db, other.id, other.admin.id);
    expect(await findExamples(t.web, actor, "Give me the turnover of each state of an order")).toEqual([]);
  });

  test.each(["'", "\\", "''' | !x & (", "%", "a:*", "=orders.total", "<->", "ünïcödé 名前"])(
    "are found for any text: %p",
    async words => {
      expect(Array.isArray(await examplesFor(north, words))).toBe(true);
      await save({question: `Odd ${words} ${crypto.randomUUID()}`, phrasings: [words]});
    },
  );

  test("are refused for text that Postgres cannot store", async () => {
    const body = {question: "A\u0000b", query: byStatus};
    expect((await t.call("POST", path, {body})).status).toBe(422);
    expect((await t.call("GET", `${path}?q=%00`)).status).toBe(422);
  });
});
