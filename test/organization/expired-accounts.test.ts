import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {
  collectExpiredAccounts,
  collectTokenlessAccounts,
} from "../../shared/identity/organization/expired-accounts.ts";
import {type TestApp, testApp} from "../support/app.ts";

const silent = makeLogger("test", "silent");
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

async function addAccount(name: string, endedDaysAgo: number | null): Promise<string> {
  const body = {name, scopes: ["read", "write"], orgRole: "admin"};
  const {body: made} = await t.call("POST", `/api/orgs/${t.org.id}/service-accounts`, {body});
  const {id} = made.serviceAccount;
  await sql`
    update principals set expires_at = now() - ${endedDaysAgo} * interval '1 day' where id = ${id}`.execute(
    t.db,
  );
  return id;
}

async function names(): Promise<string[]> {
  const {body} = await t.call("GET", `/api/orgs/${t.org.id}/service-accounts?limit=100`);
  return body.map((account: {name: string}) => account.name);
}

test("service accounts are deleted some time after they expired, unless they own something", async () => {
  const gone = await addAccount("Long ended", 31);
  await addAccount("Just ended", 1);
  await addAccount("Without an end", null);
  const owner = await addAccount("Owner", 31);
  const {body: dashboard} = await t.call("POST", "/api/dashboards", {body: {name: "Sales"}});
  await sql`update content set owner_id = ${owner} where id = ${dashboard.id}`.execute(t.db);

  await collectExpiredAccounts({db: t.db, log: silent}, 30);
  await collectExpiredAccounts({db: t.db, log: silent}, 30);

  const left = await names();
  expect(left).toEqual(expect.arrayContaining(["Just ended", "Without an end", "Owner"]));
  expect(left).not.toContain("Long ended");
  const {rows: tokens} = await sql`select from tokens where principal_id = ${gone}`.execute(t.db);
  expect(tokens).toEqual([]);
  const {body: log} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?limit=100`);
  expect(log.filter((entry: {resourceId: string}) => entry.resourceId === gone).slice(0, -1)).toMatchObject([
    {action: "service_account.delete", details: {name: "Long ended", reason: "expired"}},
  ]);

  await sql`update content set owner_id = ${dashboard.ownerId} where id = ${dashboard.id}`.execute(t.db);
  await collectExpiredAccounts({db: t.db, log: silent}, 30);
  expect(await names()).not.toContain("Owner");
});

test("accounts that end with an expired account end when it is deleted", async () => {
  const accounts = `/api/orgs/${t.org.id}/service-accounts`;
  const make = async (name: string, token: string) => {
    const body = {name, scopes: ["read", "write"], orgRole: "admin", endsWithMe: true};
    const {status, body: made} = await t.call("POST", accounts, {token, body});
    expect(status).toBe(201);
    return made;
  };
  const maker = await make("Maker", t.org.admin.token);
  const made = await make("Made", maker.token);
  const last = await make("Made by the made", made.token);
  await sql`
    update principals set expires_at = now() - interval '31 days' where id = ${maker.serviceAccount.id}`.execute(
    t.db,
  );
  await collectExpiredAccounts({db: t.db, log: silent}, 30);
  await t.web.notices.caughtUp();
  for (const {token, serviceAccount} of [made, last]) {
    expect((await t.call("GET", "/api/whoami", {token})).status).toBe(401);
    const {body: log} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?resourceType=service_account`);
    expect(log).toContainEqual(
      expect.objectContaining({action: "service_account.end", resourceId: serviceAccount.id}),
    );
  }
});

