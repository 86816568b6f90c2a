import {afterAll, beforeAll, describe, expect, mock, spyOn, test} from "bun:test";
import {AsyncLocalStorage} from "node:async_hooks";
import type {PoolClient} from "pg";
import {DatabaseWatch} from "../../../shared/core/database/watch.ts";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {type BillingService, withStripe} from "../../billing/service.ts";
import {MODEL_FILES} from "../../github/project-files.ts";
import {type GitService, gitService, type Shop} from "../../github/service.ts";
import {addChart} from "../../support/content.ts";
import {shopGraph} from "../../support/warehouse.ts";

/** Requests to every route that takes an `Idempotency-Key` according to the OpenAPI document, each sent with a key. */

type Asked = {path: string; body?: object; headers?: Record<string, string>};

let t: GitService & BillingService;
let shop: Shop;
let chartId: string;
let count = 0;

beforeAll(async () => {
  t = await withStripe(environment =>
    gitService({...environment, LLM_API_KEY: "none", LLM_BASE_URL: "http://127.0.0.1:9"}),
  );
  t.stripe.account.addProduct("prod_Team", {seats: "50", public: "true"});
  await sql`select graphile_worker.add_job('sync_plans')`.execute(t.db);
  await t.drain();
  shop = await t.shop({}, MODEL_FILES);
  watchConnections();
  chartId = await addChart(t, shop.projectId, {ownerId: t.org.admin.id});
});
afterAll(async () => {
  mock.restore();
  await t?.stop();
});

/** The transactions that a request has open, and the stacks at which it took another connection meanwhile. */
interface Connections {
  open: Set<PoolClient>;
  nested: string[];
}

const requests = new AsyncLocalStorage<Connections>();

/** Lets `requests` see each connection that a request takes from the pool. */
function watchConnections(): void {
  const connect = DatabaseWatch.prototype.connect;
  spyOn(DatabaseWatch.prototype, "connect").mockImplementation(async function (this: DatabaseWatch) {
    const request = requests.getStore();
    if (request && request.open.size > 0) request.nested.push(new Error("a second connection").stack ?? "");
    const client = await connect.call(this);
    if (!request) return client;
    const query = client.query;
    const release = client.release;
    client.query = (...given: unknown[]) => {
      if (typeof given[0] === "string" && /^(begin|start transaction)/i.test(given[0]))
        request.open.add(client);
      return Reflect.apply(query, client, given);
    };
    client.release = (...given) => {
      Object.assign(client, {query, release});
      request.open.delete(client);
      return release.apply(client, given);
    };
    return client;
  });
}

const name = () => `Thing ${++count}`;
const org = () => `/api/orgs/${t.org.id}`;
const project = () => `/api/projects/${shop.projectId}`;
const query = {model: "orders", dimensions: ["orders.status"]};
const recipients = ["somebody@example.com"];

/** A project over the warehouse alone, whose layer comes from no repository. */
async function ownProject(): Promise<string> {
  const {id} = await t.made("/api/projects", {name: name(), connectionId: t.connectionId});
  const {joins: _, ...graph} = shopGraph("duckdb", "main");
  await t.made(`/api/projects/${id}/introspect`, {...graph, joins: []});
  return `/api/projects/${id}`;
}

const schedule = () => ({
  name: name(),
  resourceType: "chart",
  resourceId: chartId,
  cron: "0 8 * * *",
  recipients,
});
const action = () => ({
  name: name(),
  trigger: {type: "manual"},
  effects: [{type: "email", recipients, subject: "S", message: "M"}],
});
const agent = () => ({
  instructions: name(),
  model: "local/none",
  grounding: [{resourceType: "chart", resourceId: chartId}],
});
const account = () => ({name: name(), scopes: ["read"]});
const member = () => ({name: name(), email: `${crypto.randomUUID()}@example.com`});

