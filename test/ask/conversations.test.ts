import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {publish} from "../../shared/core/change-notices.ts";
import {sql} from "../../shared/core/db.ts";
import {watchListeners} from "../../worker/agent-runs/question/watch-listeners.ts";
import {answer, BY_STATUS} from "../agents/service.ts";
import {addPerson} from "../support/people.ts";
import {until} from "../support/until.ts";
import {ANSWER, type AskService, askService} from "./service.ts";

let t: AskService;

beforeAll(async () => {
  t = await askService();
});

afterAll(async () => {
  await t?.stop();
});

const LOOKS = {calls: [BY_STATUS]};
const CUSTOMERS = {
  name: "run_query",
  arguments: {model: "customers", dimensions: ["customers.name"], measures: ["customers.count"]},
};

/** The first request that a question sends to its model. */
function promptOf(question: string): string {
  const asked = t.provider.asked.find(({conversation}) => conversation === `The question:\n${question}`);
  return JSON.stringify(asked?.body);
}

describe("a further question", () => {
  test("knows earlier answers, and its figures link to their queries", async () => {
    const first = await t.answered([LOOKS, answer(ANSWER)]);
    const {conversationId} = first;
    const [{queryRunId}] = first.evidence;
    const open = {id: "open", value: "1", queryRunId, row: 1, column: "orders.count"};
    const paid = {id: "paid", value: "3", queryRunId, row: 2, column: "orders.count"};
    const wrong = {...paid, id: "wrong", value: "5"};
    const second = await t.answered(
      [answer({text: "Open is {{open}}, after {{paid}} paid and {{wrong}}.", figures: [open, paid, wrong]})],
      {conversationId},
    );
    expect(second).toMatchObject({conversationId, status: "succeeded"});
    expect(
      second.answer.figures.map(({text, status}: {text: string; status: string}) => [text, status]),
    ).toEqual([
      ["1", "verified"],
      ["3", "verified"],
      ["5", "unverified"],
    ]);
    expect(second.evidence).toMatchObject([
      {queryRunId, columns: ["orders.status", "orders.count"], earlier: true},
    ]);
    const events = await (await t.events(second.id)).all();
    expect(events.map(({event}) => event)).toEqual(["status", "answer", "done"]);
    // An answer without charts of its own shows the queries that it cites.
    expect(second.answer.charts).toMatchObject([{type: "table", query: {model: "orders"}}]);
    const prompt = promptOf(second.question);
    expect(prompt).toContain("Paid are 3 orders.");
    expect(prompt).toContain(queryRunId);
    const {body} = await t.call("GET", `/api/conversations/${conversationId}`);
    expect(body.runs.map(({id}: {id: string}) => id)).toEqual([first.id, second.id]);
    expect(body.title).toBe(first.question);
  });

  test("in a third turn can cite the rows of the first", async () => {
    const first = await t.answered([LOOKS, answer(ANSWER)]);
    const {conversationId} = first;
    const [{queryRunId}] = first.evidence;
    await t.answered([answer({text: "I do not know.", figures: [], cannotAnswer: "no_such_data"})], {
      conversationId,
    });
    const figures = [{id: "paid", value: "3", queryRunId, row: 2, column: "orders.count"}];
    const third = await t.answered([answer({text: "As I said: {{paid}}.", figures})], {conversationId});
    expect(third.answer.figures).toMatchObject([{text: "3", status: "verified"}]);
  });

  test("does not get an earlier answer that its model had to correct", async () => {
    const first = await t.answered([answer({text: "An unfinished thought.", figures: []})]);
    await sql`
      update agent_runs set answer = (answer::jsonb || '{"isFinal": false}')::json where id = ${first.id}`.execute(
      t.db,
    );
    const second = await t.answered([answer({text: "Hello.", figures: []})], {
      conversationId: first.conversationId,
    });
    expect(promptOf(second.question)).not.toContain("An unfinished thought.");
  });

  test("is refused while the one before it runs, so that two tabs do not answer at once", async () => {
    const gate = Promise.withResolvers<void>();
    const {conversationId, runId} = await t.asked([{...LOOKS, after: gate.promise}, answer(ANSWER)]);
    const other = await t.call("POST", "/api/ask", {body: {question: "And last year?", conversationId}});
    expect([other.status, other.body.code]).toEqual([409, "conflict"]);
    const [one, two] = await Promise.all([t.events(runId), t.events(runId)]);
    gate.resolve();
    const [events, same] = await Promise.all([one.all(), two.all()]);
    expect(events.at(-1)).toEqual({event: "done", data: {status: "succeeded"}});
    expect(same.at(-2)).toEqual(events.at(-2));
  });

  test("does not get rows that its asker may no longer read, and the asker cannot read them again", async () => {
    const person = await addPerson(t, {attributes: {region: ["north"]}});
    const {token} = person;
    const figures = [{id: "n", value: "1", queryRunId: "$run1", row: 1, column: "customers.count"}];
    const secret = "The customers of the north";
    const first = await t.answered(
      [{calls: [CUSTOMERS]}, answer({text: `${secret}: {{n}}.`, figures})],
      {},
      {token},
    );
    expect(first.answer.figures).toMatchObject([{status: "verified"}]);
    const {conversationId} = first;
    const second = await t.answered(
      [answer({text: `${secret} again.`, figures: []})],
      {conversationId},
      {token},
    );
    expect(second.answer).not.toBeNull();
    await sql`update principals set attributes = '{"region": ["south"]}' where id = ${person.id}`.execute(
      t.db,
    );
    await publish(t.db, {kind: "principal", id: person.id});
    const third = await t.answered([answer({text: "Nothing.", figures: []})], {conversationId}, {token});
    expect(promptOf(third.question)).not.toContain(secret);
    const {body, text} = await t.call("GET", `/api/conversations/${conversationId}`, {token});
    expect(body.runs).toMatchObject([
      {redacted: true, answer: null, evidence: []},
      {redacted: true, answer: null, evidence: []},
      {answer: {markdown: "Nothing.\n"}},
    ]);
    expect(text).not.toContain(secret);
    const events = await (await t.events(first.id, token)).all();
    expect(events).toMatchObject([{event: "status"}, {event: "done", data: {redacted: true}}]);
  });

  test("is refused in a conversation with fifty questions", async () => {
    const {conversationId, id} = await t.answered([answer({text: "Hello.", figures: []})]);
    await sql`
      insert into agent_runs (id, org_id, conversation_id, status, cause, name, run_as, definition, finished_at)
      select 'run_' || n, org_id, conversation_id, status, cause, name, run_as, definition, now()
      from agent_runs, generate_series(1, 49) n where id = ${id}`.execute(t.db);
    const refused = await t.call("POST", "/api/ask", {body: {question: "One more?", conversationId}});
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.detail).toContain("50 questions");
  });
});

