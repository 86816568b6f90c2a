import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {Client} from "@modelcontextprotocol/sdk/client/index.js";
import {StreamableHTTPClientTransport} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {type TestApp, testApp} from "../support/app.ts";
import {postMcp, rpc} from "../support/mcp.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp({BASE_URL: "http://127.0.0.1:3000"});
});

afterAll(() => t.stop());

const ping = {jsonrpc: "2.0", id: 1, method: "ping"};
const REVISIONS = ["2025-06-18", "2025-03-26", "2024-11-05"];
const METADATA = 'resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource"';

function initialize(protocolVersion: string) {
  const params = {protocolVersion, capabilities: {}, clientInfo: {name: "test", version: "1"}};
  return {jsonrpc: "2.0", id: "i", method: "initialize", params};
}

describe("methods other than POST", () => {
  test.each(["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"])(
    "%s is 405, whatever else it contains",
    async method => {
      const {status, headers} = await t.call(method, "/mcp", {
        token: null,
        headers: {origin: "http://evil.test"},
      });
      expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    },
  );
});

describe("who may call", () => {
  test("without valid credentials, a caller gets 401 and the place to get them", async () => {
    for (const token of [null, "svc_pat_unknown"]) {
      const {status, headers} = await postMcp(t, ping, {token});
      expect([status, headers.get("www-authenticate")]).toEqual([401, `Bearer ${METADATA}`]);
    }
  });

  test.each([
    [{host: "evil.test"}, 403],
    [{host: "127.0.0.1:3000"}, 200],
    [{host: "localhost:9999"}, 200],
    [{host: "[::1]:3000"}, 200],
    [{host: "127.0.0.1.evil.test"}, 403],
    [{origin: "http://evil.test"}, 403],
    [{origin: "null"}, 403],
    [{origin: "http://localhost:6274"}, 200],
  ])("with %j the answer is %i", async (headers, status) => {
    expect((await postMcp(t, ping, {headers})).status).toBe(status);
  });

  test("a service with a public address accepts requests for that address only", async () => {
    const other = await testApp({BASE_URL: "https://analytics.example.com"});
    const status = async (headers: Record<string, string>) => (await postMcp(other, ping, {headers})).status;
    expect(await status({host: "analytics.example.com", origin: "https://analytics.example.com"})).toBe(200);
    expect(await status({host: "analytics.example.com:443"})).toBe(200);
    expect(await status({host: "localhost:3000"})).toBe(403);
    expect(await status({origin: "http://analytics.example.com"})).toBe(403);
    await other.stop();
  });

  test("a request from a page of another site is refused before its token is looked at", async () => {
    expect((await postMcp(t, ping, {token: null, headers: {origin: "http://evil.test"}})).status).toBe(403);
  });

  test("a token's rate limit counts here too, and each message of a batch as one", async () => {
    const other = await testApp({RATE_LIMIT_PER_MINUTE: "4"});
    expect((await postMcp(other, [ping, ping, ping])).status).toBe(200);
    expect((await postMcp(other, ping)).status).toBe(200);
    const {status, headers} = await postMcp(other, ping);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await other.stop();
  });
});

