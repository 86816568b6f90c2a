import {afterAll, beforeAll, expect, test} from "bun:test";
import {setPassword} from "../../../shared/identity/sign-in/passwords.ts";
import {createSessionToken} from "../../../shared/identity/sign-in/session-tokens.ts";
import {collectSignIns, endSession, openSession} from "../../../shared/identity/sign-in/sessions.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {until} from "../../support/until.ts";

let t: TestApp;
let org: string;
beforeAll(async () => {
  t = await testApp();
  org = `/api/orgs/${t.org.id}`;
});
afterAll(() => t.stop());

const status = async (token: string) => (await t.call("GET", "/api/whoami", {token})).status;

/** An org-admin, with a service account that acts for this person and one that does not. */
async function adminWithAccounts(name: string) {
  const email = `${name}@example.com`;
  const member = await t.call("POST", `${org}/members`, {
    body: {name, email, orgRole: "admin", seat: "editor"},
  });
  expect(member.status).toBe(201);
  const {id} = member.body;
  const passwordHash = `a hash of ${name}`;
  await t.db
    .insertInto("passwords")
    .values({org_id: t.org.id, principal_id: id, hash: passwordHash})
    .execute();
  const session = await openSession(t.web, {id, orgId: t.org.id}, {passwordHash});
  const {token = ""} = (await createSessionToken(t.web, id, session)) ?? {};
  const account = async (more: object) => {
    const body = {name: `${name}'s`, scopes: ["read", "write"], orgRole: "admin", ...more};
    const made = await t.call("POST", `${org}/service-accounts`, {token, body});
    expect(made.status).toBe(201);
    return made.body;
  };
  return {id, token, session, own: await account({endsWithMe: true}), other: await account({})};
}

const changes: [string, (id: string) => Promise<{status: number}>][] = [
  ["is removed", id => t.call("DELETE", `${org}/members/${id}`)],
  ["is no org-admin any more", id => t.call("PATCH", `${org}/members/${id}`, {body: {orgRole: "member"}})],
  ["may only view from now on", id => t.call("PATCH", `${org}/members/${id}`, {body: {seat: "viewer"}})],
];
test.each(changes)("an account that acts for one person ends when that person %s", async (_, change) => {
  const {id, token, own, other} = await adminWithAccounts(
    `ada-${changes.findIndex(one => one[1] === change)}`,
  );
  const {serviceAccount} = own;
  expect(serviceAccount.endsWith).toBe(id);
  expect(other.serviceAccount).not.toHaveProperty("endsWith");
  expect(await status(own.token)).toBe(200);
  const renamed = await t.call("PATCH", `${org}/members/${id}`, {body: {name: "Ada Lovelace"}});
  expect(renamed.status).toBe(200);
  const list = await t.call("GET", `${org}/service-accounts/${serviceAccount.id}`);
  expect(list.body).toMatchObject({endsWith: id, expiresAt: null});

  const child = await t.call("POST", `${org}/service-accounts`, {
    token: own.token,
    body: {name: "Of the account", scopes: ["read"], endsWithMe: true},
  });
  expect(child.status).toBe(201);

  expect((await change(id)).status).toBeLessThan(300);
  await until(async () => (await status(own.token)) === 401);
  await until(async () => (await status(child.body.token)) === 401);
  // Accounts that were created for a program remain, whoever created them.
  expect(await status(other.token)).toBe(200);
  const rotated = `${org}/service-accounts/${serviceAccount.id}/rotate`;
  expect((await t.call("POST", rotated, {body: {}})).status).toBe(409);
  const again = await t.call("POST", `${org}/service-accounts`, {
    token,
    body: {name: "Again", scopes: ["read"], orgRole: "admin", endsWithMe: true},
  });
  expect(again.status).toBeGreaterThanOrEqual(401);
  const {body: log} = await t.call("GET", `${org}/audit-log?resourceType=service_account`);
  expect(log).toContainEqual(
    expect.objectContaining({action: "service_account.end", resourceId: serviceAccount.id}),
  );
});

test("an org-admin can step down with the account that ends thereby", async () => {
  const {id, own} = await adminWithAccounts("eve");
  const body = {orgRole: "member"};
  const stepped = await t.call("PATCH", `${org}/members/${id}`, {token: own.token, body});
  expect([stepped.status, stepped.body.orgRole]).toEqual([200, "member"]);
  await until(async () => (await status(own.token)) === 401);
  const {body: log} = await t.call("GET", `${org}/audit-log?actorId=${own.serviceAccount.id}`);
  expect(log.map((entry: {action: string}) => entry.action)).toEqual([
    "service_account.end",
    "member.update",
  ]);
});

