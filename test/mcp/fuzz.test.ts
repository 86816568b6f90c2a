import {afterAll, beforeAll, expect, test} from "bun:test";
import {postMcp, rpc} from "../support/mcp.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

const MESSAGES = 10_000;
const AT_ONCE = 50;

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService({BODY_LIMIT_KB: "64", RATE_LIMIT_PER_MINUTE: "100000000"});
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** The same numbers in every run (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return sides => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  "",
  "orders",
  "orders.total",
  "%_'\";--",
  "\u{1f600}",
  "\0",
  "\ud800",
  "x".repeat(3000),
  "9".repeat(400),
  [],
  {},
  [[[[]]]],
  {or: []},
  {or: [{and: [{field: "orders.status", op: "="}]}]},
  {constructor: {}, toString: 1},
  Array.from({length: 300}, (_, n) => n),
  "toString",
  "__proto__",
  "2026-02-30",
  "chart_01kah5e8x4f2vbqz7n9t3m6r0c",
];

/** A message with a value of the wrong kind in some place, or with a key too many or too few. */
function mutate(value: unknown, roll: (sides: number) => number): unknown {
  if (roll(4) === 0 || typeof value !== "object" || value === null) return ODD[roll(ODD.length)];
  if (Array.isArray(value)) {
    const place = roll(value.length + 1);
    return [...value.slice(0, place), mutate(value[place], roll), ...value.slice(place + 1)];
  }
  const entries = Object.entries(value);
  const [key, inner] = entries[roll(entries.length)] ?? ["x", 1];
  switch (roll(5)) {
    case 0:
      return Object.fromEntries(entries.filter(([name]) => name !== key));
    case 1:
      return {...value, [(JSON.stringify(ODD[roll(ODD.length)]) ?? "x").slice(0, 40)]: ODD[roll(ODD.length)]};
    default:
      return {...value, [key]: mutate(inner, roll)};
  }
}

/** Text that is cut, doubled, or has a wrong byte. */
function spoil(text: string, roll: (sides: number) => number): string | Uint8Array {
  const place = roll(text.length + 1);
  switch (roll(5)) {
    case 0:
      return text.slice(0, place);
    case 1:
      return text + text;
    case 2:
      return Buffer.concat([
        Buffer.from(text.slice(0, place)),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(text.slice(place)),
      ]);
    case 3:
      return "[".repeat(1 + roll(30_000)) + text;
    default:
      return `${text.slice(0, place)}${'[{",:}]0\\'[roll(9)]}${text.slice(place)}`;
  }
}

const query = {
  model: "orders",
  dimensions: ["orders.status", "orders.placed_at.month"],
  measures: ["orders.total"],
  filters: [
    {field: "orders.status", op: "in", value: ["paid"]},
    {or: [{field: "orders.total", op: ">", value: 1}]},
  ],
  orderBy: ["orders.total desc"],
  limit: 3,
};

