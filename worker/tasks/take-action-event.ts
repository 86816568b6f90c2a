import {Type} from "@sinclair/typebox";
import {
  actionsWithFullQueue,
  createActionRuns,
  MAX_WAITING_EVENTS,
  type NewActionRun,
} from "../../shared/automation/actions/create-runs.ts";
import {type RecordedEvent, seesEvent} from "../../shared/automation/actions/events.ts";
import {Link} from "../../shared/automation/actions/run-schemas.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {sql, type Tx} from "../../shared/core/db.ts";
import {EVENTS} from "../../shared/core/events/types.ts";
import {newId} from "../../shared/core/ids.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {findRunAs} from "../../shared/core/load-run-as.ts";
import {rowReaderOf} from "../../shared/core/validate.ts";
import {skipReadOnly} from "../../shared/tenancy/billing/limits.ts";
import {createLoopNotice, createSkippedNotice} from "../action-runs/notice-failures.ts";
import type {Worker} from "../worker.ts";

/** The most runs of actions that may cause one another, the last one included. */
const MAX_LINKS = 5;

const asked = Type.Object({
  type: Type.Union(EVENTS.map(event => Type.Literal(event))),
  resources: Type.Array(Type.String()),
  chain: Type.Array(Link),
});

interface TakenEvent extends RecordedEvent {
  id: string;
  /** The runs that caused the event, oldest first. */
  chain: Link[];
}

const read = rowReaderOf(asked, "the event");

const CROWDED = `${MAX_WAITING_EVENTS.toLocaleString("en")} runs of earlier events were already waiting.`;

/**
 * Hands an event to the actions that wait for it and whose principals may know of it, and deletes the event, in one
 * transaction, so that each action sees it once. An action is skipped if it is in the event's chain already, if it
 * would make the chain too long, or if too many of its runs wait; a mail reports the skipped run.
 */
export async function takeEvent(
  {db, config}: Pick<Worker, "config" | "db">,
  {orgId, eventId}: JobPayload<"take_event">,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const event = await deleteEvent(tx, orgId, eventId);
    if (!event) return;
    const runs: NewActionRun[] = [];
    const actors = new Map<string, Actor | undefined>();
    const actions = await waiting(tx, orgId, event);
    const crowded = await actionsWithFullQueue(
      tx,
      orgId,
      actions.map(({id}) => id),
    );
    for (const {id: actionId, runAs} of actions) {
      if (!actors.has(runAs)) actors.set(runAs, await findRunAs(tx, orgId, runAs));
      const actor = actors.get(runAs);
      if (!actor || !(await seesEvent(tx, actor, event))) continue;
      const [resourceId] = event.resources;
      const cause = {type: "event", event: event.type, ...(resourceId ? {resourceId} : {})} as const;
      const {chain} = event;
      const loop = loopOf(actionId, chain);
      const skipped = loop ?? (crowded.has(actionId) ? CROWDED : undefined);
      runs.push({
        id: newId("run"),
        orgId,
        actionId,
        cause,
        eventId,
        chain,
        ...(skipped === undefined ? {} : {skipped}),
      });
      if (!config.mail.mailsFailures) continue;
      if (loop !== undefined) await createLoopNotice(tx, {orgId, actionId}, loop);
      else if (skipped !== undefined) await createSkippedNotice(tx, {orgId, actionId}, skipped);
    }
    await createActionRuns(tx, await skipReadOnly(tx, config.billing, runs));
  });
}

async function deleteEvent(tx: Tx, orgId: string, eventId: string): Promise<TakenEvent | undefined> {
  const {rows} = await sql<{
    id: string;
    type: unknown;
    resources: unknown;
    principalId: string | null;
    chain: unknown;
  }>`
    delete from events e where e.org_id = ${orgId} and e.id = ${eventId}
    returning e.id, e.type, e.resources, e.principal_id as "principalId", coalesce((
      select (r.chain::jsonb || jsonb_build_array(jsonb_build_object('actionId', r.action_id, 'runId', r.id)))::json
      from action_runs r where r.org_id = e.org_id and r.id = e.caused_by), '[]') as chain`.execute(tx);
  return rows[0] && read(rows[0]);
}

async function waiting(
  tx: Tx,
  orgId: string,
  {type, resources}: RecordedEvent,
): Promise<{id: string; runAs: string}[]> {
  const {rows} = await sql<{id: string; runAs: string}>`
    select a.id, a.run_as as "runAs" from actions a
    where a.org_id = ${orgId} and a.event = ${type} and a.active
      and (a.event_resource_id is null or a.event_resource_id = any (${resources}::text[]))
    order by a.id`.execute(tx);
  return rows;
}

function loopOf(actionId: string, chain: readonly Link[]): string | undefined {
  if (chain.some(link => link.actionId === actionId)) {
    return "loop: It has led to the event that it waits for.";
  }
  if (chain.length < MAX_LINKS) return undefined;
  return `loop: ${chain.length} actions have led to one another before it; the chain ends after ${MAX_LINKS}.`;
}
