import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {execute} from "../../../api/queries/web-runner.ts";
import {sql} from "../../../shared/core/db.ts";
import {prepareQuery} from "../../../shared/querying/queries/prepare.ts";
import {runRequestOf} from "../../../shared/querying/queries/run-request-of.ts";
import {deleteSnapshot} from "../../../worker/tasks/delete-snapshot.ts";
import {addPerson} from "../../support/people.ts";
import {type ShopProject, shopProjects} from "../../support/shop.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** Requests whose caller or subject is deleted while they are under way. */
let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let shop: ShopProject;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  shop = shops.duckdb;
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** A request that has arrived, and whose body follows after `between`. */
async function underWay(
  token: string,
  [method, path, body]: [string, string, object],
  between: () => Promise<unknown>,
  headers: Record<string, string> = {},
) {
  const arrived = Promise.withResolvers<void>();
  const sent = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        arrived.resolve();
        await done.promise;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
    },
    {highWaterMark: 0},
  );
  const done = Promise.withResolvers<void>();
  const answer = t.call(method, path, {
    token,
    body: sent,
    headers: {"content-type": "application/json", ...headers},
  });
  await arrived.promise;
  await between();
  done.resolve();
  return answer;
}

const gone = async (id: string) => {
  const answer = await t.call("DELETE", `/api/orgs/${t.org.id}/service-accounts/${id}`);
  expect(answer.status).toBe(204);
};
const rotated = async (id: string) => {
  const path = `/api/orgs/${t.org.id}/service-accounts/${id}/rotate`;
  expect((await t.call("POST", path, {body: {overlapSeconds: 0}})).status).toBe(200);
};
const query = {model: "orders", measures: ["orders.count"]};

describe("a principal that is deleted during a request", () => {
  const creations: [string, (person: {id: string}) => [string, string, object]][] = [
    ["chart", () => ["POST", "/api/charts", {name: "c", type: "table", query}]],
    ["dashboard", () => ["POST", "/api/dashboards", {name: "d"}]],
    ["sheet", () => ["POST", "/api/sheets", {name: "s"}]],
    [
      "live dataset",
      () => [
        "POST",
        `/api/projects/${shop.projectId}/datasets`,
        {name: "l", kind: "live", definition: {model: "orders"}},
      ],
    ],
    [
      "snapshot",
      () => [
        "POST",
        `/api/projects/${shop.projectId}/datasets`,
        {name: "s", kind: "snapshot", snapshotCsv: "a\n1\n"},
      ],
    ],
  ];

  test.each(creations)("creates no %s", async (_, call) => {
    for (const headers of [{}, {"idempotency-key": crypto.randomUUID()}]) {
      const person = await addPerson(t);
      const answer = await underWay(person.token, call(person), () => gone(person.id), headers);
      expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      const {rows} = await sql`select from content where owner_id = ${person.id}`.execute(t.db);
      expect(rows).toHaveLength(0);
    }
  });

  test("creates nothing through a tool", async () => {
    const person = await addPerson(t);
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {name: "create_sheet", arguments: {name: "s"}},
    };
    const accept = {accept: "application/json, text/event-stream"};
    const before = await underWay(person.token, ["POST", "/mcp", message], () => gone(person.id), accept);
    expect(before.text).toContain("unauthenticated");
    const {rows} = await sql`select from content where owner_id = ${person.id}`.execute(t.db);
    expect(rows).toHaveLength(0);
  });

  test("changes nothing", async () => {
    const person = await addPerson(t);
    const made = await t.call("POST", "/api/sheets", {token: person.token, body: {name: "before"}});
    const path = `/api/sheets/${made.body.id}`;
    const heir = () =>
      t.call("DELETE", `/api/orgs/${t.org.id}/service-accounts/${person.id}?transferTo=${t.org.member.id}`);
    const answer = await underWay(person.token, ["PUT", path, {name: "after"}], heir);
    expect([401, 404]).toContain(answer.status);
    expect((await t.call("GET", path)).body.name).toBe("before");
  });
});

