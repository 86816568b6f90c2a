import {afterAll, beforeAll, expect, test} from "bun:test";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let answer: () => Response | Promise<Response> = () => new Response();
const server = Bun.serve({hostname: "127.0.0.1", port: 0, idleTimeout: 60, fetch: () => answer()});

beforeAll(async () => {
  t = await testService();
});
afterAll(async () => {
  await t.stop();
  await server.stop(true);
  silent.stop(true);
});

const CONNECTIONS = {
  trino: {host: "127.0.0.1", port: server.port, user: "ana", catalog: "c", ssl: "disable"},
  clickhouse: {host: "127.0.0.1", port: server.port, user: "ana", database: "d", ssl: "disable"},
};

const FAULTS: Record<string, () => Response | Promise<Response>> = {
  "500": () => new Response("boom", {status: 500}),
  "500 as JSON": () => Response.json({error: {message: "boom"}}, {status: 500}),
  "503": () => new Response("away", {status: 503}),
  "404": () => new Response("", {status: 404}),
  "a page": () => new Response("<html>"),
  nothing: () => new Promise<Response>(() => undefined),
};

/** A server that accepts connections and never answers. */
const silent = Bun.listen({hostname: "127.0.0.1", port: 0, socket: {data() {}}});

for (const [type, config] of Object.entries(CONNECTIONS)) {
  test(`a connection to a ${type} that answers with an error is connection_failed`, async () => {
    for (const [name, fault] of Object.entries(FAULTS)) {
      answer = fault;
      const {status, body} = await t.call("POST", "/api/connections", {body: {name: "w", type, config}});
      expect([name, status, body.code]).toEqual([name, 422, "connection_failed"]);
    }
  });
}

test.each(["postgres", "mysql"])(
  "a connection to a %s that never answers is connection_failed",
  async type => {
    const login = {user: "ana", password: "x", database: "d", ssl: "disable"};
    const config = {host: "127.0.0.1", port: silent.port, ...login};
    const {status, body} = await t.call("POST", "/api/connections", {body: {name: "w", type, config}});
    expect([status, body.code]).toEqual([422, "connection_failed"]);
  },
);
