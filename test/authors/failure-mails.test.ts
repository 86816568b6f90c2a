import {afterAll, afterEach, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addPerson} from "../support/people.ts";
import {until} from "../support/until.ts";
import {ALL, type AuthorsService, authorsService, type Person} from "./service.ts";

// Work that a team member has created and Alice has taken over: the member still owns it, and Alice's rows are sent. Then Alice
// loses the attribute that her rows need.

let t: AuthorsService;
let people = 0;

beforeAll(async () => {
  t = await authorsService();
});

afterAll(() => t?.stop());

afterEach(() => t.setAttributes(t.alice, {region: ["north", "south"]}));

const body = {cron: "0 8 * * 1", recipients: ["reader@example.com"]};

/** A member of Alice's team with an address. */
async function mailed(role: "lead" | "member"): Promise<Person & {email: string}> {
  const person = await addPerson(t, {teams: [{id: t.teamId, role}], attributes: {region: ["north"]}});
  const email = `mailed${people++}@example.com`;
  await sql`update principals set kind = 'user', email = ${email} where id = ${person.id}`.execute(t.db);
  return {...person, email};
}

/** Saves the work as its owner, and again as Alice, with her changes. */
async function takenOver(owner: Person, path: "schedules" | "actions", first: object, second: object) {
  const {id} = await t.made(`/api/${path}`, {...first, teamId: t.teamId}, owner.token);
  const {status} = await t.call("PUT", `/api/${path}/${id}`, {
    token: t.alice.token,
    body: {...first, ...second, teamId: t.teamId},
  });
  expect(status).toBe(200);
  return id as string;
}

const chart = async (name: string, teamId: string | null) => {
  const resourceId = await t.chart(t.alice, ALL, {name, teamId});
  return {resources: [{resourceType: "chart", resourceId}]};
};

const mailOf = (email: string) => until(async () => t.mailTo(email)[0]?.mail.text ?? undefined);
const read = async (path: string, {token}: {token: string}) => (await t.call("GET", path, {token})).body;

test("an owner is mailed about a failure without names and reasons that they may not see", async () => {
  const owner = await mailed("member");
  const [shared, hidden] = [await chart("Shared", t.teamId), await chart("Severance of Bob", null)];
  const id = await takenOver(
    owner,
    "schedules",
    {...body, ...shared, name: "Weekly"},
    {
      resources: [...shared.resources, ...hidden.resources],
    },
  );
  await t.setAttributes(t.alice, {});
  expect((await t.due(id)).status).toBe("failed");
  const text = await mailOf(owner.email);
  expect(text).toMatch(/Shared: .*region/);
  expect(text).toContain(
    "A chart that you cannot see: Only the account that it runs as can see why it failed.",
  );
  expect(text).not.toContain("Severance");
});

test("an owner who cannot see the work any more is not mailed, and the team's lead is", async () => {
  const [owner, lead] = [await mailed("member"), await mailed("lead")];
  const id = await takenOver(
    owner,
    "schedules",
    {...body, ...(await chart("One", t.teamId))},
    {
      ...(await chart("Other", t.teamId)),
    },
  );
  await sql`delete from team_members where principal_id = ${owner.id}`.execute(t.db);
  await t.setAttributes(t.alice, {});
  await t.due(id);
  expect(await mailOf(lead.email)).toContain("Other: ");
  const told = await sql<{email: string}>`
    select r.email from deliveries d join delivery_recipients r on r.delivery_id = d.id
    where d.source_id = ${id} and d.notice_of is not null`.execute(t.db);
  expect(told.rows).toEqual([{email: lead.email}]);
  await sql`delete from team_members where principal_id = ${lead.id}`.execute(t.db);
});

test("the error of a condition's query is for the person whose rows are sent and for org-admins", async () => {
  const owner = await mailed("member");
  const query = {model: "customers", measures: ["customers.count"]};
  const condition = {type: "threshold", query, measure: "customers.count", op: ">", value: 0};
  const id = await takenOver(owner, "schedules", {...body, ...(await chart("Asked", t.teamId))}, {condition});
  await t.setAttributes(t.alice, {});
  const {id: deliveryId} = await t.due(id);
  const path = `/api/deliveries/${deliveryId}`;
  const error = expect.stringContaining("region");
  for (const reader of [t.alice, t.org.admin]) {
    expect(await read(path, reader)).toMatchObject({error, recipients: [{error}]});
  }
  const hidden = "Only the account that it runs as can see why it failed.";
  expect(await read(path, t.eve)).toMatchObject({error: hidden, recipients: [{error: hidden}]});
  const text = await mailOf(owner.email);
  expect(text).toContain(hidden);
  expect(text).not.toContain("region");
});

const HIDDEN = "Only the principal with whose rights it runs, and org-admins, can see why it failed.";
const threshold = {
  type: "threshold",
  query: {model: "customers", measures: ["customers.count"]},
  measure: "customers.count",
  op: ">",
  value: 0,
  mode: "while_true",
  cron: "0 8 * * 1",
};
const mail = {type: "email", recipients: ["reader@example.com"], subject: "S", message: "M"};
const snapshot = {type: "snapshot_dataset", query: ALL, name: "Customers"};

test("the error of an effect is for the person whose rights the action has and for org-admins, in the record and in the mail", async () => {
  const owner = await mailed("member");
  const action = {name: "Keep", trigger: {type: "manual"}, effects: [mail]};
  const id = await takenOver(owner, "actions", action, {effects: [snapshot]});
  await t.setAttributes(t.alice, {});
  const {id: runId} = await t.acted(t.alice, id);
  const path = `/api/actions/${id}/runs/${runId}`;
  for (const reader of [t.alice, t.org.admin]) {
    expect(await read(path, reader)).toMatchObject({effects: [{error: expect.stringContaining("region")}]});
  }
  expect(await read(path, t.eve)).toMatchObject({status: "failed", effects: [{error: HIDDEN}]});
  const text = await mailOf(owner.email);
  expect(text).toContain(HIDDEN);
  expect(text).not.toContain("region");
});

test("the error of a trigger's query is for the same people", async () => {
  const owner = await mailed("member");
  const action = {name: "Watch", trigger: {type: "manual"}, effects: [mail]};
  const id = await takenOver(owner, "actions", action, {trigger: threshold});
  await t.setAttributes(t.alice, {});
  for (let n = 0; n < 3; n++) {
    const {id: runId} = await t.acted(t.alice, id);
    const path = `/api/actions/${id}/runs/${runId}`;
    expect(await read(path, t.alice)).toMatchObject({error: expect.stringContaining("region")});
    expect(await read(path, t.eve)).toMatchObject({status: "failed", error: HIDDEN});
  }
  const text = await mailOf(owner.email);
  expect(text).toContain(`It has failed 3 times in a row. The last time: ${HIDDEN}`);
  expect(text).not.toContain("region");
});

test("a failure is also mailed if the account whose rows are sent has expired", async () => {
  const owner = await mailed("member");
  const id = await takenOver(
    owner,
    "schedules",
    {...body, ...(await chart("Shared until", t.teamId)), name: "Until"},
    await chart("Also until", t.teamId),
  );
  const expire = (when: string | null) =>
    sql`update principals set expires_at = ${when} where id = ${t.alice.id}`.execute(t.db);
  await expire("2020-01-01");
  try {
    await t.due(id);
    expect(await mailOf(owner.email)).toContain("expired");
  } finally {
    await expire(null);
  }
});
