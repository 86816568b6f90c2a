import {afterAll, beforeAll, expect, test} from "bun:test";
import {newId} from "../../shared/core/ids.ts";
import {shopInDuckDb} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let service: TestService;
let connectionId: string;

beforeAll(async () => {
  service = await testService();
  await shopInDuckDb(service.warehouseDir, service.org.id);
  connectionId = await connect(service.org.admin.token);
});
afterAll(() => service.stop());

async function connect(token: string): Promise<string> {
  const body = {name: "Shop", type: "duckdb", config: {path: "shop.duckdb"}};
  return (await service.call("POST", "/api/connections", {body, token})).body.id;
}

function create(input: object, token?: string) {
  const body = {name: "Sales", connectionId, ...input};
  return service.call("POST", "/api/projects", {body, ...(token === undefined ? {} : {token})});
}

async function addTeam(name: string, memberId?: string): Promise<string> {
  const id = newId("team");
  const org_id = service.org.id;
  await service.db.insertInto("teams").values({id, org_id, name}).execute();
  if (memberId !== undefined) {
    await service.db
      .insertInto("team_members")
      .values({org_id, team_id: id, principal_id: memberId, role: "member"})
      .execute();
    const {publish} = await import("../../shared/core/change-notices.ts");
    const heard = service.web.notices.waitFor("principal", memberId, 60_000);
    await publish(service.db, {kind: "principal", id: memberId});
    await heard;
  }
  return id;
}

test("a project that sets nothing more has the defaults, and the first of an organization is its default one", async () => {
  const first = await create({});
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    id: expect.stringMatching(/^proj_/),
    name: "Sales",
    connectionId,
    git: null,
    timezone: "UTC",
    weekStart: "monday",
    cacheTtlSeconds: 0,
    teamIds: [],
    default: true,
    layerVersion: 0,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await create({name: "Second"})).body.default).toBe(false);
});

test("empty git fields make a layer without a repository", async () => {
  for (const git of [null, {}, {repository: "", branch: "", path: ""}]) {
    expect((await create({git})).body.git).toBeNull();
  }
  const git = {repository: "acme/analytics", branch: "main", path: "dbt", installationId: 77};
  expect((await create({git})).body.git).toEqual({
    ...git,
    installationId: "77",
    status: "removed",
    commit: null,
    lastSync: null,
  });
  expect((await create({git: {branch: "main"}})).body.errors[0].path).toBe("/git/repository");
});

test("a project with references to nothing or with wrong values is refused with every error, and nothing is saved", async () => {
  const countProjects = async () => (await service.call("GET", "/api/projects?limit=500")).body.length;
  const before = await countProjects();
  const dangling = await create({connectionId: "conn_nowhere", teamIds: ["team_nowhere"]});
  expect(dangling.body.errors.map((error: {path: string}) => error.path)).toEqual([
    "/connectionId",
    "/teamIds/0",
  ]);
  expect((await create({timezone: "Mars/Olympus"})).body.errors[0].path).toBe("/timezone");
  expect((await create({timezone: "+02:00"})).body.errors[0].path).toBe("/timezone");
  expect((await create({weekStart: "friday"})).body.errors[0]).toMatchObject({allowed: ["monday", "sunday"]});
  expect((await create({cacheTtlSeconds: -1})).status).toBe(422);
  expect((await create({nmae: "x"})).body.errors[0]).toMatchObject({path: "/nmae", suggestions: ["name"]});
  expect(await countProjects()).toBe(before);
});

test("a connection and a team of another organization are treated as missing", async () => {
  const other = await service.addOrg("Other");
  await shopInDuckDb(service.warehouseDir, other.id);
  const theirs = await connect(other.admin.token);
  const answer = await create({connectionId: theirs});
  expect({status: answer.status, path: answer.body.errors[0].path}).toEqual({
    status: 422,
    path: "/connectionId",
  });
  const mine = (await create({})).body.id;
  const {token} = other.admin;
  for (const [method, path, body] of [
    ["GET", `/api/projects/${mine}`, undefined],
    ["PATCH", `/api/projects/${mine}`, {name: "theirs"}],
    ["DELETE", `/api/projects/${mine}`, undefined],
    ["GET", `/api/projects/${mine}/models`, undefined],
    ["GET", `/api/projects/${mine}/layer`, undefined],
    ["GET", `/api/projects/${mine}/schemas`, undefined],
    ["POST", `/api/projects/${mine}/introspect`, {models: []}],
    ["POST", `/api/projects/${mine}/joins`, {}],
  ] as const) {
    const answered = await service.call(method, path, {token, ...(body ? {body} : {})});
    expect({path, status: answered.status}).toEqual({path, status: 404});
  }
});

