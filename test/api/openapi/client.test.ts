import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {freePort} from "../../../shared/core/postgres/server.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

const root = join(import.meta.dir, "../../..");
const client = join(import.meta.dir, "client");

let t: TestService;
let baseUrl = "";
let shops: Awaited<ReturnType<typeof shopProjects>>;
let dir = "";

beforeAll(async () => {
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  t = await testService({BASE_URL: baseUrl});
  t.app.listen({port, hostname: "127.0.0.1"});
  shops = await shopProjects(t);
  dir = await mkdtemp(join(tmpdir(), "analytics-test-"));
});

afterAll(async () => {
  await t?.app.stop();
  await t?.stop();
  await shops?.drop();
  await rm(dir, {recursive: true, force: true});
});

async function run(command: string[]): Promise<{code: number; output: string; errors: string}> {
  const child = Bun.spawn(command, {cwd: root, stdout: "pipe", stderr: "pipe"});
  const [code, output, errors] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()]);
  return {code, output, errors};
}

test("a client written against the document's types compiles, and runs against the service", async () => {
  const document = join(dir, "openapi.json");
  const types = join(dir, "openapi.ts");
  await Bun.write(document, await fetch(`${baseUrl}/swagger/json`));
  const generated = await run([
    process.execPath,
    join(import.meta.dir, "generate-types.ts"),
    document,
    types,
  ]);
  expect(generated).toMatchObject({code: 0, errors: ""});

  const project = join(dir, "tsconfig.json");
  await Bun.write(
    project,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {paths: {"#openapi-types": [types]}, typeRoots: [join(root, "node_modules/@types")]},
      files: [join(client, "tour.ts")],
      include: [],
    }),
  );
  const compiled = await run([join(root, "node_modules/.bin/tsc"), "-p", project]);
  expect(compiled).toEqual({code: 0, output: "", errors: ""});

  const {token} = t.org.admin;
  const toured = await run([
    process.execPath,
    join(client, "tour.ts"),
    baseUrl,
    token,
    shops.duckdb.projectId,
  ]);
  expect(toured).toMatchObject({code: 0, errors: ""});
  const asked = {
    model: "orders",
    projectId: shops.duckdb.projectId,
    dimensions: ["orders.status"],
    measures: ["orders.count"],
    orderBy: ["orders.status"],
    limit: 3,
  };
  const {body} = await t.call("POST", "/api/query", {body: asked});
  expect(JSON.parse(toured.output)).toEqual({
    orgId: t.org.id,
    scopes: ["read", "write", "manage"],
    projectNames: ["shop postgres", "shop duckdb"],
    columns: body.columns,
    rows: body.rows,
    truncated: body.truncated,
    renamed: "Orders",
    drawn: body.rows.length,
    role: null,
    deleted: null,
    refused: true,
  });
  expect(body.rows.length).toBeGreaterThan(1);
});