describe("the form of a request", () => {
  test.each([
    [{accept: "application/json"}, 406],
    [{accept: "text/event-stream"}, 406],
    [{accept: "*/*"}, 200],
    [{accept: "text/event-stream;q=0.9, application/json"}, 200],
    [{"content-type": "text/plain"}, 415],
    [{"content-type": "application/json; charset=utf-8"}, 200],
    [{accept: "text/html", "content-type": "text/plain"}, 406],
  ])("with %j the answer is %i", async (headers, status) => {
    expect((await postMcp(t, ping, {headers})).status).toBe(status);
  });

  test("a body over the limit is 413", async () => {
    const params = {_meta: {filler: "x".repeat(1024 * 1024)}};
    expect((await postMcp(t, {...ping, params})).status).toBe(413);
  });

  test.each([
    ["", 400, -32700],
    ["{", 400, -32700],
    ["5", 400, -32600],
    ["null", 400, -32600],
    ["{}", 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"resources/list"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"toString"}', 200, -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"initialize"}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_query","arguments":[]}}',
      200,
      -32602,
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_qeury"}}', 200, -32602],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","_meta":{"progressToken":1.5}}}',
      200,
      -32602,
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","_meta":null}}', 200, -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","task":{}}}', 200, -32603],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', 200, -32602],
    ["[]", 400, -32600],
  ])("%s is answered with %i and %i, in one line", async (body, status, code) => {
    const answer = await postMcp(t, body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).not.toContain("\n");
    expect(answer.body.jsonrpc).toBe("2.0");
  });

  test("notifications and responses are answered with 202, without a body", async () => {
    for (const body of [
      {jsonrpc: "2.0", method: "notifications/initialized"},
      {jsonrpc: "2.0", method: "notifications/cancelled", params: {requestId: 1}},
      {jsonrpc: "2.0", id: 3, result: {}},
    ]) {
      const {status, text} = await postMcp(t, body);
      expect([status, text]).toEqual([202, ""]);
    }
  });

  test("an id is returned unchanged, even if another request has the same one at the time", async () => {
    const ids = ["a", 0, "0", 7, "", -3];
    const answers = await Promise.all([...ids, ...ids].map(id => postMcp(t, {...ping, id})));
    expect(answers.map(answer => answer.body.id)).toEqual([...ids, ...ids]);
  });

  test("an id of more digits than a double holds is returned as the same number", async () => {
    const id = "1733061234567890123";
    for (const method of ["ping", "tools/list", "nothing"]) {
      const {text} = await postMcp(t, `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`);
      expect(text).toContain(`"id":${id},`);
    }
    const call = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"whoami"}}`;
    const {text} = await postMcp(t, `[${call},{"jsonrpc":"2.0","id":"${id}","method":"ping"}]`);
    expect(text.match(/"id":"?1733061234567890123"?,/g)).toEqual([`"id":${id},`, `"id":"${id}",`]);
    const fraction = await postMcp(t, '{"jsonrpc":"2.0","id":0.12345678901234567,"method":"ping"}');
    expect([fraction.status, fraction.body.id]).toEqual([400, null]);
  });
});

describe("revisions", () => {
  test.each([
    ...REVISIONS.map(revision => [revision, revision] as const),
    ["2025-11-25", "2025-06-18"],
    ["1.0", "2025-06-18"],
    ["", "2025-06-18"],
  ])("initialize with %j agrees on %s", async (wanted, agreed) => {
    const {body, headers} = await postMcp(t, initialize(wanted));
    expect(body.result.protocolVersion).toBe(agreed);
    expect(body.result.capabilities).toEqual({tools: {}});
    expect(body.result.instructions).toContain("list_projects");
    expect(headers.get("mcp-session-id")).toBeNull();
  });

  test("a header with another revision is 400, except on initialize", async () => {
    const headers = {"mcp-protocol-version": "2025-11-25"};
    const refused = await postMcp(t, ping, {headers});
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      `The MCP-Protocol-Version "2025-11-25" is not supported. Supported: ${REVISIONS.join(", ")}.`,
    ]);
    expect((await postMcp(t, initialize("2025-11-25"), {headers})).status).toBe(200);
    for (const revision of REVISIONS) {
      expect((await postMcp(t, ping, {headers: {"mcp-protocol-version": revision}})).status).toBe(200);
    }
  });

  test("batches are accepted only in the older revisions", async () => {
    const batch = [ping, {jsonrpc: "2.0", method: "notifications/initialized"}, {...ping, id: 2}, 5];
    for (const headers of [
      {},
      {"mcp-protocol-version": "2025-03-26"},
      {"mcp-protocol-version": "2024-11-05"},
    ]) {
      const {status, body} = await postMcp(t, batch, {headers});
      expect(status).toBe(200);
      expect(body.map((answer: {id: unknown}) => answer.id)).toEqual([1, 2, null]);
    }
    expect((await postMcp(t, batch, {headers: {"mcp-protocol-version": "2025-06-18"}})).status).toBe(400);
    expect((await postMcp(t, [initialize("2025-03-26")])).status).toBe(400);
    expect(
      (
        await postMcp(
          t,
          Array.from({length: 21}, () => ping),
        )
      ).status,
    ).toBe(400);
    expect((await postMcp(t, [{jsonrpc: "2.0", method: "notifications/initialized"}])).status).toBe(202);
  });

  test.each(REVISIONS)("the SDK's client works with %s", async revision => {
    const server = Bun.serve({port: 0, fetch: request => t.app.handle(request)});
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`), {
      requestInit: {headers: {authorization: `Bearer ${t.org.admin.token}`}},
      fetch: async (url, init) => {
        const body =
          typeof init?.body === "string"
            ? init.body.replace(/"protocolVersion":"[^"]*"/, `"protocolVersion":"${revision}"`)
            : init?.body;
        return fetch(url, {...init, body: body ?? null});
      },
    });
    const client = new Client({name: "test", version: "1"});
    await client.connect(transport);
    expect(transport.protocolVersion).toBe(revision);
    await client.ping();
    const {tools} = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    const result = await client.callTool({name: "list_projects", arguments: {}});
    expect(result.structuredContent).toEqual({items: []});
    await client.close();
    await server.stop(true);
  });
});

describe("scopes", () => {
  const names = async (token: string) =>
    (await rpc(t, "tools/list", undefined, {token})).tools.map((tool: {name: string}) => tool.name);

  test("who may only read is not shown what creates or sends", async () => {
    const all = await names(t.org.writer.token);
    const isOfWriters = (name: string) => /^(create_|update_|delete_|run_(schedule|action|agent))/.test(name);
    expect(all.filter(isOfWriters).length).toBeGreaterThanOrEqual(6);
    for (const token of [t.org.reader.token, t.org.viewer.token]) {
      expect(await names(token)).toEqual(all.filter((name: string) => !isOfWriters(name)));
    }
  });

  test("calling it nevertheless is 403, and says which scope is needed; nothing of a batch is done then", async () => {
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {name: "create_dashboard", arguments: {name: "x"}},
    };
    for (const body of [call, [ping, call]]) {
      const {status, headers} = await postMcp(t, body, {token: t.org.reader.token});
      expect(status).toBe(403);
      expect(headers.get("www-authenticate")).toBe(
        `Bearer error="insufficient_scope", scope="write", ${METADATA}`,
      );
    }
    const {result} = (await postMcp(t, call, {token: t.org.viewer.token})).body;
    expect([result.isError, result._meta.error.code]).toEqual([true, "missing_privilege"]);
  });
});
