import {afterAll, beforeAll, expect, test} from "bun:test";
import {type ActionService, actionService} from "../actions/service.ts";
import {callTool} from "../support/mcp.ts";
import {addPerson} from "../support/people.ts";

let t: ActionService;

beforeAll(async () => {
  t = await actionService();
});

afterAll(() => t?.stop());

const input = (more: object = {}) => ({
  name: "Too many",
  trigger: {
    type: "threshold",
    query: {
      model: "orders",
      projectId: t.shops.postgres.projectId,
      dimensions: ["orders.status"],
      measures: ["orders.count"],
    },
    measure: "orders.count",
    op: ">",
    value: 2,
    mode: "became_true",
    cron: "0 8 * * 1",
  },
  effects: [
    {type: "email", recipients: ["ada@example.com"], subject: "{{count}} crossed", message: "{{value}}"},
  ],
  ...more,
});

test("an agent creates an action, rehearses it, runs it, and reads its effects", async () => {
  const made = await callTool(t, "create_action", input());
  const {id} = made.structuredContent;
  expect(made.text).toBe(
    `Created the action ${id} "Too many". run_action with dryRun says what it would do now.`,
  );
  const listed = await callTool(t, "list_actions");
  expect(listed.structuredContent.items[0]).toMatchObject({
    id,
    name: "Too many",
    trigger: "threshold",
    effects: "email",
    active: true,
  });
  expect((await callTool(t, "get_resource", {id})).structuredContent.resource).toMatchObject({
    id,
    ...input(),
  });
  const dry = await callTool(t, "run_action", {actionId: id, dryRun: true});
  await t.runEnded(id, dry.structuredContent.runId);
  const {resource: rehearsed} = (await callTool(t, "get_resource", {id: dry.structuredContent.runId}))
    .structuredContent;
  // Three orders of the shop are paid, and one is open.
  expect(rehearsed).toMatchObject({
    dryRun: true,
    rows: [["paid", 3]],
    effects: [{result: {would: 'Mails "1 crossed" to ada@example.com.'}}],
  });
  const run = await callTool(t, "run_action", {actionId: id});
  expect(run.text).toContain(`get_resource with ${run.structuredContent.runId}`);
  const {effects} = await t.runEnded(id, run.structuredContent.runId);
  await t.ended(effects[0].result.deliveryId);
  expect(t.mailTo("ada@example.com")[0]?.mail).toMatchObject({
    subject: "1 crossed",
    text: expect.stringMatching(/^paid +3$/m),
  });
});

test("an action that the agent cannot see is missing, and errors are named by their paths", async () => {
  const {id} = (await callTool(t, "create_action", input())).structuredContent;
  const {runId} = (await callTool(t, "run_action", {actionId: id, dryRun: true})).structuredContent;
  const stranger = await addPerson(t);
  for (const [tool, args] of [
    ["run_action", {actionId: id}],
    ["get_resource", {id}],
    ["get_resource", {id: runId}],
  ] as const) {
    expect((await callTool(t, tool, args, stranger.token))._meta?.error?.code).toBe("not_found");
  }
  const wrong = await callTool(t, "create_action", input({effects: [{type: "webhook", url: "http://x"}]}));
  expect(wrong._meta?.error?.errors?.[0]?.path).toStartWith("/effects/0");
  const nobody = {type: "email", recipients: ["nobody"], subject: "s", message: "{{cuont}}"};
  expect(
    (await callTool(t, "create_action", input({effects: [nobody]})))._meta?.error?.errors?.[0]?.path,
  ).toBe("/effects/0/recipients/0");
});

test("the run of a query is read by its id as well", async () => {
  const query = {
    model: "orders",
    projectId: t.shops.postgres.projectId,
    measures: ["orders.count"],
  };
  const started = await t.call("POST", "/api/query", {body: query, headers: {prefer: "respond-async"}});
  const {resource} = (await callTool(t, "get_resource", {id: started.body.id})).structuredContent;
  expect(resource).toMatchObject({id: started.body.id, model: "orders"});
});