describe("a conversation", () => {
  test("can be read by its owner only", async () => {
    const owner = await addPerson(t);
    const {id, conversationId} = await t.answered([LOOKS, answer(ANSWER)], {}, {token: owner.token});
    for (const token of [t.org.admin.token, t.org.member.token]) {
      for (const [method, path] of [
        ["GET", `/api/ask/${id}`],
        ["GET", `/api/ask/${id}/events`],
        ["DELETE", `/api/ask/${id}`],
        ["GET", `/api/conversations/${conversationId}`],
        ["DELETE", `/api/conversations/${conversationId}`],
      ] as const) {
        expect((await t.call(method, path, {token})).status).toBe(404);
      }
      const further = await t.call("POST", "/api/ask", {token, body: {question: "And?", conversationId}});
      expect([further.status, further.body.code]).toEqual([404, "not_found"]);
      const list = (await t.call("GET", "/api/conversations", {token})).body;
      expect(list.some((one: {id: string}) => one.id === conversationId)).toBe(false);
    }
    const {body} = await t.call("GET", "/api/conversations", {token: owner.token});
    expect(body).toMatchObject([{id: conversationId}]);
  });

  test("is listed page by page, newest first", async () => {
    const {token} = await addPerson(t);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++)
      ids.unshift((await t.answered([answer({text: "Hello.", figures: []})], {}, {token})).conversationId);
    const first = await t.call("GET", "/api/conversations?limit=2", {token});
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await t.call("GET", next, {token});
    expect([...first.body, ...second.body].map(({id}: {id: string}) => id)).toEqual(ids);
  });

  test("is deleted with everything stored in it, and its current question ends", async () => {
    const count = t.provider.asked.length;
    const question = await t.asked([LOOKS, {...answer(ANSWER), delayMs: 500_000}]);
    await until(async () => t.provider.asked.length === count + 2);
    const {conversationId, runId} = question;
    expect((await t.call("DELETE", `/api/conversations/${conversationId}`)).status).toBe(204);
    expect((await t.call("GET", `/api/conversations/${conversationId}`)).status).toBe(404);
    expect((await t.call("GET", `/api/ask/${runId}`)).status).toBe(404);
    await until(async () => (await t.budget()).reserved === 0);
    await until(async () => t.provider.asked.at(-1)?.isAborted === true);
    for (const table of ["agent_rounds", "agent_evidence"]) {
      const {rows} = await sql`select from ${sql.table(table)} where run_id = ${runId}`.execute(t.db);
      expect(rows).toEqual([]);
    }
  });

  test("is deleted together with a question that is asked at the same time", async () => {
    const {conversationId, id} = await t.answered([answer({text: "Hello.", figures: []})]);
    const runId = `run_${"7".repeat(26)}`;
    const cancelled: string[] = [];
    const listen = ({kind, id: of}: {kind: string; id: string}) => {
      if (kind === "cancel") cancelled.push(of);
    };
    t.web.notices.on("notice", listen);
    let deleting: ReturnType<typeof t.call> | undefined;
    await t.db.transaction().execute(async tx => {
      await sql`update conversations set updated_at = now() where id = ${conversationId}`.execute(tx);
      deleting = t.call("DELETE", `/api/conversations/${conversationId}`);
      await until(async () => {
        const {rows} = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
        return rows.length > 0;
      });
      await sql`
        insert into agent_runs (id, org_id, conversation_id, status, cause, name, run_as, definition)
        select ${runId}, org_id, conversation_id, 'queued', cause, name, run_as, definition
        from agent_runs where id = ${id}`.execute(tx);
    });
    expect((await deleting)?.status).toBe(204);
    await until(async () => cancelled.includes(runId));
    t.web.notices.off("notice", listen);
    const {promise, resolve: leave} = Promise.withResolvers<void>();
    const endWatch = watchListeners({db: t.db, log: t.web.log}, {id: runId, orgId: t.org.id}, leave);
    await promise;
    endWatch();
  });

  test("is deleted with its person, who needs no heir for it", async () => {
    const service = await t.made(`/api/orgs/${t.org.id}/service-accounts`, {
      name: "asker",
      scopes: ["read"],
      orgRole: "member",
    });
    const {conversationId, id} = await t.answered([LOOKS, answer(ANSWER)], {}, {token: service.token});
    const path = `/api/orgs/${t.org.id}/service-accounts/${service.serviceAccount.id}`;
    expect((await t.call("DELETE", path)).status).toBe(204);
    for (const [table, key] of [
      ["conversations", conversationId],
      ["agent_runs", id],
    ] as const) {
      const {rows} = await sql`select from ${sql.table(table)} where id = ${key}`.execute(t.db);
      expect(rows).toEqual([]);
    }
  });

  test("is stored no longer than transcripts are", async () => {
    const {conversationId, id} = await t.answered([LOOKS, answer(ANSWER)]);
    await sql`update agent_runs set created_at = now() - interval '31 days' where id = ${id}`.execute(t.db);
    await sql`update conversations set updated_at = now() - interval '31 days' where id = ${conversationId}`.execute(
      t.db,
    );
    await sql`select graphile_worker.add_job('collect_garbage')`.execute(t.db);
    await until(async () => (await t.call("GET", `/api/conversations/${conversationId}`)).status === 404);
    expect((await t.call("GET", `/api/ask/${id}`)).status).toBe(404);
  });
});
