import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {forgetThrottles} from "../oauth/people.ts";
import {errorOf, singleSignOn, type World} from "./world.ts";

let w: World;
beforeAll(async () => {
  w = await singleSignOn({OIDC_ALLOWED_DOMAINS: "example.com, beispiel.de, bücher.example"});
});
afterAll(() => w.stop());
beforeEach(() => forgetThrottles(w));

/** The page and its error after a sign-in with the account. */
async function seen(account: string) {
  w.provider.account = account;
  const browser = w.browser();
  const page = await browser.signIn();
  return {status: page.status, error: errorOf(page), me: (await browser.me()).body.principal?.id};
}

describe("a person", () => {
  test("is known by the subject from the first sign-in on, whatever becomes of the address", async () => {
    const {id} = await w.person("ada");
    expect((await seen("ada")).me).toBe(id);
    for (const changed of [
      {email: "ada.lovelace@example.com", email_verified: true},
      {email: "ada@example.com", email_verified: false},
      {email: undefined},
    ]) {
      w.provider.people.set("ada", changed);
      expect((await seen("ada")).me).toBe(id);
    }
    const {rows} = await w.web.pool.query("select subject from sign_in_bindings where principal_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{subject: "ada"}]);
  });

  test("with the address of somebody who already signs in is refused, even at the same moment", async () => {
    const {id, email} = await w.person("grace");
    w.provider.people.set("grace2", {email, email_verified: true});
    expect((await seen("grace")).me).toBe(id);
    const second = await seen("grace2");
    expect([second.status, second.error]).toEqual([403, expect.stringContaining("Somebody else")]);

    const both = await w.person("twin");
    w.provider.people.set("twin2", {email: both.email, email_verified: true});
    const browsers = [w.browser(), w.browser()] as const;
    w.provider.account = "twin";
    const first = await browsers[0].answer();
    w.provider.account = "twin2";
    const other = await browsers[1].answer();
    const pages = await Promise.all([browsers[0].open(first), browsers[1].open(other)]);
    expect(pages.map(page => page.status).sort()).toEqual([200, 403]);
    const {rows} = await w.web.pool.query("select from sign_in_bindings where principal_id = $1", [both.id]);
    expect(rows).toHaveLength(1);
  });

  test("is bound in any spelling of the address", async () => {
    const {id} = await w.person("Mixed");
    w.provider.people.set("mixed", {email: "mIxEd@Example.COM", email_verified: "true"});
    expect((await seen("mixed")).me).toBe(id);
  });

  test("is bound if their member's address has the domain in Unicode", async () => {
    const {id} = await w.person("jan");
    await w.db.updateTable("principals").set({email: "jan@bücher.example"}).where("id", "=", id).execute();
    w.provider.people.set("jan", {email: "Jan@Bücher.example", email_verified: true});
    const claims = {sub: "jan", email: "jan@xn--bcher-kva.example", email_verified: true};
    const preview = await w.call("POST", `/api/orgs/${w.org.id}/single-sign-on/preview`, {body: {claims}});
    expect([preview.body.reason, preview.body.member?.id]).toEqual([null, id]);
    expect((await seen("jan")).me).toBe(id);
  });

  test("is bound to the member with their spelling of the address where another member has the other one", async () => {
    const [unicode, ascii] = ["kim@bücher.example", "kim@xn--bcher-kva.example"];
    const ids = [];
    for (const [account, email] of [
      ["kim-unicode", unicode],
      ["kim-ascii", ascii],
    ] as const) {
      const {id} = await w.person(account);
      await w.db.updateTable("principals").set({email}).where("id", "=", id).execute();
      ids.push(id);
    }
    // The database reads first what was written last.
    await w.db.updateTable("principals").set({name: "Kim"}).where("id", "=", ids[0]!).execute();
    w.provider.people.set("kim", {email: ascii, email_verified: true});
    const claims = {sub: "kim", email: ascii, email_verified: true};
    const preview = await w.call("POST", `/api/orgs/${w.org.id}/single-sign-on/preview`, {body: {claims}});
    expect(preview.body.member?.id).toBe(ids[1]);
    expect((await seen("kim")).me).toBe(ids[1]!);
  });

  test.each([
    ["is declared unverified", {email_verified: false}],
    ["is not declared verified", {email_verified: undefined}],
    ["is declared by a word other than true", {email_verified: "no"}],
  ])("whose address %s is refused and not bound", async (_, claims) => {
    const {id} = await w.person("eve", claims);
    const {status, error} = await seen("eve");
    expect([status, error]).toEqual([403, expect.stringContaining("verified")]);
    const {rows} = await w.web.pool.query("select from sign_in_bindings where principal_id = $1", [id]);
    expect(rows).toEqual([]);
    await w.db.deleteFrom("principals").where("id", "=", id).execute();
  });

  test("without an address or with an invalid one is refused", async () => {
    for (const email of [undefined, "", "no address", "a@b@example.com", "x@localhost", 7]) {
      w.provider.people.set("odd", {email, email_verified: true});
      expect((await seen("odd")).status).toBe(403);
    }
  });

  test("is bound if Microsoft Entra verifies the address by its own claim", async () => {
    const {id} = await w.person("entra", {email_verified: undefined});
    w.provider.tamperIdToken(claims =>
      w.provider.sign({...claims, email: "entra@example.com", xms_edov: true}),
    );
    expect((await seen("entra")).me).toBe(id);
    w.provider.tampers.clear();
  });

  test("is not verified by an address in the token with the verification of another one in the UserInfo", async () => {
    await w.person("split");
    w.provider.people.set("split-eve", {email: "own@example.com", email_verified: true});
    w.provider.tamperIdToken(claims => w.provider.sign({...claims, email: "split@example.com"}));
    expect((await seen("split-eve")).status).toBe(403);
    w.provider.tampers.clear();
  });

  test("of another domain is refused, even if the address has moved there", async () => {
    const {id} = await w.person("hopper");
    expect((await seen("hopper")).me).toBe(id);
    w.provider.people.set("hopper", {email: "hopper@evil.example", email_verified: true});
    expect((await seen("hopper")).status).toBe(403);
    w.provider.people.set("stranger", {email: "a@sub.example.com", email_verified: true});
    expect((await seen("stranger")).error).toContain("sub.example.com");
  });

  test("who is no member learns whom to ask, but not if they are of another domain", async () => {
    await w.person("boss", {}, {role: "admin"});
    w.provider.people.set("new", {email: "new@example.com", email_verified: true});
    const {status, error} = await seen("new");
    expect(status).toBe(403);
    expect(error).toContain("There is no account for new@example.com");
    expect(error).toContain("boss@example.com");
  });

  test("who is removed is bound no more, and is known again only by an address", async () => {
    const {id} = await w.person("leaver");
    expect((await seen("leaver")).me).toBe(id);
    expect((await w.call("DELETE", `/api/orgs/${w.org.id}/members/${id}`)).status).toBe(204);
    const {rows} = await w.web.pool.query("select from sign_in_bindings where subject = 'leaver'");
    expect(rows).toEqual([]);
    expect((await seen("leaver")).status).toBe(403);
    const again = await w.person("leaver");
    expect((await seen("leaver")).me).toBe(again.id);
  });

  test("is in the audit log with each step", async () => {
    const {id} = await w.person("logged");
    await seen("logged");
    const {body} = await w.call("GET", `/api/orgs/${w.org.id}/audit-log?limit=2`);
    expect(body).toMatchObject([
      {action: "member.sign_in", actorId: id, details: {issuer: w.provider.issuer}},
      {action: "member.bind", actorId: id, details: {issuer: w.provider.issuer, subject: "logged"}},
    ]);
  });

  test("is counted by the outcome of the sign-in", async () => {
    const {values} = await w.web.metrics.signIns.get();
    const of = (outcome: string) => values.find(({labels}) => labels.outcome === outcome)?.value ?? 0;
    expect(of("succeeded")).toBeGreaterThan(3);
    expect(of("refused")).toBeGreaterThan(3);
  });
});

describe("a binding to another issuer", () => {
  test("is separate: the same subject there is somebody else", async () => {
    const {id} = await w.person("moved");
    await seen("moved");
    await sql`update sign_in_bindings set issuer = 'https://former.example' where principal_id = ${id}`.execute(
      w.db,
    );
    w.provider.people.set("moved", {email: "unknown@example.com", email_verified: true});
    expect((await seen("moved")).status).toBe(403);
    w.provider.people.set("moved-anew", {email: "moved@example.com", email_verified: true});
    expect((await seen("moved-anew")).me).toBe(id);
  });
});
