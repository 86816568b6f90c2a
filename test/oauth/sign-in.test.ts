import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {createHash} from "node:crypto";
import {CompiledQuery} from "kysely";
import {OpenTransaction} from "../../api/server/open-transaction.ts";
import {sql} from "../../shared/core/db.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {hashToken} from "../../shared/core/secrets.ts";
import {createGrant} from "../../shared/identity/sign-in/grants.ts";
import {addPasswordLink, createPasswordLink, setPassword} from "../../shared/identity/sign-in/passwords.ts";
import {createSessionToken} from "../../shared/identity/sign-in/session-tokens.ts";
import {openSession} from "../../shared/identity/sign-in/sessions.ts";
import {overDatabase, type TestApp, testApp} from "../support/app.ts";
import {lockAwaited} from "../support/postgres.ts";
import {minProcessorMs} from "../support/processor-time.ts";
import {
  addUser,
  forgetThrottles,
  grantsAfter,
  newClient,
  PASSWORD,
  signIn,
  tokensOf,
  type User,
  visitor,
  whoami,
} from "./people.ts";
import {formOf, Visitor} from "./visitor.ts";

let t: TestApp;
let user: User;
beforeAll(async () => {
  t = await testApp();
  user = await addUser(t);
});
afterAll(() => t.stop());
beforeEach(() => forgetThrottles(t));

async function signedIn(person = user): Promise<Visitor> {
  const browser = visitor(t);
  const seen = await signIn(browser, await browser.open("/sign-in"), person);
  if (!seen.text.includes("You are signed in")) throw new Error(seen.text);
  return browser;
}

async function me(browser: Visitor, headers: Record<string, string> = {}) {
  const {status, text} = await browser.send("GET", "/api/me", undefined, headers);
  return {status, body: JSON.parse(text)};
}

