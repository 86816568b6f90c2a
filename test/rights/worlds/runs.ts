import {sql} from "../../../shared/core/db.ts";
import {answer} from "../../agents/service.ts";
import {until} from "../../support/until.ts";
import {act, addedDataset, call} from "./content.ts";
import {instructionsOf} from "./later.ts";
import {allowedOrders, canSend, isWithin, judge, type Route, routesOf, ruleOfRun} from "./oracle.ts";
import {type Finding, ordersOf, REGIONS, sumOf} from "./rows.ts";
import type {Json} from "./service.ts";
import {
  type Action,
  type Agent,
  type Later,
  type Person,
  queryOf,
  type Schedule,
  type World,
} from "./state.ts";

/** Waits for the end of a run. */
async function ended(
  {house: {t, org}}: World,
  table: "deliveries" | "action_runs" | "agent_runs",
  id: string,
): Promise<void> {
  await until(async () => {
    const {rows} = await sql`
      select from ${sql.table(table)} where org_id = ${org.id} and id = ${id} and finished_at is not null`.execute(
      t.db,
    );
    return rows.length > 0;
  });
}

/** Runs the schedule by hand, perhaps to other recipients than its own, and judges what leaves the service. */
export async function sendSchedule(
  world: World,
  by: Person,
  schedule: Schedule,
  recipients?: readonly string[],
): Promise<void> {
  const {id, name, runAs} = schedule;
  const mayIt = canSend(by, schedule) && (recipients === undefined || by === runAs);
  const sentence = `sends ${name}${recipients ? ` to ${recipients.join(" and ")}` : ""}`;
  const path = `/api/schedules/${id}/run`;
  const started = await act(world, by, sentence, ["POST", path, recipients && {recipients}]);
  if (!started) return;
  if (!mayIt) world.faults.push(`${by.name} ${sentence}, and may not`);
  await judgeDelivery(
    world,
    {...schedule, recipients: recipients ?? schedule.recipients},
    started.deliveryId,
  );
}

/** Makes the schedule come due, so that its condition applies. */
export async function comeDue(world: World, schedule: Schedule): Promise<void> {
  const {t, org} = world.house;
  const {rows} = await sql<{next_at: Date}>`
    update cadences set next_at = date_trunc('minute', now())
    where org_id = ${org.id} and id = ${schedule.id} and active returning next_at`.execute(t.db);
  world.history.push(`${schedule.name} comes due.`);
  schedule.hasComeDue = true;
  if (rows.length === 0) return;
  await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
  const {id} = await until(async () => {
    const found = await sql<{id: string}>`
      select id from deliveries
      where org_id = ${org.id} and source_id = ${schedule.id} and trigger = 'schedule' and slot = ${rows[0]?.next_at}`.execute(
      t.db,
    );
    return found.rows[0];
  });
  await judgeDelivery(world, schedule, id, {isDue: true});
}

async function judgeDelivery(
  world: World,
  schedule: Schedule,
  deliveryId: string,
  {isDue = false}: {isDue?: boolean} = {},
): Promise<void> {
  const {resources, recipients, filters, condition} = schedule;
  const routes = resources.flatMap(one => (one.type === "dataset" ? [] : routesOf(one)));
  const mails = await mailsOf(world, schedule, deliveryId, {routes, recipients, filters});
  if (!isDue || !condition || mails === 0) return;
  const {ask, above} = condition;
  const most = sumOf(ask.table, ask.number, allowedOrders(world, schedule, {ask, authors: []}));
  if (most > above) return;
  world.faults.push(
    `${schedule.name} was sent, and its condition is met only by rows that are not ${schedule.runAs.name}'s to ask for by another's hand`,
  );
}

interface Sent {
  routes: readonly Route[];
  recipients: readonly string[];
  filters?: Schedule["filters"];
}

