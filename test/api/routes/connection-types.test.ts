import {afterAll, beforeAll, expect, test} from "bun:test";
import {joinSecrets, parseConfig, splitSecrets} from "../../../shared/tenancy/connections/parse-config.ts";
import {standIn} from "../../support/http-warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

interface Described {
  type: string;
  title: string;
  config: {properties: Record<string, {writeOnly?: boolean}>; required?: string[]};
}

test("every type of connection is described well enough to draw a form, with its secrets marked", async () => {
  const {status, body} = await service.call("GET", "/api/connections/types");
  expect(status).toBe(200);
  const types: Described[] = body;
  const secrets = types.map(({type, config}) => [
    type,
    Object.entries(config.properties).flatMap(([name, {writeOnly}]) => (writeOnly ? [name] : [])),
  ]);
  expect(Object.fromEntries(secrets)).toMatchObject({
    postgres: ["password"],
    duckdb: [],
    mysql: ["password"],
    redshift: ["password"],
    clickhouse: ["password"],
    trino: ["password", "token"],
    bigquery: ["serviceAccount"],
    databricks: ["token", "clientSecret"],
    snowflake: ["privateKey", "privateKeyPassphrase"],
  });
  const document = (await service.call("GET", "/swagger/json")).body;
  const {schemas} = document.components;
  expect(document.paths["/api/connections"].post.requestBody.content["application/json"].schema.$ref).toBe(
    "#/components/schemas/ConnectionInput",
  );
  expect(schemas.ConnectionInput.properties.type.$ref).toBe("#/components/schemas/ConnectionType");
  for (const {type} of types) expect(schemas.ConnectionType.enum).toContain(type);
});

test("a warehouse over HTTP is tested, saved without visible secrets, and queried, and its secrets stay with the host that they were given for", async () => {
  const seen: string[] = [];
  const server = standIn(async request => {
    seen.push(`${request.headers.get("authorization")} ${await request.text()}`);
    return new Response("n\nString\n25.8.1\n");
  });
  const config = {host: "127.0.0.1", port: server.port, user: "ana", password: "secret"};
  const made = await service.call("POST", "/api/connections", {
    body: {name: "CH", type: "clickhouse", config},
  });
  expect(made.status).toBe(201);
  expect(made.body.config).toEqual({
    host: "127.0.0.1",
    port: server.port,
    database: "default",
    user: "ana",
    ssl: "disable",
  });
  const path = `/api/connections/${made.body.id}`;
  expect((await service.call("POST", `${path}/test`)).body).toMatchObject({version: "ClickHouse 25.8.1"});
  const moved = await service.call("PATCH", path, {body: {config: {host: "localhost"}}});
  expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([422, "/config/password"]);
  const renamed = await service.call("PATCH", path, {body: {config: {database: "shop"}}});
  expect([renamed.status, renamed.body.config.database]).toEqual([200, "shop"]);
  const basic = `Basic ${Buffer.from("ana:secret").toString("base64")}`;
  expect(seen.every(one => one.startsWith(basic))).toBe(true);
  server.stop();
});

test.each([
  ["a link-local address", {host: "169.254.169.254"}],
  ["a link-local address", {host: "[::ffff:169.254.169.254]"}],
])("a warehouse over HTTP is refused at %s", async (what, config) => {
  const body = {name: "CH", type: "clickhouse", config};
  const refused = await service.call("POST", "/api/connections", {body});
  expect(refused.body).toMatchObject({code: "connection_failed", detail: expect.stringContaining(what)});
});

test("a host outside the operator's list is not contacted", async () => {
  const narrow = await testService({WAREHOUSE_ALLOWED_HOSTS: "10.0.0.0/8"});
  const body = {name: "CH", type: "clickhouse", config: {host: "127.0.0.1"}};
  const refused = await narrow.call("POST", "/api/connections", {body});
  expect(refused.body.detail).toContain("WAREHOUSE_ALLOWED_HOSTS");
  await narrow.stop();
});

test.each([
  ["bigquery", {serviceAccount: "{}"}, "/config/serviceAccount"],
  ["bigquery", {serviceAccount: '{"client_email":"a","private_key":"b"}'}, "/config/projectId"],
  ["databricks", {host: "dbc-1.cloud.databricks.com", warehouseId: "w"}, "/config/token"],
  ["databricks", {host: "dbc-1.net", warehouseId: "w", token: "t", clientId: "c"}, "/config/token"],
  ["databricks", {host: "169.254.169.254:80/x", warehouseId: "w", token: "t"}, "/config/host"],
  ["snowflake", {account: "a/../b", user: "u", privateKey: "k"}, "/config/account"],
  ["snowflake", {account: "evil.example.com#", user: "u", privateKey: "k"}, "/config/account"],
  ["trino", {host: "h", catalog: "c", user: "a:b"}, "/config/user"],
])("an invalid configuration of %s is refused with the field at fault", async (type, config, path) => {
  const refused = await service.call("POST", "/api/connections", {body: {name: "X", type, config}});
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, path]);
});

test("no secret of any type is stored or shown in the clear", () => {
  const privateKey = "PRIVATE";
  const configs = [
    parseConfig("bigquery", {
      projectId: "shop-1",
      serviceAccount: JSON.stringify({client_email: "a@b", private_key: privateKey}),
    }),
    parseConfig("databricks", {host: "a.b", warehouseId: "w", clientId: "c", clientSecret: privateKey}),
    parseConfig("snowflake", {account: "a-b", user: "u", privateKey, privateKeyPassphrase: privateKey}),
    parseConfig("trino", {host: "h", catalog: "c", user: "u", token: privateKey}),
    parseConfig("redshift", {host: "h", database: "d", user: "u", password: privateKey}),
  ];
  for (const config of configs) {
    const {plain, secret} = splitSecrets(config);
    expect(JSON.stringify(plain)).not.toContain(privateKey);
    expect(joinSecrets(config.type, plain, secret)).toEqual(config);
  }
});