describe("signing in", () => {
  test("creates a session that /api/me accepts, and signing out ends it", async () => {
    const browser = await signedIn();
    const {status, body} = await me(browser);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      principal: {id: user.id, kind: "user", email: user.email},
      orgId: t.org.id,
      scopes: ["read", "write"],
    });
    const kept = [...browser.cookies];
    await browser.submit(await browser.open("/sign-in"), []);
    expect((await me(browser)).status).toBe(401);
    browser.cookies = kept;
    expect((await me(browser)).status).toBe(401);
  });

  test("takes the domain of the address in Unicode and in ASCII, which are one account for limits", async () => {
    const person = await addUser(t);
    const email = `${person.id}@bücher.example`;
    await t.db.updateTable("principals").set({email}).where("id", "=", person.id).execute();
    const spellings = [email, `${person.id}@xn--bcher-kva.example`];
    for (const one of spellings) await signedIn({...person, email: one});
    const tried: number[] = [];
    for (let i = 0; i < 6; i++) {
      const browser = visitor(t);
      const typed = {...person, email: spellings[i % 2]!};
      tried.push((await signIn(browser, await browser.open("/sign-in"), typed, "wrong password")).status);
    }
    expect(tried).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test("is one of the member with that spelling of the address where another member has the other one", async () => {
    const [first, second] = [await addUser(t), await addUser(t)];
    const spellings = [`${first.id}@bücher.example`, `${first.id}@xn--bcher-kva.example`] as const;
    for (const [{id}, email] of [
      [first, spellings[0]],
      [second, spellings[1]],
    ] as const)
      await t.db.updateTable("principals").set({email}).where("id", "=", id).execute();
    for (const [{id}, email] of [
      [first, spellings[0]],
      [second, spellings[1]],
    ] as const) {
      const browser = await signedIn({...first, email});
      expect((await me(browser)).body.principal.id).toBe(id);
    }
  });

  test("is in the audit log with its outcome", async () => {
    const person = await addUser(t);
    await tokensOf(t, person);
    const {body} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?limit=3`);
    expect(body).toMatchObject([
      {action: "oauth_grant.create", actorId: person.id, resourceType: "oauth_grant"},
      {action: "member.sign_in", actorId: person.id, resourceId: person.id},
      {action: "password.set", actorId: person.id, resourceId: person.id},
    ]);
  });

  test("is not possible by a token, and a session is no token", async () => {
    const {access} = await tokensOf(t, user);
    for (const token of [access, t.org.admin.token]) {
      expect((await t.call("GET", "/api/me", {token})).status).toBe(401);
    }
    const browser = await signedIn();
    expect((await me(browser, {authorization: `Bearer ${access}`})).status).toBe(401);
    expect((await browser.send("GET", "/api/whoami")).status).toBe(401);
    const session = browser.cookies.find(one => one.name.endsWith("session"))?.value ?? "";
    expect(await whoami(t, session)).toBe(401);
  });

  test("sets cookies that no script reads and no other site sends", async () => {
    const browser = visitor(t);
    const page = await browser.open("/sign-in");
    const body = new URLSearchParams([
      ...formOf(page.text).hidden,
      ["email", user.email],
      ["password", PASSWORD],
    ]);
    const {headers} = await browser.send("POST", "/sign-in", body);
    for (const cookie of headers.getSetCookie()) {
      expect(cookie).toContain("; Path=/; HttpOnly; SameSite=Lax");
      expect(cookie).not.toContain("Domain");
    }
    const secure = await testApp({BASE_URL: "https://analytics.example"});
    const {headers: overTls} = await secure.call("GET", "/sign-in", {token: null});
    expect(overTls.get("set-cookie")).toMatch(
      /^__Host-visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure/,
    );
    await secure.stop();
  });

  test("never takes over an existing session", async () => {
    const attacker = await addUser(t);
    const theirs = await signedIn(attacker);
    const planted = theirs.cookies.map(one => ({...one}));
    const victim = visitor(t);
    victim.cookies = planted;
    const cookie = (one: Visitor) => one.cookies.find(({name}) => name.endsWith("session"))?.value;
    await victim.submit(await victim.open("/sign-in"), []);
    await signIn(victim, await victim.open("/sign-in"), user);
    expect(cookie(victim)).not.toBe(cookie(theirs));
    expect((await me(victim)).body.principal.id).toBe(user.id);
    expect((await me(theirs)).status).toBe(401);
    const made = visitor(t);
    made.cookies = [{name: "analytics_session", value: "A".repeat(43), path: "/"}];
    expect((await signIn(made, await made.open("/sign-in"), user)).text).toContain("You are signed in");
    expect(cookie(made)).not.toBe("A".repeat(43));
  });

  test("needs a form of the service, made for this browser", async () => {
    const browser = visitor(t);
    const page = await browser.open("/sign-in");
    const fields: [string, string][] = [
      ["email", user.email],
      ["password", PASSWORD],
    ];
    expect((await browser.send("POST", "/sign-in", new URLSearchParams(fields))).status).toBe(403);
    expect((await visitor(t).submit(page, fields)).status).toBe(403);
    expect((await browser.submit(page, fields, {origin: "https://evil.example"})).status).toBe(403);
    const other = await signedIn();
    expect((await other.send("POST", "/sign-out", new URLSearchParams())).status).toBe(403);
    expect((await me(other)).status).toBe(200);
  });

  test("ends after 12 hours without use, and after a week with it", async () => {
    for (const [column, age] of [
      ["seen_at", "13 hours"],
      ["created_at", "8 days"],
    ] as const) {
      const browser = await signedIn();
      await sql`
        update browser_sessions set ${sql.ref(column)} = now() - ${age}::interval
        where principal_id = ${user.id}`.execute(t.db);
      expect((await me(browser)).status).toBe(401);
    }
  });

  test("shows what the seat allows, and ends when the member is removed", async () => {
    const person = await addUser(t);
    const browser = await signedIn(person);
    const path = `/api/orgs/${t.org.id}/members/${person.id}`;
    await t.call("PATCH", path, {body: {seat: "viewer"}});
    expect((await me(browser)).body.scopes).toEqual(["read"]);
    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await me(browser)).status).toBe(401);
  });
});

describe("wrong passwords", () => {
  /** Lets so many seconds pass. */
  const pass = (seconds: number) =>
    sql`
      update throttles set counted_at = counted_at - ${seconds} * interval '1 second',
        paused_until = paused_until - ${seconds} * interval '1 second'`.execute(t.db);
  const attempt = async (email: string, password: string) => {
    const browser = visitor(t);
    return signIn(browser, await browser.open("/sign-in"), {id: "", email}, password);
  };

  test("get the same answer whether or not the account exists or has a password", async () => {
    const invited = t.org.adminUser.id;
    const answers = [];
    for (const email of [user.email, `${invited}@example.com`, "nobody@example.com", "<b>@example.com"]) {
      const {status, text} = await attempt(email, "wrong password");
      answers.push([
        status,
        text.replaceAll(Bun.escapeHTML(email), "").replace(/name="csrf" value=".*?"/g, ""),
      ]);
    }
    expect(new Set(answers.map(one => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(401);
  });

  test("take as long for an account that does not exist", async () => {
    const attempt = (email: string) => async () => {
      await forgetThrottles(t);
      const browser = visitor(t);
      await signIn(browser, await browser.open("/sign-in"), {id: "", email}, "wrong password");
    };
    const [known, unknown] = await minProcessorMs([attempt(user.email), attempt("nobody@example.com")]);
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });

  test("are allowed five times for an account and address, on all processes; then each costs a longer pause, and even the right one waits", async () => {
    const other = await addUser(t);
    for (let i = 0; i < 5; i++) expect((await attempt(other.email, `wrong ${i} password`)).status).toBe(401);
    for (const longest of [60, 120, 240]) {
      for (const email of [other.email, other.email.toUpperCase()]) {
        const refused = await attempt(email, PASSWORD);
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(longest - 30);
        expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(longest);
        expect(refused.text).toContain('role="alert"');
      }
      expect((await attempt(user.email, PASSWORD)).text).toContain("You are signed in");
      await pass(longest);
      if (longest < 240) expect((await attempt(other.email, "wrong password")).status).toBe(401);
    }
    expect((await attempt(other.email, PASSWORD)).text).toContain("You are signed in");
  });

  test("from one address are limited, whatever the account, and successful sign-ins do not count", async () => {
    const startedAt = performance.now();
    const guess = async (i: number) => (await attempt(`guess-${i}@example.com`, "wrong password")).status;
    let letIn = 0;
    let status = await guess(0);
    for (; status === 401; status = await guess(letIn)) letIn++;
    expect(status).toBe(429);
    // One more is allowed for each 18 seconds that the test takes.
    expect(letIn).toBeWithin(50, 52 + (performance.now() - startedAt) / 18_000);
    expect((await attempt(user.email, PASSWORD)).status).toBe(429);
    await pass(60);
    for (let i = 0; i < 3; i++) {
      expect((await attempt(user.email, PASSWORD)).text).toContain("You are signed in");
    }
  });

  test("of strangers do not lock out a person who has signed in before, or who sets a new password", async () => {
    const person = await addUser(t);
    const known = await signedIn(person);
    await known.submit(await known.open("/sign-in"), []);
    const proxied = await overDatabase(t.databaseUrl, {TRUSTED_PROXIES: "1"}, t.org);
    const from = async (browser: Visitor, address: string, password: string) => {
      const headers = {"x-forwarded-for": address};
      const page = await browser.send("GET", "/sign-in", undefined, headers);
      return browser.submit(
        page,
        [
          ["email", person.email],
          ["password", password],
        ],
        headers,
      );
    };
    const stranger = () => new Visitor(request => proxied.app.handle(request), t.web.config.baseUrl);
    const statuses: number[] = [];
    for (let i = 0; i < 40; i++)
      statuses.push((await from(stranger(), `203.0.113.${i}`, "wrong password")).status);
    expect(statuses.filter(status => status === 401).length).toBe(30);
    expect((await from(stranger(), "2001:db8::1", PASSWORD)).status).toBe(429);
    const again = await signIn(known, await known.open("/sign-in"), person);
    expect(again.text).toContain("You are signed in");
    const {body} = await t.call("POST", `/api/orgs/${t.org.id}/members/${person.id}/password-link`);
    const fresh = visitor(t);
    await fresh.submit(await fresh.open(body.url), [
      ["password", "another good password"],
      ["again", "another good password"],
    ]);
    await fresh.submit(await fresh.open("/sign-in"), []);
    const entered = await signIn(fresh, await fresh.open("/sign-in"), person, "another good password");
    expect(entered.text).toContain("You are signed in");
    await proxied.stop();
  });

  test("from a browser that was signed in are counted all the same, and its proof is for that account alone", async () => {
    const person = await addUser(t);
    const known = await signedIn(person);
    await known.submit(await known.open("/sign-in"), []);
    const other = await addUser(t);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await signIn(known, await known.open("/sign-in"), person, "wrong password")).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    for (let i = 0; i < 5; i++) await attempt(other.email, "wrong password");
    expect((await signIn(known, await known.open("/sign-in"), other)).status).toBe(429);
  });

  test("from a whole /64 count as those of one address", async () => {
    const proxied = await overDatabase(t.databaseUrl, {TRUSTED_PROXIES: "1"}, t.org);
    const person = await addUser(t);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const browser = new Visitor(request => proxied.app.handle(request), t.web.config.baseUrl);
      const headers = {"x-forwarded-for": `2001:db8:7:7::${i}`};
      const page = await browser.send("GET", "/sign-in", undefined, headers);
      const fields: [string, string][] = [
        ["email", person.email],
        ["password", "wrong password"],
      ];
      statuses.push((await browser.submit(page, fields, headers)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    await proxied.stop();
  });

  test("leave neither the account nor the address in the database", async () => {
    await attempt("someone@example.com", "wrong password");
    const {rows} = await sql<{row: string}>`select t::text as row from throttles t`.execute(t.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const text of ["someone@example.com", "unknown"]) {
      const plain = [
        text,
        Buffer.from(text).toString("hex"),
        createHash("sha256").update(`sign_in\n${text}\nunknown`).digest("hex"),
      ];
      for (const {row} of rows) for (const one of plain) expect(row).not.toContain(one);
    }
  });

  test("for an account that does not exist are counted alike", async () => {
    for (let i = 0; i < 5; i++) await attempt("ghost@example.com", "wrong password");
    expect((await attempt("ghost@example.com", "wrong password")).status).toBe(429);
  });

  test("that arrive at the same time are counted one by one", async () => {
    const other = await addUser(t);
    const answers = await Promise.all(Array.from({length: 12}, () => attempt(other.email, "wrong password")));
    expect(answers.filter(one => one.status === 401).length).toBe(5);
  });

  test("are forgotten after the right one", async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) expect((await attempt(user.email, "wrong password")).status).toBe(401);
      expect((await attempt(user.email, PASSWORD)).text).toContain("You are signed in");
    }
  });
});

describe("a password link", () => {
  const path = (id: string) => `/api/orgs/${t.org.id}/members/${id}/password-link`;
  const set = async (url: string, password: string, again = password) => {
    const browser = visitor(t);
    const page = await browser.open(url);
    return browser.submit(page, [
      ["password", password],
      ["again", again],
    ]);
  };

  async function linkFor(id: string): Promise<string> {
    const {status, body} = await t.call("POST", path(id));
    expect(status).toBe(201);
    expect(body.url).toStartWith(`${t.web.config.baseUrl}/password?token=`);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    return body.url;
  }

  test("sets a password once, signs the member in there, and signs them out everywhere else", async () => {
    const person = await addUser(t);
    const browser = await signedIn(person);
    const {access} = await tokensOf(t, person);
    expect(await whoami(t, access)).toBe(200);
    const url = await linkFor(person.id);
    const opener = await signedIn(await addUser(t));
    const form = await opener.open(url);
    const entered = await opener.submit(form, [
      ["password", "another good password"],
      ["again", "another good password"],
    ]);
    expect([entered.status, entered.url]).toEqual([200, `${t.web.config.baseUrl}/`]);
    expect((await me(opener)).body).toMatchObject({principal: {email: person.email}});
    const {body: noted} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log?limit=2`);
    expect(noted.map(({action, actorId}: {action: string; actorId: string}) => [action, actorId])).toEqual([
      ["member.sign_in", person.id],
      ["password.set", person.id],
    ]);
    // The form was for the person who was signed in before, and is no longer valid.
    expect((await opener.submit(form, [["password", "a third password"]])).status).toBe(403);
    expect((await me(browser)).status).toBe(401);
    expect(await whoami(t, access)).toBe(401);
    expect((await visitor(t).open(url)).status).toBe(410);
    const fresh = visitor(t);
    expect((await signIn(fresh, await fresh.open("/sign-in"), person, PASSWORD)).status).toBe(401);
    expect((await signIn(fresh, await fresh.open("/sign-in"), person, "another good password")).status).toBe(
      200,
    );
  });

  test("ends sign-ins with the old password that are still going on", async () => {
    const person = await addUser(t);
    const token = (await linkFor(person.id)).split("token=")[1] ?? "";
    const intruders = await Promise.all(
      Array.from({length: 8}, async () => {
        const browser = visitor(t);
        return {browser, page: await browser.open("/sign-in")};
      }),
    );
    // Few passwords are compared at once, and a new one goes before those of unknown browsers.
    const underWay = intruders.map(({browser, page}) => signIn(browser, page, person));
    await setPassword(t.web, token, "another good password", {});
    await Promise.all(underWay);
    const statuses = await Promise.all(intruders.map(async ({browser}) => (await me(browser)).status));
    expect(statuses).toEqual(intruders.map(() => 401));
    const owner = visitor(t);
    await signIn(owner, await owner.open("/sign-in"), person, "another good password");
    expect((await me(owner)).status).toBe(200);
  });

  test("ends a grant that the old session gives at the same moment", async () => {
    const person = await addUser(t);
    const token = (await linkFor(person.id)).split("token=")[1] ?? "";
    await signedIn(person);
    const change = () => setPassword(t.web, token, "another good password", {});
    expect(await grantsAfter(t, person.id, change)).toEqual([]);
  });

  test("works for only one of two people who open it at the same time", async () => {
    const person = await addUser(t);
    const url = await linkFor(person.id);
    const browsers = [visitor(t), visitor(t)];
    const pages = [await browsers[0]!.open(url), await browsers[1]!.open(url)];
    const answers = await Promise.all(
      browsers.map((browser, i) =>
        browser.submit(pages[i]!, [
          ["password", `password number ${i}`],
          ["again", `password number ${i}`],
        ]),
      ),
    );
    expect(answers.map(one => one.status).sort()).toEqual([200, 410]);
  });

  test("leaves the address bar at once, and is not used up when it is opened", async () => {
    const url = await linkFor((await addUser(t)).id);
    const browser = visitor(t);
    const first = await browser.send("GET", url);
    expect(first.status).toBe(303);
    expect(first.headers.get("location")).toBe(`${t.web.config.baseUrl}/password`);
    for (let i = 0; i < 3; i++) expect((await browser.open(url)).status).toBe(200);
  });

  test("ends with a newer one, after a day, and if it is tampered with", async () => {
    const {id} = await addUser(t);
    const older = await linkFor(id);
    const newer = await linkFor(id);
    expect((await visitor(t).open(older)).status).toBe(410);
    expect((await visitor(t).open(`${newer.slice(0, -1)}${newer.endsWith("A") ? "B" : "A"}`)).status).toBe(
      410,
    );
    for (const token of ["", "x", "%00", "../../x"]) {
      expect((await visitor(t).open(`/password?token=${token}`)).status).toBe(410);
    }
    expect((await visitor(t).open("/password")).status).toBe(410);
    await sql`update password_links set expires_at = now() - interval '1 second'`.execute(t.db);
    expect((await visitor(t).open(newer)).status).toBe(410);
  });

  test("ends with another one that is made at the same moment", async () => {
    const {id} = await addUser(t);
    const open = new OpenTransaction(t.db, () => t.db.startTransaction().execute());
    const admin = await loadRunAs(t.db, t.org.id, t.org.admin.id);
    await createPasswordLink({...t.web, db: open.db}, admin, id, t.web.config.baseUrl);
    const other = linkFor(id);
    await Promise.race([lockAwaited(t.db), other]);
    await open.commit();
    expect((await visitor(t).open(await other)).status).toBe(200);
    const {rows} = await sql`select hash from password_links where principal_id = ${id}`.execute(t.db);
    expect(rows).toHaveLength(1);
  });

  test("refuses passwords that are short, easy, or not the same twice", async () => {
    const person = await addUser(t);
    const url = await linkFor(person.id);
    for (const [password, again] of [
      ["short", "short"],
      ["a".repeat(20), "a".repeat(20)],
      ["x".repeat(300), "x".repeat(300)],
      [person.email, person.email],
      ["a good password", "another password"],
      ["", ""],
    ] as const) {
      const seen = await set(url, password, again);
      expect(seen.status).toBe(422);
      expect(seen.text).toContain('role="alert"');
      if (password.length > 5) expect(seen.text).not.toContain(`value="${password}" type="password"`);
    }
    expect((await set(url, "pass word ünd ☃ so on")).status).toBe(200);
  });

  test("takes each password with which a person can sign in afterwards, up to 200 characters", async () => {
    const person = await addUser(t);
    const longest = "🔑🧭🌊🪁".repeat(50);
    expect((await set(await linkFor(person.id), `${longest}x`)).status).toBe(422);
    expect((await set(await linkFor(person.id), longest)).status).toBe(200);
    const browser = visitor(t);
    expect((await signIn(browser, await browser.open("/sign-in"), person, longest)).status).toBe(200);
  });

  test("is made once for an Idempotency-Key, and is not stored with it", async () => {
    const {id} = await addUser(t);
    const headers = {"idempotency-key": crypto.randomUUID()};
    const {body: first} = await t.call("POST", path(id), {headers});
    const {status, body} = await t.call("POST", path(id), {headers});
    expect([status, body]).toEqual([201, {url: null, expiresAt: first.expiresAt}]);
    expect((await visitor(t).open(first.url)).status).toBe(200);
  });

  test("is made by org-admins, for members of their own organization", async () => {
    const person = await addUser(t);
    const {access: asMember} = await tokensOf(t, person);
    const {access: asAdmin} = await tokensOf(t, await addUser(t, {role: "admin"}));
    expect((await t.call("POST", path(person.id), {token: asMember})).status).toBe(403);
    expect((await t.call("POST", path(person.id), {token: asAdmin})).status).toBe(201);
    const stranger = await t.addOrg("Strangers");
    expect((await t.call("POST", path(person.id), {token: stranger.admin.token})).status).toBe(404);
    expect((await t.call("POST", path(stranger.adminUser.id))).status).toBe(404);
    expect((await t.call("POST", path(t.org.admin.id))).status).toBe(404);
  });
});

