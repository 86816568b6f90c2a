import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type AgentService, agentService, answer} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService();
});

afterAll(async () => {
  await t?.stop();
});

const REGIONS = {region: ["north", "south"]};
const BY_REGION = {
  name: "run_query",
  arguments: {
    model: "customers",
    dimensions: ["customers.region"],
    measures: ["customers.count"],
    orderBy: ["customers.region"],
  },
};
const NOTHING = answer({title: "Customers", sections: [{text: "Nothing."}], figures: []});

/** An agent of a service account over the customers, whose run waits in this call (from 1). */
async function waitingRun(call: number) {
  const robot = await t.made(`/api/orgs/${t.org.id}/service-accounts`, {
    name: "robot",
    scopes: ["read", "write"],
    orgRole: "admin",
    attributes: REGIONS,
  });
  const gate = Promise.withResolvers<void>();
  const turns = [{calls: [BY_REGION]}, {calls: [BY_REGION]}, NOTHING].map((turn, index) =>
    index === call - 1 ? {...turn, after: gate.promise} : turn,
  );
  const grounding = [{resourceType: "model", resourceId: `${t.shops.duckdb.projectId}/customers`}];
  const body = {grounding, outputs: [{type: "report"}, {type: "email", recipients: ["x@example.com"]}]};
  const agent = await t.agent(turns, body, {token: robot.token});
  const {runId} = await t.made(`/api/agents/${agent.id}/run`, {}, robot.token);
  const asked = () => t.provider.asked.filter(({conversation}) => conversation === agent.instructions);
  await until(() => asked().length === call);
  return {
    agent,
    runId,
    asked,
    id: robot.serviceAccount.id,
    path: `/api/orgs/${t.org.id}/service-accounts/${robot.serviceAccount.id}`,
    release: gate.resolve,
    ended: () => t.runEnded(agent.id, runId),
    statusOf: async () => {
      const {rows} = await sql<{status: string; error: string | null; outputs: unknown}>`
        select status, error, outputs from agent_runs where id = ${runId}`.execute(t.db);
      return rows[0];
    },
  };
}

const regionsIn = (asked: {body: unknown} | undefined) =>
  ["north", "south"].filter(region => JSON.stringify(asked?.body).includes(region));

const narrow = ({id}: {id: string}) =>
  sql`update principals set attributes = '{"region": ["north"]}' where id = ${id}`.execute(t.db);

test("a run whose principal is deleted ends at once: its call is ended, and the model is not called again", async () => {
  const run = await waitingRun(2);
  expect((await t.call("DELETE", `${run.path}?transferTo=${t.org.admin.id}`)).status).toBe(204);
  // The model has not answered yet.
  await run.ended();
  expect(await run.statusOf()).toMatchObject({
    status: "failed",
    error: expect.stringContaining("no longer a member"),
    outputs: [],
  });
  await until(() => run.asked()[1]?.isAborted === true);
  run.release();
  expect((await t.budget()).reserved).toBe(0);
  expect(run.asked().length).toBe(2);
});

describe("a run whose principal meanwhile", () => {
  test("has expired does not call the model again", async () => {
    const run = await waitingRun(1);
    await sql`update principals set expires_at = now() where id = ${run.id}`.execute(t.db);
    run.release();
    await run.ended();
    expect(await run.statusOf()).toMatchObject({
      status: "failed",
      error: expect.stringContaining("has expired"),
    });
    expect(run.asked().length).toBe(1);
  });

  test("has been paused by the service is skipped before its next call", async () => {
    const run = await waitingRun(1);
    await sql`update principals set runs_paused_at = clock_timestamp() where id = ${run.id}`.execute(t.db);
    run.release();
    await run.ended();
    expect(await run.statusOf()).toMatchObject({status: "skipped", error: expect.stringContaining("paused")});
    expect(run.asked().length).toBe(1);
  });

  test("has fewer rows, and has read none yet, gets fewer", async () => {
    const run = await waitingRun(1);
    await narrow(run);
    run.release();
    await run.ended();
    expect(await run.statusOf()).toMatchObject({status: "succeeded"});
    expect(run.asked().map(regionsIn)).toEqual([[], ["north"], ["north"]]);
  });

  test("has fewer rows than the run has read ends, and sends none of them", async () => {
    const run = await waitingRun(2);
    expect(regionsIn(run.asked()[1])).toEqual(["north", "south"]);
    await narrow(run);
    run.release();
    await run.ended();
    expect(await run.statusOf()).toMatchObject({
      status: "failed",
      error: expect.stringContaining("rights of the run's account"),
      outputs: [],
    });
    expect(run.asked().length).toBe(2);
  });

  test("has fewer rows than the report contains sends no report", async () => {
    const run = await waitingRun(3);
    await narrow(run);
    run.release();
    await run.ended();
    expect(await run.statusOf()).toMatchObject({status: "failed", outputs: []});
  });

  test("has joined a team continues", async () => {
    const run = await waitingRun(2);
    const teamId = await addTeam(t, "colleagues");
    const joined = await t.call("PUT", `/api/orgs/${t.org.id}/teams/${teamId}/members/${run.id}`, {
      body: {role: "member"},
    });
    expect(joined.status).toBeLessThan(300);
    run.release();
    await run.ended();
    expect(await run.statusOf()).toMatchObject({status: "succeeded"});
    expect(run.asked().length).toBe(3);
  });
});

test("rows that the layer hides from the principal during a run are sent to nobody", async () => {
  const {projectId} = t.shops.duckdb;
  const {body: layer} = await t.call("GET", `/api/projects/${projectId}/layer`);
  const customers = layer.models.find(({name}: {name: string}) => name === "customers");
  const apply = (model: object) =>
    t.made(`/api/projects/${projectId}/introspect`, {models: [model], joins: []});
  const run = await waitingRun(3);
  await apply({...customers, rowAccess: [{dimension: "region", attribute: "country"}]});
  run.release();
  await run.ended();
  expect(await run.statusOf()).toMatchObject({
    status: "failed",
    error: expect.stringContaining("would no longer get the rows"),
    outputs: [],
  });
  await apply(customers);
});

test("a run of an agent that somebody else takes over is skipped before its next call", async () => {
  const run = await waitingRun(2);
  const {instructions, model, grounding, outputs} = run.agent;
  const changed = {instructions: `${instructions} In short.`, model, grounding, outputs};
  expect((await t.call("PUT", `/api/agents/${run.agent.id}`, {body: changed})).body.runAs).toBe(
    t.org.admin.id,
  );
  run.release();
  await run.ended();
  expect(await run.statusOf()).toMatchObject({
    status: "skipped",
    error: expect.stringContaining("taken over"),
  });
  expect(run.asked().length).toBe(2);
});
