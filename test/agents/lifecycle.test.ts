import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {requireRunning} from "../../worker/agent-runs/run-state.ts";
import {SampleValues} from "../../worker/agent-runs/sample-values.ts";
import {runAgent} from "../../worker/tasks/run-agent.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {lockAwaited} from "../support/postgres.ts";
import {spawnWorker} from "../support/spawn-worker.ts";
import {until} from "../support/until.ts";
import {NOTHING} from "./provider/script.ts";
import {type AgentService, agentService, answer, GOOD, PAID} from "./service.ts";

let t: AgentService;

beforeAll(async () => {
  t = await agentService({environment: {SHUTDOWN_GRACE_MS: "300"}});
});

afterAll(async () => {
  await t?.stop();
});

let before: number;
beforeEach(async () => {
  before = (await t.budget()).used;
});

const ROBOT = {name: "robot", scopes: ["read", "write"], orgRole: "admin"};

/** A turn that waits for `after`, and a function that lets it continue. */
function held() {
  const gate = Promise.withResolvers<void>();
  return {after: gate.promise, release: gate.resolve};
}

const askedOf = (agent: {instructions: string}) =>
  t.provider.asked.filter(({conversation}) => conversation === agent.instructions);

test("an agent can be deleted while an output of its run is being stored: it is gone once that has ended", async () => {
  const {id} = await t.agent(GOOD);
  const run = {id: `run_${"8".repeat(26)}`, orgId: t.org.id, agentId: id, holder: "late"};
  await sql`
    insert into agent_runs (id, org_id, agent_id, status, cause, name, run_as, definition, held_by)
    values (${run.id}, ${t.org.id}, ${id}, 'running', '{"type": "manual"}', 'Late', ${t.org.admin.id}, '{}', 'late')`.execute(
    t.db,
  );
  let deleting: ReturnType<typeof t.call> | undefined;
  await t.db.transaction().execute(async tx => {
    await requireRunning(tx, run);
    deleting = t.call("DELETE", `/api/agents/${id}`);
    await lockAwaited(t.db);
    // Takes the lock that the foreign key of a delivery takes.
    await sql`select from agents where org_id = ${t.org.id} and id = ${id} for key share`.execute(tx);
  });
  expect((await deleting)?.status).toBe(204);
});

describe("on schedule", () => {
  const cadence = {cron: "0 8 * * 1", timezone: "Europe/Berlin"};

  test("a run starts once at its slot", async () => {
    const agent = await t.agent(GOOD, {cadence});
    const run = await t.comesDue(agent.id);
    expect(run).toMatchObject({status: "succeeded", trigger: {type: "schedule"}});
    const {nextRun} = (await t.call("GET", `/api/agents/${agent.id}`)).body;
    expect(new Date(nextRun).getTime()).toBeGreaterThan(Date.now());
    await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
    await Bun.sleep(300);
    expect((await t.call("GET", `/api/agents/${agent.id}/runs`)).body.length).toBe(1);
  });

  test("a run is skipped while the last one is under way; started by hand it is a conflict", async () => {
    const {after, release} = held();
    const agent = await t.agent([{...GOOD[0]!, after}, answer(PAID)], {cadence});
    const started = await t.call("POST", `/api/agents/${agent.id}/run`);
    const again = await t.call("POST", `/api/agents/${agent.id}/run`);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    const skipped = await t.comesDue(agent.id);
    expect(skipped).toMatchObject({
      status: "skipped",
      rounds: 0,
      error: expect.stringContaining("under way"),
    });
    release();
    expect(await t.runEnded(agent.id, started.body.runId)).toMatchObject({status: "succeeded"});
  });

  test("a paused agent starts no run, and can still be run by hand", async () => {
    const agent = await t.agent(GOOD, {cadence});
    await t.call("PATCH", `/api/agents/${agent.id}/active`, {body: {active: false}});
    await sql`update cadences set next_at = null where id = ${agent.id}`.execute(t.db);
    await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
    await Bun.sleep(200);
    expect((await t.call("GET", `/api/agents/${agent.id}/runs`)).body).toEqual([]);
    expect(await t.ran(agent.id)).toMatchObject({status: "succeeded"});
  });
});

