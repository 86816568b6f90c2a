import {afterAll, beforeAll, describe, expect, spyOn, test} from "bun:test";
import {Ajv2020} from "ajv/dist/2020.js";
import {callTool, MCP_HEADERS, rpc} from "../support/mcp.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";

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

interface ShownTool {
  name: string;
  description: string;
  inputSchema: {type: string; additionalProperties: boolean};
  outputSchema: object;
  annotations: {readOnlyHint: boolean};
}

const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const listed = async (): Promise<ShownTool[]> => (await rpc(t, "tools/list")).tools;
const toolErrors = (result: Awaited<ReturnType<typeof callTool>>) =>
  result._meta?.error?.errors?.map(error => error.path) ?? [];

test("rows of SQL that are too long for an answer name the statement, whose limit is in it", async () => {
  const result = await callTool(t, "run_sql", {sql: "select repeat('x', 17000000) as x"});
  expect([result.isError, toolErrors(result)]).toEqual([true, ["/sql"]]);
  expect(result.text).toContain("a smaller limit");
});

test("totals are below the columns that they belong to", async () => {
  const {text} = await callTool(t, "run_query", {...query, orderBy: ["orders.status"], totals: true});
  const [head, ...lines] = text.split("\n");
  expect(head).toBe("orders.status:string\torders.count:number");
  expect(lines.slice(-3)).toEqual(["totals:", "null\t4", "(2 rows, all)"]);
});

test("a shape that a model often sends in place of a list is refused with the right shape", async () => {
  const {text} = await callTool(t, "run_query", {...query, filters: '[{"field": "orders.status"}]'});
  expect(text).toContain("It is text: send the list itself, without quotes around it.");
});

describe("the list of tools", () => {
  test("contains what agents need to discover, validate and create, in at most 40 KB", async () => {
    const tools = await listed();
    expect(tools.map(tool => tool.name).sort()).toEqual(
      [
        "list_connections list_projects list_models describe_model search_fields list_field_values list_charts",
        "list_dashboards list_datasets list_sheets list_schedules list_actions list_grants get_resource get_data validate_query validate_resource run_query run_sql",
        "create_chart create_dashboard create_dataset create_sheet create_schedule create_action create_grant run_schedule run_action list_agents run_agent get_agent_run",
        "whoami list_teams get_chart_image update_resource delete_resource",
      ]
        .join(" ")
        .split(" ")
        .sort(),
    );
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(40_000);
  });

  test("describes strictly what a tool accepts, and correctly what it does", async () => {
    const ajv = new Ajv2020({strict: true, allowUnionTypes: true, validateFormats: false});
    for (const {name, inputSchema, outputSchema, annotations, description} of await listed()) {
      expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([name, "object", false]);
      expect([name, annotations.readOnlyHint]).toEqual([
        name,
        !/^(create_|update|delete|run_(schedule|action|agent))/.test(name),
      ]);
      expect(description.length).toBeLessThan(400);
      ajv.compile(inputSchema);
      ajv.compile(outputSchema);
    }
  });

  test("is complete by itself: no schema in it has a name, or refers to another", async () => {
    const tools = JSON.stringify(
      (await listed()).map(({inputSchema, outputSchema}) => [inputSchema, outputSchema]),
    );
    expect(tools.match(/"\$(id|ref|anchor|defs)":[^,}]*/g)).toBeNull();
  });

  test("accepts what the tools accept", async () => {
    const ajv = new Ajv2020({strict: false, validateFormats: false});
    const schemas = new Map((await listed()).map(tool => [tool.name, ajv.compile(tool.inputSchema)]));
    const filters = [
      {field: "orders.status", op: "in", value: ["paid", "open"]},
      {or: [{field: "orders.placed_at", op: "in_past", value: {unit: "year", count: 100}}, {and: []}]},
    ];
    const calls: [string, object][] = [
      ["run_query", {...query, filters, limit: 5, offset: 1, totals: true, orderBy: ["orders.count desc"]}],
      ["validate_query", {...query, filters, timezone: "Europe/Vienna"}],
      ["run_query", {...query, dimensions: [{field: "orders.id", bin: {width: 5}}, "orders.status"]}],
      [
        "run_query",
        {
          ...query,
          measures: [{name: "n", agg: "count", of: "orders.count", per: ["orders.id"]}, "orders.total"],
        },
      ],
      ["create_chart", {name: "n", type: "bar", query: {...query, filters}, config: {xAxis: {title: "t"}}}],
      ["create_dashboard", {name: "n"}],
      [
        "create_sheet",
        {
          name: "n",
          tabs: [
            {name: "A", cells: {A1: "=SUM(C2:C9)"}, queries: [{anchor: "B1", query: {...query, filters}}]},
          ],
        },
      ],
      ["create_dataset", {name: "n", kind: "live", definition: {model: "orders", filters}}],
      ["create_dataset", {name: "frozen", kind: "snapshot", query}],
      ["validate_resource", {type: "dataset", body: {name: "m", kind: "snapshot", query}}],
      ["search_fields", {words: "status", kind: "dimension"}],
    ];
    for (const [name, args] of calls) {
      const fits = schemas.get(name);
      expect([name, fits?.(args), fits?.errors]).toEqual([name, true, null]);
      const result = await callTool(t, name, args);
      expect([name, result.isError, result.text.length > 0]).toEqual([name, undefined, true]);
    }
  });

  test("describes the results of the tools correctly", async () => {
    const ajv = new Ajv2020({strict: false});
    const calls: [string, object][] = [
      ["list_projects", {}],
      ["list_connections", {}],
      ["list_models", {}],
      ["list_charts", {}],
      ["list_datasets", {}],
      ["list_sheets", {}],
      ["list_schedules", {}],
      ["describe_model", {model: "orders"}],
      ["search_fields", {words: "orders"}],
      ["list_field_values", {model: "orders", field: "orders.status"}],
      ["run_query", {...query, totals: true}],
      ["validate_query", query],
      ["get_resource", {id: shops.duckdb.projectId}],
    ];
    const tools = new Map((await listed()).map(tool => [tool.name, tool]));
    for (const [name, args] of calls) {
      const fits = ajv.compile(tools.get(name)?.outputSchema ?? false);
      const {structuredContent} = await callTool(t, name, args);
      expect([name, fits(structuredContent), fits.errors]).toEqual([name, true, null]);
    }
  });
});

