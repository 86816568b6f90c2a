import {afterAll, beforeAll, expect, test} from "bun:test";
import {lightdashFiles} from "./project-files.ts";
import {type GitService, gitService, INSTALLATION, type Shop} from "./service.ts";
import {redirectFrom} from "./stand-in.ts";

let t: GitService;
let shop: Shop;

beforeAll(async () => {
  t = await gitService();
  shop = await t.shop({}, lightdashFiles("", "dbt"));
});
afterAll(async () => t?.stop());

test.each([
  ["a repository that does not exist", {repository: "acme/nothing"}, "/git/repository"],
  ["an owner without an installation", {repository: "other/shop"}, "/git/repository"],
  ["an installation of another organization", {installationId: 12345}, "/git/installationId"],
  ["a branch that does not exist", {branch: "missing"}, "/git/branch"],
  ["a folder that does not exist", {path: "dbt/none"}, "/git/path"],
  ["a file in the place of a folder", {path: "dbt/README.md"}, "/git/path"],
  ["a folder outside the repository", {path: "../dbt"}, "/git/path"],
  ["an unknown format", {format: "looker"}, "/git/format"],
])("%s is refused with the path of its field when a project is saved", async (_, git, path) => {
  const body = {
    name: "P",
    connectionId: t.connectionId,
    git: {repository: shop.repository.fullName, ...git},
  };
  const answer = await t.call("POST", "/api/projects", {body});
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map((one: {path: string}) => one.path)).toContain(path);
  const changed = await t.call("PATCH", `/api/projects/${shop.projectId}`, {body: {git: body.git}});
  expect(changed.status).toBe(422);
});

test("another organization's installation is treated as missing", async () => {
  const other = await t.addOrg("Other");
  const body = {
    name: "P",
    connectionId: "conn_none",
    git: {repository: shop.repository.fullName, installationId: INSTALLATION},
  };
  const answer = await t.call("POST", "/api/projects", {body, token: other.admin.token});
  expect(answer.body.errors[0].path).toBe("/git/installationId");
});

test("a project can be sent back as it was read, without a change and without a request to GitHub", async () => {
  const before = await t.project(shop.projectId);
  const requestCount = t.github.requests.length;
  const {status, body} = await t.call("PATCH", `/api/projects/${shop.projectId}`, {body: before});
  expect(status).toBe(200);
  expect(body.git).toEqual(before.git);
  expect(t.github.requests.length).toBe(requestCount);
});

test("a project is synced at once with another folder; without git it keeps its layer and follows no repository", async () => {
  const path = `/api/projects/${shop.projectId}`;
  const {fullName: repository} = shop.repository;
  const count = (await t.syncs(shop.projectId)).length;
  const moved = await t.call("PATCH", path, {body: {git: {repository, path: "dbt"}}});
  expect(moved.body.git).toMatchObject({path: "dbt", commit: null});
  expect(await t.settled(shop.projectId, count + 1)).toMatchObject({status: "succeeded"});
  const layer = await t.layer(shop.projectId);
  expect((await t.call("PATCH", path, {body: {git: null}})).body.git).toBeNull();
  expect(await t.layer(shop.projectId)).toEqual(layer);
  expect((await t.call("POST", `${path}/sync`)).status).toBe(409);
});

test("a project that was created with an Idempotency-Key is returned again while GitHub is unavailable", async () => {
  const git = {repository: shop.repository.fullName, path: "dbt"};
  const body = {name: "Keyed", connectionId: t.connectionId, git};
  const headers = {"idempotency-key": crypto.randomUUID()};
  const create = () => t.call("POST", "/api/projects", {body, headers});
  const first = await create();
  t.github.interfere = () => new Response("", {status: 503});
  const again = await create();
  t.github.interfere = undefined;
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("a repository can be given by its former name, from which GitHub redirects to its number", async () => {
  const former = "acme/former";
  t.github.interfere = (_, path) => redirectFrom(t.github, former, shop.repository.id, path);
  const body = {name: "Former", connectionId: t.connectionId, git: {repository: former, path: "dbt"}};
  const {status, body: project} = await t.call("POST", "/api/projects", {body});
  t.github.interfere = undefined;
  expect([status, project.git.repository]).toEqual([201, shop.repository.fullName]);
});

test("a project is not saved while GitHub is unavailable, and the answer says so", async () => {
  t.github.interfere = () => new Response("", {status: 503});
  const body = {name: "Away", connectionId: t.connectionId, git: {repository: shop.repository.fullName}};
  expect((await t.call("POST", "/api/projects", {body})).status).toBe(502);
  t.github.interfere = undefined;
  const {body: projects} = await t.call("GET", "/api/projects");
  expect(projects.map((one: {name: string}) => one.name)).not.toContain("Away");
});
