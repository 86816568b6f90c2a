import {cp} from "node:fs/promises";
import {join} from "node:path";
import {statementOf} from "../../shared/automation/deliveries/statements.ts";
import {prepareChart, requireChart} from "../../shared/content/charts/charts.ts";
import {publish} from "../../shared/core/change-notices.ts";
import type {ContentType} from "../../shared/core/content-types.ts";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {hashToken} from "../../shared/core/secrets.ts";
import {addChart, addContent, addDashboard, addDataset, addGrant, addSheet} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopGraph, shopInDuckDb} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";
import type {BY_HAND} from "./routes.ts";

/** The names of hidden content, by its type. Agents are hidden from nobody in their organization. */
export const CONTENT_MARKS = {
  chart: "mark-a1-chart",
  dashboard: "mark-b2-dashboard",
  sheet: "mark-c3-sheet",
  dataset: "mark-d4-dataset",
  schedule: "mark-h8-schedule",
  action: "mark-i9-action",
} as const satisfies Record<Exclude<ContentType, "agent">, string>;

/** The texts in names, descriptions, SQL and values of hidden things, by what they belong to. */
export const MARKS = {
  ...CONTENT_MARKS,
  project: "mark-e5-project",
  connection: "mark-f6-connection",
  account: "mark-g7-account",
} as const;

export interface World {
  t: TestService;
  /** By the names of the parameters in paths. */
  ids: Record<string, string>;
  owner: Person;
  insiders: string;
  /** Creates a subject that a call removes: each call needs its own. */
  fresh(name: string): Promise<string>;
  stop(): Promise<void>;
}

interface Person {
  id: string;
  token: string;
}

/**
 * Creates an organization with one of everything, all of it hidden from everybody without a right: content of one owner,
 * without a team, over a project that a team owns.
 */