test("a cancelled run ends its call of the model, and what the call may have cost is counted", async () => {
  const {after, release} = held();
  const agent = await t.agent([{...GOOD[0]!, after}, answer(PAID)]);
  const started = await t.call("POST", `/api/agents/${agent.id}/run`);
  await until(async () => askedOf(agent).length === 1);
  const path = `/api/agents/${agent.id}/runs/${started.body.runId}`;
  expect((await t.call("DELETE", path, {token: t.org.member.token})).status).toBe(403);
  expect((await t.call("DELETE", path)).status).toBe(204);
  expect((await t.call("DELETE", path)).status).toBe(409);
  await until(async () => askedOf(agent)[0]?.isAborted === true);
  await until(async () => (await t.budget()).reserved === 0);
  const run = (await t.call("GET", path)).body;
  expect(run).toMatchObject({status: "cancelled", outputs: []});
  release();
  await until(() => askedOf(agent)[0]?.spent !== NOTHING);
  await Bun.sleep(300);
  const {used} = await t.budget();
  expect(used - before).toBeGreaterThanOrEqual(askedOf(agent)[0]!.spent.input);
  expect(askedOf(agent).length).toBe(1);
});

test("a deleted agent's run ends, its history is deleted, and the records of its queries remain", async () => {
  const {after, release} = held();
  const agent = await t.agent([GOOD[0]!, {...answer(PAID), after}]);
  const started = await t.call("POST", `/api/agents/${agent.id}/run`);
  await until(async () => askedOf(agent).length === 2);
  const {evidence} = (await t.call("GET", `/api/agents/${agent.id}/runs/${started.body.runId}`)).body;
  expect((await t.call("DELETE", `/api/agents/${agent.id}`)).status).toBe(204);
  release();
  await until(() => askedOf(agent)[1]?.spent !== NOTHING);
  await until(async () => (await t.budget()).reserved === 0);
  expect((await t.call("GET", `/api/agents/${agent.id}/runs`)).status).toBe(404);
  // Records of queries are stored in batches.
  await until(async () => (await t.call("GET", `/api/query/runs/${evidence[0].queryRunId}`)).status === 200);
  const {rows} = await sql`select from agent_rounds where run_id = ${started.body.runId}`.execute(t.db);
  expect(rows).toEqual([]);
  const usage = (await t.call("GET", `/api/orgs/${t.org.id}/llm-usage`)).body;
  expect(usage.find(({agentId}: {agentId: string}) => agentId === agent.id)).toMatchObject({
    agentName: null,
    calls: 2,
  });
});

test("a run has its principal's current rights: what the principal can no longer see is gone from the run", async () => {
  const service = await t.made(`/api/orgs/${t.org.id}/service-accounts`, ROBOT);
  const nothing = {...PAID, figures: [], sections: [{text: "None."}]};
  const agent = await t.agent([GOOD[0]!, answer(nothing)], {}, {token: service.token});
  const teamId = await addTeam(t, "insiders");
  const path = `/api/projects/${t.shops.duckdb.projectId}`;
  await t.call("PATCH", path, {body: {teamIds: [teamId]}});
  await sql`update principals set org_role = 'member' where id = ${service.serviceAccount.id}`.execute(t.db);
  const run = await t.ran(agent.id);
  await t.call("PATCH", path, {body: {teamIds: []}});
  expect(run.transcript[0].toolCalls[0]).toMatchObject({
    isError: true,
    result: expect.stringContaining("unknown_model"),
  });
  expect(run.transcript[0].asked).toContain("no longer visible");
  expect(run.evidence).toEqual([]);
});

test("a principal that may no longer read makes its runs fail with that reason", async () => {
  const service = await t.made(`/api/orgs/${t.org.id}/service-accounts`, ROBOT);
  const agent = await t.agent(GOOD, {}, {token: service.token});
  await sql`update principals set expires_at = now() - interval '1 day' where id = ${service.serviceAccount.id}`.execute(
    t.db,
  );
  const run = await t.ran(agent.id);
  expect(run).toMatchObject({
    status: "failed",
    error: expect.stringContaining("has expired"),
    tokens: {total: 0},
  });
});