describe("answers", () => {
  test("are pages of 25 with a cursor, in which every row occurs once", async () => {
    for (let n = 0; n < 30; n++)
      await callTool(t, "create_chart", {name: `chart ${n}`, type: "bar", query}, t.org.writer.token);
    const ids: string[] = [];
    let cursor: string | undefined;
    const sizes: number[] = [];
    do {
      const {structuredContent, text} = await callTool(
        t,
        "list_charts",
        cursor ? {cursor} : {},
        t.org.writer.token,
      );
      ids.push(...structuredContent.items.map((item: {id: string}) => item.id));
      sizes.push(structuredContent.items.length);
      cursor = structuredContent.nextCursor;
      expect(text.includes(`nextCursor: ${cursor}`)).toBe(cursor !== undefined);
    } while (cursor);
    expect(sizes).toEqual([25, 5]);
    expect(new Set(ids).size).toBe(30);
    const foreign = await callTool(t, "list_charts", {cursor: "nonsense"});
    expect([foreign.isError, toolErrors(foreign)]).toEqual([true, ["/cursor"]]);
  });

  test("of a query are cut by rows and by bytes, with a note of how to go on", async () => {
    const numbers = {model: "numbers", dimensions: ["numbers.n", "numbers.label"]};
    const first = await callTool(t, "run_query", numbers);
    expect(first.structuredContent).toMatchObject({rowCount: 100, truncated: true, nextOffset: 100});
    expect(first.text).toEndWith(
      "(100 rows; there are more: call again with offset 100, or narrow the query)",
    );
    const next = await callTool(t, "run_query", {...numbers, offset: 100, limit: 1});
    expect(next.structuredContent.rows).toEqual([[101, "row 101"]]);
    const long = await callTool(t, "run_query", {
      ...numbers,
      dimensions: ["numbers.label", "numbers.n"],
      limit: 1000,
    });
    const {rowCount, nextOffset, truncated} = long.structuredContent;
    expect([truncated, nextOffset]).toEqual([true, rowCount]);
    expect(Buffer.byteLength(long.text)).toBeLessThan(21_000);
    expect(Buffer.byteLength(JSON.stringify(long.structuredContent))).toBeLessThan(21_000);
    const whole = await callTool(t, "run_query", {
      ...numbers,
      filters: [{field: "numbers.n", op: "<=", value: 2}],
    });
    expect(whole.text).toEndWith("(2 rows, all)");
  });

  test("contain numbers with all their digits, and tell null from the text null", async () => {
    const {text} = await callTool(t, "run_query", {
      model: "orders",
      dimensions: ["orders.id"],
      measures: ["orders.total"],
    });
    expect(text.split("\n").slice(1, 5)).toEqual([
      "9007199254740993\t10.5",
      "9007199254740994\t0.1",
      "9007199254740995\t99999999999999999999.99",
      "9007199254740996\tnull",
    ]);
    const answer = await t.call("POST", "/mcp", {
      headers: MCP_HEADERS,
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "run_query",
          arguments: {model: "orders", dimensions: ["orders.id"], measures: ["orders.total"]},
        },
      },
    });
    expect(answer.text).toContain("[9007199254740995,99999999999999999999.99]");
  });

  test("list values that contain a text, page by page", async () => {
    const args = {model: "numbers", field: "numbers.label", search: "row 777"};
    const {structuredContent} = await callTool(t, "list_field_values", {...args, match: "starts_with"});
    expect(structuredContent.items).toEqual(
      [777, ...Array.from({length: 10}, (_, n) => 7770 + n)].map(n => ({value: `row ${n}`})),
    );
    const all = await callTool(t, "list_field_values", {...args, search: "77"});
    const second = await callTool(t, "list_field_values", {
      ...args,
      search: "77",
      cursor: all.structuredContent.nextCursor,
    });
    expect(second.structuredContent.items).toHaveLength(25);
    expect(second.structuredContent.items[0]).not.toEqual(all.structuredContent.items[0]);
  });
});

