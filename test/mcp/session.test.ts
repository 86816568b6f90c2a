import {afterAll, beforeAll, expect, test} from "bun:test";
import {callTool} from "../support/mcp.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

/** An agent at work: everything that it sends, it has read in an earlier answer. */

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** The rows of a table in an answer's text, by the names in its first line. */
function table(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text
    .slice(text.lastIndexOf("\n\n") + 1)
    .trim()
    .split("\n");
  const columns = head.split("\t");
  return lines.map(line => Object.fromEntries(line.split("\t").map((value, i) => [columns[i] ?? "", value])));
}

/** What a line of an error's text contains for this word. */
function said(text: string, word: string): string {
  return new RegExp(`${word}: ([^;\n]*)`).exec(text)?.[1] ?? "";
}

test("an agent gets from list_projects to a saved dashboard, and corrects its mistakes by the error messages", async () => {
  const call = (name: string, args: object = {}) => callTool(t, name, args, t.org.writer.token);

  const projects = table((await call("list_projects")).text);
  const project = projects.find(row => row["default"] === "true")?.["id"];
  expect(project).toBe(shops.duckdb.projectId);

  const models = table((await call("list_models", {projectId: project})).text);
  const model = models.map(row => row["model"]).find(name => name === "orders");
  const fields = table((await call("describe_model", {model, projectId: project})).text);
  const time = fields.find(row => row["type"] === "timestamp");
  expect(time?.["grains"]?.split(" ")).toContain("month");
  const month = `${time?.["field"]}.month`;

  // A made-up name instead of the one in the answer, and a key that no query has.
  const wrong = await call("run_query", {
    model,
    dimensions: [month],
    measures: ["orders.totals"],
    order: ["x"],
  });
  expect([wrong.isError, said(wrong.text, "nearest")]).toEqual([true, "orderBy"]);
  const still = await call("run_query", {model, dimensions: [month], measures: ["orders.totals"]});
  expect([still.isError, still._meta?.error?.code]).toEqual([true, "unknown_field"]);
  expect(still.text).toContain("/measures/0; received orders.totals");
  const measure = said(still.text, "nearest");

  const statuses = table((await call("list_field_values", {model, field: "orders.status"})).text);
  const paid = statuses.map(row => row["value"]).find(value => value?.startsWith("p"));
  const query = {
    model,
    projectId: project,
    dimensions: [month],
    measures: [measure],
    filters: [{field: "orders.status", op: "=", value: paid}],
  };
  expect((await call("validate_query", query)).text).toStartWith("Valid.");
  const result = await call("run_query", query);
  expect(result.text).toBe(
    "orders.placed_at.month:date\torders.total:number\n" +
      "2026-01-01\t10.5\n2026-02-01\t99999999999999999999.99\n2026-03-01\tnull\n(3 rows, all)",
  );

  const chart = {name: "Paid by month", type: "lines", query};
  const refused = await call("create_chart", chart);
  expect(refused.text).toContain("/type; received lines");
  const made = await call("create_chart", {...chart, type: said(refused.text, "nearest")});
  const chartId = /chart_\w+/.exec(made.text)?.[0];
  const second = await call("create_chart", {...chart, name: "The same as a table", type: "table"});
  const otherId = /chart_\w+/.exec(second.text)?.[0];

  const tiles = [
    {chartId, x: 0, y: 0, w: 20, h: 10},
    {chartId: otherId, x: 18, y: 0, w: 18, h: 10},
  ];
  const overlapping = await call("create_dashboard", {name: "Sales", tiles});
  expect([overlapping.isError, overlapping._meta?.error?.code]).toEqual([true, "invalid_request"]);
  expect(overlapping.text).toContain("/tiles/1");
  const narrower = tiles.map(tile => ({...tile, w: 18}));
  const checked = await call("validate_resource", {
    type: "dashboard",
    body: {name: "Sales", tiles: narrower},
  });
  expect(checked.text).toStartWith("Valid");
  // Neither the refused chart nor the validated one is there.
  expect((await call("list_dashboards")).structuredContent.items).toEqual([]);
  const saved = await call("create_dashboard", {name: "Sales", tiles: narrower});
  const dashboardId = /dash_\w+/.exec(saved.text)?.[0] ?? "";

  const seen = await t.call("GET", `/api/dashboards/${dashboardId}`, {token: t.org.writer.token});
  expect(seen.body.name).toBe("Sales");
  expect(seen.body.tiles.map((tile: {chartId: string; x: number}) => [tile.chartId, tile.x])).toEqual([
    [chartId, 0],
    [otherId, 18],
  ]);
  expect(JSON.parse((await call("get_resource", {id: dashboardId})).text)).toEqual(seen.body);
});
