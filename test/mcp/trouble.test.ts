import {afterAll, beforeAll, expect, test} from "bun:test";
import {callTool as callWithin} from "../../shared/surfaces/tools/call-tool.ts";
import {callTool} from "../support/mcp.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService({QUERY_TIMEOUT_MS: "300", WORKER_WAIT_MS: "200"});
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

test("a query that takes too long is stopped, and the agent is told to ask for less", async () => {
  const result = await callTool(t, "run_query", {model: "slow", measures: ["slow.count"]});
  expect([result.isError, result._meta?.error?.code]).toEqual([true, "query_timeout"]);
  expect(result.text).toContain("Ask for less");
});

test("a call whose statement waits for too long ends as a whole, and the agent is told so", async () => {
  const {token} = t.org.admin;
  const request = new Request("http://service.test/mcp", {headers: {authorization: `Bearer ${token}`}});
  const {actor} = await t.web.authenticate(request);
  const waiting = {
    name: "wait",
    scope: "read",
    listing: {},
    call: ({signal}: {signal: AbortSignal}) =>
      new Promise<never>((_, reject) => {
        const cancel = () => reject(new Error("the statement was cancelled"));
        signal.addEventListener("abort", cancel);
        if (signal.aborted) cancel();
      }),
  } as const;
  const {runner} = t.web;
  const caller = {actor, runner, requestId: "req_x", signal: new AbortController().signal, timeoutMs: 60_000};
  expect(await callWithin(waiting, caller, {}, 100)).toMatchObject({
    isError: true,
    _meta: {error: {code: "query_timeout", message: "The call took longer than 100 ms and was ended."}},
  });
  const leaving = new AbortController();
  const left = callWithin(waiting, {...caller, signal: leaving.signal}, {}, 60_000);
  leaving.abort(new Error("the client has left"));
  await expect(left).rejects.toThrow("the client has left");
});

test("an internal error shows nothing but the request's id", async () => {
  await t.web.pool.query("alter table charts rename to charts_gone");
  const result = await callTool(t, "list_charts");
  await t.web.pool.query("alter table charts_gone rename to charts");
  expect(result._meta?.error?.code).toBe("internal_error");
  expect(result.text).toMatch(
    /^Error internal_error: Something went wrong on our side. The log has the error under the request id req_[\w-]+\.$/,
  );
});
