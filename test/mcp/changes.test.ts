import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {callTool, rpc} from "../support/mcp.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let sales: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  sales = await addTeam(t, "Sales");
});
afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const made = async (name: string, args: object): Promise<string> => {
  const result = await callTool(t, name, args);
  expect([name, result.isError, result.text]).toEqual([name, undefined, expect.any(String)]);
  return String(result.structuredContent.id);
};
const chart = (name: string, more: object = {}) => made("create_chart", {name, type: "bar", query, ...more});
const codeOf = async (name: string, args: object, token?: string) =>
  (await callTool(t, name, args, token))._meta?.error?.code;

describe("names instead of ids", () => {
  test("are accepted for the chart and the team if a chart is shared", async () => {
    await chart("Orders by state");
    await made("create_grant", {
      resourceType: "chart",
      resourceId: "orders by STATE",
      granteeTeamId: "Sales",
      permission: "view",
    });
    const {text} = await callTool(t, "list_grants", {resourceType: "chart", resourceId: "Orders by state"});
    expect(text).toContain(sales);
  });

  test("are accepted for the project and the team of something new", async () => {
    const id = await chart("In the other project", {projectId: "shop postgres", teamId: "sales"});
    const {body} = await t.call("GET", `/api/charts/${id}`);
    expect(body).toMatchObject({projectId: shops.postgres.projectId, teamId: sales});
  });

  test("for people are their email addresses, and only org-admins may use them", async () => {
    const id = await chart("For one person");
    const person = await addPerson(t, {});
    const {name} = await t.db
      .selectFrom("principals")
      .select("name")
      .where("id", "=", person.id)
      .executeTakeFirstOrThrow();
    const grant = {resourceType: "chart", resourceId: id, granteeUserId: name, permission: "view"};
    await made("create_grant", grant);
    const other = await callTool(t, "create_grant", grant, t.org.writer.token);
    expect(other.isError).toBe(true);
    expect(other.text).not.toContain(person.id);
  });

  test("that several things have are refused with their ids, and mistyped ones with the nearest names", async () => {
    const [one, two] = [await chart("Twice"), await chart("Twice")];
    const several = await callTool(t, "get_chart_image", {chartId: "Twice"});
    expect(several.text).toContain(one);
    expect(several.text).toContain(two);
    const grant = {resourceType: "chart", resourceId: one, granteeTeamId: "Salse", permission: "view"};
    const mistyped = await callTool(t, "create_grant", grant);
    expect(mistyped.text).toContain("nearest: Sales");
  });

  test("of things that the caller cannot see are not found", async () => {
    await chart("Hidden from others");
    const args = {chartId: "Hidden from others"};
    expect(await codeOf("get_chart_image", args, t.org.reader.token)).toBe("not_found");
  });
});

describe("the caller and the teams", () => {
  test("are listed by whoami and list_teams", async () => {
    const who = await callTool(t, "whoami", {});
    expect(who.structuredContent).toMatchObject({orgId: t.org.id, principal: {id: t.org.admin.id}});
    const teams = await callTool(t, "list_teams", {});
    expect(teams.text).toContain(`${sales}\tSales`);
  });
});