const CALLS: readonly [string, object][] = [
  ["validate_query", query],
  ["validate_query", {...query, totals: true, timezone: "Europe/Vienna"}],
  ["list_models", {cursor: "b3JkZXJz"}],
  ["describe_model", {model: "orders"}],
  ["search_fields", {words: "order status", kind: "measure"}],
  [
    "validate_resource",
    {type: "chart", body: {name: "n", type: "bar", query, config: {xAxis: {title: "x"}}}},
  ],
  [
    "validate_resource",
    {type: "dashboard", body: {name: "n", tiles: [{chartId: "c", x: 0, y: 0, w: 3, h: 3}]}},
  ],
  ["create_chart", {name: "n", type: "bar", query, teamId: "team_x"}],
  ["create_dataset", {name: "n", kind: "live", definition: {model: "orders"}, teamId: "team_x"}],
  ["create_grant", {resourceType: "chart", resourceId: "c", granteeTeamId: "t", permission: "view"}],
  [
    "create_schedule",
    {
      resources: [{resourceType: "chart", resourceId: "c"}],
      cron: "0 8 * * 1",
      timezone: "Europe/Vienna",
      recipients: ["ada@example.com"],
      formats: ["html", "csv"],
      filters: query.filters,
      condition: {type: "threshold", query, measure: "orders.total", op: ">", value: 1},
    },
  ],
  ["run_schedule", {scheduleId: "sched_01kah5e8x4f2vbqz7n9t3m6r0c", recipients: ["ada@example.com"]}],
  [
    "create_action",
    {
      name: "n",
      trigger: {
        type: "threshold",
        query,
        measure: "orders.total",
        op: ">",
        value: 1,
        mode: "became_true",
        cron: "0 8 * * 1",
      },
      effects: [{type: "email", recipients: ["ada@example.com"], subject: "s", message: "{{count}}"}],
    },
  ],
  ["run_action", {actionId: "act_01kah5e8x4f2vbqz7n9t3m6r0c", dryRun: true}],
  ["run_agent", {agentId: "agent_01kah5e8x4f2vbqz7n9t3m6r0c"}],
  ["get_agent_run", {agentId: "agent_01kah5e8x4f2vbqz7n9t3m6r0c", runId: "run_01kah5e8x4f2vbqz7n9t3m6r0c"}],
  ["get_data", {id: "chart_01kah5e8x4f2vbqz7n9t3m6r0c"}],
  ["list_grants", {resourceType: "chart", resourceId: "c"}],
  ["update_resource", {id: "dash_01kah5e8x4f2vbqz7n9t3m6r0c", changes: {name: "n", tiles: []}}],
  ["delete_resource", {id: "grant_01kah5e8x4f2vbqz7n9t3m6r0c", resourceType: "chart", resourceId: "c"}],
  ["get_chart_image", {chartId: "By month", theme: "dark"}],
  ["get_resource", {id: "chart_01kah5e8x4f2vbqz7n9t3m6r0c"}],
];

function messageOf(roll: (sides: number) => number): unknown {
  const [name, args] = CALLS[roll(CALLS.length)] ?? ["ping", {}];
  const call = {jsonrpc: "2.0", id: roll(1000), method: "tools/call", params: {name, arguments: args}};
  const initialize = {protocolVersion: "2025-06-18", capabilities: {}, clientInfo: {name: "f", version: "1"}};
  const requests = [
    call,
    call,
    call,
    {...call, method: "initialize", params: initialize},
    {...call, method: "tools/list"},
  ];
  const request = requests[roll(requests.length)];
  switch (roll(8)) {
    case 0:
      return spoil(JSON.stringify(request), roll);
    case 1:
      return JSON.stringify(Array.from({length: roll(5)}, () => mutate(call, roll)));
    case 2:
      return roll(20) === 0 ? "x".repeat(70_000) : mutate(mutate(request, roll), roll);
    default:
      return mutate(request, roll);
  }
}

test(`${MESSAGES} malformed and oversized messages each get an answer, and none gets a stack trace`, async () => {
  const roll = dice(20_250_618);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    const messages = Array.from({length: AT_ONCE}, () => messageOf(roll));
    const answers = await Promise.all(
      messages.map(message =>
        postMcp(
          t,
          message === undefined
            ? ""
            : typeof message === "string" || message instanceof Uint8Array
              ? message
              : JSON.stringify(message),
        ),
      ),
    );
    for (const [index, {status, text, body}] of answers.entries()) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isAnswer =
        status === 202 ? text === "" : typeof body === "object" && (status !== 200 || isRpc(body));
      const leaks = /\bat [\w.<>]+ \(|node_modules|\.ts:\d|ZodError|"internal_error"|-32603/.test(text);
      if (!isAnswer || leaks || status >= 500)
        faults.push(`${JSON.stringify(messages[index])?.slice(0, 300)} → ${status} ${text.slice(0, 300)}`);
    }
  }
  expect(faults.slice(0, 5)).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual([200, 202, 400, 413]);
  expect((await rpc(t, "tools/call", {name: "run_query", arguments: query})).isError).toBeUndefined();
});

function isRpc(body: unknown): boolean {
  if (Array.isArray(body)) return body.every(isRpc);
  return (
    typeof body === "object" && body !== null && "jsonrpc" in body && ("result" in body || "error" in body)
  );
}
