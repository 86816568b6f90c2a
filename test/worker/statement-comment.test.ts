import {afterAll, beforeAll, expect, test} from "bun:test";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService({STATEMENT_COMMENTS: "on"});
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t?.stop();
  await shops?.drop();
});

test("a statement ends with a comment on its caller, which its fingerprint ignores", async () => {
  const {projectId} = shops.postgres;
  const layer = await t.call("POST", `/api/projects/${projectId}/introspect`, {
    body: {
      models: [
        {
          name: "seen",
          table: {schema: "public", name: "orders"},
          dimensions: [{name: "statement", type: "string", sql: "current_query()"}],
        },
      ],
    },
  });
  expect([layer.status, layer.text]).toEqual([201, layer.text]);
  const ask = (requestId: string) =>
    t.call("POST", "/api/query", {
      body: {projectId, model: "seen", dimensions: ["seen.statement"]},
      headers: {"x-request-id": requestId},
    });
  const [[seen]] = (await ask("req:one.two")).body.rows;
  expect(seen).toEndWith(`/*model='seen',principal='${t.org.admin.id}',request_id='req%3Aone.two'*/`);
  expect((await ask("req_other")).body.rows[0][0]).toContain("request_id='req_other'");
  await t.worker.executor.runLog.flush();
  const rows = await t.db
    .selectFrom("query_runs")
    .select("fingerprint")
    .where("model", "=", "seen")
    .execute();
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({fingerprint}) => fingerprint)).size).toBe(1);
});
