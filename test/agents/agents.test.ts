import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {newId} from "../../shared/core/ids.ts";
import {testConfig} from "../support/app.ts";
import {addChart, UNSEEN} from "../support/content.ts";
import {addPerson} from "../support/people.ts";
import {type AgentService, agentService} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService();
});

afterAll(async () => {
  await t?.stop();
});

const MODEL = "anthropic/test";

describe("an agent", () => {
  test("is returned as it was written, with its defaults", async () => {
    const body = {
      instructions: "Every Monday, look at the orders of the week and say what changed and why it did so.",
      model: MODEL,
      grounding: t.orders,
      cadence: {cron: "0 8 * * 1", timezone: "Europe/Berlin"},
    };
    const answer = await t.call("POST", "/api/agents", {body});
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...body,
      name: "Every Monday, look at the orders of the week and say what…",
      outputs: [{type: "report"}],
      maxTokensPerRun: 200_000,
      maxRounds: 12,
      strict: false,
      active: true,
      ownerId: t.org.admin.id,
      runAs: t.org.admin.id,
      teamId: null,
      lastRun: null,
    });
    expect(answer.body.warning).toBeUndefined();
    expect(new Date(answer.body.nextRun).getUTCDay()).toBe(1);
    const path = `/api/agents/${answer.body.id}`;
    expect((await t.call("GET", path)).body).toEqual(answer.body);
    const {groundedModels, ...alone} = answer.body;
    expect(groundedModels).toMatchObject([{name: "orders"}]);
    expect((await t.call("GET", "/api/agents")).body[0]).toEqual({...alone, ...UNSEEN});
    const replaced = await t.call("PUT", path, {body: {...answer.body, name: "Orders", cadence: null}});
    expect(replaced.body).toMatchObject({name: "Orders", cadence: null, nextRun: null, maxRounds: 12});
    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await t.call("GET", path)).status).toBe(404);
  });

  test("is saved with a warning of everything in its grounding that lacks an attribute of row access", async () => {
    const {projectId} = t.shops.duckdb;
    const query = {model: "customers", measures: ["customers.count"], projectId};
    const chart = await t.call("POST", "/api/charts", {body: {name: "C", type: "big_number", query}});
    const tabs = [{name: "T", queries: [{anchor: "A1", query}]}];
    const sheet = await t.call("POST", "/api/sheets", {body: {name: "S", tabs}});
    const grounding = [
      ...t.orders,
      {resourceType: "chart", resourceId: chart.body.id},
      {resourceType: "sheet", resourceId: sheet.body.id},
      {resourceType: "model", resourceId: `${projectId}/customers`},
    ];
    const body = {instructions: "Look.", model: MODEL, grounding};
    const warnings = ["C", "S", "customers"].map(name =>
      expect.stringMatching(new RegExp(`^${name}: .* attributes? .*region`)),
    );
    const answer = await t.call("POST", "/api/agents", {body});
    expect([answer.status, answer.body.warnings]).toEqual([201, warnings]);
    const path = `/api/agents/${answer.body.id}`;
    expect((await t.call("PUT", path, {body: answer.body})).body.warnings).toEqual(warnings);
    expect((await t.call("GET", path)).body).not.toHaveProperty("warnings");
    const northern = await addPerson(t, {attributes: {region: ["north"]}, role: "admin"});
    const own = await t.call("POST", "/api/agents", {body, token: northern.token});
    expect([own.status, own.body.warnings]).toEqual([201, undefined]);
  });

  test("is created with an account of its own, which does not remain if the agent is refused", async () => {
    const named = async () =>
      (await t.call("GET", `/api/orgs/${t.org.id}/service-accounts`)).body.filter(
        ({name}: {name: string}) => name === "Owned",
      );
    const body = {name: "Owned", instructions: "Look.", model: MODEL, grounding: t.orders, ownAccount: true};
    const missing = [{resourceType: "chart", resourceId: "chart_none"}];
    expect((await t.call("POST", "/api/agents", {body: {...body, grounding: missing}})).status).toBe(422);
    expect(await named()).toEqual([]);
    const made = await t.call("POST", "/api/agents", {body});
    expect(made.status).toBe(201);
    const accounts = await named();
    expect(accounts).toMatchObject([
      {id: made.body.runAs, scopes: ["read", "write"], orgRole: "admin", expiresAt: null, lastUsedAt: null},
    ]);
    expect(accounts).toHaveLength(1);
    const saved = await t.call("PUT", `/api/agents/${made.body.id}`, {body});
    expect(saved.status).toBe(422);
    expect(saved.body.errors).toMatchObject([{path: "/ownAccount"}]);
    expect(await named()).toEqual(accounts);
  });

  test("pauses and resumes its schedule", async () => {
    const {id} = await t.agent([], {cadence: {cron: "0 8 * * 1"}});
    const path = `/api/agents/${id}/active`;
    const paused = await t.call("PATCH", path, {body: {active: false}});
    expect(paused.body).toMatchObject({
      active: false,
      nextRun: null,
      cadence: {cron: "0 8 * * 1", timezone: "UTC"},
    });
    const replaced = await t.call("PUT", `/api/agents/${id}`, {
      body: {...paused.body, cadence: {cron: "0 9 * * 1"}},
    });
    expect(replaced.body).toMatchObject({active: false, nextRun: null});
    const resumed = await t.call("PATCH", path, {body: {active: true}});
    expect(new Date(resumed.body.nextRun).getUTCHours()).toBe(9);
  });

  test("is changed only by a caller with its latest ETag", async () => {
    const {id} = await t.agent([]);
    const {headers, body} = await t.call("GET", `/api/agents/${id}`);
    const ifMatch = {"if-match": headers.get("etag") ?? ""};
    expect(
      (await t.call("PUT", `/api/agents/${id}`, {body: {...body, name: "One"}, headers: ifMatch})).status,
    ).toBe(200);
    expect(
      (await t.call("PUT", `/api/agents/${id}`, {body: {...body, name: "Two"}, headers: ifMatch})).status,
    ).toBe(412);
  });

  test("is created once for one Idempotency-Key, and run once", async () => {
    const {id} = await t.agent([{text: "x"}], {}, {repeats: true});
    const headers = {"idempotency-key": crypto.randomUUID()};
    const first = await t.call("POST", `/api/agents/${id}/run`, {headers});
    const again = await t.call("POST", `/api/agents/${id}/run`, {headers});
    expect(again.body).toEqual(first.body);
    expect((await t.call("GET", `/api/agents/${id}/runs`)).body.length).toBe(1);
    await t.runEnded(id, first.body.runId);
  });

  test.each([
    ["a model without a known prefix", {model: "claude"}, "/model"],
    ["a model without a name", {model: "anthropic/"}, "/model"],
    ["empty instructions", {instructions: " "}, "/instructions"],
    ["a cron of six fields", {cadence: {cron: "0 0 8 * * 1"}}, "/cadence/cron"],
    ["an invalid address", {outputs: [{type: "email", recipients: ["nobody"]}]}, "/outputs/0/recipients/0"],
    [
      "a mail to nobody",
      {outputs: [{type: "report"}, {type: "email", recipients: []}]},
      "/outputs/1/recipients",
    ],
    ["an unknown output", {outputs: [{type: "webhook", url: "http://x"}]}, "/outputs/0/type"],
    [
      "a chart that is not there",
      {grounding: [{resourceType: "chart", resourceId: newId("chart")}]},
      "/grounding/0/resourceId",
    ],
    [
      "a model that is not there",
      {grounding: [{resourceType: "model", resourceId: "proj_x/orders"}]},
      "/grounding/0/resourceId",
    ],
    ["no rounds", {maxRounds: 0}, "/maxRounds"],
    ["a misspelt key", {instruction: "x"}, "/instruction"],
  ])("is refused with %s, with the path of the fault", async (_, more, path) => {
    const body = {instructions: "Look.", model: MODEL, ...more};
    const answer = await t.call("POST", "/api/agents", {body});
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path]);
  });
});

