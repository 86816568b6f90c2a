import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {ALL_CONTENT_TYPES} from "../../shared/core/content-types.ts";
import {TOOLS} from "../../shared/surfaces/tools/all-tools.ts";
import {postMcp} from "../support/mcp.ts";
import {type Caller, makeCallers} from "./callers.ts";
import {BY_HAND, type Need, ROUTES, readNeeds, TOOL_NEEDS} from "./routes.ts";
import {addEffects, CONTENT_MARKS, MARKS, makeWorld, type World} from "./world.ts";

/** The number of concurrent calls. */
const AT_ONCE = 24;
const ROUTE_NEEDS = readNeeds(ROUTES);
const TOOL_LINES = TOOL_NEEDS.trim()
  .split("\n")
  .map(line => {
    const [name = "", ...rest] = line.split("|");
    return {name: name.trim(), need: readNeeds(`POST /mcp | ${rest.join("|")}`)[0]!};
  });

let world: World;
let callers: Caller[];
const logged: string[] = [];
/** The marks (unique texts in hidden things) that some caller with the right was shown. */
const seen = new Set<string>();

beforeAll(async () => {
  world = await makeWorld();
  const {log} = world.t.web;
  log.level = "trace";
  for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const) {
    log[level] = (...entry: unknown[]) => void logged.push(Bun.inspect(entry, {depth: 10}));
  }
  callers = await makeCallers(world);
});

afterAll(() => world.stop());

/** The outcome by the contract: `pass`, or the status of the refusal. */
function expectedOf(caller: Caller, {path, scope, who, on}: Need): "pass" | 401 | 403 | 404 {
  if (who === "public") return "pass";
  if (who === "embed") return caller.isEmbed ? "pass" : 401;
  if (who === "browser" || !caller.isValid) return 401;
  if (who === "mcp") return "pass";
  if (who === "metrics") return caller.role === "admin" ? "pass" : 403;
  if (scope && !caller.scopes.includes(scope)) return 403;
  if (caller.isElsewhere && path.includes(":orgId")) return 404;
  if (scope && scope !== "read" && caller.seat === "viewer") return 403;
  return privilegeOf(caller, who, on);
}

function privilegeOf(caller: Caller, who: string, on: string[]): "pass" | 403 | 404 {
  const isAdmin = caller.role === "admin";
  const allowed = (may: boolean) => (may ? "pass" : 403);
  const seesProject = caller.seesProject && !caller.isElsewhere;
  switch (who) {
    case "any":
      return "pass";
    case "admin":
      return allowed(isAdmin && on.every(scope => caller.scopes.some(own => own === scope)));
    case "adminsvc":
      return allowed(isAdmin && caller.isService);
    case "inside":
      return allowed(isAdmin || caller.team !== undefined);
    case "lead":
      return allowed(isAdmin || caller.team === "lead");
    case "run":
      return caller.ownsRun ? "pass" : 404;
    case "see":
      if (!seesProject) return 404;
      if (on[0] === "lead") return allowed(isAdmin || caller.team === "lead");
      return allowed(on[0] !== "admin" || isAdmin);
    case "author":
      return seesProject ? allowed(isAdmin && caller.isService) : 404;
    case "inorg":
      if (caller.isElsewhere) return 404;
      if (on[0] === "adminsvc") return allowed(isAdmin && caller.isService);
      return on[0] === undefined ? "pass" : allowed(levelOf(caller, on[0]) >= 3);
    case "connection":
      if (caller.isElsewhere) return 404;
      return on[0] === "adminsvc" ? allowed(isAdmin && caller.isService) : "pass";
  }
  const needed = {view: 1, edit: 2, own: 3, share: 4}[who];
  if (needed === undefined) throw new Error(`"${who}" is no privilege`);
  const level = Math.min(...on.map(type => levelOf(caller, type)));
  if (level === 0) return 404;
  return allowed(level >= needed);
}

/** Whether a person who may edit an action may run this effect by hand. */
function byHandOf(caller: Caller, needs: (typeof BY_HAND)[keyof typeof BY_HAND]): "pass" | 403 {
  const may = {
    nothing: true,
    "share schedule": levelOf(caller, "schedule") >= 4,
    adminsvc: caller.role === "admin" && caller.isService,
    manage: caller.scopes.includes("manage"),
  }[needs];
  return may ? "pass" : 403;
}

function levelOf(caller: Caller, type: string): number {
  if (!ALL_CONTENT_TYPES.includes(type)) throw new Error(`"${type}" is no content`);
  const levels: Readonly<Record<string, number>> = caller.levels;
  return levels[type] ?? 0;
}

