import {publish} from "../../../shared/core/change-notices.ts";
import {act, describe} from "./content.ts";
import {routesOf} from "./oracle.ts";
import {
  type Action,
  type Agent,
  type Ask,
  attributesOf,
  type Effect,
  type Later,
  type Person,
  queryOf,
  type Schedule,
  type Team,
  tell,
  type World,
} from "./state.ts";

/** A leap day, so that nothing comes due by itself. */
const CRON = "0 0 29 2 *";

/**
 * The rights under which a saved thing runs: a person who changes what decides its rows becomes its principal; the principal's
 * own save renews the approval. The service may be stricter about changes, because nobody's rights but those of the saver are
 * lent.
 */
function saved(
  world: World,
  by: Person,
  {before, decides, runAs}: {before: Later | undefined; decides: boolean; runAs: string},
  asks: readonly Ask[],
): Pick<Later, "runAs" | "savedAt" | "approved"> {
  if (before && before.runAs !== by && !decides && runAs === before.runAs.id) {
    const {savedAt, approved} = before;
    return {runAs: before.runAs, savedAt, approved};
  }
  if (runAs !== by.id) world.faults.push(`what ${by.name} has changed runs as somebody else`);
  return {runAs: by, savedAt: world.now, approved: new Set(asks)};
}

type ScheduleBody = Pick<Schedule, "resources" | "recipients" | "filters" | "condition">;

/** Creates a schedule, or replaces it. */
export async function saveSchedule(
  world: World,
  by: Person,
  {before, name, team, ...body}: ScheduleBody & {before?: Schedule; name: string; team?: Team | undefined},
): Promise<Schedule | undefined> {
  const {resources, recipients, filters, condition} = body;
  const measure = condition ? queryOf(world, condition.ask).measures[0] : undefined;
  const sent = {
    name,
    resources: resources.map(({type, id}) => ({resourceType: type, resourceId: id})),
    recipients,
    cron: CRON,
    formats: ["html", "csv"],
    filters: filters.map(({field, value}) => ({field, op: "contains", value})),
    condition: condition
      ? {type: "threshold", query: queryOf(world, condition.ask), measure, op: ">", value: condition.above}
      : null,
    teamId: team?.id ?? null,
  };
  const when = condition ? `, if ${describe(condition.ask)} is above ${condition.above}` : "";
  const only = filters.map(({field, value}) => `, with ${field} like ${value}`).join("");
  const what = `${resources.map(one => one.name).join(" and ")} to ${recipients.join(" and ")}${only}${when}`;
  const path = before ? `/api/schedules/${before.id}` : "/api/schedules";
  const made = await act(
    world,
    by,
    `${before ? "saves the schedule" : "schedules"} ${name}${team ? ` in ${team.name}` : ""}: ${what}`,
    [before ? "PUT" : "POST", path, sent],
  );
  if (!made) return undefined;
  const asks = resources.flatMap(one => (one.type === "dataset" ? [] : routesOf(one).map(({ask}) => ask)));
  const decides = !before || !Bun.deepEquals(bodyOf(before), bodyOf(body));
  const schedule: Schedule = {
    ...(before ?? {id: made.id, owner: by}),
    ...{name, team, ...body},
    ...saved(world, by, {before, decides, runAs: made.runAs}, condition ? [...asks, condition.ask] : asks),
  };
  if (before) return Object.assign(before, schedule);
  world.schedules.push(schedule);
  return schedule;
}

const bodyOf = ({resources, recipients, filters, condition}: ScheduleBody) => ({
  resources: resources.map(({id}) => id),
  recipients,
  filters,
  condition: condition && {ask: condition.ask.number, above: condition.above},
});

/** Creates an action, or replaces it. */
export async function saveAction(
  world: World,
  by: Person,
  {
    before,
    name,
    team,
    threshold,
    effects,
  }: Pick<Action, "threshold" | "effects"> & {before?: Action; name: string; team?: Team | undefined},
): Promise<Action | undefined> {
  const measure = threshold && queryOf(world, threshold).measures[0];
  const check = {measure, op: ">", value: 0, mode: "while_true", cron: CRON};
  const trigger = threshold
    ? {type: "threshold", query: queryOf(world, threshold), ...check}
    : {type: "manual"};
  const body = {name, trigger, effects: effects.map(one => effectOf(world, one)), teamId: team?.id ?? null};
  const when = threshold ? `whenever ${describe(threshold)} has rows, ` : "";
  const what = `${when}${effects.map(effect => inWords(effect)).join(", then ")}`;
  const sentence = `${before ? "saves" : "makes"} the action ${name}${team ? ` in ${team.name}` : ""}: ${what}`;
  const made = await act(world, by, sentence, [
    before ? "PUT" : "POST",
    before ? `/api/actions/${before.id}` : "/api/actions",
    body,
  ]);
  if (!made) return undefined;
  const asks = effects.flatMap(effect => {
    if (effect.type === "snapshot_dataset") return [effect.ask];
    return effect.type === "email" && effect.chart ? [effect.chart.ask] : [];
  });
  const decides = !before || !Bun.deepEquals(before.effects, effects);
  const action: Action = {
    ...(before ?? {id: made.id, owner: by}),
    ...{name, team, threshold, effects},
    ...saved(world, by, {before, decides, runAs: made.runAs}, threshold ? [...asks, threshold] : asks),
  };
  if (before) return Object.assign(before, action);
  world.actions.push(action);
  return action;
}