describe("the rights on agents", () => {
  test("let everyone in the organization read, and parts of the grounding that a reader cannot see are counted", async () => {
    const chartId = await addChart(t, t.shops.duckdb.projectId, {ownerId: t.org.admin.id});
    const {id} = await t.agent([], {grounding: [...t.orders, {resourceType: "chart", resourceId: chartId}]});
    const seen = await t.call("GET", `/api/agents/${id}`, {token: t.org.reader.token});
    expect(seen.body).toMatchObject({grounding: t.orders, hiddenGrounding: 1});
    expect(seen.text).not.toContain(chartId);
    const other = await t.addOrg("Other");
    expect((await t.call("GET", `/api/agents/${id}`, {token: other.admin.token})).status).toBe(404);
    expect((await t.call("GET", "/api/agents", {token: other.admin.token})).body).toEqual([]);
  });

  test("let only an org-admin's service account create, change, pause and run; others may delete their own", async () => {
    const {id} = await t.agent([]);
    const person = await addPerson(t);
    const body = {instructions: "Look.", model: MODEL};
    for (const token of [t.org.member.token, t.org.adminUser.token, person.token]) {
      expect((await t.call("POST", "/api/agents", {token, body})).status).toBe(403);
      expect((await t.call("PUT", `/api/agents/${id}`, {token, body})).status).toBe(403);
      expect((await t.call("PATCH", `/api/agents/${id}/active`, {token, body: {active: false}})).status).toBe(
        403,
      );
      expect((await t.call("POST", `/api/agents/${id}/run`, {token})).status).toBe(403);
    }
    expect((await t.call("DELETE", `/api/agents/${id}`, {token: t.org.member.token})).status).toBe(403);
    expect((await t.call("DELETE", `/api/agents/${id}`, {token: t.org.adminReader.token})).status).toBe(403);
    expect((await t.call("DELETE", `/api/agents/${id}`)).status).toBe(204);
  });

  test("give the budget to org-admins only", async () => {
    const path = `/api/orgs/${t.org.id}/llm-budget`;
    expect((await t.call("GET", path, {token: t.org.reader.token})).status).toBe(403);
    expect((await t.call("PUT", path, {token: t.org.writer.token, body: {tokensPerMonth: 1}})).status).toBe(
      403,
    );
    expect((await t.call("GET", path.replace("budget", "usage"), {token: t.org.reader.token})).status).toBe(
      403,
    );
    expect(await t.budget()).toMatchObject({tokensPerMonth: null});
    const put = await t.call("PUT", path, {token: t.org.adminUser.token, body: {tokensPerMonth: 5000}});
    expect(put.body.tokensPerMonth).toBe(5000);
    expect((await t.call("PUT", path, {body: {tokensPerMonth: null}})).body.tokensPerMonth).toBeNull();
  });
});