/** The marks that a caller may read in some place. */
function readable(caller: Caller): Set<string> {
  const {isElsewhere, isEmbed, isValid, role, seesProject} = caller;
  if (isEmbed) return new Set([MARKS.dashboard, MARKS.chart]);
  if (isElsewhere || !isValid) return new Set();
  const isAdmin = role === "admin";
  return new Set([
    ...Object.entries(CONTENT_MARKS).flatMap(([type, mark]) => (levelOf(caller, type) > 0 ? [mark] : [])),
    ...(seesProject ? [MARKS.project] : []),
    ...(isAdmin ? [MARKS.connection, MARKS.account] : []),
  ]);
}

const BODIES: Record<string, () => unknown> = {
  nothing: () => ({}),
  query: () => ({model: "orders", projectId: world.ids["projectId"], measures: ["orders.count"]}),
  queries: () => [BODIES["query"]!()],
  statement: () => ({sql: "select count(*) from orders", projectId: world.ids["projectId"]}),
  grant: () => ({
    resourceType: "chart",
    resourceId: world.ids["chartId"],
    granteeUserId: world.t.org.viewer.id,
    permission: "view",
  }),
};

interface Outcome {
  status: number;
  text: string;
}

async function callRoute(caller: Caller, {method, path, body, isFresh}: Need): Promise<Outcome> {
  const {ids, t} = world;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  let url = path;
  for (const name of names) {
    const isRun = name === "runId";
    const what =
      name === "grantId" && path.includes("oauth")
        ? "oauthGrantId"
        : isRun && path.includes("actions")
          ? "actionRunId"
          : isRun && path.includes("agents")
            ? "agentRunId"
            : isRun && path.includes("/ask/")
              ? "askRunId"
              : name;
    const id = isFresh && name === names.at(-1) ? await world.fresh(what) : ids[what];
    if (id === undefined) throw new Error(`The world has no ${name} for ${path}`);
    url = url.replace(`:${name}`, id);
  }
  if (path.startsWith("/api/grants") && method !== "POST") {
    url += `?resourceType=chart&resourceId=${ids["chartId"]}`;
  }
  const isBodiless = method === "GET" || method === "DELETE" || method === "ALL";
  const sent = isBodiless ? {} : {body: body ? BODIES[body]!() : {"~": 1}};
  const headers = {accept: "*/*", ...(method === "DELETE" ? {"if-match": '"stale"'} : {})};
  const verb = method === "ALL" ? "GET" : method;
  const answer = await t.call(verb, url, {token: caller.token, headers, ...sent});
  return {status: answer.status, text: `${JSON.stringify([...answer.headers])} ${answer.text}`};
}

const callTool = (caller: Caller, name: string) => callWith(name, caller, argumentsOf(name));

async function callWith(name: string, caller: Caller, given: object): Promise<Outcome> {
  const message = {jsonrpc: "2.0", id: 1, method: "tools/call", params: {name, arguments: given}};
  const answer = await postMcp(world.t, message, {token: caller.token});
  const text = `${JSON.stringify([...answer.headers])} ${answer.text}`;
  if (answer.status !== 200) return {status: answer.status, text};
  const code: string | undefined = answer.body?.result?._meta?.error?.code;
  const status = {missing_scope: 403, missing_privilege: 403, not_found: 404}[code ?? ""] ?? 200;
  return {status: code === "internal_error" ? 500 : status, text};
}

function argumentsOf(name: string): object {
  const {projectId, chartId, sheetId, scheduleId, actionId, agentId} = world.ids;
  const query = {model: "orders", projectId, measures: ["orders.count"]};
  const args: Record<string, object> = {
    list_grants: {resourceType: "chart", resourceId: chartId},
    get_resource: {id: sheetId},
    list_models: {projectId},
    describe_model: {model: "orders", projectId},
    search_fields: {words: "note", projectId},
    list_field_values: {model: "orders", field: `orders.note_${MARKS.project}`, projectId},
    validate_query: query,
    run_query: query,
    run_sql: {sql: "select count(*) from orders", projectId},
    validate_resource: {type: "sheet", body: {name: "s"}},
    create_dataset: {projectId, name: "s", kind: "live", definition: {model: "none"}},
    run_schedule: {scheduleId},
    get_data: {id: chartId},
    get_agent_run: {agentId},
    run_agent: {agentId},
    run_action: {actionId},
    get_chart_image: {chartId},
    // Both are refused: the key is unknown, and the chart is on a dashboard.
    update_resource: {id: sheetId, changes: {"~": 1}},
    delete_resource: {id: chartId},
    create_grant: BODIES["grant"]?.() as object,
  };
  return args[name] ?? (name.startsWith("create_") ? {"~": 1} : {});
}