describe("an admin who, during a request, is", () => {
  const orgs = () => `/api/orgs/${t.org.id}`;
  /** A call, and whether it has left everything unchanged. */
  type Act = [string, () => Promise<{call: [string, string, object]; isUnchanged: () => Promise<boolean>}>];
  const count = async (path: string, name: string) => {
    const {text} = await t.call("GET", path);
    return !text.includes(name);
  };
  const creates =
    (path: () => string, body: (name: string) => object): Act[1] =>
    async () => {
      const name = `made-${crypto.randomUUID()}`;
      return {call: ["POST", path(), body(name)], isUnchanged: () => count(`${path()}?limit=500`, name)};
    };
  const acts: Act[] = [
    [
      "makes a team",
      creates(
        () => `${orgs()}/teams`,
        name => ({name}),
      ),
    ],
    [
      "makes a service account",
      creates(
        () => `${orgs()}/service-accounts`,
        name => ({name, scopes: ["read"]}),
      ),
    ],
    [
      "makes a member",
      creates(
        () => `${orgs()}/members`,
        name => ({name, email: `${name}@example.com`}),
      ),
    ],
    [
      "makes a project",
      creates(
        () => "/api/projects",
        name => ({name, connectionId: shop.connectionId}),
      ),
    ],
    [
      "makes a connection",
      creates(
        () => "/api/connections",
        name => ({name, type: "duckdb", config: {path: "shop.duckdb"}}),
      ),
    ],
    [
      "renames a team",
      async () => {
        const {body} = await t.call("POST", `${orgs()}/teams`, {body: {name: crypto.randomUUID()}});
        const name = `renamed-${crypto.randomUUID()}`;
        return {
          call: ["PATCH", `${orgs()}/teams/${body.id}`, {name}],
          isUnchanged: () => count(`${orgs()}/teams`, name),
        };
      },
    ],
    [
      "makes another an admin",
      async () => {
        const email = `${crypto.randomUUID()}@example.com`;
        const {body} = await t.call("POST", `${orgs()}/members`, {body: {name: "m", email}});
        const path = `${orgs()}/members/${body.id}`;
        return {
          call: ["PATCH", path, {orgRole: "admin"}],
          isUnchanged: async () => (await t.call("GET", path)).body.orgRole === "member",
        };
      },
    ],
    [
      "rotates another's token",
      async () => {
        const person = await addPerson(t);
        return {
          call: ["POST", `${orgs()}/service-accounts/${person.id}/rotate`, {overlapSeconds: 0}],
          isUnchanged: async () => (await t.call("GET", "/api/whoami", {token: person.token})).status === 200,
        };
      },
    ],
    [
      "puts a member into a team",
      async () => {
        const {body} = await t.call("POST", `${orgs()}/teams`, {body: {name: crypto.randomUUID()}});
        const members = `${orgs()}/teams/${body.id}/members`;
        return {
          call: ["PUT", `${members}/${t.org.reader.id}`, {role: "lead"}],
          isUnchanged: async () => (await t.call("GET", members)).body.length === 0,
        };
      },
    ],
    [
      "changes a project",
      async () => {
        const name = `renamed-${crypto.randomUUID()}`;
        return {
          call: ["PATCH", `/api/projects/${shop.projectId}`, {name}],
          isUnchanged: () => count("/api/projects", name),
        };
      },
    ],
    [
      "applies a layer",
      async () => {
        const name = `model-${crypto.randomUUID()}`;
        const graph = {models: [{...shopGraph("duckdb", "main").models[2]!, name}]};
        return {
          call: ["POST", `/api/projects/${shop.projectId}/introspect`, graph],
          isUnchanged: () => count(`/api/projects/${shop.projectId}/models`, name),
        };
      },
    ],
    [
      "mints an embed token",
      async () => {
        const {body} = await t.call("POST", "/api/dashboards", {body: {name: "d"}});
        return {
          call: ["POST", `${orgs()}/embed-tokens`, {resourceType: "dashboard", resourceId: body.id}],
          isUnchanged: () => count(`${orgs()}/embed-tokens`, body.id),
        };
      },
    ],
  ];
  const demoted = (id: string) =>
    sql`update principals set org_role = 'member' where id = ${id}`.execute(t.db).then(() => undefined);
  const endings = [
    ["deleted", gone, 401],
    ["rotated away", rotated, 401],
    ["demoted", demoted, 403],
  ] as const;

  for (const [how, end, status] of endings) {
    test.each(acts)(`${how} no longer %s`, async (_, prepare) => {
      const admin = await addPerson(t, {role: "admin"});
      const {call, isUnchanged} = await prepare();
      const answer = await underWay(admin.token, call, () => end(admin.id));
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
      expect(await isUnchanged()).toBe(true);
    });
  }

  test("rotated, deleted or demoted by that very request gets its answer", async () => {
    const [one, two] = [await addPerson(t, {role: "admin"}), await addPerson(t, {role: "admin"})];
    const path = `/api/orgs/${t.org.id}/service-accounts`;
    const rotate = {token: one.token, body: {overlapSeconds: 0}};
    expect((await t.call("POST", `${path}/${one.id}/rotate`, rotate)).status).toBe(200);
    expect((await t.call("DELETE", `${path}/${two.id}`, {token: two.token})).status).toBe(204);
    const self = `/api/orgs/${t.org.id}/members/${t.org.adminUser.id}`;
    const step = {token: t.org.adminUser.token, body: {orgRole: "member"}};
    expect((await t.call("PATCH", self, step)).status).toBe(200);
    await t.call("PATCH", self, {body: {orgRole: "admin"}});
  });
});