test("an heir takes an agent over; if the heir's attributes differ, the agent is paused until the heir resumes it", async () => {
  const service = await t.made(`/api/orgs/${t.org.id}/service-accounts`, ROBOT);
  const agent = await t.agent(GOOD, {cadence: {cron: "0 8 * * 1"}}, {token: service.token});
  const path = `/api/orgs/${t.org.id}/service-accounts/${service.serviceAccount.id}`;
  expect((await t.call("DELETE", path)).status).toBe(409);
  const heir = await addPerson(t, {attributes: {region: ["north"]}});
  expect((await t.call("DELETE", `${path}?transferTo=${heir.id}`)).status).toBe(204);
  const now = (await t.call("GET", `/api/agents/${agent.id}`)).body;
  expect(now).toMatchObject({
    ownerId: heir.id,
    runAs: heir.id,
    active: false,
    pausedBecause: expect.stringContaining("inherited"),
  });
  expect((await t.call("PATCH", `/api/agents/${agent.id}/active`, {body: {active: true}})).status).toBe(403);
});

describe("a worker that stops during a run", () => {
  test("leaves the run to another one, which continues after the last finished round and counts the lost call", async () => {
    const {after, release} = held();
    const agent = await t.agent([GOOD[0]!, {...answer(PAID), after}, answer(PAID)]);
    const started = await t.call("POST", `/api/agents/${agent.id}/run`);
    await until(async () => askedOf(agent).length === 2);
    await t.worker.stop();
    t.worker = await t.addWorker();
    const run = await t.runEnded(agent.id, started.body.runId);
    expect(run).toMatchObject({status: "succeeded", rounds: 3});
    expect(run.transcript.map(({finish}: {finish: string}) => finish)).toEqual([
      "tool_use",
      "worker_stopped",
      "tool_use",
    ]);
    // The first round was not repeated.
    expect(run.evidence.length).toBe(1);
    expect(askedOf(agent).length).toBe(3);
    const {used, reserved} = await t.budget();
    expect([reserved, used - before]).toEqual([0, run.tokens.total]);
    // The provider also counts what it generates afterwards.
    release();
    await until(() => askedOf(agent).every(({spent}) => spent !== NOTHING));
    const counted = askedOf(agent).reduce((sum, {spent}) => sum + spent.input + spent.output, 0);
    expect(run.tokens.total).toBeGreaterThanOrEqual(counted);
  });

  test("may also be killed", async () => {
    await t.worker.stop();
    const environment = {ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_BASE_URL: t.provider.anthropicUrl};
    const doomed = await spawnWorker(t, environment);
    const {after, release} = held();
    const agent = await t.agent([GOOD[0]!, {...answer(PAID), after}, answer(PAID)]);
    const started = await t.call("POST", `/api/agents/${agent.id}/run`);
    await until(async () => askedOf(agent).length === 2);
    await doomed.kill("SIGKILL");
    release();
    t.worker = await t.addWorker();
    const run = await t.runEnded(agent.id, started.body.runId);
    expect(run).toMatchObject({status: "succeeded", rounds: 3, outputs: [{figures: [{status: "verified"}]}]});
    expect(run.transcript[1]).toMatchObject({finish: "worker_stopped", unreported: true});
    const {used, reserved} = await t.budget();
    expect([reserved, used - before]).toEqual([0, run.tokens.total]);
  });
});

test("a worker that was only taken for dead does not overwrite the run that another one has continued", async () => {
  const {after, release} = held();
  const agent = await t.agent([{...GOOD[0]!, after}, GOOD[0]!, answer(PAID)]);
  const started = await t.made(`/api/agents/${agent.id}/run`, {});
  await until(async () => askedOf(agent).length === 1);
  // The queue gives the job to another worker while the first one still waits for its model.
  const other = await t.addWorker();
  const job = {orgId: t.org.id, runId: started.runId};
  const taken = runAgent(
    {...other.worker, samples: new SampleValues(1000, other.executor.runLog)},
    other.runner,
    job,
    new AbortController().signal,
  );
  const run = await t.runEnded(agent.id, started.runId);
  await taken;
  release();
  await until(() => askedOf(agent)[0]?.spent !== NOTHING);
  await Bun.sleep(1000);
  const later = (await t.call("GET", `/api/agents/${agent.id}/runs/${started.runId}`)).body;
  expect(later).toEqual(run);
  expect(run).toMatchObject({status: "succeeded", rounds: 3});
  expect(run.transcript.map(({finish}: {finish: string}) => finish)).toEqual([
    "worker_stopped",
    "tool_use",
    "tool_use",
  ]);
  const {used, reserved} = await t.budget();
  expect([reserved, used - before]).toEqual([0, run.tokens.total]);
});