/** The differences from the contract, in words; empty if there are none. */
function faultsOf(
  caller: Caller,
  what: string,
  expected: string | number,
  {status, text}: Outcome,
): string[] {
  const isRefusal = status === 401 || status === 403 || status === 404;
  const isFine = expected === "pass" ? !isRefusal && status < 500 : status === expected;
  const told = Object.values(MARKS).filter(mark => text.includes(mark));
  for (const mark of told) if (!isRefusal) seen.add(mark);
  const mayRead = isRefusal ? new Set<string>() : readable(caller);
  // A caller may read what the caller has sent, because the tools repeat it.
  const leaked = told.filter(
    mark => !mayRead.has(mark) && !(mark === MARKS.project && what === "list_field_values"),
  );
  return [
    ...(isFine ? [] : [`${caller.name}: ${what} is ${status}, not ${expected}: ${text.slice(-200)}`]),
    ...leaked.map(mark => `${caller.name}: ${what} (${status}) tells ${mark}`),
  ];
}

async function withPermits(work: readonly (() => Promise<string[]>)[]): Promise<string[]> {
  const left = work.values();
  const found: string[] = [];
  const worker = async () => {
    for (const one of left) found.push(...(await one()));
  };
  await Promise.all(Array.from({length: AT_ONCE}, worker));
  return found;
}

describe("every caller by every route and every tool", () => {
  test("has a line in the handwritten table, and the table has no other lines", () => {
    const routes = world.t.app.routes.map(({method, path}) => `${method} ${path}`);
    expect(ROUTE_NEEDS.map(({method, path}) => `${method} ${path}`).sort()).toEqual(routes.sort());
    expect(TOOL_LINES.map(({name}) => name).sort()).toEqual(TOOLS.map(({name}) => name).sort());
  });

  test("is answered as the contract says, and shown nothing that is hidden", async () => {
    const calls = ROUTE_NEEDS.flatMap(need => {
      const met =
        need.who === "public" ? callers.filter(({name}) => /nobody|without a team/.test(name)) : callers;
      return met.map(caller => async () => {
        const what = `${need.method} ${need.path}`;
        const outcome = await callRoute(caller, need);
        // A missing page is no refusal, and an incomplete form is no matter of rights.
        if (need.who === "public") return faultsOf(caller, what, outcome.status, outcome);
        return faultsOf(caller, what, expectedOf(caller, need), outcome);
      });
    });
    expect(calls.length).toBeGreaterThan(2000);
    expect(await withPermits(calls)).toEqual([]);
  });

  test("has the same rights in the tools", async () => {
    const calls = TOOL_LINES.flatMap(({name, need}) =>
      callers.map(
        caller => async () => faultsOf(caller, name, expectedOf(caller, need), await callTool(caller, name)),
      ),
    );
    expect(await withPermits(calls)).toEqual([]);
  });

  test("can do no more through an action that it may edit than without the action", async () => {
    const actions = await addEffects(world, world.owner.id);
    const start: Need = {...ROUTE_NEEDS[0]!, path: "", scope: "write", who: "edit", on: ["action"]};
    const calls = Object.entries(BY_HAND).flatMap(([effect, needs]) =>
      callers.map(caller => async () => {
        const mayEdit = expectedOf(caller, start);
        const mayDo = mayEdit === "pass" ? byHandOf(caller, needs) : mayEdit;
        const id = Object.entries(actions).find(([name]) => name === effect)?.[1] ?? "";
        const path = `/api/actions/${id}/runs`;
        const [run, rehearsal] = [
          await world.t.call("POST", path, {token: caller.token, body: {"~": 1}}),
          await callWith("run_action", caller, {actionId: id, dryRun: true}),
        ];
        return [
          ...faultsOf(caller, `run ${effect}`, mayDo, run),
          ...faultsOf(caller, `rehearse ${effect}`, mayDo, rehearsal),
        ];
      }),
    );
    expect(calls.length).toBeGreaterThan(100);
    expect(await withPermits(calls)).toEqual([]);
  });

  test("shows each hidden thing to a caller who may see it", () => {
    expect([...seen].sort()).toEqual(Object.values(MARKS).sort());
  });

  test("leaves nothing hidden and no token in the log", () => {
    expect(logged.length).toBeGreaterThan(1000);
    const secrets = [...Object.values(MARKS), ...callers.flatMap(({token}) => token ?? [])];
    expect(logged.filter(line => secrets.some(secret => line.includes(secret)))).toEqual([]);
  });
});
