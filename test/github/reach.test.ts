import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addUser, forgetThrottles, signIn, type User, visitor} from "../oauth/people.ts";
import type {Seen, Visitor} from "../oauth/visitor.ts";
import {until} from "../support/until.ts";
import {shopInDuckDb} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";
import {deliver, push} from "./deliver.ts";
import {lightdashFiles} from "./project-files.ts";
import {GithubStandIn, type Person} from "./stand-in.ts";

type Json = ReturnType<typeof JSON.parse>;

const COMPANY = 500;
/** The company's repositories: one that everybody there reads, one with its layer, and one that nobody else may see. */
const [HANDBOOK, MODELS, PAYROLL] = [61, 62, 63];

const github = new GithubStandIn();
let t: TestService;
let admin: User;
let connectionId: string;

beforeAll(async () => {
  t = await testService(github.environment());
  admin = await addUser(t, {role: "admin"});
  await shopInDuckDb(t.warehouseDir, t.org.id);
  const connection = {name: "shop", type: "duckdb", config: {path: "shop.duckdb"}};
  connectionId = (await t.call("POST", "/api/connections", {body: connection})).body.id;
  for (const [id, name] of [
    [HANDBOOK, "handbook"],
    [MODELS, "models"],
    [PAYROLL, "payroll"],
  ] as const) {
    const {store} = await github.addRepository(id, `company/${name}`);
    await store.commit({files: lightdashFiles()});
  }
});
afterAll(async () => {
  await t?.stop();
  await github.stop();
});
beforeEach(async () => {
  await forgetThrottles(t);
  github.install(COMPANY, "company", [HANDBOOK, MODELS, PAYROLL]);
});

const path = (orgId = t.org.id) => `/api/orgs/${orgId}/github/installations`;

let codes = 0;
async function page(person: Partial<Person>, body: object = {}): Promise<{browser: Visitor; seen: Seen}> {
  const made = await t.call("POST", path(), {body});
  const state = new URL(made.body.url).searchParams.get("state");
  const code = `code${++codes}`;
  github.codes.set(code, {installations: [COMPANY], ...person});
  const browser = visitor(t);
  await signIn(browser, await browser.open("/sign-in"), admin);
  const address = `/github/setup?code=${code}&state=${state}`;
  const isConnected = "installationId" in body;
  return {browser, seen: await browser.open(isConnected ? address : `${address}&installation_id=${COMPANY}`)};
}

async function confirm(person: Partial<Person>, body: object = {}): Promise<void> {
  const {browser, seen} = await page(person, body);
  const done = await browser.submit(seen, []);
  if (done.status !== 200) throw new Error(done.text);
}

async function disconnect(): Promise<void> {
  await t.call("DELETE", `${path()}/${COMPANY}`);
}

const follow = (repository: string) =>
  t.call("POST", "/api/projects", {body: {name: `P ${++codes}`, connectionId, git: {repository}}});
const gitOf = async (projectId: string): Promise<Json> =>
  (await t.call("GET", `/api/projects/${projectId}`)).body.git;
const syncsOf = async (projectId: string): Promise<Json[]> =>
  (await t.call("GET", `/api/projects/${projectId}/syncs`)).body;

async function settled(projectId: string, least: number): Promise<Json> {
  return until(async () => {
    const all = await syncsOf(projectId);
    return all.length >= least && all.every(one => one.finishedAt !== null) ? all[0] : undefined;
  });
}

test("a person who may read one repository of a company connects that one, and follows no other", async () => {
  await confirm({rights: {[HANDBOOK]: "pull"}});
  const listed = await t.call("GET", `${path()}/${COMPANY}/repositories`);
  expect(listed.body).toMatchObject([{repository: "company/handbook", permission: "read"}]);
  expect(listed.text).not.toContain("payroll");
  const refused = await follow("company/payroll");
  expect(refused.status).toBe(422);
  expect(refused.body.errors[0].path).toBe("/git/repository");
  const missing = await follow("company/nothing");
  expect(missing.body.errors[0].message.replaceAll("nothing", "payroll")).toBe(
    refused.body.errors[0].message,
  );
  expect((await follow("company/handbook")).status).toBe(201);
  await disconnect();
});

