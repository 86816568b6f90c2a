import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdir, symlink, writeFile} from "node:fs/promises";
import {connect, createServer} from "node:net";
import {join} from "node:path";
import {decryptSecret} from "../../shared/core/secrets.ts";
import {CONNECTION_TYPES} from "../../shared/tenancy/connections/parse-config.ts";
import {testServerUrl} from "../support/postgres.ts";
import {type ShopDatabase, shopInDuckDb, shopInPostgres} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let service: TestService;
let shop: ShopDatabase;
let folder: string;

beforeAll(async () => {
  service = await testService();
  shop = await shopInPostgres();
  await shopInDuckDb(service.warehouseDir, service.org.id);
  folder = join(service.warehouseDir, service.org.id);
});
afterAll(async () => {
  await service.stop();
  await shop.drop();
});

/** The parts of the shop's address. */
function postgresConfig(changes: Record<string, unknown> = {}) {
  const url = new URL(shop.url);
  return {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: url.username,
    password: url.password,
    ...changes,
  };
}

function create(config: object, type = "postgres", token?: string) {
  const body = {name: "Shop", type, config};
  return service.call("POST", "/api/connections", {body, ...(token === undefined ? {} : {token})});
}

async function countConnections(): Promise<number> {
  const rows = await service.db.selectFrom("connections").select("id").execute();
  return rows.length;
}

/** The request is refused with this code and these words, and nothing is saved. */
async function expectRefused(
  answer: Promise<{status: number; body: {code: string; detail: string}}>,
  code: string,
  words: RegExp,
): Promise<void> {
  const before = await countConnections();
  const {status, body} = await answer;
  expect({status, code: body.code}).toEqual({status: 422, code});
  expect(body.detail).toMatch(words);
  expect(await countConnections()).toBe(before);
}

test("a Postgres connection is tested, stored, and shown without its password", async () => {
  const made = await create(postgresConfig());
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^conn_/),
    name: "Shop",
    type: "postgres",
    config: {...postgresConfig(), password: undefined, ssl: "disable"},
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const {password} = postgresConfig();
  expect(made.text).not.toContain(`"${password}"`);
  const row = await service.db
    .selectFrom("connections")
    .selectAll()
    .where("id", "=", made.body.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row.config)).not.toContain("password");
  const keys = service.web.config.encryptionKeys;
  expect(JSON.parse(decryptSecret(keys, made.body.id, row.secrets!))).toEqual({password});
  expect(() => decryptSecret(keys, "conn_other", row.secrets!)).toThrow();
});

test("a URL is split into the same fields", async () => {
  const made = await create({url: `${shop.url}?sslmode=disable&schema=public`});
  expect(made.status).toBe(201);
  expect(made.body.config).toEqual({
    ...postgresConfig(),
    password: undefined,
    ssl: "disable",
    schema: "public",
  });
});

test("a test reports what the warehouse is and how long opening it took", async () => {
  const {body: postgres} = await create(postgresConfig());
  const tested = await service.call("POST", `/api/connections/${postgres.id}/test`);
  expect(tested.status).toBe(200);
  expect(tested.body).toEqual({
    version: expect.stringMatching(/^PostgreSQL \d/),
    latencyMs: expect.any(Number),
  });
  const {body: duckdb} = await create({path: "shop.duckdb"}, "duckdb");
  const other = await service.call("POST", `/api/connections/${duckdb.id}/test`);
  expect(other.body.version).toMatch(/^DuckDB v\d/);
});

test("members see the id, name and type, and only org-admins the configuration", async () => {
  const {body: made} = await create({path: "shop.duckdb"}, "duckdb");
  const {token} = service.org.reader;
  const shown = {id: made.id, name: "Shop", type: "duckdb"};
  expect((await service.call("GET", `/api/connections/${made.id}`, {token})).body).toEqual(shown);
  expect((await service.call("GET", "/api/connections", {token})).body).toContainEqual(shown);
  const admin = await service.call("GET", `/api/connections/${made.id}`);
  expect(admin.body.config).toEqual({path: "shop.duckdb"});
});

test("only the service account of an org-admin creates, changes, tests and deletes connections", async () => {
  const {body: made} = await create({path: "shop.duckdb"}, "duckdb");
  const path = `/api/connections/${made.id}`;
  for (const {token} of [service.org.member, service.org.adminUser]) {
    expect((await create({path: "shop.duckdb"}, "duckdb", token)).body.code).toBe("missing_privilege");
    expect((await service.call("PATCH", path, {token, body: {name: "x"}})).body.code).toBe(
      "missing_privilege",
    );
    expect((await service.call("POST", `${path}/test`, {token})).body.code).toBe("missing_privilege");
  }
  const {token} = service.org.member;
  expect((await service.call("DELETE", path, {token})).body.code).toBe("missing_privilege");
  expect((await create({path: "shop.duckdb"}, "duckdb", service.org.adminReader.token)).body.code).toBe(
    "missing_scope",
  );
});