/** Judges the mails and files of a delivery that has ended. Returns the number of mails. */
async function mailsOf(
  world: World,
  later: Later,
  deliveryId: string,
  {routes, recipients, filters = []}: Sent,
): Promise<number> {
  const {smtp, t} = world.house;
  await ended(world, "deliveries", deliveryId);
  const mails = smtp.received
    .slice(world.received)
    .filter(({mail}) => mail.messageId?.startsWith(`<${deliveryId}.`) === true);
  const rule = ruleOfRun(world, later, routes, filters);
  for (const {to, mail} of mails) {
    for (const address of to) {
      if (!recipients.includes(address))
        world.faults.push(`${later.name} was sent to ${address}, whom nobody named`);
    }
    const files = mail.attachments.map(({content}) => content.toString("utf8"));
    const text = [mail.subject, mail.text, mail.html, ...files].join("\n");
    judge(world, `the mail of ${later.name} to ${to.join(" and ")}`, text, rule);
  }
  const {body} = await t.call("GET", `/api/deliveries/${deliveryId}`, {token: later.runAs.token});
  world.kept.push({what: `the record of ${later.name}`, path: `/api/deliveries/${deliveryId}`});
  for (const {name} of body.files ?? []) {
    const what = `the file ${name} of ${later.name}`;
    world.kept.push({what, path: `/api/deliveries/${deliveryId}/files/${encodeURIComponent(name)}`});
  }
  return mails.length;
}

/** Runs the action by hand, and judges everything that it does. A dry run does nothing, and stores what it found. */
export async function runAction(
  world: World,
  by: Person,
  action: Action,
  {isRehearsal = false}: {isRehearsal?: boolean} = {},
): Promise<void> {
  for (const agent of world.agents) scriptOf(world, agent);
  const path = `/api/actions/${action.id}/runs`;
  const sentence = `${isRehearsal ? "rehearses" : "runs"} ${action.name}`;
  const started = await act(world, by, sentence, ["POST", path, {dryRun: isRehearsal}]);
  if (!started) return;
  await ended(world, "action_runs", started.id);
  await judgeRun(world, by, action, `${path}/${started.id}`);
}

async function judgeRun(world: World, by: Person, action: Action, path: string): Promise<void> {
  world.kept.push({what: `the run of ${action.name}`, path});
  await call(world, by, "GET", path);
  const run = (await world.house.t.call("GET", path, {token: world.house.org.admin.token})).body;
  for (const [index, done] of run.effects.entries()) {
    const effect = action.effects[index];
    if (done.status === "succeeded" && effect)
      await judgeEffect(world, by, action, effect, done.result ?? {});
  }
}

async function judgeEffect(
  world: World,
  by: Person,
  action: Action,
  effect: Action["effects"][number],
  result: Json,
): Promise<void> {
  const {threshold} = action;
  switch (effect.type) {
    case "email": {
      const routes = [
        ...(threshold ? [{ask: threshold, authors: []}] : []),
        ...(effect.chart ? routesOf(effect.chart) : []),
      ];
      await mailsOf(world, action, result.deliveryId, {routes, recipients: effect.recipients});
      return;
    }
    case "snapshot_dataset":
      return judgeFrozen(world, action, effect.ask, result);
    case "run_delivery":
      if (!canSend(by, effect.schedule))
        world.faults.push(`${by.name} sent ${effect.schedule.name} by ${action.name}, and may not`);
      return judgeDelivery(world, effect.schedule, result.deliveryId);
    case "run_agent":
      if (!by.isAdmin)
        world.faults.push(`${by.name} ran ${effect.agent.name} by ${action.name}, and may not`);
      return judgeAgentRun(world, effect.agent, result.agentRunId);
  }
}

