import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/ground/db.ts";
import {collectExpiredAccounts} from "../../shared/identity/organization/expired-accounts.ts";
import {type TestApp, testApp} from "../support/app.ts";

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

test("service accounts go some time after they expired, and those that own something stay", async () => {
  const gone = await addAccount("Long ended", 31);
  await addAccount("Just ended", 1);
  await addAccount("Without an end", null);
  const owner = await addAccount("Owner", 31);
  const {body: dashboard} = await t.call("POST", "/api/dashboards", {body: {name: "Sales"}});
  await sql`update content set owner_id = ${owner} where id = ${dashboard.id}`.execute(t.db);

  await collectExpiredAccounts(t.db, 30);
  await collectExpiredAccounts(t.db, 30);

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
  await collectExpiredAccounts(t.db, 30);
  expect(await names()).not.toContain("Owner");
});
