import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addUser, forgetThrottles, signIn, type User, visitor} from "../oauth/people.ts";
import type {Visitor} from "../oauth/visitor.ts";
import {testApp} from "../support/app.ts";
import {shopInDuckDb} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";
import {deliver} from "./deliver.ts";
import {lightdashFiles} from "./project-files.ts";
import {APP_ID, GithubStandIn, type Person} from "./stand-in.ts";

const github = new GithubStandIn();
let t: TestService;
let admin: User;

beforeAll(async () => {
  t = await testService(github.environment());
  admin = await addUser(t, {role: "admin"});
});
afterAll(async () => {
  await t?.stop();
  await github.stop();
});
beforeEach(() => forgetThrottles(t));

const path = () => `/api/orgs/${t.org.id}/github/installations`;
const installations = async () => (await t.call("GET", path())).body;

async function link(): Promise<string> {
  const {status, body, text} = await t.call("POST", path(), {body: {}});
  if (status !== 201) throw new Error(text);
  expect(body.url).toStartWith(`${github.origin}/apps/acme-analytics/installations/new?state=`);
  return new URL(body.url).searchParams.get("state") ?? "";
}

async function signedIn(user: User): Promise<Visitor> {
  const browser = visitor(t);
  await signIn(browser, await browser.open("/sign-in"), user);
  return browser;
}

/** Installs the App on an account, for a repository of the account. */
async function installed(id: number, login: string): Promise<void> {
  await github.addRepository(id, `${login}/shop`);
  github.install(id, login, [id]);
}

let codes = 0;
/** The address to which GitHub redirects a person who sees the installation and may push to its repositories. */
function back(state: string, installation: number, person: Partial<Person> = {}): string {
  const code = `code${++codes}`;
  github.codes.set(code, {installations: [installation], ...person});
  return `/github/setup?code=${code}&installation_id=${installation}&setup_action=install&state=${state}`;
}

async function connect(installation: number, person: Partial<Person> = {}): Promise<void> {
  const browser = await signedIn(admin);
  const done = await browser.submit(await browser.open(back(await link(), installation, person)), []);
  if (done.status !== 200) throw new Error(done.text);
}

test("an org-admin connects an installation by a link and a page that names both sides and has a button", async () => {
  await installed(100, "acme");
  const browser = await signedIn(admin);
  const page = await browser.open(back(await link(), 100));
  expect(page.status).toBe(200);
  expect(page.text).toContain("<bdi>acme</bdi>");
  expect(page.text).toContain("<bdi>Acme</bdi>");
  expect(await installations()).toEqual([]);
  expect((await browser.submit(page, [])).status).toBe(200);
  expect(await installations()).toMatchObject([
    {id: "100", account: {id: "1000100", login: "acme"}, status: "active", connectedBy: admin.id},
  ]);
});

test("a person who is signed out signs in on the way, and comes back", async () => {
  await installed(101, "beta");
  const browser = visitor(t);
  const page = await browser.open(back(await link(), 101));
  expect(page.url).toContain("/sign-in");
  expect((await signIn(browser, page, admin)).text).toContain("<bdi>beta</bdi>");
});

describe("no installation is connected", () => {
  const refused = async (browser: Visitor, address: string, status: number) => {
    const before = await installations();
    const page = await browser.open(address);
    expect({status: page.status, form: page.text.includes("<form")}).toEqual({status, form: false});
    expect(await installations()).toEqual(before);
  };

  test("by a person who guesses the number of an installation that GitHub does not show them", async () => {
    await installed(110, "victim");
    await refused(await signedIn(admin), back(await link(), 110, {installations: [100]}), 403);
  });

  test("without a code, or with one that GitHub does not know", async () => {
    await installed(111, "victim");
    const browser = await signedIn(admin);
    await refused(browser, `/github/setup?installation_id=111&state=${await link()}`, 410);
    await refused(browser, `/github/setup?code=no&installation_id=111&state=${await link()}`, 403);
  });

  test("by a state that was used, made up, or has expired", async () => {
    await installed(112, "gamma");
    const browser = await signedIn(admin);
    const state = await link();
    await browser.open(back(state, 112));
    await refused(browser, back(state, 112), 410);
    await refused(browser, back("x".repeat(43), 112), 410);
    const late = await link();
    await sql`update github_connects set expires_at = now() where returned_as is null`.execute(t.db);
    await refused(browser, back(late, 112), 410);
  });

  test("by an admin of another organization to whom the link was sent", async () => {
    await installed(113, "delta");
    const other = await t.addOrg("Other");
    const stranger = await addUser(t, {role: "admin", orgId: other.id});
    await refused(await signedIn(stranger), back(await link(), 113), 410);
  });

  test("by a member who is no admin", async () => {
    await installed(114, "epsilon");
    await refused(await signedIn(await addUser(t)), back(await link(), 114), 403);
  });

  test("by a form from another site, or by another admin than the one who came back from GitHub", async () => {
    await installed(115, "zeta");
    const state = await link();
    const browser = await signedIn(admin);
    const page = await browser.open(back(state, 115));
    const foreign = await browser.submit(page, [], {origin: "https://evil.example"});
    expect(foreign.status).toBe(403);
    const second = await signedIn(await addUser(t, {role: "admin"}));
    await installed(116, "eta");
    const own = await second.open(back(await link(), 116));
    const swapped = {
      ...own,
      text: own.text.replace(/name="state" value="[^"]*"/, `name="state" value="${state}"`),
    };
    expect((await second.submit(swapped, [])).status).toBe(410);
    expect((await installations()).map((one: {id: string}) => one.id)).not.toContain("115");
  });
});