test("a service account with an account that ends with it can delete itself", async () => {
  const {body: maker} = await t.call("POST", `${org}/service-accounts`, {
    body: {name: "Maker", scopes: ["read", "write", "manage"], orgRole: "admin"},
  });
  const made = await t.call("POST", `${org}/service-accounts`, {
    token: maker.token,
    body: {name: "Made", scopes: ["read"], endsWithMe: true},
  });
  const gone = await t.call("DELETE", `${org}/service-accounts/${maker.serviceAccount.id}`, {
    token: maker.token,
  });
  expect(gone.status).toBe(204);
  await until(async () => (await status(made.body.token)) === 401);
});

type Admin = Awaited<ReturnType<typeof adminWithAccounts>>;

/** Ways in which the session of a person ends who has signed in with a password. */
const endings: [string, (admin: Admin) => Promise<unknown>][] = [
  ["the person signs out", ({session}) => endSession(t.web, session)],
  [
    "the person sets another password",
    async ({id}) => {
      const {body} = await t.call("POST", `${org}/members/${id}/password-link`);
      const token = new URL(body.url).searchParams.get("token") ?? "";
      return setPassword(t.web, token, "correct horse battery staple", {});
    },
  ],
  [
    "the session expires",
    async ({id}) => {
      const unused = "update browser_sessions set seen_at = now() - interval '1 day' where principal_id = $1";
      await t.web.pool.query(unused, [id]);
      await collectSignIns(t.db);
    },
  ],
];
test.each(endings)("an account that a page has made to act for a person ends when %s", async (_, end) => {
  const admin = await adminWithAccounts(`bo-${endings.findIndex(one => one[1] === end)}`);
  const {own, other} = admin;
  const child = await t.call("POST", `${org}/service-accounts`, {
    token: own.token,
    body: {name: "Of the account", scopes: ["read"], endsWithMe: true},
  });
  expect([await status(own.token), await status(child.body.token)]).toEqual([200, 200]);
  await end(admin);
  await until(async () => (await status(own.token)) === 401);
  await until(async () => (await status(child.body.token)) === 401);
  // Accounts that were created for a program remain.
  expect(await status(other.token)).toBe(200);
  const ids = [own.serviceAccount.id, child.body.serviceAccount.id];
  const {body: log} = await t.call("GET", `${org}/audit-log?resourceType=service_account`);
  for (const resourceId of ids)
    expect(log).toContainEqual(expect.objectContaining({action: "service_account.end", resourceId}));
  const {body: account} = await t.call("GET", `${org}/service-accounts/${own.serviceAccount.id}`);
  expect(Date.parse(account.expiresAt)).toBeLessThanOrEqual(Date.now());
});

/** Opens another session of the person, and returns it with a token of its pages. */
async function anotherSession(id: string) {
  const {hash} = await t.db
    .selectFrom("passwords")
    .select("hash")
    .where("principal_id", "=", id)
    .executeTakeFirstOrThrow();
  const session = await openSession(t.web, {id, orgId: t.org.id}, {passwordHash: hash});
  const {token = ""} = (await createSessionToken(t.web, id, session)) ?? {};
  return {session, token};
}

test("an account whose token another browser of the person has replaced ends with that browser's session", async () => {
  const {id, session, own, other} = await adminWithAccounts("di");
  const elsewhere = await anotherSession(id);
  const rotated = async (accountId: string) => {
    const options = {token: elsewhere.token, body: {overlapSeconds: 0}};
    const answer = await t.call("POST", `${org}/service-accounts/${accountId}/rotate`, options);
    expect(answer.status).toBe(200);
    return answer.body.token;
  };
  const [token, ofProgram] = [await rotated(own.serviceAccount.id), await rotated(other.serviceAccount.id)];
  await endSession(t.web, session);
  await t.web.notices.caughtUp();
  expect(await status(token)).toBe(200);
  await endSession(t.web, elsewhere.session);
  await until(async () => (await status(token)) === 401);
  expect(await status(ofProgram)).toBe(200);
});

test("the account of another browser of the person, and one that a program has made, outlive the session", async () => {
  const {id, session, own} = await adminWithAccounts("cy");
  const {token} = await anotherSession(id);
  const body = {name: "Elsewhere", scopes: ["read"], orgRole: "admin", endsWithMe: true};
  const made = [
    await t.call("POST", `${org}/service-accounts`, {token, body}),
    await t.call("POST", `${org}/service-accounts`, {body}),
  ];
  await endSession(t.web, session);
  await until(async () => (await status(own.token)) === 401);
  for (const account of made) expect(await status(account.body.token)).toBe(200);
});
