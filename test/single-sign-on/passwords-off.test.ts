import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {hashToken} from "../../shared/core/secrets.ts";
import {addPasswordLink, setPassword} from "../../shared/identity/sign-in/passwords.ts";
import {endPasswordSessions, openSession} from "../../shared/identity/sign-in/sessions.ts";
import {
  allow,
  answerOf,
  authorization,
  exchange,
  forgetThrottles,
  newClient,
  PASSWORD,
  refresh,
} from "../oauth/people.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {singleSignOn, type World} from "./world.ts";

let w: World;
beforeAll(async () => {
  w = await singleSignOn({PASSWORD_SIGN_IN: "false"});
});
afterAll(() => w.stop());
beforeEach(() => forgetThrottles(w));

describe("a service without passwords", () => {
  test("offers the provider alone on its page, and no form signs in", async () => {
    const {id, email} = await w.person("ada");
    const {url} = await addPasswordLink(w.db, w.org.id, id, "");
    await setPassword(w.web, url.split("token=")[1] ?? "", PASSWORD, {});
    const browser = w.browser();
    const page = await browser.open("/sign-in");
    expect(page.text).toContain("Acme ID");
    expect(page.text).not.toContain('type="password"');
    const csrf = await csrfOfAnother(browser.here);
    const fields = new URLSearchParams({csrf, action: "sign-in", email, password: PASSWORD});
    const {status} = await browser.here.send("POST", "/sign-in", fields);
    expect([403, 409]).toContain(status);
    expect((await browser.me()).status).toBe(401);
    const asked = await browser.here.open(authorization(w, await newClient(w)).url);
    expect(asked.text).not.toContain('type="password"');
  });

  /** A valid CSRF token of the form, which the page no longer shows. */
  async function csrfOfAnother(
    visitor: World["browser"] extends () => infer T ? (T extends {here: infer V} ? V : never) : never,
  ) {
    const {Browser} = await import("../../api/oauth/browser.ts");
    const cookie = visitor.cookies.map(({name, value}) => `${name}=${value}`).join("; ");
    return new Browser(w.db, w.web.config, new Request(w.web.config.baseUrl, {headers: {cookie}})).csrfFor(
      "sign in",
    );
  }

  test("lets no link set a password, and has ended the sessions that began with one", async () => {
    const {id} = await w.person("grace");
    const {status} = await w.call("POST", `/api/orgs/${w.org.id}/members/${id}/password-link`, {});
    expect(status).toBe(409);
    const {url} = await addPasswordLink(w.db, w.org.id, id, w.web.config.baseUrl);
    expect((await w.browser().open(url)).status).toBe(409);
    const passwordHash = "none";
    await w.db
      .insertInto("passwords")
      .values({org_id: w.org.id, principal_id: id, hash: passwordHash})
      .execute();
    const session = await openSession(w.web, {id, orgId: w.org.id}, {passwordHash});
    const browser = w.browser();
    browser.here.cookies = [{name: "analytics_session", value: session, path: "/"}];
    expect((await browser.me()).status).toBe(401);
    expect((await (await w.signedIn("grace")).me()).status).toBe(200);
  });

  test("ends the accounts of sessions with a password when it starts, and no others", async () => {
    const {id} = await w.person("mary", {}, {role: "admin"});
    const passwordHash = "none";
    await w.db
      .insertInto("passwords")
      .values({org_id: w.org.id, principal_id: id, hash: passwordHash})
      .execute();
    const session = await openSession(w.web, {id, orgId: w.org.id}, {passwordHash});
    const provider = await (await w.signedIn("mary")).token();
    const account = async (body: object, token: string) =>
      (
        await w.call("POST", `/api/orgs/${w.org.id}/service-accounts`, {
          token,
          body: {name: "An account", scopes: ["read"], ...body},
        })
      ).body;
    const [own, others, free] = [
      await account({name: "In a browser", endsWithMe: true}, w.org.admin.token),
      await account({endsWithMe: true}, provider),
      await account({}, w.org.admin.token),
    ];
    await sql`
      update principals set session_hash = ${hashToken(session)}
      where org_id = ${w.org.id} and name = 'In a browser'`.execute(w.db);
    const statuses = async () =>
      Promise.all(
        [own, others, free].map(async ({token}) => (await w.call("GET", "/api/whoami", {token})).status),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await endPasswordSessions({db: w.db, config: {...w.web.config, passwordSignIn: true}});
    await w.web.notices.caughtUp();
    expect(await statuses()).toEqual([200, 200, 200]);
    await endPasswordSessions(w.web);
    await w.web.notices.caughtUp();
    expect(await statuses()).toEqual([401, 200, 200]);
  });

  test("has ended grants from a session with a password, and ends those of a provider after 30 days", async () => {
    await w.person("joan");
    const browser = await w.signedIn("joan");
    const request = authorization(w, await newClient(w));
    const page = await allow(browser.here, await browser.here.open(request.url));
    const first = (await exchange(w, request, answerOf(page).get("code") ?? "")).body;
    const second = (await refresh(w, request.clientId, first.refresh_token)).body;
    expect((await w.call("GET", "/api/whoami", {token: second.access_token})).status).toBe(200);
    await sql`
      update oauth_grants set created_at = now() - interval '29 days' where client_id = ${request.clientId}`.execute(
      w.db,
    );
    const third = (await refresh(w, request.clientId, second.refresh_token)).body;
    const {rows} = await sql<{hours: number}>`
      select round(extract(epoch from expires_at - now()) / 3600)::int as hours
      from oauth_grants where client_id = ${request.clientId}`.execute(w.db);
    expect(rows).toEqual([{hours: 24}]);

    await sql`update oauth_grants set issuer = null where client_id = ${request.clientId}`.execute(w.db);
    const other = await w.another();
    expect((await other.call("GET", "/api/whoami", {token: third.access_token})).status).toBe(401);
    expect((await refresh(w, request.clientId, third.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("does not count an admin who has only a password as another admin", async () => {
    const {id} = await w.person("last", {}, {role: "admin"});
    const {id: withPassword} = await w.person("old", {}, {role: "admin"});
    await w.db
      .insertInto("passwords")
      .values({org_id: w.org.id, principal_id: withPassword, hash: "none"})
      .execute();
    const token = await (await w.signedIn("last")).token();
    await w.db
      .updateTable("principals")
      .set({org_role: "member"})
      .where("org_id", "=", w.org.id)
      .where("id", "not in", [id, withPassword])
      .execute();
    const demote = () =>
      w.call("PATCH", `/api/orgs/${w.org.id}/members/${id}`, {token, body: {orgRole: "member"}});
    expect((await demote()).status).toBe(409);
    await w.signedIn("old");
    expect((await demote()).status).toBe(200);
  });

  test("opens no session for somebody who has been released during the sign-in", async () => {
    const {id} = await w.person("gone");
    await w.signedIn("gone");
    const signIn = {
      issuer: w.provider.issuer,
      subject: "gone",
      session: undefined,
      idToken: "x",
      startedAt: new Date(),
    };
    const open = () => openSession(w.web, {id, orgId: w.org.id}, signIn);
    expect(await open()).toBeString();
    await sql`delete from sign_in_bindings where principal_id = ${id}`.execute(w.db);
    expect(open()).rejects.toMatchObject({code: "unauthenticated"});
  });
});

describe("a service without a provider", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.stop());

  test("has none of its addresses, and no button on its page", async () => {
    for (const [method, path] of [
      ["GET", "/sign-in/provider"],
      ["GET", "/sign-in/callback?state=x&code=y"],
      ["POST", "/sign-out/back-channel"],
      ["GET", "/sign-out/front-channel?iss=x&sid=y"],
    ] as const) {
      expect((await t.call(method, path, {token: null})).status).toBe(404);
    }
    expect((await t.call("GET", "/sign-in", {token: null})).text).not.toContain('class="act" href');
    const {body} = await t.call("GET", `/api/orgs/${t.org.id}/single-sign-on`);
    expect(body).toMatchObject({configured: false, name: null, passwordSignIn: true});
    const path = `/api/orgs/${t.org.id}/single-sign-on/preview`;
    expect((await t.call("POST", path, {body: {claims: {}}})).status).toBe(409);
  });
});
