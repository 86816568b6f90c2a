import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {reserve, settle} from "../../shared/automation/agents/budget/reservations.ts";
import {sql} from "../../shared/core/db.ts";
import {onBusyMachine} from "../support/busy-machine.ts";
import {callTool} from "../support/mcp.ts";
import {until} from "../support/until.ts";
import {type AgentService, agentService, answer, GOOD, PAID} from "./service.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: AgentService;

beforeAll(async () => {
  t = await agentService();
});

afterAll(async () => {
  await t?.stop();
});

const mail = (to: string) => ({
  type: "email",
  recipients: [to],
  subject: "{{event}}",
  message: "{{resource}}",
});

const runsOf = async (actionId: string): Promise<Json[]> =>
  (await t.call("GET", `/api/actions/${actionId}/runs`)).body;
const firstRun = (actionId: string) =>
  until(async () => (await runsOf(actionId)).find(({finishedAt}) => finishedAt !== null));

describe("actions", () => {
  test("can wait for the end of an agent's run, and are told which run", async () => {
    const agent = await t.agent(GOOD);
    const trigger = {type: "event", event: "agent.finished", resourceId: agent.id};
    const action = await t.made("/api/actions", {
      name: "After it",
      trigger,
      effects: [mail("after@example.com")],
    });
    await t.ran((await t.agent(GOOD)).id);
    await t.ran(agent.id);
    expect(await firstRun(action.id)).toMatchObject({status: "succeeded"});
    const [sent] = await until(async () =>
      t.mailTo("after@example.com").length > 0 ? t.mailTo("after@example.com") : undefined,
    );
    expect(sent?.mail.subject).toBe("agent.finished");
    expect(sent?.mail.text).toContain(agent.id);
    // The action did not react to the other agent's run.
    expect((await runsOf(action.id)).length).toBe(1);
  });

  test("can run an agent, whose run names the action, and are refused to a person who could not run it", async () => {
    const agent = await t.agent(GOOD);
    const body = {
      name: "Run it",
      trigger: {type: "manual"},
      effects: [{type: "run_agent", agentId: agent.id}],
    };
    const refused = await t.call("POST", "/api/actions", {token: t.org.member.token, body});
    expect(refused.status).toBe(403);
    const action = await t.made("/api/actions", body);
    const dry = await t.made(`/api/actions/${action.id}/runs`, {dryRun: true});
    await until(async () =>
      (await runsOf(action.id)).find(({id, finishedAt}) => id === dry.id && finishedAt),
    );
    expect((await t.call("GET", `/api/agents/${agent.id}/runs`)).body).toEqual([]);
    const {id} = await t.made(`/api/actions/${action.id}/runs`, {});
    const ran = await until(async () =>
      (await runsOf(action.id)).find(one => one.id === id && one.finishedAt),
    );
    const {agentRunId} = ran.effects[0].result;
    expect(await t.runEnded(agent.id, agentRunId)).toMatchObject({
      status: "succeeded",
      trigger: {type: "action", by: action.id, runId: id},
    });
  });

  test("are refused if they would run an agent at its own end", async () => {
    const agent = await t.agent(GOOD);
    const trigger = {type: "event", event: "agent.finished", resourceId: agent.id};
    const effects = [{type: "run_agent", agentId: agent.id}];
    const refused = await t.call("POST", "/api/actions", {body: {name: "For ever", trigger, effects}});
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, "/effects/0"]);
  });

  test("are told once that the budget is low, at 80 %, and again after it was raised", async () => {
    const action = await t.made("/api/actions", {
      name: "Low",
      trigger: {type: "event", event: "budget.low"},
      effects: [mail("low@example.com")],
    });
    const put = (tokensPerMonth: number | null) =>
      t.call("PUT", `/api/orgs/${t.org.id}/llm-budget`, {body: {tokensPerMonth}});
    const heard = async (count: number) => {
      await until(async () => ((await runsOf(action.id)).length >= count ? true : undefined));
      await Bun.sleep(300);
      expect((await runsOf(action.id)).length).toBe(count);
    };
    const run = async () => t.ran((await t.agent(GOOD)).id);
    await put(2_000_000);
    await sql`
      insert into llm_months (org_id, month, used)
      values (${t.org.id}, date_trunc('month', now() at time zone 'UTC')::date, 1_000_000)
      on conflict (org_id, month) do update set used = excluded.used`.execute(t.db);
    await run();
    await heard(0);
    await put(1_200_000);
    await run();
    await run();
    await heard(1);
    await put(10_000_000);
    await put(1_250_000);
    await run();
    await heard(2);
    await put(null);
  });

  test("are not told if the budget is raised while a call is being counted", async () => {
    const org = await t.addOrg("Raised meanwhile");
    const runId = "run_of_raised";
    await sql`insert into llm_budgets (org_id, tokens_per_month) values (${org.id}, 100)`.execute(t.db);
    const call = {orgId: org.id, runId, agentId: "", model: "local/test", callTokens: 20, retainedTokens: 0};
    expect(await reserve(t.db, undefined, call)).toBe(true);
    await sql`update llm_months set used = 70 where org_id = ${org.id}`.execute(t.db);
    const isHeld = Promise.withResolvers<void>();
    const raised = Promise.withResolvers<void>();
    const raising = t.db.transaction().execute(async tx => {
      await sql`update llm_budgets set tokens_per_month = 1000 where org_id = ${org.id}`.execute(tx);
      await sql`update llm_months set low_told_at = null where org_id = ${org.id}`.execute(tx);
      isHeld.resolve();
      await raised.promise;
    });
    // A call that is settled before the rows are held would wait for nothing.
    await Promise.race([isHeld.promise, raising]);
    const settling = t.db
      .transaction()
      .execute(tx => settle(tx, undefined, org.id, runId, {input: 12, output: 0}));
    await until(async () => ((await waiting()) ? true : undefined));
    raised.resolve();
    await Promise.all([raising, settling]);
    const {rows} = await sql`
      select used, low_told_at from llm_months where org_id = ${org.id}`.execute(t.db);
    expect(rows).toEqual([{used: 82, low_told_at: null}]);
  });

  /** Whether a statement waits for a row of the monthly counts. */
  async function waiting(): Promise<boolean> {
    const {rows} = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%llm_months%'`.execute(
      t.db,
    );
    return rows.length > 0;
  }
});

