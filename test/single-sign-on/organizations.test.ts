import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {newId} from "../../shared/core/ids.ts";
import {forgetThrottles} from "../oauth/people.ts";
import {errorOf, singleSignOn, type World} from "./world.ts";

const [ONE, TWO] = [newId("org"), newId("org")];
let w: World;
beforeAll(async () => {
  w = await singleSignOn({
    OIDC_CREATE: "viewer",
    OIDC_ALLOWED_DOMAINS: `one.example=${ONE}, two.example=${TWO}, both.example=${ONE}, both.example=${TWO}, example.com, open.example`,
  });
  const orgs = [ONE, TWO].map((id, i) => ({id, name: ["One", "Two & Sons"][i] ?? ""}));
  await w.db.insertInto("orgs").values(orgs).execute();
});
afterAll(() => w.stop());
beforeEach(() => forgetThrottles(w));

async function come(email: string, name = email) {
  w.provider.account = email;
  w.provider.people.set(email, {email, email_verified: true, name});
  const browser = w.browser();
  const page = await browser.signIn();
  return {browser, page, me: (await browser.me()).body};
}

describe("somebody who is new", () => {
  test("becomes a viewer of the domain's organization", async () => {
    const {me} = await come("new@one.example", "New\u0007 Person");
    expect(me).toMatchObject({
      orgId: ONE,
      orgRole: "member",
      seat: "viewer",
      scopes: ["read"],
      attributes: {},
    });
    expect(me.principal.name).toBe("New  Person");
    const again = await come("new@one.example");
    expect(again.me.principal.id).toBe(me.principal.id);
  });

  test("is created once by two sign-ins at the same moment", async () => {
    w.provider.account = "both-tabs@one.example";
    w.provider.people.set(w.provider.account, {email: w.provider.account, email_verified: true});
    const browsers = [w.browser(), w.browser()];
    const answers = await Promise.all(browsers.map(browser => browser.answer()));
    const pages = await Promise.all(browsers.map((browser, i) => browser.open(answers[i] ?? "")));
    expect(pages.map(page => page.status)).toEqual([200, 200]);
  });

  test("chooses if the domain belongs to several organizations, and only among these", async () => {
    const {browser, page} = await come("c@both.example");
    expect(page.text).toContain("Which organization is yours?");
    expect(page.text).toContain("Two &amp; Sons");
    expect(page.text).not.toContain("Acme");
    expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${w.provider.issuer};`);
    const forged = await browser.here.send(
      "POST",
      "/sign-in/provider",
      new URLSearchParams({organization: TWO}),
    );
    expect(forged.status).toBe(403);
    const foreign = await choose(browser, page, w.org.id);
    expect(foreign.text).toContain("Which organization is yours?");
    const done = await choose(browser, foreign, TWO);
    expect(done.text).toContain("You are signed in");
    expect((await browser.me()).body.orgId).toBe(TWO);
    expect((await come("c@both.example")).me.orgId).toBe(TWO);
  });

  async function choose(
    browser: Awaited<ReturnType<typeof come>>["browser"],
    page: {text: string; url: string},
    id: string,
  ) {
    const asked = await browser.here.submit({...page, status: 200, headers: new Headers()}, [
      ["organization", id],
    ]);
    return browser.open(asked.headers.get("location") ?? asked.url);
  }

  test("whose domain belongs to no organization sees whom to ask, if there are several", async () => {
    const {page} = await come("new@open.example");
    expect([page.status, errorOf(page)]).toEqual([
      403,
      expect.stringContaining("which organization open.example"),
    ]);
    expect(page.text).not.toContain("Two");
  });
});

describe("a member", () => {
  test("signs in to the organization that they are a member of", async () => {
    const {id} = await w.person("ada");
    expect((await come("ada@example.com")).me.principal.id).toBe(id);
  });

  test("of one organization with the domain of another is refused, so that none can lure another's people", async () => {
    const email = "lured@two.example";
    const id = newId("user");
    const person = {id, org_id: w.org.id, kind: "user", name: "Lured", email, org_role: "member"};
    await w.db.insertInto("principals").values(person).execute();
    const {page, me} = await come(email);
    expect([page.status, errorOf(page)]).toEqual([403, expect.stringContaining("another organization")]);
    expect(me.principal).toBeUndefined();
  });

  test("is given no address in another organization's domain, so that none can lock out another's people", async () => {
    const members = `/api/orgs/${w.org.id}/members`;
    const post = (email: string) => w.call("POST", members, {body: {name: "Taken", email}});
    const taken = await post("ceo@Two.Example");
    expect([taken.status, taken.body.detail]).toEqual([
      403,
      expect.stringContaining("belong to another organization"),
    ]);
    const own = await post("ceo@open.example");
    expect(own.status).toBe(201);
    const path = `${members}/${own.body.id}`;
    expect((await w.call("PATCH", path, {body: {email: "ceo@both.example"}})).status).toBe(403);
    expect((await w.call("PATCH", path, {body: {name: "Own"}})).status).toBe(200);
    expect((await come("ceo@two.example")).me.orgId).toBe(TWO);
  });

  test("of one of the domain's organizations need not choose", async () => {
    const id = newId("user");
    const person = {id, org_id: ONE, kind: "user", name: "B", email: "b@both.example", org_role: "member"};
    await w.db.insertInto("principals").values(person).execute();
    expect((await come("b@both.example")).me.principal.id).toBe(id);
  });
});
