import type {components, paths} from "#openapi-types";
import {Client, Refusal} from "./client.ts";

/**
 * A program written against the types alone: it queries, saves, changes, shares and deletes. The test that runs it checks what
 * it prints. At each `@ts-expect-error`, the types refuse what the service would refuse, too.
 */
type Schemas = components["schemas"];

const [baseUrl = "", token = "", projectId = ""] = process.argv.slice(2);
const service = new Client<paths>(baseUrl, token);

const {orgId, scopes}: Schemas["Whoami"] = await service.call("get", "/api/whoami");
const projects: Schemas["Project"][] = await service.call("get", "/api/projects", {query: {limit: 10}});

const query: Schemas["Query"] = {
  model: "orders",
  projectId,
  dimensions: ["orders.status"],
  measures: ["orders.count"],
  filters: [
    {
      or: [
        {field: "orders.status", op: "is_not_null"},
        {field: "orders.status", op: "is_null"},
      ],
    },
  ],
  orderBy: ["orders.status"],
  limit: 3,
};
const result: Schemas["QueryResult"] = await service.call("post", "/api/query", {body: query});
const columns: {name: string; type: Schemas["ResultColumn"]["type"]}[] = result.columns;

const chart = await service.call("post", "/api/charts", {
  body: {name: "Orders by status", type: "bar", query, config: {yAxis: {min: 0}, legend: "none"}},
});
const path = {chartId: chart.id};
const renamed: Schemas["Chart"] = await service.call("patch", "/api/charts/{chartId}", {
  path,
  body: {name: "Orders"},
});
const [team] = await service.call("get", "/api/orgs/{orgId}/teams", {path: {orgId}});
const role: "lead" | "member" | null | undefined = team?.role;
const drawn = await service.call("get", "/api/charts/{chartId}/data", {path});
const deleted: undefined = await service.call("delete", "/api/charts/{chartId}", {
  path,
  query: {force: true},
});
const refusal = await service.call("get", "/api/charts/{chartId}", {path}).catch((error: unknown) => error);
const missing: Schemas["Problem"]["code"] = "not_found";

/** Never called: the test is that this compiles. */
export async function misuse(): Promise<void> {
  // @ts-expect-error: a path's parameters are needed.
  await service.call("get", "/api/charts/{chartId}");
  // @ts-expect-error: a limit is a number.
  await service.call("get", "/api/charts", {query: {limit: "10"}});
  // @ts-expect-error: there is no such key in a query.
  await service.call("post", "/api/query", {body: {model: "orders", measure: []}});
  // @ts-expect-error: there is no such type of chart.
  await service.call("patch", "/api/charts/{chartId}", {path, body: {type: "bars"}});
  // @ts-expect-error: a chart is changed by PATCH.
  await service.call("put", "/api/charts/{chartId}", {path, body: {}});
  // @ts-expect-error: a count of rows is a number.
  const rowCount: string = (await service.call("get", "/api/query/runs"))[0]?.rowCount;
  // @ts-expect-error: there is no such code of a problem.
  const code: Schemas["Problem"]["code"] = "chart_not_found";
  void [rowCount, code];
}

process.stdout.write(
  JSON.stringify({
    orgId,
    scopes,
    projectNames: projects.map(project => project.name),
    columns,
    rows: result.rows,
    truncated: result.truncated,
    renamed: renamed.name,
    drawn: drawn.rows.length,
    role: role ?? null,
    deleted: deleted ?? null,
    refused: refusal instanceof Refusal && refusal.status === 404 && refusal.problem.code === missing,
  }),
);
