import type {Actor} from "../actor.ts";
import {type Cadence, readCadence} from "../cadence/cron.ts";
import {requireContent} from "../content/content.ts";
import {type Accepted, acceptCharts} from "../deliveries/accepted.ts";
import {errorUnder, ServiceError} from "../errors.ts";
import {prepareQuery} from "../queries/prepare.ts";
import type {Runner} from "../queries/runner.ts";
import {readRecipients} from "../schedules/read-schedule.ts";
import type {ScheduleResource} from "../schedules/schemas.ts";
import type {ActionInput, ActionTrigger, Effect, Threshold} from "./schemas.ts";
import {checkTemplate} from "./template.ts";

/** An action's trigger and effects, checked and in one spelling. */
export interface ReadAction {
  trigger: ActionTrigger;
  effects: Effect[];
  /** When it comes due; null where nothing but a person runs it. */
  cadence: Cadence | null;
  /** The charts of its mails, as the caller knows them. */
  accepted: Accepted;
}

/**
 * Checks everything that a run would need. Throws `invalid_request` with the place of each fault, and the errors of a
 * query for a threshold's.
 */
export async function readAction(runner: Runner, actor: Actor, input: ActionInput): Promise<ReadAction> {
  const {trigger, cadence} = await readTrigger(runner, actor, input.trigger);
  const effects: Effect[] = [];
  for (const [index, effect] of input.effects.entries()) {
    effects.push(await readEffect(runner, actor, effect, `/effects/${index}`));
  }
  const accepted = await acceptCharts(runner, actor, chartsOf(effects));
  return {trigger, effects, cadence, accepted};
}

function chartsOf(effects: readonly Effect[]): ScheduleResource[] {
  return effects.flatMap(effect =>
    effect.type === "email" && effect.chartId !== undefined
      ? [{resourceType: "chart", resourceId: effect.chartId}]
      : [],
  );
}

async function readTrigger(
  runner: Runner,
  actor: Actor,
  trigger: ActionTrigger,
): Promise<{trigger: ActionTrigger; cadence: Cadence | null}> {
  if (trigger.type === "manual") return {trigger, cadence: null};
  const cadence = under("/trigger", () => readCadence({timezone: "UTC", ...trigger}));
  if (trigger.type === "threshold") await checkThreshold(runner, actor, trigger);
  return {trigger: {...trigger, ...cadence}, cadence};
}

async function checkThreshold(runner: Runner, actor: Actor, threshold: Threshold): Promise<void> {
  const {query, measure, value, compare, mode, remindEvery} = threshold;
  if ((value === undefined) === (compare === undefined)) {
    throw refused(
      "/trigger/value",
      "A threshold is compared with `value` or with `compare`: give one of them.",
    );
  }
  const measures = query.measures ?? [];
  for (const [path, name] of [
    ["/trigger/measure", measure],
    ["/trigger/compare/measure", compare?.measure],
  ] as const) {
    if (name === undefined || measures.includes(name)) continue;
    throw refused(path, `"${name}" is not among the measures of the threshold's query.`, measures);
  }
  if (remindEvery && mode !== "while_true") {
    throw refused("/trigger/remindEvery", "Only `while_true` reminds: the other modes fire once.");
  }
  try {
    await prepareQuery(runner, actor, query, new Date());
  } catch (error) {
    throw errorUnder("/trigger/query", error);
  }
}

async function readEffect(runner: Runner, actor: Actor, effect: Effect, path: string): Promise<Effect> {
  if (effect.type === "run_delivery") {
    await requireSeen(runner, actor, "schedule", effect.scheduleId, `${path}/scheduleId`);
    return effect;
  }
  const {allowedDomains} = runner.config.mail;
  if (effect.recipients.length === 0) throw refused(`${path}/recipients`, "A mail needs a recipient.");
  const recipients = readRecipients(effect.recipients, allowedDomains, `${path}/recipients`);
  checkTemplate(effect.subject, `${path}/subject`);
  checkTemplate(effect.message, `${path}/message`);
  if (effect.chartId !== undefined) {
    await requireSeen(runner, actor, "chart", effect.chartId, `${path}/chartId`);
  }
  return {...effect, recipients};
}

/** What the caller cannot see is refused like what does not exist. */
async function requireSeen(
  runner: Runner,
  actor: Actor,
  type: "schedule" | "chart",
  id: string,
  path: string,
): Promise<void> {
  try {
    await requireContent(runner.db, actor, type, id, "view");
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw refused(path, error.message);
  }
}

function under<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw errorUnder(path, error);
  }
}

function refused(path: string, message: string, allowed?: readonly string[]): ServiceError {
  const detail = {path, message, ...(allowed ? {allowed} : {})};
  return new ServiceError("invalid_request", message, {errors: [detail]});
}
