import {afterAll, beforeAll, expect, test} from "bun:test";
import {
  findRecurring,
  refuseRepeat,
  transferEvaluations,
} from "../../shared/automation/evaluations/recurring.ts";
import {publish} from "../../shared/core/change-notices.ts";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import type {Turn} from "../agents/provider/script.ts";
import {answer, BY_STATUS} from "../agents/service.ts";
import {ANSWER, type AskService, askService} from "../ask/service.ts";
import {addPerson} from "../support/people.ts";
import {until} from "../support/until.ts";

type Json = ReturnType<typeof JSON.parse>;

let t: AskService;
let at: string;

beforeAll(async () => {
  t = await askService();
  at = `/api/projects/${t.shops.duckdb.projectId}/evaluations`;
});

afterAll(async () => {
  await t?.stop();
});

const query = BY_STATUS.arguments;
const good: readonly Turn[] = [
  {calls: [BY_STATUS]},
  answer({text: "Paid are {{paid}} orders.", figures: ANSWER.figures}),
];
const bad: readonly Turn[] = [answer({text: "No.", figures: [], cannotAnswer: "other"})];

function scripted(text: string, turns: readonly Turn[]): string {
  t.provider.script(`The question:\n${text}`, turns, {repeats: true});
  return text;
}

async function ended(id: string): Promise<Json> {
  await until(async () => {
    const {rows} = await sql`select from evaluations where id = ${id} and finished_at is not null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
  return (await t.call("GET", `${at}/${id}`)).body;
}

let minutes = 10;
/** Makes the cadence due now; returns the newest evaluation when it has ended. */
async function comesDue(id: string): Promise<Json> {
  minutes--;
  const before = (await t.call("GET", at)).body[0].id;
  await sql`update cadences set next_at = date_trunc('minute', now()) - ${minutes} * interval '1 minute'
    where id = ${id}`.execute(t.db);
  await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
  const last = await until(async () => {
    const {rows} = await sql<{id: string}>`select id from evaluations order by id desc limit 1`.execute(t.db);
    return rows[0]?.id === before ? undefined : rows[0]?.id;
  });
  return ended(last);
}

const CADENCE = {cron: "0 6 * * 1", timezone: "Europe/Berlin"};

test("a recurring evaluation runs again at its cadence, and questions that became worse are an event for actions", async () => {
  const action = await t.made("/api/actions", {
    name: "worse",
    trigger: {type: "event", event: "evaluation.worse", resourceId: t.shops.duckdb.projectId},
    effects: [{type: "email", recipients: ["ada@example.com"], subject: "Worse", message: "{{resource}}"}],
  });
  const asked = scripted("Recurring: how many are paid?", good);
  const cases = [{question: asked, query}];
  const {id} = await t.made(at, {name: "weekly", cases, cadence: CADENCE});
  const first = await ended(id);
  expect(first).toMatchObject({
    summary: {correct: 1},
    cadence: {...CADENCE, nextRun: expect.stringContaining("T")},
  });
  scripted(asked, good);
  const second = await comesDue(id);
  expect(second).toMatchObject({
    name: "weekly",
    repeats: id,
    summary: {correct: 1},
    comparedWith: {id, worse: [], better: []},
  });
  expect(second.cadence).toBeUndefined();
  const runs = `/api/actions/${action.id}/runs`;
  expect((await t.call("GET", runs)).body).toEqual([]);
  scripted(asked, bad);
  const third = await comesDue(id);
  expect(third).toMatchObject({summary: {correct: 0}, comparedWith: {id: second.id, worse: [asked]}});
  const run = await until(async () => (await t.call("GET", runs)).body[0]);
  expect(run.trigger ?? run.cause).toMatchObject({event: "evaluation.worse", resourceId: third.id});
  expect((await t.call("DELETE", `${at}/${id}`)).status).toBe(204);
  expect((await t.call("GET", `${at}/${id}`)).body.cadence).toBeUndefined();
  expect((await t.call("DELETE", `${at}/${id}`)).status).toBe(409);
});

test("a recurring evaluation runs as an account of its own, which is created only if the evaluation is accepted", async () => {
  const accounts = async () => {
    const {rows} = await sql<{id: string; attributes: object; expires_at: Date | null}>`
      select id, attributes, expires_at from principals where name = 'Evaluation owned'`.execute(t.db);
    return rows;
  };
  const cases = [{question: scripted("Owned: how many are paid?", good), query}];
  const body = {name: "owned", cases, cadence: CADENCE, ownAccount: true};
  expect((await t.call("POST", at, {body: {...body, model: "nobody/none"}})).status).toBe(422);
  expect((await t.call("POST", at, {body: {...body, cadence: {cron: "x"}}})).status).toBe(422);
  expect(await accounts()).toEqual([]);
  const {id} = await t.made(at, body);
  const [own, ...others] = await accounts();
  expect([own, others]).toMatchObject([{attributes: {}, expires_at: null}, []]);
  const {rows} =
    await sql`select run_as, input -> 'ownAccount' as kept from evaluations where id = ${id}`.execute(t.db);
  expect(rows).toEqual([{run_as: own?.id, kept: null}]);
  expect(await ended(id)).toMatchObject({summary: {correct: 1}});
  expect((await t.call("DELETE", `${at}/${id}`)).status).toBe(204);
});

test("a cadence ends with a notice after three slots in a row were refused", async () => {
  const asked = scripted("Demoted: how many are paid?", good);
  const person = await addPerson(t, {role: "admin"});
  const body = {name: "demoted", cases: [{question: asked, query}], cadence: {cron: "0 6 * * *"}};
  const {id} = await t.made(at, body, person.token);
  await ended(id);
  await sql`update principals set org_role = 'member' where id = ${person.id}`.execute(t.db);
  await publish(t.db, {kind: "principal", id: person.id});
  minutes = 10;
  for (let times = 0; times < 2; times++) {
    const {error} = await comesDue(id);
    expect(error).not.toContain("ended");
    expect((await t.call("GET", `${at}/${id}`)).body.cadence).toBeDefined();
  }
  expect(await comesDue(id)).toMatchObject({
    status: "failed",
    repeats: id,
    error: expect.stringContaining("The last 3 attempts to begin were refused, so the cadence has ended"),
  });
  expect((await t.call("GET", `${at}/${id}`)).body.cadence).toBeUndefined();
  minutes = 10;
});

test("a slot that began after two refused ones does not end the cadence when its job runs again", async () => {
  const asked = scripted("Refused twice: how many are paid?", good);
  const {id} = await t.made(at, {name: "twice", cases: [{question: asked, query}], cadence: CADENCE});
  await ended(id);
  const orgId = t.org.id;
  const recurring = await findRecurring(t.db, orgId, id);
  if (!recurring) throw new Error("it does not recur");
  const refuse = (hour: number) =>
    refuseRepeat(t.db, orgId, recurring, {of: id, slot: new Date(Date.UTC(2030, 0, 1, hour))}, "Not now.");
  await refuse(1);
  await refuse(2);
  await sql`
    insert into evaluations (id, org_id, project_id, name, run_as, definition, status, started_at, finished_at, repeats, slot)
    select ${newId("eval")}, org_id, project_id, name, run_as, definition, 'succeeded', now(), now(), id,
      '2030-01-01T03:00:00Z' from evaluations where id = ${id}`.execute(t.db);
  await refuse(3);
  expect((await t.call("GET", `${at}/${id}`)).body.cadence).toBeDefined();
  await refuse(4);
  await refuse(5);
  await refuse(6);
  expect((await t.call("GET", `${at}/${id}`)).body.cadence).toBeUndefined();
});

test("a recurring evaluation that may not begin any more is recorded as failed", async () => {
  const asked = scripted("May not: how many are paid?", good);
  const body = {name: "gone", cases: [{question: asked, query}], cadence: {cron: "0 6 * * *"}};
  const {id} = await t.made(at, body);
  await ended(id);
  await sql`
    update evaluations set input = jsonb_set(input::jsonb, '{model}', '"openai/none"')::json where id = ${id}`.execute(
    t.db,
  );
  expect(await comesDue(id)).toMatchObject({
    status: "failed",
    repeats: id,
    error: expect.stringContaining("openai"),
  });
  await t.call("DELETE", `${at}/${id}`);
});

test("a queued slot begins nothing after the cadence has ended", async () => {
  const asked = scripted("Ended: how many are paid?", good);
  const {id} = await t.made(at, {name: "ended", cases: [{question: asked, query}], cadence: CADENCE});
  await ended(id);
  const [{org_id: orgId} = {org_id: ""}] = (
    await sql<{org_id: string}>`select org_id from evaluations where id = ${id}`.execute(t.db)
  ).rows;
  expect(await findRecurring(t.db, orgId, id)).toMatchObject({id});
  expect((await t.call("DELETE", `${at}/${id}`)).status).toBe(204);
  expect(await findRecurring(t.db, orgId, id)).toBeUndefined();
});

interface Account {
  id: string;
  token: string;
}

async function account(name: string, body: object = {}): Promise<Account> {
  const path = `/api/orgs/${t.org.id}/service-accounts`;
  const {token, serviceAccount} = await t.made(path, {
    name,
    scopes: ["read", "write"],
    orgRole: "admin",
    ...body,
  });
  return {id: serviceAccount.id, token};
}

/** Creates a recurring evaluation as this account, and waits until its first run has ended. */
async function recurringAs({token}: Account, name: string): Promise<string> {
  const asked = scripted(`${name}: how many are paid?`, good);
  const {id} = await t.made(at, {name, cases: [{question: asked, query}], cadence: CADENCE}, token);
  await ended(id);
  return id;
}

const inherits = (heir: Account, of: Account) =>
  t.call("DELETE", `/api/orgs/${t.org.id}/service-accounts/${of.id}?transferTo=${heir.id}`);

const key = (id: string) => `repeat ${id}`;
const queueSlot = (id: string) =>
  enqueue(
    t.db,
    "repeat_evaluation",
    {orgId: t.org.id, evaluationId: id, slot: new Date().toISOString()},
    {key: key(id)},
  );

async function slotIsDone(id: string): Promise<boolean> {
  const {rows} = await sql`select from graphile_worker.jobs where key = ${key(id)}`.execute(t.db);
  return rows.length === 0;
}

const cadenceOf = async (id: string) => (await t.call("GET", `${at}/${id}`)).body.cadence;

test("a queued slot does nothing if an heir with other attributes takes over, and the cadence stays paused", async () => {
  const [before, heir] = [await account("Before"), await account("Heir")];
  await sql`update principals set attributes = '{"region": ["north"]}' where id = ${heir.id}`.execute(t.db);
  const id = await recurringAs(before, "paused");
  expect((await inherits(heir, before)).status).toBe(204);
  await queueSlot(id);
  await until(() => slotIsDone(id));
  expect(await cadenceOf(id)).toMatchObject(CADENCE);
  await t.call("DELETE", `${at}/${id}`);
});

test("a recurring evaluation is paused with a notice if an heir may not evaluate", async () => {
  for (const [name, rights] of [
    ["A member", {orgRole: "member"}],
    ["A reader", {scopes: ["read"]}],
  ] as const) {
    const [before, heir] = [await account(`Before ${name}`), await account(name, rights)];
    const id = await recurringAs(before, `inherited by ${name}`);
    expect((await inherits(heir, before)).status).toBe(204);
    const {rows} = await sql`
      select e.run_as, k.active, k.next_at from evaluations e join cadences k on k.id = e.id where e.id = ${id}`.execute(
      t.db,
    );
    expect(rows).toEqual([{run_as: heir.id, active: false, next_at: null}]);
    const [last] = (await t.call("GET", at)).body;
    expect(last).toMatchObject({
      status: "failed",
      repeats: id,
      error: expect.stringContaining(`inherited by "${name}", who may not evaluate`),
    });
    await t.call("DELETE", `${at}/${id}`);
  }
});

test("a slot that began before an heir took over belongs to the heir, whose cadence continues", async () => {
  const [before, heir] = [await account("Expires"), await account("Heir of it")];
  const id = await recurringAs(before, "taken over");
  scripted("taken over: how many are paid?", good);
  await sql`update principals set expires_at = now() - interval '1 hour' where id = ${before.id}`.execute(
    t.db,
  );
  await t.db.transaction().execute(async tx => {
    await transferEvaluations(tx, t.org.id, before.id, heir.id);
    await queueSlot(id);
    await until(async () => {
      const {rows} = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        t.db,
      );
      return rows.length > 0 || (await slotIsDone(id));
    });
  });
  await until(() => slotIsDone(id));
  expect(await cadenceOf(id)).toMatchObject({...CADENCE, nextRun: expect.stringContaining("T")});
  const {rows} = await sql<{id: string; run_as: string}>`
    select id, run_as from evaluations where repeats = ${id}`.execute(t.db);
  expect(rows).toMatchObject([{run_as: heir.id}]);
  expect(await ended(rows[0]!.id)).toMatchObject({summary: {correct: 1}});
  await t.call("DELETE", `${at}/${id}`);
});

test("a cadence ends with one notice if its principal no longer exists", async () => {
  const asked = scripted("Left: how many are paid?", good);
  const {id} = await t.made(at, {name: "left", cases: [{question: asked, query}], cadence: CADENCE});
  await ended(id);
  await sql`update evaluations set run_as = 'sa_gone' where id = ${id}`.execute(t.db);
  expect(await comesDue(id)).toMatchObject({
    status: "failed",
    repeats: id,
    error: expect.stringContaining("no longer a member"),
  });
  await until(async () => (await t.call("GET", `${at}/${id}`)).body.cadence === undefined);
});

test("a cadence of an evaluation is checked like an agent's", async () => {
  const cases = [{question: "Q?", asksBack: true}];
  const refused = await t.call("POST", at, {body: {cases, cadence: {cron: "* * * * *"}}});
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/cadence/cron"]);
});