test("only the service account of an org-admin creates, changes and deletes projects", async () => {
  const path = `/api/projects/${(await create({})).body.id}`;
  for (const {token} of [service.org.member, service.org.adminUser]) {
    expect((await create({}, token)).body.code).toBe("missing_privilege");
    expect((await service.call("PATCH", path, {token, body: {name: "x"}})).body.code).toBe(
      "missing_privilege",
    );
  }
  expect((await service.call("DELETE", path, {token: service.org.member.token})).body.code).toBe(
    "missing_privilege",
  );
  expect((await create({}, service.org.reader.token)).body.code).toBe("missing_scope");
});

test("a project of a team is seen by its members and by org-admins alone, page by page", async () => {
  const team = await addTeam("Finance", service.org.reader.id);
  const others = await addTeam("Nobody");
  const seen = (await create({name: "Ours", teamIds: [team, others].sort()})).body;
  const hidden = (await create({name: "Theirs", teamIds: [others]})).body;
  const {token} = service.org.reader;
  expect((await service.call("GET", `/api/projects/${seen.id}`, {token})).body).toEqual(seen);
  for (const path of ["", "/models", "/layer", "/layer/versions"]) {
    const answer = await service.call("GET", `/api/projects/${hidden.id}${path}`, {token});
    expect({path, status: answer.status}).toEqual({path, status: 404});
  }
  const listed: string[] = [];
  let next: string | undefined = "/api/projects?limit=2";
  while (next !== undefined) {
    const page = await service.call("GET", next, {token});
    expect(page.body.length).toBeLessThanOrEqual(2);
    listed.push(...page.body.map((project: {id: string}) => project.id));
    next = /<(.*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
  }
  expect(listed).toContain(seen.id);
  expect(listed).not.toContain(hidden.id);
  expect(listed).toEqual([...listed].sort().reverse());
  expect((await service.call("GET", `/api/projects/${hidden.id}`)).status).toBe(200);
});

test("exactly one project is the default one, and another can become it", async () => {
  const projects = async () => (await service.call("GET", "/api/projects?limit=500")).body;
  const isDefault = (project: {default: boolean}) => project.default;
  const {id} = (await create({name: "Next"})).body;
  const moved = await service.call("PATCH", `/api/projects/${id}`, {body: {default: true}});
  expect(moved.body.default).toBe(true);
  expect((await projects()).filter(isDefault).map((project: {id: string}) => project.id)).toEqual([id]);
  const given = await service.call("PATCH", `/api/projects/${id}`, {body: {default: false}});
  expect(given.body.errors[0].path).toBe("/default");
  const kept = await service.call("DELETE", `/api/projects/${id}`);
  expect({status: kept.status, code: kept.body.code}).toEqual({status: 409, code: "conflict"});
});

test("projects that are created at the same time leave one default", async () => {
  const org = await service.addOrg("Busy");
  await shopInDuckDb(service.warehouseDir, org.id);
  const theirs = await connect(org.admin.token);
  const made = await Promise.all(
    Array.from({length: 8}, (_, n) => create({name: `P${n}`, connectionId: theirs}, org.admin.token)),
  );
  expect(made.map(answer => answer.status)).toEqual(Array(8).fill(201));
  expect(made.filter(answer => answer.body.default)).toHaveLength(1);
});

test("an edit changes what it names, and a project can be sent back as it was read", async () => {
  const {body: made} = await create({});
  const path = `/api/projects/${made.id}`;
  const edited = await service.call("PATCH", path, {
    body: {timezone: "europe/berlin", weekStart: "sunday", cacheTtlSeconds: 60},
  });
  expect(edited.body).toMatchObject({
    name: "Sales",
    timezone: "Europe/Berlin",
    weekStart: "sunday",
    cacheTtlSeconds: 60,
  });
  const read = await service.call("GET", path);
  const same = await service.call("PATCH", path, {
    body: read.body,
    headers: {"if-match": read.headers.get("etag") ?? ""},
  });
  expect(same.status).toBe(200);
  const late = await service.call("PATCH", path, {
    body: {name: "Late"},
    headers: {"if-match": read.headers.get("etag") ?? ""},
  });
  expect(late.body.code).toBe("precondition_failed");
});

test("repeated requests with one Idempotency-Key create one project", async () => {
  const headers = {"idempotency-key": crypto.randomUUID()};
  const body = {name: "Once", connectionId};
  const answers = await Promise.all([
    service.call("POST", "/api/projects", {body, headers}),
    service.call("POST", "/api/projects", {body, headers}),
  ]);
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
});
