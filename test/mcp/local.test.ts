import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {join} from "node:path";
import {Client} from "@modelcontextprotocol/sdk/client/index.js";
import {StdioClientTransport} from "@modelcontextprotocol/sdk/client/stdio.js";
import {rpc} from "../support/mcp.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";

const program = join(import.meta.dir, "..", "..", "bin", "mcp.ts");

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let address: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  t.app.listen({port: 0, hostname: "127.0.0.1"});
  address = `http://127.0.0.1:${t.app.server?.port}`;
});

afterAll(async () => {
  await t.app.stop();
  await t.stop();
  await shops.drop();
});

function environment(more: Record<string, string> = {}) {
  return {BASE_URL: address, ANALYTICS_TOKEN: t.org.admin.token, ...more};
}

/** The program's output for these lines, until its input ends. */
async function say(lines: readonly string[], more: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, program], {
    env: environment(more),
    stdin: new Blob([lines.map(line => `${line}\n`).join("")]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return {answers: out.split("\n").filter(Boolean), err, code};
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {protocolVersion: "2024-11-05", capabilities: {}, clientInfo: {name: "test", version: "1"}},
});

describe("the local server", () => {
  test("offers a client the same tools as the hosted endpoint, and runs them", async () => {
    const client = new Client({name: "test", version: "1"});
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program],
      env: environment(),
      stderr: "pipe",
    });
    await client.connect(transport);
    const {tools} = await client.listTools();
    expect(JSON.parse(JSON.stringify(tools))).toEqual((await rpc(t, "tools/list")).tools);
    const result = await client.callTool({
      name: "run_query",
      arguments: {model: "orders", measures: ["orders.count"]},
    });
    expect(result.structuredContent).toMatchObject({rows: [[4]]});
    await client.close();
  });

  test("answers every line in JSON-RPC and nothing else, and exits when its input ends", async () => {
    const {answers, err, code} = await say([
      initialize,
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      "no JSON",
      '{"jsonrpc":"2.0","id":"a","method":"nothing"}',
      '{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"list_connections"}}',
    ]);
    expect([err, code]).toEqual(["", 0]);
    const byId = new Map(answers.map(line => JSON.parse(line)).map(answer => [answer.id, answer]));
    expect([...byId.keys()].sort()).toEqual([1, "a", "b", null].sort());
    expect(byId.get(1).result.protocolVersion).toBe("2024-11-05");
    expect(byId.get(null).error.code).toBe(-32700);
    expect(byId.get("a").error.code).toBe(-32601);
    expect(byId.get("b").result.content[0].text).toContain("shop duckdb");
  });

  test("gives a client that reads late every answer before it exits", async () => {
    const lists = Array.from({length: 20}, (_, id) =>
      JSON.stringify({jsonrpc: "2.0", id, method: "tools/list"}),
    );
    const child = Bun.spawn(["sh", "-c", `"$BUN" "${program}" | (sleep 1; cat)`], {
      env: {...environment(), BUN: process.execPath, PATH: process.env["PATH"]},
      stdin: new Blob([lists.map(line => `${line}\n`).join("")]),
      stdout: "pipe",
    });
    const answers = (await child.stdout.text()).split("\n").filter(Boolean);
    expect(answers.map(line => JSON.parse(line).id).sort((a, b) => a - b)).toEqual(lists.map((_, id) => id));
  });

  test("answers each request of a batch that fails", async () => {
    const broken = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async request =>
        (await request.text()).startsWith("[")
          ? Response.json({detail: "Wait."}, {status: 503})
          : Response.json({jsonrpc: "2.0", id: 0, result: {}}),
    });
    const batch = [
      {jsonrpc: "2.0", id: 1, method: "ping"},
      {jsonrpc: "2.0", method: "notifications/initialized"},
      {jsonrpc: "2.0", id: "b", method: "tools/list"},
    ];
    const {answers} = await say([JSON.stringify(batch)], {BASE_URL: `http://127.0.0.1:${broken.port}`});
    await broken.stop(true);
    const error = {code: -32000, message: "503: Wait."};
    expect(answers.map(line => JSON.parse(line))).toEqual([
      [
        {jsonrpc: "2.0", id: 1, error},
        {jsonrpc: "2.0", id: "b", error},
      ],
    ]);
  });

  test("sends its token to no proxy if the service is on this machine", async () => {
    const proxied: string[] = [];
    const proxy = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        proxied.push(request.headers.get("authorization") ?? "");
        return Response.json({});
      },
    });
    const http_proxy = `http://127.0.0.1:${proxy.port}`;
    const {answers, code} = await say([initialize], {http_proxy, HTTP_PROXY: http_proxy});
    await proxy.stop(true);
    expect([answers.length, code, proxied]).toEqual([1, 0, []]);
  });

  test.each([
    [{ANALYTICS_TOKEN: "svc_pat_wrong"}, "ANALYTICS_TOKEN is not accepted by"],
    [{ANALYTICS_TOKEN: ""}, "ANALYTICS_TOKEN is missing"],
    [{BASE_URL: "http://127.0.0.1:9"}, "http://127.0.0.1:9/mcp cannot be reached"],
    [{BASE_URL: "analytics"}, 'BASE_URL is "analytics"'],
  ])("reports on standard error what %j lacks, and exits", async (more, message) => {
    const {answers, err, code} = await say([initialize], more);
    expect(answers).toEqual([]);
    expect(err).toContain(message);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  });

  test("stops the statement in the warehouse when a call is cancelled", async () => {
    const child = Bun.spawn([process.execPath, program], {
      env: environment(),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    const call = {name: "run_query", arguments: {model: "slow", measures: ["slow.count"]}};
    child.stdin.write(`${JSON.stringify({jsonrpc: "2.0", id: 7, method: "tools/call", params: call})}\n`);
    await child.stdin.flush();
    const running = async () => {
      const {body} = await t.call("GET", "/api/query/runs");
      return body.filter((run: {model: string}) => run.model === "slow");
    };
    await until(() => t.worker.executor.running > 0);
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}\n');
    child.stdin.end();
    const [out] = await Promise.all([child.stdout.text(), child.exited]);
    expect(out).toBe("");
    const ended = async () => (await running()).some((run: {status: string}) => run.status === "cancelled");
    await until(ended, 8000);
    expect(await ended()).toBe(true);
  });
});