describe("errors", () => {
  test.each([
    ["run_query", {...query, meassures: []}, "invalid_request", "/meassures", "nearest: measures"],
    ["run_query", {...query, limit: 5000}, "invalid_request", "/limit", "received 5000"],
    ["run_query", {...query, model: "order"}, "unknown_model", "/model", "nearest: orders"],
    [
      "run_query",
      {...query, filters: [{field: "orders.status", op: "like", value: "x"}]},
      "invalid_filter",
      "/filters/0/op",
      "received like",
    ],
    ["run_query", {...query, projectId: "proj_x"}, "not_found", undefined, "There is no project"],
    [
      "list_field_values",
      {model: "orders", field: "orders.stauts"},
      "unknown_field",
      "/field",
      "nearest: orders.status",
    ],
    [
      "list_field_values",
      {model: "orders", field: "orders.id", search: "x"},
      "invalid_filter",
      "/search",
      "received x",
    ],
    ["describe_model", {model: "ordres"}, "unknown_model", "/model", "nearest: orders"],
    [
      "create_chart",
      {name: "n", type: "bar", query: {...query, measures: ["orders.cuont"]}},
      "unknown_field",
      "/query/measures/0",
      "nearest: orders.count",
    ],
    ["create_chart", {name: "n", type: "bar", query, id: "x"}, "invalid_request", "/id", "not a known key"],
    [
      "create_dashboard",
      {name: "n", tiles: [{chartId: "c", x: 0, y: 0, w: 1}]},
      "invalid_request",
      "/tiles/0/h",
      "required",
    ],
    ["validate_resource", {type: "chart", body: {}}, "invalid_request", "/body/name", "required"],
    [
      "validate_resource",
      {type: "webhook", body: {}},
      "invalid_request",
      "/type",
      "allowed: chart, dashboard, dataset, sheet, schedule, action, grant",
    ],
    ["create_dataset", {name: "n", kind: "live"}, "invalid_request", "/definition", "definition"],
    [
      "create_grant",
      {resourceType: "chart", resourceId: "chart_x", granteeTeamId: "t", permission: "view"},
      "not_found",
      undefined,
      "chart_x",
    ],
    ["get_resource", {id: "nothing"}, "not_found", "/id", "received nothing"],
    ["get_resource", {id: "constructor_x"}, "not_found", "/id", "received constructor_x"],
    ["get_resource", {id: "__proto___x"}, "not_found", "/id", "received __proto___x"],
  ])("%s with %j is %s at %s, and the text says %j", async (name, args, code, path, says) => {
    const result = await callTool(t, name, args);
    expect([result.isError, result._meta?.error?.code]).toEqual([true, code]);
    if (path) expect(toolErrors(result)).toContain(path);
    expect(result.text).toStartWith(`Error ${code}: `);
    expect(result.text).toContain(says);
    expect(result.text.length).toBeLessThan(1500);
  });

  test("of the warehouse are in the service's words, and in the warehouse's own to org-admins alone", async () => {
    const broken = {model: "orders", measures: ["orders.broken"]};
    const [member, admin] = [
      await callTool(t, "run_query", broken, t.org.member.token),
      await callTool(t, "run_query", broken),
    ];
    expect(member._meta?.error?.code).toBe("warehouse_error");
    expect(member.text).not.toContain("paid");
    expect(admin.text.length).toBeGreaterThan(member.text.length);
  });
});

test("validating a resource leaves nothing behind, and is refused to whoever may not create it", async () => {
  const bodies = {
    chart: {name: "ghost", type: "bar", query},
    dashboard: {name: "ghost", tiles: []},
    dataset: {name: "ghost", kind: "live", definition: {model: "orders"}},
  };
  for (const [type, body] of Object.entries(bodies)) {
    const result = await callTool(t, "validate_resource", {type, body}, t.org.reader.token);
    expect(result.structuredContent).toEqual({valid: true, mayCreate: false});
    expect(result.text).toContain("may not create it");
  }
  const {rows} = await t.web.pool.query("select from content where name = 'ghost'");
  const log = await t.web.pool.query("select from audit_log where details::text like '%ghost%'");
  expect([rows.length, log.rows.length]).toEqual([0, 0]);
});

