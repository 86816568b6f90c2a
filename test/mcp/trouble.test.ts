import {afterAll, beforeAll, expect, test} from "bun:test";
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

test("an internal error shows nothing but the request's id", async () => {
  await t.web.pool.query("alter table charts rename to charts_gone");
  const result = await callTool(t, "list_charts");
  await t.web.pool.query("alter table charts_gone rename to charts");
  expect(result._meta?.error?.code).toBe("internal_error");
  expect(result.text).toMatch(
    /^Error internal_error: Something went wrong on our side. The log has the error under the request id req_[\w-]+\.$/,
  );
});