test("a connection of another organization is treated as missing", async () => {
  const {body: made} = await create({path: "shop.duckdb"}, "duckdb");
  const {token} = (await service.addOrg("Other")).admin;
  const path = `/api/connections/${made.id}`;
  for (const answer of [
    await service.call("GET", path, {token}),
    await service.call("PATCH", path, {token, body: {name: "mine"}}),
    await service.call("DELETE", path, {token}),
    await service.call("POST", `${path}/test`, {token}),
  ]) {
    expect({status: answer.status, code: answer.body.code}).toEqual({status: 404, code: "not_found"});
  }
  expect((await service.call("GET", "/api/connections", {token})).body).toEqual([]);
});

test("a new name needs no test, and a new configuration is tested first", async () => {
  const {body: made} = await create(postgresConfig());
  const path = `/api/connections/${made.id}`;
  const versionOf = async () => {
    const row = await service.db
      .selectFrom("connections")
      .select("version")
      .where("id", "=", made.id)
      .executeTakeFirstOrThrow();
    return row.version;
  };
  const renamed = await service.call("PATCH", path, {body: {name: "Shop 2"}});
  expect(renamed.body.name).toBe("Shop 2");
  expect(await versionOf()).toBe(1);
  const refused = await service.call("PATCH", path, {body: {config: {database: "nowhere"}}});
  expect(refused.body.code).toBe("connection_failed");
  expect(await versionOf()).toBe(1);
  const changed = await service.call("PATCH", path, {body: {config: {schema: "public"}}});
  expect(changed.body.config.schema).toBe("public");
  expect(await versionOf()).toBe(2);
  const removed = await service.call("PATCH", path, {body: {config: {schema: null}}});
  expect(removed.body.config).not.toHaveProperty("schema");
  const misspelt = await service.call("PATCH", path, {body: {config: {shcema: null}}});
  expect([misspelt.status, misspelt.body.errors]).toEqual([
    422,
    [expect.objectContaining({path: "/config/shcema", suggestions: ["schema"]})],
  ]);
});

test("a connection can be sent back as it was read, and keeps the password", async () => {
  const {body: made} = await create(postgresConfig());
  const path = `/api/connections/${made.id}`;
  const sent = await service.call("PATCH", path, {body: made});
  expect({status: sent.status, body: sent.body}).toEqual({status: 200, body: made});
  expect((await service.call("POST", `${path}/test`)).status).toBe(200);
});

test("the stored password is not used for another host, port or weaker encryption", async () => {
  const {body: made} = await create(postgresConfig());
  const path = `/api/connections/${made.id}`;
  for (const config of [{host: "127.0.0.2"}, {port: 5433}, {url: "postgres://postgres@127.0.0.2:5599/x"}]) {
    const answer = await service.call("PATCH", path, {body: {config}});
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].path).toBe("/config/password");
  }
  const {password} = postgresConfig();
  const answer = await service.call("PATCH", path, {body: {config: {host: "localhost", password}}});
  expect(answer.body.config.host).toBe("localhost");
});

test("an edit is refused if the connection was changed after it was read", async () => {
  const {body: made} = await create({path: "shop.duckdb"}, "duckdb");
  const path = `/api/connections/${made.id}`;
  const etag = (await service.call("GET", path)).headers.get("etag") ?? "";
  await service.call("PATCH", path, {body: {name: "First"}});
  const late = await service.call("PATCH", path, {body: {name: "Second"}, headers: {"if-match": etag}});
  expect(late.body.code).toBe("precondition_failed");
  expect((await service.call("DELETE", path, {headers: {"if-match": etag}})).status).toBe(412);
  expect((await service.call("GET", path)).body.name).toBe("First");
});

test("a connection that a project uses cannot be deleted", async () => {
  const {body: made} = await create({path: "shop.duckdb"}, "duckdb");
  const path = `/api/connections/${made.id}`;
  const project = await service.call("POST", "/api/projects", {body: {name: "Sales", connectionId: made.id}});
  const refused = await service.call("DELETE", path);
  expect({status: refused.status, code: refused.body.code}).toEqual({status: 409, code: "conflict"});
  expect(refused.body.detail).toContain('"Sales"');
  expect((await service.call("DELETE", `/api/projects/${project.body.id}`)).status).toBe(204);
  expect((await service.call("DELETE", path)).status).toBe(204);
  expect((await service.call("GET", path)).status).toBe(404);
});