test("accounts without a token are deleted some time after the last thing that runs as them", async () => {
  const insert = (id: string, daysAgo: number) =>
    sql`
      insert into principals (id, org_id, kind, name, org_role, created_at)
      values (${id}, ${t.org.id}, 'service_account', ${id}, 'admin', now() - ${daysAgo} * interval '1 day')`.execute(
      t.db,
    );
  await insert("own_of_a_deleted_agent", 31);
  await insert("own_of_a_deleted_evaluation", 31);
  await insert("own_of_an_agent", 31);
  await insert("own_of_an_evaluation", 31);
  await insert("own_and_new", 1);
  const used = await addAccount("own_with_a_token", null);
  await sql`update principals set created_at = now() - interval '31 days' where id = ${used}`.execute(t.db);
  const {body: dashboard} = await t.call("POST", "/api/dashboards", {body: {name: "Made by an agent"}});
  await sql`update content set owner_id = 'own_of_an_agent' where id = ${dashboard.id}`.execute(t.db);
  await addNeeds("tokenless", t.org.admin.id, "own_of_an_evaluation");
  await sql`delete from cadences where id = 'eval_tokenless'`.execute(t.db);
  const owns = async () => (await names()).filter(name => name.startsWith("own_")).sort();

  await collectTokenlessAccounts({db: t.db, log: silent}, 30);
  await collectTokenlessAccounts({db: t.db, log: silent}, 30);
  const left = ["own_and_new", "own_of_an_agent", "own_of_an_evaluation", "own_with_a_token"];
  expect(await owns()).toEqual(left);
  const {body: log} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?limit=100`);
  expect(
    log.filter((entry: {resourceId: string}) => entry.resourceId === "own_of_a_deleted_agent"),
  ).toMatchObject([
    {action: "service_account.delete", details: {name: "own_of_a_deleted_agent", reason: "unused"}},
  ]);

  await sql`delete from evaluations where run_as = 'own_of_an_evaluation'`.execute(t.db);
  await collectTokenlessAccounts({db: t.db, log: silent}, 30);
  expect(await owns()).toEqual(left.filter(name => name !== "own_of_an_evaluation"));
});

/** A project with a verified question and a recurring evaluation that need the accounts. */
async function addNeeds(name: string, verifier: string, evaluator: string): Promise<string> {
  const project = `proj_${name}`;
  await sql`
    insert into connections (id, org_id, name, type, config)
    values (${`conn_${name}`}, ${t.org.id}, ${name}, 'duckdb', '{}')`.execute(t.db);
  await sql`
    insert into projects (id, org_id, name, connection_id)
    values (${project}, ${t.org.id}, ${name}, ${`conn_${name}`})`.execute(t.db);
  await sql`
    insert into verified_questions (id, org_id, project_id, question, query, verified_by, wording, terms)
    values (${`vq_${name}`}, ${t.org.id}, ${project}, 'Q', '{}', ${verifier}, 'Q', '')`.execute(t.db);
  await sql`
    insert into evaluations (id, org_id, project_id, name, run_as, definition, input, status)
    values (${`eval_${name}`}, ${t.org.id}, ${project}, 'E', ${evaluator},
      '{"model": "m", "runs": 1, "cases": []}', '{}', 'succeeded')`.execute(t.db);
  await sql`
    insert into cadences (id, org_id, kind, cron, timezone, next_at)
    values (${`eval_${name}`}, ${t.org.id}, 'evaluation', '0 6 * * *', 'UTC', now() + interval '1 day')`.execute(
    t.db,
  );
  return project;
}

test("an account with verified questions or recurring evaluations is deleted only with an heir", async () => {
  const [left, same, other] = [
    await addAccount("Left", -1),
    await addAccount("Same", -1),
    await addAccount("Other", -1),
  ];
  await sql`update principals set attributes = '{"region": ["north"]}' where id = ${other}`.execute(t.db);
  const project = await addNeeds("needs", left, left);
  const accounts = `/api/orgs/${t.org.id}/service-accounts`;
  const refused = await t.call("DELETE", `${accounts}/${left}`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining("has 1 evaluation recur and has verified 1 question"),
  ]);
  const state = async () => {
    const {rows} = await sql`
      select e.run_as, k.active, k.next_at is null as paused, v.verified_by from evaluations e join cadences k on k.id = e.id
      join verified_questions v on v.project_id = e.project_id where e.id = 'eval_needs'`.execute(t.db);
    return rows;
  };
  expect((await t.call("DELETE", `${accounts}/${left}?transferTo=${same}`)).status).toBe(204);
  expect(await state()).toEqual([{run_as: same, active: true, paused: false, verified_by: same}]);

  expect((await t.call("DELETE", `${accounts}/${same}?transferTo=${other}`)).status).toBe(204);
  expect(await state()).toEqual([{run_as: other, active: false, paused: true, verified_by: other}]);
  const {body: listed} = await t.call("GET", `/api/projects/${project}/evaluations`);
  expect(listed).toMatchObject([
    {id: "eval_needs", cadence: {cron: "0 6 * * *"}},
    {status: "failed", repeats: "eval_needs", error: expect.stringContaining("inherited")},
  ]);
});

test("accounts that are still needed stay, and do not hold up others", async () => {
  const insert = (prefix: string, count: number) =>
    sql`
      insert into principals (id, org_id, kind, name, org_role, expires_at)
      select ${prefix}::text || n, ${t.org.id}, 'service_account', ${prefix}::text || n, 'member', now() - interval '40 days'
      from generate_series(1, ${count}) n`.execute(t.db);
  await insert("a_declares_", 210);
  await insert("b_referred_", 210);
  await insert("verifies_", 1);
  await insert("repeats_", 1);
  await insert("z_needless_", 1);
  const {body: dashboard} = await t.call("POST", "/api/dashboards", {body: {name: "Declared"}});
  await sql`
    update dashboards set filters = (
      select json_agg(json_build_object('field', 'f' || n, 'by', 'a_declares_' || n)) from generate_series(1, 210) n)
    where id = ${dashboard.id}`.execute(t.db);
  await sql`create table still_needed (org_id text, id text, foreign key (org_id, id) references principals (org_id, id))`.execute(
    t.db,
  );
  await sql`
    insert into still_needed select org_id, id from principals where starts_with(id, 'b_referred_')`.execute(
    t.db,
  );
  await addNeeds("expired", "verifies_1", "repeats_1");
  const deleted = async () => {
    const {rows} = await sql<{resource_id: string}>`
      select resource_id from audit_log where action = 'service_account.delete'`.execute(t.db);
    return rows.map(row => row.resource_id).filter(id => /^(a_|b_|z_|verifies|repeats)/.test(id));
  };

  await collectExpiredAccounts({db: t.db, log: silent}, 30);
  const {rows: left} = await sql<{id: string}>`
    select id from principals where id in ('verifies_1', 'repeats_1', 'z_needless_1') order by id`.execute(
    t.db,
  );
  expect(left.map(({id}) => id)).toEqual(["repeats_1", "verifies_1"]);
  expect(await deleted()).toEqual(["z_needless_1"]);

  await sql`drop table still_needed`.execute(t.db);
  await collectExpiredAccounts({db: t.db, log: silent}, 30);
  expect(await deleted()).toHaveLength(211);
});