describe("without its provider's key", () => {
  test("an agent is saved with a warning, and a manual run says which variable to set", async () => {
    const agent = await t.agent([], {model: "openai/gpt"});
    expect(agent.warning).toContain("OPENAI_API_KEY");
    const started = await t.call("POST", `/api/agents/${agent.id}/run`);
    expect([started.status, started.body.detail]).toEqual([422, expect.stringContaining("OPENAI_API_KEY")]);
    const {body} = await t.call("GET", "/api/agents/models");
    expect(body.providers).toContainEqual({prefix: "openai/", configured: false, variable: "OPENAI_API_KEY"});
    expect(body.providers).toContainEqual({
      prefix: "anthropic/",
      configured: true,
      variable: "ANTHROPIC_API_KEY",
    });
  });
});

test("invalid variables of providers are named, without repeating an address", () => {
  const environment = {
    LLM_BASE_URL: "ftp://user:secret@host",
    LLM_MODELS: "anthropic/a=3,gpt,local/b=1/2/3,openai/c=1/2",
  };
  const read = () => testConfig("postgres://x@127.0.0.1/x", environment);
  expect(read).toThrow("LLM_BASE_URL is not an address of a model server");
  expect(read).not.toThrow("secret");
  for (const entry of ["anthropic/a=3", "gpt", "local/b=1/2/3"])
    expect(read).toThrow(`LLM_MODELS has "${entry}"`);
  expect(read).not.toThrow("openai/c");
});