/** Everybody who sees the dataset sees the frozen rows, so that they are judged at once. */
async function judgeFrozen(
  world: World,
  action: Action,
  ask: Action["threshold"] & object,
  {datasetId, slug}: Json,
): Promise<void> {
  const rows = allowedOrders(world, action, {ask, authors: []});
  const {t, org} = world.house;
  const named = {id: datasetId, slug, name: slug};
  const dataset = addedDataset(world, action.runAs, named, {team: action.team, frozen: {ask, rows}});
  const body = queryOf(world, {...ask, dataset});
  const {status, text} = await t.call("POST", "/api/query", {token: org.admin.token, body});
  if (status !== 200) throw new Error(`what was frozen cannot be read: ${text}`);
  judge(world, `the snapshot that ${action.name} froze`, text, found =>
    isWithin(found.rows, rows) ? undefined : `it runs as ${action.runAs.name}, and is another's doing`,
  );
}

/** Runs the agent by hand, and judges what its scripted model was told. */
export async function runAgent(world: World, by: Person, agent: Agent): Promise<void> {
  scriptOf(world, agent);
  const started = await act(world, by, `runs ${agent.name}`, ["POST", `/api/agents/${agent.id}/run`]);
  if (!started) return;
  if (!by.isAdmin) world.faults.push(`${by.name} ran ${agent.name}, and may not`);
  await judgeAgentRun(world, agent, started.runId);
}

/** The model knows everything that exists, and requests all of it. */
function scriptOf(world: World, agent: Agent): void {
  const {provider, ordersProject} = world.house;
  const use = (name: string, given: object) => ({name, arguments: given});
  const things = [...world.dashboards, ...world.charts, ...world.datasets];
  const slugs = [...new Set(world.datasets.map(({slug}) => slug))];
  const calls = [
    ...things.map(({id}) => use("get_data", {id})),
    use("run_query", {model: "orders", dimensions: ["orders.tag"], projectId: ordersProject}),
    use("run_query", {model: "cust", dimensions: ["cust.name"], projectId: ordersProject}),
    use("run_query", {model: "cust", dimensions: ["cust.region"], projectId: ordersProject}),
    use("run_query", {model: "orders", dimensions: ["cust.name"], projectId: ordersProject}),
    use("describe_model", {model: "cust", projectId: ordersProject}),
    use("search_fields", {words: "name of whom"}),
    use("list_field_values", {model: "cust", field: "cust.region", projectId: ordersProject}),
    ...slugs.map(slug => use("run_query", {model: slug, dimensions: [`${slug}.tag`]})),
  ];
  const end = answer({title: "Seen", sections: [{text: "All is seen."}], figures: []});
  provider.script(instructionsOf(world, agent.name), [{calls}, end]);
  world.asked = provider.asked.length;
}

async function judgeAgentRun(world: World, agent: Agent, runId: string): Promise<void> {
  await ended(world, "agent_runs", runId);
  const {provider} = world.house;
  const about = instructionsOf(world, agent.name);
  const told = provider.asked.slice(world.asked).findLast(({conversation}) => conversation === about);
  world.kept.push({what: `the transcript of ${agent.name}`, path: `/api/agents/${agent.id}/runs/${runId}`});
  if (!told) return;
  const routes = agent.grounding.flatMap(one =>
    one === "orders" || one.type === "dataset" ? [] : routesOf(one),
  );
  const rule = ruleOfRun(world, agent, routes);
  const isGrounded = ({table, ask, rows}: Finding) => {
    if (table === "cust") return agent.grounding.includes("orders");
    if (table !== "orders" || ask !== undefined) return true;
    const within = agent.grounding.reduce((sum, one) => {
      if (one === "orders") return sum | ordersOf(REGIONS);
      if (one.type !== "dataset" || one.isGone) return sum;
      return sum | (one.frozen ? one.frozen.rows : ordersOf(one.regions ?? REGIONS));
    }, 0);
    return isWithin(rows, within);
  };
  judge(world, `what the model of ${agent.name} was told`, JSON.stringify(told.body), (finding, ask) =>
    isGrounded(finding) ? rule(finding, ask) : "it is beyond the grounding",
  );
}