test("a project that follows a permitted repository cannot be changed to follow another", async () => {
  await confirm({rights: {[HANDBOOK]: "pull"}});
  const {body: project} = await follow("company/handbook");
  await settled(project.id, 1);
  const changed = await t.call("PATCH", `/api/projects/${project.id}`, {
    body: {git: {repository: "company/payroll"}},
  });
  expect(changed.status).toBe(422);
  await disconnect();
});

test("a person who may read none of the repositories connects nothing", async () => {
  const {seen} = await page({rights: {}});
  expect(seen.status).toBe(403);
  expect(seen.text).not.toContain("<form");
  expect((await t.call("GET", path())).body).toEqual([]);
});

test("the page says which repositories will be read, and which will be written", async () => {
  const {seen} = await page({rights: {[HANDBOOK]: "pull", [MODELS]: "push"}});
  const lists = seen.text.split("<dt>").map(part => part.replaceAll(/<[^>]+>/g, " "));
  const read = lists.find(part => part.startsWith("To read only"));
  const written = lists.find(part => part.startsWith("To read, to open pull requests"));
  expect(read).toContain("company/handbook");
  expect(read).not.toContain("company/models");
  expect(written).toContain("company/models");
  expect(seen.text).not.toContain("payroll");
});

test("repositories beyond the first hundred are read from further pages", async () => {
  const ids = Array.from({length: 230}, (_, i) => 7000 + i);
  for (const id of ids) github.alias(id, `company/r${id}`, MODELS);
  github.install(COMPANY, "company", ids);
  const {browser, seen} = await page({rights: Object.fromEntries(ids.map(id => [id, "pull"]))});
  expect(seen.text).toContain("and 180 more");
  await browser.submit(seen, []);
  expect((await follow("company/r7229")).status).toBe(201);
  const {body} = await t.call("GET", path());
  expect(body).toMatchObject([{repositories: {read: 230, write: 0}}]);
  await disconnect();
});

test("a repository that may only be read gets no write-backs and no checks of pull requests", async () => {
  await confirm({rights: {[MODELS]: "pull"}});
  const {body: project} = await follow("company/models");
  await settled(project.id, 1);
  const requestCount = github.requests.length;
  const body = {
    changes: [{op: "set", kind: "dimension", model: "orders", name: "status", value: {label: "State"}}],
  };
  const refused = await t.call("POST", `/api/projects/${project.id}/write-back`, {body});
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain("may write to it");
  expect(github.requests.length).toBe(requestCount);
  // A second member, who may push, confirms the repository too. The greater of the two permissions counts.
  admin = await addUser(t, {role: "admin"});
  await confirm({rights: {[MODELS]: "push"}}, {installationId: String(COMPANY)});
  expect((await t.call("POST", `/api/projects/${project.id}/write-back`, {body})).status).toBe(201);
  await disconnect();
});

test("a later repository needs a new link, which also removes repositories that the member can no longer read", async () => {
  await confirm({rights: {[MODELS]: "push"}});
  expect((await follow("company/handbook")).status).toBe(422);
  const {body: link} = await t.call("POST", path(), {body: {installationId: String(COMPANY)}});
  expect(link.url).toStartWith(`${github.origin}/login/oauth/authorize?client_id=Iv1.client&state=`);
  await confirm({rights: {[HANDBOOK]: "pull"}}, {installationId: String(COMPANY)});
  expect((await follow("company/handbook")).status).toBe(201);
  expect((await follow("company/models")).status).toBe(422);
  const unknown = await t.call("POST", path(), {body: {installationId: "501"}});
  expect(unknown.status).toBe(404);
  await disconnect();
});