function effectOf(world: World, effect: Effect): object {
  switch (effect.type) {
    case "email": {
      const {recipients, chart} = effect;
      const texts = {
        subject: "The first is {{value}}",
        message: "{{count}} in all, {{measure}} is {{value}}.",
      };
      return {type: "email", recipients, ...texts, ...(chart ? {chartId: chart.id} : {})};
    }
    case "snapshot_dataset":
      return {...effect, ask: undefined, name: `frozen ${world.name}`, query: queryOf(world, effect.ask)};
    case "run_delivery":
      return {type: "run_delivery", scheduleId: effect.schedule.id};
    case "run_agent":
      return {type: "run_agent", agentId: effect.agent.id};
  }
}

function inWords(effect: Effect): string {
  switch (effect.type) {
    case "email":
      return `mail what it finds${effect.chart ? ` and ${effect.chart.name}` : ""} to ${effect.recipients.join(" and ")}`;
    case "snapshot_dataset":
      return `freeze ${describe(effect.ask)}`;
    case "run_delivery":
      return `send ${effect.schedule.name}`;
    case "run_agent":
      return `run ${effect.agent.name}`;
  }
}

/** The text by which the scripted model recognizes the agent. */
export function instructionsOf(world: World, name: string): string {
  return `Look at everything there is for ${name} of ${world.name}!`;
}

/** Creates an agent, or saves it again unchanged. */
export async function saveAgent(
  world: World,
  by: Person,
  {
    before,
    name,
    team,
    grounding,
  }: Pick<Agent, "grounding"> & {before?: Agent; name: string; team?: Team | undefined},
): Promise<Agent | undefined> {
  const body = {
    name,
    instructions: instructionsOf(world, name),
    model: "anthropic/test",
    grounding: grounding.map(one =>
      one === "orders"
        ? {resourceType: "model", resourceId: `${world.house.ordersProject}/orders`}
        : {resourceType: one.type, resourceId: one.id},
    ),
    teamId: team?.id ?? null,
  };
  const over = grounding.map(one => (one === "orders" ? "the model orders" : one.name)).join(" and ");
  const made = await act(world, by, `${before ? "saves" : "makes"} the agent ${name} over ${over}`, [
    before ? "PUT" : "POST",
    before ? `/api/agents/${before.id}` : "/api/agents",
    body,
  ]);
  if (!made) return undefined;
  const asks = grounding.flatMap(one =>
    one === "orders" || one.type === "dataset" ? [] : routesOf(one).map(({ask}) => ask),
  );
  const decides = !before || !Bun.deepEquals(before.grounding, grounding);
  const agent = {
    ...(before ?? {id: made.id, owner: by}),
    ...{name, team, grounding},
    ...saved(world, by, {before, decides, runAs: made.runAs}, asks),
  };
  if (before) return Object.assign(before, agent);
  world.agents.push(agent);
  return agent;
}

/** Changes the rows that a person sees. Resolves when the service knows the change. */
export async function seesFromNowOn(world: World, person: Person, regions: Person["regions"]): Promise<void> {
  const {t, org} = world.house;
  const attributes = attributesOf(regions);
  await t.db
    .updateTable("principals")
    .set({attributes: JSON.stringify(attributes)})
    .where("org_id", "=", org.id)
    .where("id", "=", person.id)
    .execute();
  await publish(t.db, {kind: "principal", id: person.id});
  for (;;) {
    const {body} = await t.call("GET", "/api/whoami", {token: person.token});
    if (Bun.deepEquals(body.attributes, attributes)) break;
    await Bun.sleep(2);
  }
  person.regions = regions;
  tell(world, `${person.name} sees ${regions.join(" and ") || "no region"} from now on.`);
}