const REQUESTS: Record<string, () => Promise<Asked> | Asked> = {
  "/api/actions": () => ({path: "/api/actions", body: action()}),
  "/api/actions/{actionId}/runs": async () => ({
    path: `/api/actions/${(await t.made("/api/actions", action())).id}/runs`,
  }),
  "/api/agents": () => ({path: "/api/agents", body: agent()}),
  "/api/agents/{agentId}/run": async () => ({
    path: `/api/agents/${(await t.made("/api/agents", agent())).id}/run`,
  }),
  "/api/ask": () => ({path: "/api/ask", body: {question: name(), model: "local/none"}}),
  "/api/charts": () => ({
    path: "/api/charts",
    body: {name: name(), type: "table", query: {...query, projectId: shop.projectId}},
  }),
  "/api/connections": () => ({
    path: "/api/connections",
    body: {name: name(), type: "duckdb", config: {path: "shop.duckdb"}},
  }),
  "/api/dashboards": () => ({path: "/api/dashboards", body: {name: name()}}),
  "/api/deliveries/{deliveryId}/retry": async () => ({
    path: `/api/deliveries/${await failedDelivery()}/retry`,
  }),
  "/api/grants": () => ({
    path: "/api/grants",
    body: {
      resourceType: "chart",
      resourceId: chartId,
      granteeUserId: t.org.viewer.id,
      permission: "view",
    },
  }),
  "/api/orgs/{orgId}/billing/checkout": () => ({
    path: `${org()}/billing/checkout`,
    body: {plan: "prod_Team"},
  }),
  "/api/orgs/{orgId}/billing/portal": () => ({path: `${org()}/billing/portal`, body: {}}),
  "/api/orgs/{orgId}/embed-tokens": () => ({
    path: `${org()}/embed-tokens`,
    body: {resourceType: "chart", resourceId: chartId},
  }),
  "/api/orgs/{orgId}/github/installations": () => ({path: `${org()}/github/installations`, body: {}}),
  "/api/orgs/{orgId}/members": () => ({path: `${org()}/members`, body: member()}),
  "/api/orgs/{orgId}/members/{memberId}/password-link": async () => ({
    path: `${org()}/members/${(await t.made(`${org()}/members`, member())).id}/password-link`,
  }),
  "/api/orgs/{orgId}/service-accounts": () => ({path: `${org()}/service-accounts`, body: account()}),
  "/api/orgs/{orgId}/service-accounts/{serviceAccountId}/rotate": async () => {
    const {serviceAccount} = await t.made(`${org()}/service-accounts`, account());
    return {path: `${org()}/service-accounts/${serviceAccount.id}/rotate`, body: {overlapSeconds: 0}};
  },
  "/api/orgs/{orgId}/teams": () => ({path: `${org()}/teams`, body: {name: name()}}),
  "/api/projects": () => ({path: "/api/projects", body: {name: name(), connectionId: t.connectionId}}),
  "/api/projects/{projectId}/datasets": () => ({
    path: `${project()}/datasets`,
    body: {name: name(), kind: "snapshot", snapshotCsv: "a,b\n1,2\n"},
  }),
  "/api/projects/{projectId}/introspect": async () => ({
    path: `${await ownProject()}/introspect`,
    body: {...shopGraph("duckdb", "main"), joins: []},
  }),
  "/api/projects/{projectId}/joins": async () => ({
    path: `${await ownProject()}/joins`,
    body: shopGraph("duckdb", "main").joins?.[0] ?? {},
  }),
  "/api/projects/{projectId}/layer/versions/{version}/restore": async () => ({
    path: `${await ownProject()}/layer/versions/1/restore`,
  }),
  "/api/projects/{projectId}/rollups/{rollup}/build": async () => {
    const own = await ownProject();
    const graph = shopGraph("duckdb", "main");
    const rollups = [
      {name: "daily", model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
    ];
    await t.made(`${own}/introspect`, {...graph, joins: [], rollups});
    return {path: `${own}/rollups/daily/build`};
  },
  "/api/projects/{projectId}/sync": () => ({path: `${project()}/sync`}),
  "/api/projects/{projectId}/syncs/{syncId}/approve": async () => ({
    path: `${project()}/syncs/${await heldSync()}/approve`,
  }),
  "/api/projects/{projectId}/verified-questions": () => ({
    path: `${project()}/verified-questions`,
    body: {question: name(), query},
  }),
  "/api/projects/{projectId}/evaluations": () => ({
    path: `${project()}/evaluations`,
    body: {name: name(), model: "local/none", cases: [{question: name(), asksBack: true}]},
  }),
  "/api/projects/{projectId}/write-back": () => ({
    path: `${project()}/write-back`,
    body: {
      changes: [{op: "set", kind: "dimension", model: "orders", name: "status", value: {label: name()}}],
    },
  }),
  "/api/query": () => ({
    path: "/api/query",
    body: {...query, projectId: shop.projectId},
    headers: {prefer: "respond-async"},
  }),
  "/api/sql": () => ({
    path: "/api/sql",
    body: {sql: "select count(*) from orders", projectId: shop.projectId},
    headers: {prefer: "respond-async"},
  }),
  "/api/schedules": () => ({path: "/api/schedules", body: schedule()}),
  "/api/schedules/{scheduleId}/run": async () => ({
    path: `/api/schedules/${(await t.made("/api/schedules", schedule())).id}/run`,
  }),
  "/api/sheets": () => ({path: "/api/sheets", body: {name: name()}}),
};

async function failedDelivery(): Promise<string> {
  const {id} = await t.made("/api/schedules", schedule());
  const deliveryId = newId("dlv");
  await sql`
    insert into deliveries (id, org_id, source_type, source_id, schedule_id, trigger, status, name, run_as, definition,
      finished_at)
    select ${deliveryId}, org_id, 'schedule', id, id, 'test', 'failed', 'Failed', run_as, '{}', now()
    from schedules where org_id = ${t.org.id} and id = ${id}`.execute(t.db);
  await sql`
    insert into delivery_recipients (org_id, delivery_id, position, email, status)
    values (${t.org.id}, ${deliveryId}, 0, ${recipients[0]}, 'failed')`.execute(t.db);
  return deliveryId;
}

async function heldSync(): Promise<string> {
  // A later sync that waits would make the request for this one a conflict.
  await t.settled(shop.projectId);
  const id = newId("sync");
  await sql`
    insert into project_syncs (id, org_id, project_id, status, trigger, held)
    values (${id}, ${t.org.id}, ${shop.projectId}, 'queued', '{"type": "manual"}', true)`.execute(t.db);
  return id;
}

interface Post {
  parameters?: object[];
  responses: object;
}

/** The paths of the POSTs that are like this. */
async function pathsOf(isLike: (post: Post) => boolean): Promise<string[]> {
  const {body} = await t.call("GET", "/swagger/json");
  const document: {paths: Record<string, {post?: Post}>} = body;
  return Object.entries(document.paths).flatMap(([path, {post}]) => (post && isLike(post) ? [path] : []));
}

/** Whether the POST lists the header among its parameters. */
const isKeyed = ({parameters = []}: Post) => /idempotency.?key/i.test(JSON.stringify(parameters));
const creates = ({responses}: Post) => "201" in responses || "202" in responses;

describe("every route that takes an Idempotency-Key", () => {
  test("is tested here", async () => {
    expect(Object.keys(REQUESTS).sort()).toEqual((await pathsOf(isKeyed)).sort());
  });

  test("is every one that creates or queues something, but for those that other programs prescribe", async () => {
    expect(await pathsOf(post => creates(post) && !isKeyed(post))).toEqual([
      "/oauth/register",
      "/api/webhooks/github",
      "/mcp",
    ]);
  });

  test.each(Object.entries(REQUESTS))(
    "POST %s does its work once under a key, and repeats its answer",
    async (_, request) => {
      const {path, ...options} = await request();
      const headers = {...options.headers, "idempotency-key": crypto.randomUUID()};
      const ask = () => t.call("POST", path, {...options, headers});
      const connections: Connections = {open: new Set(), nested: []};
      const first = await requests.run(connections, ask);
      if (first.status >= 300) throw new Error(`POST ${path}: ${first.status} ${first.text}`);
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      const again = await ask();
      expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);
      const {token: _token, url: _url, ...answer} = first.body;
      expect(again.body).toMatchObject(answer);
      // As many such requests as the pool has connections would wait for each other.
      expect(connections.nested).toEqual([]);
    },
  );
});
