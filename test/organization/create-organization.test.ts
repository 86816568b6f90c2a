import {afterAll, expect, test} from "bun:test";
import {openDatabase} from "../../shared/core/db.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {hashToken} from "../../shared/core/secrets.ts";
import {createOrganization} from "../../shared/identity/organization/create-organization.ts";
import {testDatabase} from "../support/postgres.ts";

const database = await testDatabase();
const {db, pool} = openDatabase(database.url, 2, makeLogger("test", "silent"));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const principalsOf = (orgId: string) =>
  db.selectFrom("principals").selectAll().where("org_id", "=", orgId).orderBy("kind").execute();

test("an organization is created with an admin user and an admin service account that has every scope", async () => {
  const created = await createOrganization(db, {name: " Acme ", adminEmail: "ada@example.com"});
  const org = await db.selectFrom("orgs").selectAll().where("id", "=", created.orgId).executeTakeFirst();
  expect(org).toMatchObject({name: "Acme"});
  const [account, user, ...others] = await principalsOf(created.orgId);
  expect(account).toMatchObject({
    id: created.serviceAccountId,
    kind: "service_account",
    org_role: "admin",
    scopes: ["read", "write", "manage"],
  });
  expect(user).toMatchObject({
    id: created.userId,
    kind: "user",
    email: "ada@example.com",
    org_role: "admin",
    seat: "editor",
  });
  expect(others).toEqual([]);
});

test("only the SHA-256 of the token is stored", async () => {
  const {token, orgId, serviceAccountId} = await createOrganization(db, {
    name: "Tokens",
    adminEmail: "grace@example.com",
  });
  expect(token).toMatch(/^svc_pat_[A-Za-z0-9_-]{43}$/);
  const stored = await db.selectFrom("tokens").selectAll().where("org_id", "=", orgId).execute();
  expect(stored).toMatchObject([{hash: hashToken(token), principal_id: serviceAccountId, expires_at: null}]);
});

test.each([
  ["in any case", "Taken@example.com", "taken@EXAMPLE.com"],
  ["with its domain in ASCII", "taken@bücher.example", "taken@xn--bcher-kva.example"],
])(
  "an address that belongs to another organization is refused %s, and nothing is created",
  async (_, taken, adminEmail) => {
    await createOrganization(db, {name: "First", adminEmail: taken});
    const before = await db.selectFrom("orgs").select("id").execute();
    await expect(createOrganization(db, {name: "Second", adminEmail})).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await db.selectFrom("orgs").select("id").execute()).toEqual(before);
  },
);

test("an empty name and an invalid address are refused", async () => {
  for (const input of [
    {name: "  ", adminEmail: "a@example.com"},
    {name: "Acme", adminEmail: "nobody"},
  ]) {
    await expect(createOrganization(db, input)).rejects.toMatchObject({code: "invalid_request"});
  }
});