describe("tools change and delete what tools create", () => {
  test("a chart's type and query are changed, and its picture is seen", async () => {
    const id = await chart("To change");
    const changes = {type: "horizontal_bar", query: {...query, dimensions: ["orders.placed_at.month"]}};
    expect((await callTool(t, "update_resource", {id, changes})).text).toBe(`Changed ${id} "To change".`);
    const {body} = await t.call("GET", `/api/charts/${id}`);
    expect(body).toMatchObject({name: "To change", ...changes});
    const message = await rpc(t, "tools/call", {name: "get_chart_image", arguments: {chartId: "To change"}});
    const [words, image] = message.content;
    expect(words.text).toContain("Jan 2026: 1; Feb 2026: 2; Mar 2026: 1");
    expect(image).toMatchObject({type: "image", mimeType: "image/png"});
    expect(Buffer.from(image.data, "base64").subarray(1, 4).toString()).toBe("PNG");
  });

  test("an error has its place in the changes", async () => {
    const id = await chart("To change wrongly");
    const wrong = {...query, measures: ["orders.cuont"]};
    const result = await callTool(t, "update_resource", {id, changes: {query: wrong}});
    expect(result._meta?.error?.errors?.[0]?.path).toBe("/changes/query/measures/0");
    expect(result.text).toContain("orders.count");
  });

  test("a dashboard's tiles, a sheet's tabs and a schedule's cadence are changed, and the rest stays", async () => {
    const chartId = await chart("On it");
    const dashboard = await made("create_dashboard", {name: "Board", tiles: []});
    const tiles = [{chartId: "On it", x: 0, y: 0, w: 18, h: 8}];
    await callTool(t, "update_resource", {id: dashboard, changes: {name: "Board 2", tiles}});
    const board = (await t.call("GET", `/api/dashboards/${dashboard}`)).body;
    expect([board.name, board.tiles.map((tile: {chartId: string}) => tile.chartId)]).toEqual([
      "Board 2",
      [chartId],
    ]);

    const sheet = await made("create_sheet", {name: "Sheet", tabs: [{name: "A", cells: {A1: 1}}]});
    await callTool(t, "update_resource", {id: sheet, changes: {tabs: [{name: "B", cells: {A1: "=1+1"}}]}});
    const saved = (await t.call("GET", `/api/sheets/${sheet}`)).body;
    expect([saved.name, saved.tabs[0].cells]).toEqual(["Sheet", {A1: "=1+1"}]);

    const schedule = await made("create_schedule", {
      name: "Mondays",
      resources: [{resourceType: "chart", resourceId: "On it"}],
      cron: "0 8 * * 1",
      recipients: ["ada@example.com"],
    });
    const result = await callTool(t, "update_resource", {
      id: schedule,
      changes: {cron: "0 9 * * 2", active: false},
    });
    expect(result.text).toBe(`Changed ${schedule} "Mondays".`);
    const changed = (await t.call("GET", `/api/schedules/${schedule}`)).body;
    expect(changed).toMatchObject({cron: "0 9 * * 2", active: false, recipients: ["ada@example.com"]});
  });

  test("null clears what is optional, as a PUT without it does over HTTP", async () => {
    const schedule = await made("create_schedule", {
      name: "With everything",
      resources: [{resourceType: "chart", resourceId: await chart("Sent")}],
      cron: "0 8 * * 1",
      timezone: "Europe/Berlin",
      recipients: ["ada@example.com"],
      formats: ["csv"],
      filters: [{field: "orders.status", op: "=", value: "paid"}],
      condition: {type: "has_rows"},
      subject: "S",
      message: "M",
      teamId: "Sales",
    });
    const nothing = {
      timezone: null,
      formats: null,
      filters: null,
      condition: null,
      subject: null,
      message: null,
    };
    const changes = {...nothing, name: null, teamId: null};
    expect((await callTool(t, "update_resource", {id: schedule, changes})).isError).toBeUndefined();
    const {body} = await t.call("GET", `/api/schedules/${schedule}`);
    expect(body).toMatchObject({cron: "0 8 * * 1", timezone: "UTC", formats: ["html"], filters: []});
    expect(body).toMatchObject({condition: null, subject: null, message: null, teamId: null});
    // As after a PUT without a name.
    expect(body.name).toBe("With everything");

    const sheet = await made("create_sheet", {name: "To empty", tabs: [{name: "A", cells: {A1: 1}}]});
    await callTool(t, "update_resource", {
      id: sheet,
      changes: {tabs: [{name: "B", cells: {B1: 2}, queries: null}]},
    });
    expect((await t.call("GET", `/api/sheets/${sheet}`)).body.tabs[0].name).toBe("B");

    const id = await chart("With a config", {config: {stacking: "stacked"}, teamId: "Sales"});
    const cleared = {config: null, teamId: null, query: {...query, limit: null}};
    expect((await callTool(t, "update_resource", {id, changes: cleared})).isError).toBeUndefined();
    expect((await t.call("GET", `/api/charts/${id}`)).body).toMatchObject({config: {}, teamId: null, query});

    const dashboard = await made("create_dashboard", {
      name: "With filters",
      filters: [{field: "orders.status"}],
      teamId: "Sales",
      tiles: [{chartId: id, x: 0, y: 0, w: 18, h: 8}],
    });
    const emptied = {filters: null, teamId: null, tiles: null};
    expect((await callTool(t, "update_resource", {id: dashboard, changes: emptied})).isError).toBeUndefined();
    const board = (await t.call("GET", `/api/dashboards/${dashboard}`)).body;
    expect(board).toMatchObject({name: "With filters", filters: [], teamId: null, tiles: []});
  });

  test.each([{name: null}, {type: null}, {query: null}, {name: "New", query: null}])(
    "null for what a chart must have is refused (%j)",
    async changes => {
      const id = await chart("Must have it");
      const before = (await t.call("GET", `/api/charts/${id}`)).body;
      const result = await callTool(t, "update_resource", {id, changes});
      expect(result._meta?.error?.errors?.[0]?.path).toStartWith("/changes/");
      expect((await t.call("GET", `/api/charts/${id}`)).body).toEqual(before);
    },
  );

  test("an action is changed, paused and deleted", async () => {
    const effects = [{type: "email", recipients: ["ada@example.com"], subject: "S", message: "M"}];
    const id = await made("create_action", {name: "By hand", trigger: {type: "manual"}, effects});
    await callTool(t, "update_resource", {id, changes: {name: "Paused", active: false}});
    expect((await t.call("GET", `/api/actions/${id}`)).body).toMatchObject({
      name: "Paused",
      active: false,
      effects,
    });
    expect((await callTool(t, "delete_resource", {id})).text).toBe(`Deleted ${id}.`);
  });

  test("a deletion needs the scope manage, and force for a chart on a dashboard", async () => {
    const id = await chart("To delete");
    await made("create_dashboard", {name: "With it", tiles: [{chartId: id, x: 0, y: 0, w: 18, h: 8}]});
    await expect(callTool(t, "delete_resource", {id}, t.org.writer.token)).rejects.toThrow("missing_scope");
    expect(await codeOf("delete_resource", {id})).toBe("conflict");
    expect((await callTool(t, "delete_resource", {id, force: true})).text).toBe(`Deleted ${id}.`);
    expect((await t.call("GET", `/api/charts/${id}`)).status).toBe(404);
  });

  test("a grant is revoked with its resource", async () => {
    const resource = {resourceType: "chart", resourceId: await chart("Shared")};
    const id = await made("create_grant", {...resource, granteeTeamId: "Sales", permission: "view"});
    expect(await codeOf("delete_resource", {id})).toBe("invalid_request");
    expect((await callTool(t, "delete_resource", {id, ...resource})).text).toBe(`Deleted ${id}.`);
    expect((await callTool(t, "list_grants", resource)).text).toContain("not shared");
  });
});
