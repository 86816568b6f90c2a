import {Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {invalidAt} from "../../core/errors.ts";
import type {EventName} from "../../core/events/types.ts";
import {rowReaderOf} from "../../core/validate.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {ActionTrigger, Effect} from "./schemas.ts";

const MAX_READ = 1000;

interface Node {
  id?: string | undefined;
  name: string;
  trigger: ActionTrigger;
  effects: Effect[];
}

const jsonColumns = Type.Object({trigger: ActionTrigger, effects: Type.Array(Effect)});
const read = rowReaderOf(jsonColumns, "an action");

/**
 * Throws `invalid_request` if an effect leads, through actions that the caller can see, to the event that the action
 * waits for. A loop through other actions is ended when they run.
 */
export async function checkLoops(db: Db, actor: Actor, self: Node): Promise<void> {
  if (self.trigger.type !== "event") return;
  const others = await eventActions(db, actor, self.id);
  for (const [index, effect] of self.effects.entries()) {
    const way = pathToTrigger(self, effect, others);
    if (!way) continue;
    const names = way.map(({name}) => `"${name}"`).join(", then ");
    const start = names === "" ? "This" : `Through ${names}, this`;
    const message = `${start} leads to "${self.trigger.event}", the event that the action itself waits for, so the action would run in an endless loop. Narrow its trigger with another \`resourceId\`, or leave this effect out.`;
    throw invalidAt(`/effects/${index}`, message);
  }
}

/** The actions on the path from the effect to the action's own trigger; `undefined` without such a path. */
function pathToTrigger(self: Node, first: Effect, others: readonly Node[]): Node[] | undefined {
  const visited = new Set<Node>();
  const paths: {effects: readonly Effect[]; way: Node[]}[] = [{effects: [first], way: []}];
  for (let step = paths.shift(); step; step = paths.shift()) {
    for (const effect of step.effects) {
      if (takes(self.trigger, effect)) return step.way;
      for (const other of others) {
        if (visited.has(other) || !takes(other.trigger, effect)) continue;
        visited.add(other);
        paths.push({effects: other.effects, way: [...step.way, other]});
      }
    }
  }
  return undefined;
}

function takes(trigger: ActionTrigger, effect: Effect): boolean {
  const led = leadsTo(effect);
  if (!led || trigger.type !== "event" || !led.events.includes(trigger.event)) return false;
  return trigger.resourceId === undefined || trigger.resourceId === led.resourceId;
}

/**
 * The events that an effect causes on purpose. For a delivery, this is the failure, which sending it again could
 * repeat.
 */
function leadsTo(effect: Effect): {events: EventName[]; resourceId: string | undefined} | undefined {
  switch (effect.type) {
    case "snapshot_dataset":
      return {events: ["dataset.created"], resourceId: effect.projectId};
    case "run_delivery":
      return {events: ["delivery.failed"], resourceId: effect.scheduleId};
    case "run_agent":
      return {events: ["agent.finished"], resourceId: effect.agentId};
    case "sync_project":
      return {events: ["project.synced", "project.sync_failed"], resourceId: effect.projectId};
    case "email":
      // A mail fails only by accident, and an action on failed mails is meant to send mails.
      return undefined;
  }
}

async function eventActions(db: Db, actor: Actor, id: string | undefined): Promise<Node[]> {
  const {rows} = await sql<{id: string; name: string; trigger: unknown; effects: unknown}>`
    select a.id, c.name, a.trigger, a.effects
    from actions a join content c on c.org_id = a.org_id and c.id = a.id
    where a.org_id = ${actor.orgId} and a.event is not null and a.id <> ${id ?? ""} and ${levelSql(actor)} > 0
    order by a.id limit ${MAX_READ}`.execute(db);
  return rows.map(row => read(row));
}