describe("a project that is deleted during a request", () => {
  const newProject = async () => {
    const body = {name: "short", connectionId: shop.connectionId};
    const {id} = (await t.call("POST", "/api/projects", {body})).body;
    const path = `/api/projects/${id}`;
    expect((await t.call("POST", `${path}/introspect`, {body: shopGraph("duckdb", "main")})).status).toBe(
      201,
    );
    const drop = async () => expect((await t.call("DELETE", path)).status).toBe(204);
    return {id, path, drop};
  };

  test("accepts no layer: 404", async () => {
    const join = {from: "numbers", to: "slow", relationship: "many_to_one", on: [{from: "n", to: "n"}]};
    const applications = [
      ["/introspect", shopGraph("duckdb", "main")],
      ["/introspect?dryRun=true", shopGraph("duckdb", "main")],
      ["/joins", join],
    ] as const;
    for (const [more, body] of applications) {
      const {path, drop} = await newProject();
      const answer = await underWay(t.org.admin.token, ["POST", path + more, body], drop);
      expect([more, answer.status, answer.body.code]).toEqual([more, 404, "not_found"]);
    }
  });

  test("has no models any more, and other projects' queries are not affected", async () => {
    const {id, drop} = await newProject();
    const asked = {...query, projectId: id};
    const answers = await Promise.all([
      drop(),
      ...Array.from({length: 20}, async (_, i) => {
        await Bun.sleep(i * 2);
        const [own, other] = await Promise.all([
          t.call("POST", "/api/query", {body: asked}),
          t.call("POST", "/api/query", {body: {model: "numbers", measures: ["numbers.count"], limit: i}}),
        ]);
        return [own, other] as const;
      }),
    ]);
    for (const answer of answers) {
      if (!answer) continue;
      const [own, other] = answer;
      expect(["200", "not_found", "unknown_model"]).toContain(own.body.code ?? String(own.status));
      expect(other.status).toBe(200);
    }
  });
});

describe("a snapshot that is deleted during a query", () => {
  const newSnapshot = async () => {
    const body = {name: "Short", kind: "snapshot", snapshotCsv: "a,b\n1,2\n3,4\n"};
    const made = await t.call("POST", `/api/projects/${shop.projectId}/datasets`, {body});
    expect(made.status).toBe(201);
    return {id: String(made.body.id), slug: String(made.body.slug)};
  };
  const admin = () => ({...actor(), id: t.org.admin.id, orgId: t.org.id});
  const actor = () => ({
    kind: "service_account" as const,
    name: "admin",
    orgName: "Acme",
    orgRole: "admin" as const,
    seat: "editor" as const,
    scopes: ["read" as const],
    teams: [],
    attributes: {},
  });

  test("is no model any more, whatever part of it is gone when its statement runs", async () => {
    for (const isOpen of [true, false]) {
      const {id, slug} = await newSnapshot();
      const asked = {model: slug, measures: [`${slug}.a`]};
      if (isOpen) expect((await t.call("POST", "/api/query", {body: asked})).body.rows).toEqual([[4]]);
      const prepared = await prepareQuery(t.web, admin(), asked, new Date());
      const request = runRequestOf(prepared, admin(), asked, {
        format: "json",
        trigger: "interactive",
        requestId: "r",
        fresh: true,
        timeoutMs: 5000,
      });
      expect((await t.call("DELETE", `/api/datasets/${id}`)).status).toBe(204);
      await deleteSnapshot(t.worker.worker, {orgId: t.org.id, datasetId: id});
      const run = execute(t.web, request, 0, new AbortController().signal);
      await expect(run).rejects.toMatchObject({code: "unknown_model"});
    }
  });

  test("answers completely or is no model, at whatever moment", async () => {
    const snapshots = await Promise.all(Array.from({length: 6}, newSnapshot));
    const found = new Set<string>();
    await Promise.all(
      snapshots.flatMap(({id, slug}, i) => [
        Bun.sleep(10 + i * 5).then(() => t.call("DELETE", `/api/datasets/${id}`)),
        ...Array.from({length: 12}, async (_, j) => {
          await Bun.sleep(j * 5);
          const body = {model: slug, measures: [`${slug}.a`], limit: j + 1};
          const headers = {"cache-control": "no-cache"};
          const [one, all] = await Promise.all([
            t.call("POST", "/api/query", {body, headers}),
            t.call("GET", `/api/datasets/${id}/data`),
          ]);
          found.add(`query ${one.body.code ?? one.status}`);
          found.add(`data ${all.body.code ?? all.status}`);
        }),
      ]),
    );
    const expected = ["query 200", "query unknown_model", "data 200", "data not_found"];
    expect([...found].filter(code => !expected.includes(code))).toEqual([]);
  });
});
