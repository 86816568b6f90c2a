import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {callTool, postMcp, rpc} from "../support/mcp.ts";
import {addPerson} from "../support/people.ts";
import {BY_STATUS, type MailService, mailService} from "../worker/deliveries/service.ts";

let t: MailService;
let chartId: string;
let dashboardId: string;

beforeAll(async () => {
  t = await mailService();
  chartId = (await t.made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS})).id;
  const tiles = [{chartId, x: 0, y: 0, w: 36, h: 10}];
  dashboardId = (await callTool(t, "create_dashboard", {name: "Week", tiles})).structuredContent.id;
});

afterAll(() => t?.stop());

const input = (more: object = {}) => ({
  resources: [
    {resourceType: "dashboard", resourceId: dashboardId},
    {resourceType: "chart", resourceId: chartId},
  ],
  cron: "0 8 * * 1",
  recipients: ["ada@example.com"],
  ...more,
});

async function addSchedule(more: object = {}, token?: string): Promise<string> {
  const {structuredContent} = await callTool(t, "create_schedule", input(more), token);
  return structuredContent.id;
}

describe("an agent", () => {
  test("creates a schedule, lists it, sends it, and reads who has got it", async () => {
    const made = await callTool(t, "create_schedule", input({name: "Monday"}));
    const {id, resource} = made.structuredContent;
    expect(made.text).toBe(`Created the schedule ${id} "Monday". run_schedule sends it now.`);
    expect(resource).toMatchObject({active: true, cron: "0 8 * * 1", recipients: ["ada@example.com"]});
    const listed = await callTool(t, "list_schedules");
    expect(listed.structuredContent.items[0]).toMatchObject({
      id,
      name: "Monday",
      cadence: "At 08:00, only on Monday (UTC)",
      active: true,
      recipients: 1,
    });
    const run = await callTool(t, "run_schedule", {scheduleId: id});
    const {deliveryId} = run.structuredContent;
    expect(run.text).toContain(`get_resource with ${deliveryId}`);
    await t.ended(deliveryId);
    const {resource: delivery} = (await callTool(t, "get_resource", {id: deliveryId})).structuredContent;
    expect(delivery).toMatchObject({
      status: "succeeded",
      trigger: "test",
      recipients: [{email: "ada@example.com", status: "sent"}],
      resources: [{name: "Week"}, {name: "Orders"}],
    });
    expect(t.mailTo("ada@example.com")).toHaveLength(1);
    expect((await callTool(t, "get_resource", {id})).structuredContent.resource).toMatchObject({id});
  });

  test("is told what will be missing, before the schedule is saved and after", async () => {
    const body = input({filters: [{field: "orders.nothing", op: "=", value: 1}]});
    const tried = await callTool(t, "validate_resource", {type: "schedule", body});
    expect(tried.structuredContent).toMatchObject({valid: true, mayCreate: true});
    expect(tried.structuredContent.warnings).toHaveLength(2);
    expect(tried.text).toContain('\nWarning: Week: the filter on "orders.nothing"');
    expect((await callTool(t, "create_schedule", body)).text).toContain("\nWarning: Orders: the filter on");
  });

  test("rehearses a schedule and leaves none behind", async () => {
    const count = async () => (await callTool(t, "list_schedules")).structuredContent.items.length;
    const before = await count();
    const own = await callTool(t, "validate_resource", {type: "schedule", body: input()});
    expect(own.structuredContent).toEqual({valid: true, mayCreate: true});
    expect(await count()).toBe(before);
  });

  test.each([
    ["an invalid address", {recipients: ["ada"]}, "/recipients/0", "not an email address"],
    ["an invalid cron", {cron: "0 8 * *"}, "/cron", "has 4 fields"],
    ["nothing to send", {resources: []}, "/resources", ""],
    ["an invalid condition", {condition: {type: "full_moon"}}, "/condition", ""],
    [
      "what it cannot see",
      {resources: [{resourceType: "chart", resourceId: "chart_x"}]},
      "/resources/0/resourceId",
      "that you can see",
    ],
  ])("gets the path of %s", async (_, wrong, path, says) => {
    const result = await callTool(t, "create_schedule", input(wrong));
    expect([result.isError, result._meta?.error?.code]).toEqual([true, "invalid_request"]);
    expect(result._meta?.error?.errors?.some(error => error.path.startsWith(path))).toBe(true);
    expect(result.text).toContain(says);
  });
});

test("a schedule is sent only by those who may send it in the API, and to others only by the person whose rows it sends", async () => {
  const id = await addSchedule();
  const {token} = await addPerson(t);
  const codeOf = async (args: object, as: string) =>
    (await callTool(t, "run_schedule", args, as))._meta?.error?.code;
  expect(await codeOf({scheduleId: id}, token)).toBe("not_found");
  const call = {name: "run_schedule", arguments: {scheduleId: id}};
  const refused = await postMcp(
    t,
    {jsonrpc: "2.0", id: 1, method: "tools/call", params: call},
    {token: t.org.reader.token},
  );
  expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
  const other = await addPerson(t, {role: "admin"});
  expect(await codeOf({scheduleId: id, recipients: ["me@example.com"]}, other.token)).toBe(
    "missing_privilege",
  );
  const sent = await callTool(t, "run_schedule", {scheduleId: id, recipients: ["me@example.com"]});
  await t.ended(sent.structuredContent.deliveryId);
  expect(t.mailTo("me@example.com")).toHaveLength(1);
  expect(
    await codeOf({scheduleId: id, recipients: ["x@example.com\r\nBcc: y@example.com"]}, t.org.admin.token),
  ).toBe("invalid_request");
});

test("the list of tools stays below 40 KB for each set of scopes", async () => {
  const sizes: Record<string, number> = {};
  for (const [name, token] of Object.entries({reads: t.org.reader.token, all: t.org.admin.token})) {
    const {tools} = await rpc(t, "tools/list", undefined, {token});
    sizes[name] = Buffer.byteLength(JSON.stringify(tools));
    const names = tools.map((tool: {name: string}) => tool.name);
    expect(names.includes("list_schedules")).toBe(true);
    expect(names.includes("run_schedule")).toBe(name === "all");
  }
  expect(sizes["reads"]).toBeLessThan(40_000);
  expect(sizes["all"]).toBeLessThan(40_000);
});