test("the repositories that an installation reaches are listed in pages", async () => {
  for (const id of [1, 2, 3]) await github.addRepository(id, `iota/r${id}`);
  await github.addRepository(4, "iota/hidden");
  github.install(121, "iota", [1, 2, 3]);
  await connect(121);
  const first = await t.call("GET", `${path()}/121/repositories?limit=2`);
  expect(first.body.map((one: {repository: string}) => one.repository)).toEqual(["iota/r1", "iota/r2"]);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await t.call("GET", next);
  expect(second.body).toEqual([
    {
      id: "3",
      repository: "iota/r3",
      private: true,
      defaultBranch: "main",
      archived: false,
      permission: "write",
    },
  ]);
  expect(second.headers.get("link")).toBeNull();
  github.interfere = () => new Response("", {status: 503});
  expect((await t.call("GET", `${path()}/121/repositories`)).status).toBe(502);
  github.interfere = undefined;
});

test("after an event from GitHub, the suspension, the new name or the removal of an installation is fetched", async () => {
  await installed(122, "kappa");
  await connect(122);
  const state = async () => (await installations()).find((one: {id: string}) => one.id === "122");
  const until = async (status: string, login: string) => {
    for (const end = Date.now() + 60_000; Date.now() < end; await Bun.sleep(20)) {
      const seen = await state();
      if (seen.status === status && seen.account.login === login) return;
    }
    expect(await state()).toMatchObject({status, account: {login}});
  };
  const sendEvent = (action: string) =>
    deliver(t, {action, installation: {id: 122, app_id: APP_ID}, at: Math.random()}, {event: "installation"});
  const stored = github.installations.get(122)!;
  stored.suspended = true;
  await sendEvent("suspend");
  await until("suspended", "kappa");
  stored.suspended = false;
  stored.account.login = "kappa-two";
  await sendEvent("unsuspend");
  await until("active", "kappa-two");
  github.installations.delete(122);
  await sendEvent("deleted");
  await until("removed", "kappa-two");
});

test("after the App was installed anew on an account, its projects follow the new installation", async () => {
  const {store} = await github.addRepository(50, "mu/shop");
  github.install(130, "mu", [50], 77);
  await connect(130);
  await shopInDuckDb(t.warehouseDir, t.org.id);
  const connection = {name: "shop", type: "duckdb", config: {path: "shop.duckdb"}};
  const {body: made} = await t.call("POST", "/api/connections", {body: connection});
  await store.commit({files: lightdashFiles()});
  const body = {name: "Mu", connectionId: made.id, git: {repository: "mu/shop"}};
  const {body: project} = await t.call("POST", "/api/projects", {body});
  const state = async () => (await t.call("GET", `/api/projects/${project.id}`)).body.git;
  const until = async (what: string) => {
    for (const end = Date.now() + 60_000; Date.now() < end; await Bun.sleep(20))
      if ((await state()).status === what) return;
    expect(await state()).toMatchObject({status: what});
  };
  github.installations.delete(130);
  const gone = {action: "deleted", installation: {id: 130, app_id: APP_ID}, at: Math.random()};
  await deliver(t, gone, {event: "installation"});
  await until("removed");
  github.install(131, "mu-renamed", [50], 77);
  await connect(131);
  await until("active");
  expect(await state()).toMatchObject({installationId: "131"});
});

test("without an App nothing can be connected", async () => {
  const plain = await testApp();
  try {
    const path = `/api/orgs/${plain.org.id}/github/installations`;
    expect((await plain.call("POST", path, {body: {}})).status).toBe(409);
    expect((await plain.call("GET", path)).body).toEqual([]);
    expect((await plain.call("GET", "/github/setup?state=x", {token: null})).status).toBe(404);
  } finally {
    await plain.stop();
  }
});

test("an org-admin disconnects an installation", async () => {
  await installed(123, "lambda");
  await connect(123);
  expect((await t.call("DELETE", `${path()}/123`)).status).toBe(204);
  expect((await t.call("DELETE", `${path()}/123`)).status).toBe(404);
  expect((await t.call("DELETE", `${path()}/no`)).status).toBe(404);
});

test("the App's manifest requests only the permissions that are used, and names the service's addresses", async () => {
  const {body} = await t.call("GET", "/github/app-manifest", {token: null});
  const {baseUrl} = t.web.config;
  expect(body).toMatchObject({
    hook_attributes: {url: `${baseUrl}/api/webhooks/github`},
    callback_urls: [`${baseUrl}/github/setup`],
    request_oauth_on_install: true,
    default_permissions: {contents: "write", metadata: "read", pull_requests: "write", checks: "write"},
  });
});