export async function makeWorld(): Promise<World> {
  const t = await testService({
    STRIPE_SECRET_KEY: "sk_test_world",
    STRIPE_WEBHOOK_SECRET: "whsec_world",
    // Nothing is sent to this address.
    STRIPE_API_URL: "http://127.0.0.1:9",
  });
  const insiders = await addTeam(t, "insiders");
  const owner = await addPerson(t);
  const made = async (path: string, body: object) => {
    const answer = await t.call("POST", path, {body});
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const org = `/api/orgs/${t.org.id}`;
  const connectionId = (await made("/api/connections", await hiddenConnection(t))).id;
  const project = {name: MARKS.project, connectionId, teamIds: [insiders]};
  const projectId = (await made("/api/projects", project)).id;
  await made(`/api/projects/${projectId}/introspect`, hiddenGraph());
  const content = await hiddenContent(t, projectId, owner.id);
  const member = await made(`${org}/members`, {name: MARKS.account, email: `${MARKS.account}@example.com`});
  const account = await made(`${org}/service-accounts`, {name: MARKS.account, scopes: ["read"]});
  const headers = {prefer: "respond-async"};
  const body = {model: content.slug, measures: [`${content.slug}.count`]};
  const run = await t.call("POST", "/api/query", {token: owner.token, body, headers});
  const addEmbed = async () => {
    const resource = {resourceType: "dashboard", resourceId: content.dashboardId};
    return (await made(`${org}/embed-tokens`, {...resource, attributes: {a: [MARKS.account]}})).id;
  };
  const {reader} = t.org;
  const fresh: Record<string, () => Promise<string>> = {
    grantId: async () => {
      const {id} = await addPerson(t);
      return addGrant(t, content.chartId, {userId: id});
    },
    oauthGrantId: async () => (await addOAuth(t, t.org.adminUser.id, ["read"])).grantId,
    embedTokenId: addEmbed,
    installationId: () => addInstallation(t, owner.id),
    verifiedQuestionId: () => addVerifiedQuestion(t, projectId),
    askRunId: async () => (await addQuestion(t, {ownerId: owner.id, status: "queued"})).askRunId,
    conversationId: async () => (await addQuestion(t, {ownerId: owner.id})).conversationId,
    principalId: async () => {
      const {id} = await addPerson(t, {teams: [{id: insiders, role: "member"}]});
      return id;
    },
  };
  return {
    t,
    owner,
    insiders,
    ids: {
      orgId: t.org.id,
      teamId: insiders,
      memberId: member.id,
      serviceAccountId: account.serviceAccount.id,
      principalId: reader.id,
      connectionId,
      projectId,
      model: "orders",
      version: "1",
      runId: run.body.id,
      email: "nobody@example.com",
      uid: "nothing",
      file: "nothing",
      name: "report.csv",
      embedTokenId: await addEmbed(),
      installationId: await addInstallation(t, owner.id),
      syncId: await addSync(t, projectId),
      writeBackId: await addWriteBack(t, projectId),
      rollup: await addRollup(t, projectId),
      verifiedQuestionId: await addVerifiedQuestion(t, projectId),
      evaluationId: await addEvaluation(t, projectId),
      oauthGrantId: (await addOAuth(t, t.org.adminUser.id, ["read"])).grantId,
      grantId: await addGrant(t, content.chartId, {userId: reader.id}).then(dropGrant(t)),
      ...content,
    },
    fresh: name => fresh[name]!(),
    stop: () => t.stop(),
  };
}

async function addSync(t: TestService, projectId: string): Promise<string> {
  const id = newId("sync");
  await sql`
    insert into project_syncs (id, org_id, project_id, status, trigger)
    values (${id}, ${t.org.id}, ${projectId}, 'failed', ${JSON.stringify({type: "manual"})})`.execute(t.db);
  return id;
}

async function addRollup(t: TestService, projectId: string): Promise<string> {
  const name = "orders_daily";
  await sql`
    insert into rollups (id, org_id, project_id, name)
    values (${newId("rollup")}, ${t.org.id}, ${projectId}, ${name})`.execute(t.db);
  return name;
}

async function addEvaluation(t: TestService, projectId: string): Promise<string> {
  const id = newId("eval");
  const definition = {
    model: "local/none",
    runs: 1,
    cases: [{case: {question: MARKS.project, asksBack: true}}],
  };
  await sql`
    insert into evaluations (id, org_id, project_id, name, run_as, definition, status)
    values (${id}, ${t.org.id}, ${projectId}, ${MARKS.project}, ${t.org.admin.id}, ${JSON.stringify(definition)},
      'failed')`.execute(t.db);
  return id;
}

let questions = 0;
async function addVerifiedQuestion(t: TestService, projectId: string): Promise<string> {
  const question = `${MARKS.project} ${++questions}?`;
  const body = {question, query: {model: "orders", measures: ["orders.count"]}};
  const made = await t.call("POST", `/api/projects/${projectId}/verified-questions`, {body});
  if (made.status !== 201) throw new Error(`${made.status} ${made.text}`);
  return made.body.id;
}

async function addWriteBack(t: TestService, projectId: string): Promise<string> {
  const id = newId("wb");
  await sql`
    insert into write_backs (id, org_id, project_id, repository_id, branch, title)
    values (${id}, ${t.org.id}, ${projectId}, 1, 'analytics/x', ${MARKS.project})`.execute(t.db);
  return id;
}

let installations = 4000;
async function addInstallation(t: TestService, connectedBy: string): Promise<string> {
  const id = ++installations;
  const login = MARKS.account;
  await sql`
    insert into github_installations (id, org_id, account_id, account_login, account_type, repository_selection,
      connected_by)
    values (${id}, ${t.org.id}, ${id}, ${login}, 'User', 'all', ${connectedBy})`.execute(t.db);
  return String(id);
}

/** Removes a grant, which is then no longer the `reader`'s. */
function dropGrant(t: TestService) {
  return async (id: string) => {
    await sql`delete from grants where org_id = ${t.org.id} and id = ${id}`.execute(t.db);
    return id;
  };
}

async function hiddenConnection(t: TestService) {
  const path = await shopInDuckDb(t.warehouseDir, t.org.id);
  const file = `${MARKS.connection}.duckdb`;
  await cp(path, join(t.warehouseDir, t.org.id, file));
  return {name: "warehouse", type: "duckdb", config: {path: file}};
}

function hiddenGraph() {
  const graph = shopGraph("duckdb", "main");
  const [orders, customers] = graph.models;
  if (!orders || !customers) throw new Error("The shop has orders and customers");
  orders.description = MARKS.project;
  orders.dimensions = [
    ...(orders.dimensions ?? []),
    {name: `note_${MARKS.project}`, label: MARKS.project, type: "string", sql: `'${MARKS.project}'`},
  ];
  customers.name = MARKS.project;
  graph.joins = [];
  return graph;
}

async function hiddenContent(t: TestService, projectId: string, ownerId: string) {
  const place = {ownerId};
  const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const chartId = await addChart(t, projectId, {...place, query});
  const dashboardId = await addDashboard(t, {...place, tiles: [{chartId, placedBy: ownerId}]});
  const sheetId = await addSheet(t, place);
  const {id: datasetId, slug} = await addDataset(t, projectId, place);
  const {scheduleId, deliveryId} = await addSchedule(t, chartId, place);
  const {actionId, actionRunId} = await addAction(t, place);
  const {agentId, agentRunId} = await addAgent(t, chartId, place);
  const question = await addQuestion(t, place);
  for (const [type, name] of Object.entries(CONTENT_MARKS)) {
    await sql`update content set name = ${name} where org_id = ${t.org.id} and type = ${type}`.execute(t.db);
  }
  const tabs = [{name: "Sheet1", cells: {A1: MARKS.sheet}}];
  await sql`update sheets set tabs = ${JSON.stringify(tabs)} where org_id = ${t.org.id} and id = ${sheetId}`.execute(
    t.db,
  );
  const later = {scheduleId, deliveryId, actionId, actionRunId, agentId, agentRunId, ...question};
  return {chartId, dashboardId, sheetId, datasetId, slug, ...later};
}

/** A paused schedule with an ended delivery and a file. */
async function addSchedule(t: TestService, chartId: string, {ownerId}: {ownerId: string}) {
  const scheduleId = await addContent(t, "schedule", {ownerId});
  const deliveryId = newId("dlv");
  const [orgId, mark] = [t.org.id, MARKS.schedule];
  const resources = JSON.stringify([{resourceType: "chart", resourceId: chartId, name: mark}]);
  const file = JSON.stringify([{name: "report.csv", contentType: "text/csv", sizeBytes: 1}]);
  await sql`
    insert into schedules (id, org_id, resources, recipients, formats, run_as)
    values (${scheduleId}, ${orgId}, ${resources}, ${JSON.stringify([`${mark}@example.com`])}, '["html"]', ${ownerId})`.execute(
    t.db,
  );
  await sql`
    insert into cadences (id, org_id, kind, cron, timezone, active)
    values (${scheduleId}, ${orgId}, 'schedule', '0 8 * * 1', 'UTC', false)`.execute(t.db);
  // The rows depend on nobody's attributes, so that everybody who sees the schedule and the chart gets the same rows.
  const at = new Date();
  const owner = await loadRunAs(t.db, orgId, ownerId);
  const chart = await requireChart(t.db, owner, chartId, "view");
  const asked = await prepareChart(t.web, owner, chart, at);
  const statement = statementOf({type: "chart", id: chartId}, chart.query, asked, at);
  await sql`
    insert into deliveries (id, org_id, source_type, source_id, schedule_id, trigger, status, name, run_as, definition,
      finished_at, files, statements)
    values (${deliveryId}, ${orgId}, 'schedule', ${scheduleId}, ${scheduleId}, 'test', 'succeeded', ${mark}, ${ownerId},
      '{}', now(), ${file}, ${JSON.stringify([statement])})`.execute(t.db);
  await t.worker.worker.deliveryFiles.put(orgId, deliveryId, "report.csv", Buffer.from("1"));
  return {scheduleId, deliveryId};
}

/** The access token of a client to which a person gave access. */
export async function addOAuth(t: TestService, userId: string, scopes: string[]) {
  const [clientId, grantId, token] = [newId("client"), newId("oauth"), crypto.randomUUID()];
  await sql`insert into oauth_clients (id, name, metadata) values (${clientId}, ${MARKS.account}, '{}')`.execute(
    t.db,
  );
  await sql`
    insert into oauth_grants (id, org_id, principal_id, client_id, scopes, expires_at)
    values (${grantId}, ${t.org.id}, ${userId}, ${clientId}, ${scopes}, now() + interval '1 day')`.execute(
    t.db,
  );
  await sql`
    insert into oauth_tokens (hash, kind, org_id, grant_id, scopes, audience, payload, expires_at)
    values (${hashToken(token)}, 'AccessToken', ${t.org.id}, ${grantId}, ${scopes}, ${t.web.config.baseUrl}, '{}',
      now() + interval '1 hour')`.execute(t.db);
  return {grantId, token};
}

/** Gives the account these scopes and this seat. */
export async function become(
  t: TestService,
  id: string,
  scopes: readonly string[],
  seat = "editor",
): Promise<void> {
  await sql`
    update principals set scopes = ${[...scopes]}, seat = ${seat} where org_id = ${t.org.id} and id = ${id}`.execute(
    t.db,
  );
  await publish(t.db, {kind: "principal", id});
}

/** An action with a run. */
async function addAction(t: TestService, {ownerId}: {ownerId: string}) {
  const actionId = await addContent(t, "action", {ownerId});
  const actionRunId = newId("run");
  const [orgId, mark] = [t.org.id, MARKS.action];
  const effect = {type: "email", recipients: [`${mark}@example.com`], subject: mark, message: mark};
  await sql`
    insert into actions (id, org_id, trigger, effects, run_as)
    values (${actionId}, ${orgId}, '{"type": "manual"}', ${JSON.stringify([effect])}, ${ownerId})`.execute(
    t.db,
  );
  await sql`
    insert into action_runs (id, org_id, action_id, status, cause, name, trigger, run_as, effects, finished_at)
    values (${actionRunId}, ${orgId}, ${actionId}, 'succeeded', '{"type": "manual"}', ${mark}, '{"type": "manual"}',
      ${ownerId}, ${JSON.stringify([{effect, status: "failed", error: mark}])}, now())`.execute(t.db);
  return {actionId, actionRunId};
}

/** An action for each kind of effect, without runs. */
export async function addEffects(
  {t, ids}: Pick<World, "t" | "ids">,
  ownerId: string,
): Promise<Record<keyof typeof BY_HAND, string>> {
  const {scheduleId, agentId, projectId} = ids;
  const query = {model: "orders", measures: ["orders.count"]};
  const effects = {
    email: {type: "email", recipients: ["x@example.com"], subject: "x", message: "x"},
    run_delivery: {type: "run_delivery", scheduleId},
    run_agent: {type: "run_agent", agentId},
    sync_project: {type: "sync_project", projectId},
    snapshot_dataset: {type: "snapshot_dataset", name: "x", query, projectId, keep: 1},
  };
  const add = async (effect: object) => {
    const id = await addContent(t, "action", {ownerId});
    await sql`
      insert into actions (id, org_id, trigger, effects, run_as)
      values (${id}, ${t.org.id}, '{"type": "manual"}', ${JSON.stringify([effect])}, ${ownerId})`.execute(
      t.db,
    );
    return id;
  };
  return {
    email: await add(effects.email),
    run_delivery: await add(effects.run_delivery),
    run_agent: await add(effects.run_agent),
    sync_project: await add(effects.sync_project),
    snapshot_dataset: await add(effects.snapshot_dataset),
  };
}

/** An agent over the hidden chart, which everybody may read, with a report that only its readers may read. */
async function addAgent(t: TestService, chartId: string, {ownerId}: {ownerId: string}) {
  const agentId = await addContent(t, "agent", {ownerId});
  const agentRunId = newId("run");
  const [orgId, mark] = [t.org.id, MARKS.chart];
  const grounding = [{resourceType: "chart", resourceId: chartId}];
  const agent = {instructions: "Look.", model: "local/none", grounding, outputs: [{type: "report"}]};
  const definition = {...agent, maxTokensPerRun: 10_000, maxRounds: 5, strict: false, accepted: {}};
  await sql`
    insert into agents (id, org_id, instructions, model, grounding, outputs, max_tokens_per_run, max_rounds, strict, run_as)
    values (${agentId}, ${orgId}, 'Look.', ${agent.model}, ${JSON.stringify(grounding)}, '[{"type": "report"}]', 10000, 5,
      false, ${ownerId})`.execute(t.db);
  await sql`
    insert into agent_runs (id, org_id, agent_id, status, cause, name, run_as, definition, outputs, finished_at)
    values (${agentRunId}, ${orgId}, ${agentId}, 'succeeded', '{"type": "schedule"}', 'Look', ${ownerId},
      ${JSON.stringify(definition)}, ${JSON.stringify([{type: "report", markdown: mark, figures: []}])}, now())`.execute(
    t.db,
  );
  return {agentId, agentRunId};
}

/** A question of the owner, whose answer nobody else may read. */
async function addQuestion(
  t: TestService,
  {ownerId, status = "succeeded"}: {ownerId: string; status?: string},
) {
  const [conversationId, askRunId, orgId] = [newId("conv"), newId("run"), t.org.id];
  const mark = MARKS.chart;
  const definition = {
    instructions: mark,
    model: "local/none",
    grounding: [],
    outputs: [],
    maxTokensPerRun: 10_000,
    maxRounds: 5,
    strict: false,
    accepted: {},
    question: {isGrounded: false},
  };
  const answer = {
    answer: {title: mark, sections: [{text: mark}], figures: []},
    report: {title: "", markdown: mark, figures: []},
    reply: {charts: [], followUps: [], clarify: null},
    isFinal: true,
  };
  await sql`
    insert into conversations (id, org_id, owner_id, title) values (${conversationId}, ${orgId}, ${ownerId}, ${mark})`.execute(
    t.db,
  );
  await sql`
    insert into agent_runs (id, org_id, conversation_id, status, cause, name, run_as, definition, answer, finished_at)
    values (${askRunId}, ${orgId}, ${conversationId}, ${status}, '{"type": "manual"}', ${mark}, ${ownerId},
      ${JSON.stringify(definition)}, ${JSON.stringify(answer)}, case when ${status} = 'succeeded' then now() end)`.execute(
    t.db,
  );
  return {conversationId, askRunId};
}
