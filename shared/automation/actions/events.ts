import {requireOrg} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import type {ContentType} from "../../core/content-types.ts";
import type {Db, Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import type {EventName} from "../../core/events/types.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {getConnection} from "../../tenancy/connections/connections.ts";
import {requireContent} from "../../tenancy/content-kinds/content.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import {requireAgent} from "../agents/find.ts";

/** An event. It is stored until the actions that wait for the event have received it. */
export interface RecordedEvent {
  type: EventName;
  /** Ids of the resources. The first resource is the main subject of the event. */
  resources: string[];
  principalId: string | null;
}

interface EventKind {
  /** Checks of the resources to which a trigger can be narrowed, by the prefix of their ids. */
  narrowedTo: Record<string, (deps: LayerDeps, actor: Actor, id: string) => Promise<unknown>>;
  /** Whether a principal may know about the event. */
  sees(db: Db | Tx, actor: Actor, event: RecordedEvent): Promise<boolean>;
}

const content = (type: ContentType) => (deps: LayerDeps, actor: Actor, id: string) =>
  requireContent(deps.db, actor, type, id, "view");

const project = ({db}: LayerDeps, actor: Actor, id: string) => requireProject(db, actor, id);

const agent = ({db}: LayerDeps, actor: Actor, id: string) => requireAgent(db, actor, id);
const ofProject: EventKind = {
  narrowedTo: {proj: project},
  sees: (db, actor, {resources: [id = ""]}) => exists(requireProject(db, actor, id)),
};

const KINDS: Record<EventName, EventKind> = {
  "agent.finished": {
    narrowedTo: {agent},
    // Everyone in the organization can see its agents, as long as the agents exist.
    sees: async (db, actor, {resources: [id = ""]}) => exists(requireAgent(db, actor, id)),
  },
  "budget.low": {
    narrowedTo: {org: async (_, actor, id) => requireOrg(actor, id)},
    sees: async (_, actor) => actor.orgRole === "admin",
  },
  "dataset.created": {
    narrowedTo: {proj: project},
    sees: (db, actor, {resources: [id = ""]}) => seesContent(db, actor, "dataset", id),
  },
  "delivery.failed": {
    narrowedTo: {sched: content("schedule"), act: content("action"), agent},
    sees: (db, actor, {resources: [id = ""]}) => seesContent(db, actor, senderType(id), id),
  },
  "evaluation.worse": {
    narrowedTo: {proj: project},
    // Visible to principals who may read evaluations.
    sees: async (db, actor, {resources: [, projectId = ""]}) =>
      actor.orgRole === "admin" && exists(requireProject(db, actor, projectId)),
  },
  "query.failed": {
    narrowedTo: {proj: project, conn: ({db}, actor, id) => getConnection(db, actor, id)},
    sees: async (_, actor, {principalId}) => principalId === actor.id,
  },
  "project.synced": ofProject,
  "project.sync_failed": ofProject,
  "rollup.failed": ofProject,
};

/**
 * Throws `invalid_request` for a type of resource that the event never concerns, and `not_found` for a resource that
 * the caller cannot see.
 */
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
    const message = `"${event}" can be narrowed to ids that begin with ${allowed.join(" or ")}; without \`resourceId\` the trigger covers everything that you can see.`;
    throw new ServiceError("invalid_request", message);
  }
  await check(deps, actor, resourceId);
}

/** Whether the action's `runAs`, passed as the actor, may know about the event. */
export function seesEvent(db: Db | Tx, actor: Actor, event: RecordedEvent): Promise<boolean> {
  return KINDS[event.type].sees(db, actor, event);
}

function senderType(id: string): ContentType {
  if (id.startsWith("act_")) return "action";
  return id.startsWith("agent_") ? "agent" : "schedule";
}

function seesContent(db: Db | Tx, actor: Actor, type: ContentType, id: string): Promise<boolean> {
  return exists(requireContent(db, actor, type, id, "view"));
}

async function exists(found: Promise<unknown>): Promise<boolean> {
  try {
    await found;
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return false;
    throw error;
  }
}