test("every change is in the audit log, without secrets", async () => {
  const {body: made} = await create(postgresConfig());
  await service.call("PATCH", `/api/connections/${made.id}`, {body: {config: postgresConfig()}});
  await service.call("DELETE", `/api/connections/${made.id}`);
  const entries = await service.db
    .selectFrom("audit_log")
    .select(["action", "details", "actor_id"])
    .where("resource_id", "=", made.id)
    .orderBy("id")
    .execute();
  expect(entries.map(entry => entry.action)).toEqual([
    "connection.create",
    "connection.update",
    "connection.delete",
  ]);
  expect(JSON.stringify(entries)).not.toContain(postgresConfig().password);
  expect(entries.every(entry => entry.actor_id === service.org.admin.id)).toBe(true);
});

test("an unreachable server is reported as that", async () => {
  await expectRefused(
    create(postgresConfig({port: 1})),
    "connection_failed",
    /Nothing listens at 127\.0\.0\.1:1/,
  );
  await expectRefused(
    create(postgresConfig({host: "no-such-host.invalid"})),
    "connection_failed",
    /"no-such-host\.invalid" cannot be resolved/,
  );
});

test("a wrong password, user or database is reported as that", async () => {
  await expectRefused(
    create(postgresConfig({password: "wrong"})),
    "connection_failed",
    /refused the password of the user "postgres"/,
  );
  await expectRefused(
    create(postgresConfig({database: "no_such"})),
    "connection_failed",
    /no database "no_such"/,
  );
  const {status, body} = await create(postgresConfig({user: "'; drop table connections; --"}));
  expect({status, code: body.code}).toEqual({status: 422, code: "connection_failed"});
});

test("a missing schema is reported as that", async () => {
  await expectRefused(
    create(postgresConfig({schema: "nowhere"})),
    "connection_failed",
    /no schema "nowhere"/,
  );
});

test("a server without TLS is told apart from a missing one", async () => {
  await expectRefused(create(postgresConfig({ssl: "require"})), "connection_failed", /does not support TLS/);
});

test("the service's own database is refused as a warehouse, by whatever name it is reached", async () => {
  const own = new URL(service.databaseUrl);
  const database = own.pathname.slice(1);
  for (const host of ["127.0.0.1", "localhost", "2130706433"]) {
    await expectRefused(
      create(postgresConfig({host, database, ssl: "disable"})),
      "connection_failed",
      /service's own database/,
    );
  }
});

