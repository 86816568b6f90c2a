import type {Actor} from "../actor.ts";
import {getConnection} from "../connections/connections.ts";
import {requireContent} from "../content/content.ts";
import type {ContentType} from "../content/rights.ts";
import type {Db, Tx} from "../db.ts";
import {ServiceError} from "../errors.ts";
import type {EventName} from "../events/record.ts";
import {requireProject} from "../projects/find.ts";
import type {LayerDeps} from "../projects/layers.ts";

/** Something that happened, as it is kept until it is handed on. */
export interface KeptEvent {
  type: EventName;
  /** The one that it is about first. */
  resources: string[];
  principalId: string | null;
}

interface EventKind {
  /** What a trigger may name, by the prefix of its id. */
  narrowedTo: Record<string, (deps: LayerDeps, actor: Actor, id: string) => Promise<unknown>>;
  /** Whether a principal may know of it. */
  sees(db: Db | Tx, actor: Actor, event: KeptEvent): Promise<boolean>;
}

const content = (type: ContentType) => (deps: LayerDeps, actor: Actor, id: string) =>
  requireContent(deps.db, actor, type, id, "view");

const project = ({db}: LayerDeps, actor: Actor, id: string) => requireProject(db, actor, id);

const KINDS: Record<EventName, EventKind> = {
  "dataset.created": {
    narrowedTo: {proj: project},
    sees: (db, actor, {resources: [id = ""]}) => seesContent(db, actor, "dataset", id),
  },
  "delivery.failed": {
    narrowedTo: {sched: content("schedule"), act: content("action")},
    sees: (db, actor, {resources: [id = ""]}) =>
      seesContent(db, actor, id.startsWith("act_") ? "action" : "schedule", id),
  },
  "query.failed": {
    narrowedTo: {proj: project, conn: ({db}, actor, id) => getConnection(db, actor, id)},
    sees: async (_, actor, {principalId}) => principalId === actor.id,
  },
};

/** Throws for a resource that the event is never of, and `not_found` for one that the caller cannot see. */
export async function requireNarrowing(
  deps: LayerDeps,
  actor: Actor,
  event: EventName,
  resourceId: string,
): Promise<void> {
  const {narrowedTo} = KINDS[event];
  const prefix = resourceId.slice(0, resourceId.lastIndexOf("_"));
  const check = Object.hasOwn(narrowedTo, prefix) ? narrowedTo[prefix] : undefined;
  if (!check) {
    const allowed = Object.keys(narrowedTo).map(prefix => `${prefix}_…`);
    const message = `"${event}" can be narrowed to ids that begin with ${allowed.join(" or ")}; without \`resourceId\` it is of all that you can see.`;
    throw new ServiceError("invalid_request", message);
  }
  await check(deps, actor, resourceId);
}

/** Whether the principal whose rights an action has may know of the event. */
export function seesEvent(db: Db | Tx, actor: Actor, event: KeptEvent): Promise<boolean> {
  return KINDS[event.type].sees(db, actor, event);
}

async function seesContent(db: Db | Tx, actor: Actor, type: ContentType, id: string): Promise<boolean> {
  try {
    await requireContent(db, actor, type, id, "view");
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return false;
    throw error;
  }
}