test("two organizations can connect the same installation, each with its own repositories", async () => {
  await confirm({rights: {[HANDBOOK]: "pull"}});
  const other = await t.addOrg("The company itself");
  const owner = await addUser(t, {role: "admin", orgId: other.id});
  const made = await t.call("POST", path(other.id), {token: other.admin.token, body: {}});
  const state = new URL(made.body.url).searchParams.get("state");
  github.codes.set("owner", {installations: [COMPANY]});
  const browser = visitor(t);
  await signIn(browser, await browser.open("/sign-in"), owner);
  const seen = await browser.open(`/github/setup?code=owner&installation_id=${COMPANY}&state=${state}`);
  expect((await browser.submit(seen, [])).status).toBe(200);
  const theirs = await t.call("GET", `${path(other.id)}/${COMPANY}/repositories`, {
    token: other.admin.token,
  });
  expect(theirs.body).toHaveLength(3);
  expect((await t.call("GET", `${path()}/${COMPANY}/repositories`)).body).toHaveLength(1);
  expect((await follow("company/payroll")).status).toBe(422);
  // One organization disconnects, and the other stays connected.
  await disconnect();
  const remaining = await t.call("GET", path(other.id), {token: other.admin.token});
  expect(remaining.body).toMatchObject([{id: String(COMPANY), repositories: {read: 3, write: 3}}]);
});

test("a renamed repository stays confirmed, and another that takes its name is not", async () => {
  await confirm({rights: {[MODELS]: "push"}});
  const {body: project} = await follow("company/models");
  await settled(project.id, 1);
  const [models, payroll] = [github.repositories.get(MODELS)!, github.repositories.get(PAYROLL)!];
  models.fullName = "company/metrics";
  payroll.fullName = "company/models";
  await t.call("POST", `/api/projects/${project.id}/sync`);
  expect(await settled(project.id, 2)).toMatchObject({status: "skipped"});
  expect(await gitOf(project.id)).toMatchObject({repository: "company/metrics", status: "active"});
  expect((await follow("company/models")).status).toBe(422);
  models.fullName = "company/models";
  payroll.fullName = "company/payroll";
  await disconnect();
});

test("a repository that was connected without a confirmation keeps its layer, and is read again only after a link", async () => {
  await confirm({rights: {[MODELS]: "push"}});
  const {body: project} = await follow("company/models");
  await settled(project.id, 1);
  // The state of installations that an earlier version has connected, after the migration.
  await sql`delete from github_reaches where org_id = ${t.org.id}`.execute(t.db);
  expect((await t.call("GET", path())).body).toMatchObject([{status: "unconfirmed", confirmedAt: null}]);
  expect(await gitOf(project.id)).toMatchObject({status: "unconfirmed"});
  const layer = (await t.call("GET", `/api/projects/${project.id}/layer`)).body;
  const {store} = github.repositories.get(MODELS)!;
  const after = await store.commit({files: lightdashFiles("            largest: {type: max}\n")});
  const requestCount = github.requests.length;
  await deliver(
    t,
    push({installation: COMPANY, repository: {id: MODELS, fullName: "company/models"}, after}),
  );
  const failed = await settled(project.id, 2);
  expect(failed).toMatchObject({status: "failed", commit: after});
  expect(failed.error).toContain(`{"installationId": "${COMPANY}"}`);
  expect(github.requests.length).toBe(requestCount);
  expect((await t.call("GET", `/api/projects/${project.id}/layer`)).body).toEqual(layer);
  await confirm({rights: {[MODELS]: "push"}}, {installationId: String(COMPANY)});
  expect(await settled(project.id, 3)).toMatchObject({
    trigger: {type: "installation"},
    commit: after,
    status: "succeeded",
  });
  expect(await gitOf(project.id)).toMatchObject({status: "active"});
  await disconnect();
});