test("the service's own database is recognized behind a tunnel", async () => {
  const own = new URL(service.databaseUrl);
  const tunnel = createServer(near => {
    const far = connect(Number(own.port), own.hostname);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  await new Promise<void>(resolve => tunnel.listen(0, "127.0.0.1", resolve));
  const address = tunnel.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const through = (database: string) => create(postgresConfig({port, database, ssl: "disable"}));
  await expectRefused(through(own.pathname.slice(1)), "connection_failed", /service's own database/);
  expect((await through(postgresConfig().database)).status).toBe(201);
  tunnel.close();
});

test("link-local, unspecified and metadata addresses are refused, even in disguise", async () => {
  for (const host of [
    "169.254.169.254",
    "0.0.0.0",
    "fe80::1",
    "::ffff:169.254.169.254",
    "::",
    "2852039166",
  ]) {
    await expectRefused(create(postgresConfig({host})), "connection_failed", /No warehouse is opened at/);
  }
});

test("paths of sockets and anything else that is no host are refused", async () => {
  for (const host of ["/var/run/postgresql", "@abstract", "a b", "host/../x", "host\u0000", ""]) {
    await expectRefused(create(postgresConfig({host})), "invalid_request", /config/);
  }
});

test("a URL's unknown parameters are named", async () => {
  const answer = await create({url: `${shop.url}?sslmode=disable&sslrootcert=/etc/passwd&host=/tmp&hots=x`});
  expect(answer.body.code).toBe("invalid_request");
  expect(answer.body.errors.map((error: {message: string}) => error.message)).toEqual([
    `The URL's parameter "sslrootcert" is not a known one: take it out.`,
    `The URL's parameter "host" is not a known one: take it out.`,
    `The URL's parameter "hots" is not a known one: take it out.`,
  ]);
  for (const url of [
    "not a url",
    "mysql://u:p@h/d",
    "postgres:///d",
    "postgres://h/d",
    "postgres://u@h",
    "postgres://u%zz@h/d",
  ]) {
    await expectRefused(create({url}), "invalid_request", /URL/);
  }
});

test("a configuration is checked key by key", async () => {
  const answer = await create({...postgresConfig(), passwrod: "x", ssl: "prefer"});
  expect(answer.body.errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({path: "/config/passwrod", suggestions: ["password"]}),
      expect.objectContaining({path: "/config/ssl", allowed: ["disable", "require", "verify-full"]}),
    ]),
  );
  const wrong = await service.call("POST", "/api/connections", {
    body: {name: "x", type: "oracle", config: {}},
  });
  expect(wrong.body.errors[0]).toMatchObject({path: "/type", allowed: [...CONNECTION_TYPES]});
});

test("a DuckDB file outside the organization's folder is refused, links included", async () => {
  const other = join(service.warehouseDir, "org_other");
  await mkdir(other, {recursive: true});
  await shopInDuckDb(service.warehouseDir, "org_other");
  await symlink(join(other, "shop.duckdb"), join(folder, "link.duckdb"));
  await symlink(other, join(folder, "folder"));
  await writeFile(join(folder, "notes.txt"), "no database");
  await mkdir(join(folder, "empty"));
  const refusals: [string, RegExp][] = [
    ["../org_other/shop.duckdb", /outside of the organization's folder/],
    [join(other, "shop.duckdb"), /outside of the organization's folder/],
    ["/etc/passwd", /outside of the organization's folder/],
    ["link.duckdb", /points outside of the organization's folder/],
    ["folder/shop.duckdb", /points outside of the organization's folder/],
    ["missing.duckdb", /There is no file "missing\.duckdb"/],
    [".", /outside/],
    ["empty", /is not a file/],
    ["notes.txt", /not a DuckDB database file/],
  ];
  for (const [path, words] of refusals) {
    await expectRefused(create({path}, "duckdb"), "connection_failed", words);
  }
  const {detail} = (await create({path: "missing.duckdb"}, "duckdb")).body;
  expect(detail).toContain(`$WAREHOUSE_DIR/${service.org.id}/`);
});

test("a DuckDB file in the organization's folder is opened by its name or by its whole path", async () => {
  expect((await create({path: "shop.duckdb"}, "duckdb")).status).toBe(201);
  expect((await create({path: join(folder, "shop.duckdb")}, "duckdb")).status).toBe(201);
});

test("a connection is refused after a wait if there is no worker, and is not saved", async () => {
  const {testApp} = await import("../support/app.ts");
  const lonely = await testApp({WORKER_WAIT_MS: "200"});
  try {
    const answer = await lonely.callOnce("POST", "/api/connections", {
      body: {name: "x", type: "postgres", config: {url: testServerUrl()}},
    });
    expect({status: answer.status, code: answer.body.code}).toEqual({
      status: 503,
      code: "worker_unavailable",
    });
  } finally {
    await lonely.stop();
  }
});

test("the operator's list of hosts limits where warehouses may be", async () => {
  const narrowed = await testService({WAREHOUSE_ALLOWED_HOSTS: "db.example.com, 10.0.0.0/8"});
  try {
    const answer = await narrowed.call("POST", "/api/connections", {
      body: {name: "x", type: "postgres", config: postgresConfig()},
    });
    expect(answer.body.code).toBe("connection_failed");
    expect(answer.body.detail).toContain("WAREHOUSE_ALLOWED_HOSTS");
  } finally {
    await narrowed.stop();
  }
});

test("private networks are reached by a service that listens on loopback, or that is configured for them", async () => {
  const create = async (environment: Record<string, string>, ...configs: object[]) => {
    const service = await testService(environment);
    const answers: string[] = [];
    for (const config of configs) {
      const {status, body} = await service.call("POST", "/api/connections", {body: {name: "x", ...config}});
      answers.push(`${status} ${body.detail ?? ""}`);
    }
    await service.stop();
    return answers;
  };
  const postgres = {type: "postgres", config: postgresConfig()};
  const secret = {user: "u", password: "p"};
  const others = [
    {type: "mysql", config: {host: "127.0.0.1", port: 1, database: "d", ...secret}},
    {type: "redshift", config: {...postgresConfig(), host: "::ffff:127.0.0.1"}},
    {type: "clickhouse", config: {host: "2130706433", port: 1, ...secret}},
    {type: "trino", config: {host: "10.0.0.1", port: 1, user: "u", catalog: "c"}},
  ];
  const refused = expect.stringMatching(/^422 .* is in a private network. .*WAREHOUSE_ALLOWED_HOSTS/);
  const answers = await create({HOST: "0.0.0.0"}, postgres, ...others);
  expect(answers).toEqual(answers.map(() => refused));
  // The address at which people reach it depends on a proxy before it.
  expect(await create({HOST: "::1", BASE_URL: "https://analytics.example"}, postgres)).toEqual(["201 "]);
  expect(await create({HOST: "0.0.0.0", BASE_URL: "http://127.0.0.1:3000"}, postgres)).toEqual([refused]);
  const metadata = {...postgresConfig(), host: "::ffff:169.254.169.254"};
  const named = {HOST: "0.0.0.0", WAREHOUSE_ALLOWED_HOSTS: "127.0.0.0/8,169.254.0.0/16"};
  expect(await create(named, postgres, {type: "postgres", config: metadata})).toEqual([
    "201 ",
    expect.stringContaining("link-local"),
  ]);
});
