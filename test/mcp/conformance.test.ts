import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Elysia} from "elysia";
import {mcpRoutes} from "../../api/mcp/endpoint.ts";
import {TOOLS} from "../../shared/surfaces/tools/all-tools.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {FIXTURE_TOOLS} from "../support/mcp-fixtures.ts";

const packages = join(import.meta.dir, "..", "..", "node_modules", "@modelcontextprotocol");

let t: TestApp;
let folder: string;

beforeAll(async () => {
  t = await testApp();
  folder = await mkdtemp(join(tmpdir(), "mcp-"));
});

afterAll(async () => {
  await t.stop();
  await rm(folder, {recursive: true, force: true});
});

/** The endpoint with these tools on a port of its own, for programs that cannot send a token. */
function serve(tools: typeof TOOLS) {
  const app = new Elysia().use(mcpRoutes(t.web, tools));
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${t.org.admin.token}`);
      return app.handle(new Request(request, {headers}));
    },
  });
  return {url: `http://127.0.0.1:${server.port}/mcp`, stop: () => server.stop(true)};
}

async function run(args: readonly string[]) {
  const child = Bun.spawn([process.execPath, ...args], {cwd: folder, stdout: "pipe", stderr: "pipe"});
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return {out, err, code};
}

test("the protocol's own tests pass, except for those of the baseline", async () => {
  const {url, stop} = serve([...TOOLS, ...FIXTURE_TOOLS]);
  const {out, err, code} = await run([
    join(packages, "conformance", "dist", "index.js"),
    "server",
    "--url",
    url,
    "--expected-failures",
    join(import.meta.dir, "conformance-baseline.yml"),
    "-o",
    folder,
  ]);
  await stop();
  expect(`${out}${err}`).toContain("dns-rebinding-protection: 2 passed, 0 failed");
  for (const scenario of [
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
  ]) {
    expect(out).toContain(`✓ ${scenario}: 1 passed, 0 failed`);
  }
  // The suite ends with 0 only if no scenario outside of the baseline fails, and none in the baseline passes.
  expect(code).toBe(0);
});

test("the Inspector warns of nothing in the tools", async () => {
  const {url, stop} = serve(TOOLS);
  const inspector = join(packages, "inspector", "clients", "cli", "build", "index.js");
  const args = ["--cli", url, "--transport", "http", "--method", "tools/list", "--strict"];
  const {out, err, code} = await run([inspector, ...args]);
  await stop();
  expect(err).not.toContain("Warning");
  expect(JSON.parse(out).tools).toHaveLength(TOOLS.length);
  expect(code).toBe(0);
});