test("a person with a password counts as an admin who remains for the organization", async () => {
  const org = await t.addOrg("Two admins");
  const path = `/api/orgs/${org.id}/service-accounts/${org.admin.id}`;
  const remove = () => t.call("DELETE", path, {token: org.admin.token});
  expect((await remove()).status).toBe(409);
  const person = await addUser(t, {orgId: org.id, role: "admin"});
  const demote = {token: org.admin.token, body: {seat: "viewer"}};
  expect((await t.call("PATCH", `/api/orgs/${org.id}/members/${person.id}`, demote)).status).toBe(200);
  expect((await remove()).status).toBe(409);
  const restore = {token: org.admin.token, body: {seat: "editor"}};
  await t.call("PATCH", `/api/orgs/${org.id}/members/${person.id}`, restore);
  expect((await remove()).status).toBe(204);
});

describe("at the moment when", () => {
  const open = async ({id}: User) => {
    const {hash} = await t.db
      .selectFrom("passwords")
      .select("hash")
      .where("principal_id", "=", id)
      .executeTakeFirstOrThrow();
    return openSession(t.web, {id, orgId: t.org.id}, {passwordHash: hash});
  };

  /** What becomes of the work that waits for a change of another transaction. */
  const during = (before: string, change: string, value: string | Buffer, work: () => Promise<unknown>) =>
    t.db.connection().execute(async connection => {
      const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text, [value]));
      await sql`begin`.execute(connection);
      await run(before);
      const done = work().catch((error: unknown) => error);
      await lockAwaited(t.db);
      await run(change);
      await sql`commit`.execute(connection);
      return done;
    });

  test("a member is removed, a sign-in and a consent of the member are refused, and the removal succeeds", async () => {
    const works: ((person: User) => Promise<() => Promise<unknown>>)[] = [
      async person => () => open(person),
      async person => {
        const [hash, clientId] = [hashToken(await open(person)), await newClient(t)];
        const user = await loadRunAs(t.db, t.org.id, person.id);
        return () => createGrant(t.db, user, clientId, ["read"], hash);
      },
    ];
    for (const prepare of works) {
      const person = await addUser(t);
      const answer = await during(
        "select from principals where id = $1 for update",
        "delete from principals where id = $1",
        person.id,
        await prepare(person),
      );
      expect(answer).toMatchObject({code: "unauthenticated"});
    }
  });

  test("a member is removed, the member's first password is not set, and the removal succeeds", async () => {
    const person = await addUser(t);
    await t.db.deleteFrom("passwords").where("principal_id", "=", person.id).execute();
    const {url} = await addPasswordLink(t.db, t.org.id, person.id, t.web.config.baseUrl);
    const token = url.split("token=")[1] ?? "";
    const answer = await during(
      "select from principals where id = $1 for update",
      "delete from principals where id = $1",
      person.id,
      () => setPassword(t.web, token, "another good password", {}),
    );
    expect(answer).toMatchObject({code: "gone"});
  });

  test("a session ends, its page gets no token", async () => {
    const person = await addUser(t);
    const session = await open(person);
    const end = "delete from browser_sessions where hash = $1";
    const token = () => createSessionToken(t.web, person.id, session);
    expect(await during(end, end, hashToken(session), token)).toBeUndefined();
  });
});

test("no password or cookie is stored in plain text", async () => {
  const browser = await signedIn();
  const {rows: passwords} = await sql<{hash: string}>`select hash from passwords`.execute(t.db);
  for (const {hash} of passwords) expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2");
  const {rows} = await sql`select * from browser_sessions`.execute(t.db);
  for (const {value} of browser.cookies) expect(JSON.stringify(rows)).not.toContain(value);
});

test("every page of the service loads nothing, runs nothing, and is neither framed nor cached", async () => {
  const {body} = await t.call("POST", `/api/orgs/${t.org.id}/members/${(await addUser(t)).id}/password-link`);
  for (const path of [
    "/sign-in",
    body.url,
    "/password",
    "/oauth/interaction/none",
    "/oauth/authorize?client_id=x",
  ]) {
    const {headers, text} = await visitor(t).open(path);
    const policy = headers.get("content-security-policy");
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toContain("script");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|style=|https?:\/\/(?!127\.0\.0\.1)/);
    expect(text).toContain("<main>");
  }
});