describe("two tokens", () => {
  test("see different rows of one model", async () => {
    const north = await addPerson(t, {attributes: {region: ["north"]}});
    const south = await addPerson(t, {attributes: {region: ["south"]}});
    const names = async (token: string) => {
      const asked = {model: "customers", dimensions: ["customers.name"]};
      const values = await callTool(
        t,
        "list_field_values",
        {model: "customers", field: "customers.name"},
        token,
      );
      const rows = await callTool(t, "run_query", asked, token);
      return [rows.structuredContent.rows, values.structuredContent.items];
    };
    expect(await names(north.token)).toEqual([[["Ada"]], [{value: "Ada"}]]);
    expect(await names(south.token)).toEqual([[["Bo"]], [{value: "Bo"}]]);
    expect((await names(t.org.member.token))[1]).toEqual([]);
  });

  test("see different content, projects and fields", async () => {
    const team = await addTeam(t, "seers");
    const seer = await addPerson(t, {teams: [{id: team, role: "member"}]});
    const other = await addPerson(t);
    const path = `/api/projects/${shops.postgres.projectId}`;
    await t.call("PATCH", path, {body: {teamIds: [team]}});
    const chart = {
      name: "Ours",
      type: "bar",
      teamId: team,
      query: {...query, projectId: shops.postgres.projectId},
    };
    const {structuredContent} = await callTool(t, "create_chart", chart, seer.token);
    const sees = async (token: string) => {
      const projects = (await callTool(t, "list_projects", {}, token)).structuredContent.items.length;
      const charts = (await callTool(t, "list_charts", {}, token)).structuredContent.items.length;
      const fields = (await callTool(t, "search_fields", {words: "status"}, token)).structuredContent.items
        .length;
      const read = (await callTool(t, "get_resource", {id: structuredContent.id}, token)).isError ?? false;
      return {projects, charts, fields, refused: read};
    };
    expect(await sees(seer.token)).toEqual({projects: 2, charts: 1, fields: 2, refused: false});
    expect(await sees(other.token)).toEqual({projects: 1, charts: 0, fields: 1, refused: true});
    const grant = {
      resourceType: "chart",
      resourceId: structuredContent.id,
      granteeUserId: other.id,
      permission: "view",
    };
    expect((await callTool(t, "create_grant", grant, seer.token))._meta?.error?.code).toBe(
      "missing_privilege",
    );
    expect((await callTool(t, "create_grant", grant)).text).toStartWith("Created the grant");
    expect((await sees(other.token)).refused).toBe(false);
    const grants = await callTool(
      t,
      "list_grants",
      {resourceType: "chart", resourceId: structuredContent.id},
      other.token,
    );
    expect(grants.text).toContain(other.id);
    await t.call("PATCH", path, {body: {teamIds: []}});
  });
});

test("a dataset is described and queried by its slug", async () => {
  const made = await callTool(t, "create_dataset", {
    name: "Paid orders",
    kind: "live",
    definition: {...query, filters: [{field: "orders.status", op: "=", value: "paid"}]},
  });
  const {slug} = made.structuredContent.resource;
  const described = await callTool(t, "describe_model", {model: slug});
  const fields = described.structuredContent.fields.map((field: {field: string}) => field.field);
  expect(fields).toContain(`${slug}.status`);
  const result = await callTool(t, "run_query", {model: slug, measures: [`${slug}.count`]});
  expect(result.structuredContent.rows).toEqual([[3]]);
});

test("the statement of a client that disconnects is cancelled in the warehouse, which is no error of the service", async () => {
  const logged = spyOn(t.web.log, "error");
  const leaving = new AbortController();
  const params = {name: "run_query", arguments: {model: "slow", measures: ["slow.count"]}};
  const answer = t.app.handle(
    new Request("http://service.test/mcp", {
      method: "POST",
      headers: {...MCP_HEADERS, authorization: `Bearer ${t.org.member.token}`},
      body: JSON.stringify({jsonrpc: "2.0", id: 1, method: "tools/call", params}),
      signal: leaving.signal,
    }),
  );
  await until(() => t.worker.executor.running > 0);
  leaving.abort();
  await answer;
  expect(logged.mock.calls).toEqual([]);
  logged.mockRestore();
  const runs = async () => (await t.call("GET", "/api/query/runs", {token: t.org.member.token})).body;
  const ended = async () =>
    (await runs()).some(
      (run: {model: string; status: string}) => run.model === "slow" && run.status === "cancelled",
    );
  await until(ended);
  expect(await ended()).toBe(true);
});