test("a failing run is reported by mail, once a day, to the person who looks after the agent", async () => {
  const agent = await t.agent([{text: "no", stop: "refusal"}], {}, {repeats: true});
  await t.ran(agent.id);
  await t.ran(agent.id);
  const told = await until(async () => {
    const mails = t.smtp.received.filter(({mail}) => mail.subject?.includes("fails"));
    return mails.length > 0 ? mails : undefined;
  });
  expect(told[0]?.mail.text).toContain("The model refused to answer.");
  await Bun.sleep(300);
  expect(t.smtp.received.filter(({mail}) => mail.subject?.includes("fails")).length).toBe(told.length);
});

test("a run can be watched until it has ended", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const agent = await t.agent([
    {...GOOD[0]!, after: first.promise},
    {...answer(PAID), after: second.promise},
  ]);
  const {runId} = await t.made(`/api/agents/${agent.id}/run`, {});
  const path = `/api/agents/${agent.id}/runs/${runId}/events`;
  const headers = {authorization: `Bearer ${t.org.reader.token}`};
  const watched = await t.app.handle(new Request(`http://service.test${path}`, {headers}));
  expect(watched.headers.get("content-type")).toBe("text/event-stream");
  // Each round continues only after the one before was reported.
  let text = "";
  for await (const part of watched.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("is thinking")) first.resolve();
    if (text.includes('"rounds":1')) second.resolve();
  }
  const events: Json[] = text
    .split("\n\n")
    .filter(Boolean)
    .map(event => JSON.parse(event.replace(/^event: run\ndata: /, "")));
  expect(events.length).toBeGreaterThan(2);
  expect(events.at(-1)).toMatchObject({status: "succeeded", rounds: 2});
  expect(events.some(({doing}) => doing?.includes("is thinking"))).toBe(true);
  expect(events.map(({rounds}) => rounds)).toEqual(events.map(({rounds}) => rounds).toSorted());
  expect((await t.call("GET", path.replace(runId, "run_x"))).status).toBe(404);
});

test("the events of a run end for a caller whose token is revoked", async () => {
  const {serviceAccount, token} = await t.made(`/api/orgs/${t.org.id}/service-accounts`, {
    name: "watcher",
    scopes: ["read"],
  });
  const agent = await t.agent([{...answer(PAID), delayMs: 500_000}]);
  const {runId} = await t.made(`/api/agents/${agent.id}/run`, {});
  const path = `/api/agents/${agent.id}/runs/${runId}`;
  const watching = t.call("GET", `${path}/events`, {token});
  await until(async () => (await t.call("GET", path)).body.startedAt ?? undefined);
  const revoked = performance.now();
  await t.call("DELETE", `/api/orgs/${t.org.id}/service-accounts/${serviceAccount.id}`);
  expect((await watching).text).not.toContain("succeeded");
  expect(performance.now() - revoked).toBeLessThan(onBusyMachine(5000));
  expect((await t.call("GET", `${path}/events`, {token})).status).toBe(401);
  await t.call("DELETE", path);
});

test("the events of a run end when the token that opened them expires, and stay open for one that does not", async () => {
  const path = `/api/orgs/${t.org.id}/service-accounts`;
  const {token: lasting} = await t.made(path, {name: "for good", scopes: ["read"]});
  const agent = await t.agent([{...answer(PAID), delayMs: 500_000}]);
  const {runId} = await t.made(`/api/agents/${agent.id}/run`, {});
  const run = `/api/agents/${agent.id}/runs/${runId}`;
  let isOpen = true;
  const stays = t.call("GET", `${run}/events`, {token: lasting}).then(() => {
    isOpen = false;
  });
  const expiresAt = new Date(Date.now() + onBusyMachine(4000));
  const account = {name: "for a moment", scopes: ["read"], expiresAt: expiresAt.toISOString()};
  const {token} = await t.made(path, account);
  const watched = await t.call("GET", `${run}/events`, {token});
  expect(watched.status).toBe(200);
  expect(watched.text).not.toContain("succeeded");
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
  expect((await t.call("GET", `${run}/events`, {token})).status).toBe(401);
  expect(isOpen).toBe(true);
  await t.call("DELETE", run);
  await stays;
});

test("MCP lists agents, runs one and returns its report", async () => {
  const agent = await t.agent(GOOD, {name: "By MCP"});
  const listed = await callTool(t, "list_agents", {});
  expect(listed.text).toContain(agent.id);
  const refused = await callTool(t, "run_agent", {agentId: agent.id}, t.org.writer.token);
  expect(refused._meta?.error?.code).toBe("missing_privilege");
  const started = await callTool(t, "run_agent", {agentId: agent.id});
  await t.runEnded(agent.id, started.structuredContent.runId);
  const got = await callTool(t, "get_agent_run", {agentId: agent.id});
  expect(got.structuredContent.run).toMatchObject({status: "succeeded"});
  expect(got.text).toContain("Paid are 3 orders.");
  expect(got.text).toContain("1 figures, 0 of them unverified");
});
