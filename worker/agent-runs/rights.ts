import {mayReadAgentRun} from "../../shared/automation/agents/may-read.ts";
import type {Actor} from "../../shared/core/actor.ts";
import type {Notice} from "../../shared/core/change-notices.ts";
import {isDatabaseUnavailable} from "../../shared/core/database/watch.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import {RunPaused} from "../../shared/core/paused-runs.ts";
import type {LayerDeps} from "../../shared/querying/layers/query-caches.ts";
import type {Worker} from "../worker.ts";
import {isOfAgent, RunGone, type RunState} from "./run-state.ts";

const TAKEN_OVER = "Another account has taken over the agent, which now runs as that account. Run it again.";
const NO_ROWS = "the account would no longer get the rows that the run has read. Run it again.";
const OTHER_ROWS = `The rights of the run's account have changed during the run: ${NO_ROWS}`;
const OTHER_LAYER = `Something that the run's queries read, such as a model, has changed during the run: ${NO_ROWS}`;

/**
 * Thrown when the rights of the run's principal differ from those with which the run was opened, and the run can
 * continue with the new rights.
 */
export class ChangedRights extends Error {
  override readonly name = "ChangedRights";

  constructor(readonly actor: Actor) {
    super();
  }
}

/**
 * The run's principal with its current rights. Rejects as `loadRunAs` does. Also rejects with `RunPaused` if the agent
 * now runs as another account.
 */
export async function loadPrincipal(db: Db, run: RunState): Promise<Actor> {
  const {orgId, runAs, createdAt} = run;
  // The principal asks a question in person, so a question is never paused.
  if (!isOfAgent(run)) return loadRunAs(db, orgId, runAs);
  const actor = await loadRunAs(db, orgId, runAs, createdAt);
  const {rows} = await sql<{run_as: string}>`
    select run_as from agents where org_id = ${orgId} and id = ${run.agentId}`.execute(db);
  if (!rows[0]) throw new RunGone();
  if (rows[0].run_as !== runAs) throw new RunPaused(TAKEN_OVER);
  return actor;
}

/**
 * The principal: `opened` itself while its rights have not changed, or else an actor with the current rights. Rejects
 * as `loadPrincipal` does. Also rejects with `missing_privilege` if the principal would no longer get the rows that the
 * run has read.
 */
export async function presentPrincipal(deps: LayerDeps, run: RunState, opened: Actor): Promise<Actor> {
  const present = await loadPrincipal(deps.db, run);
  if (Bun.deepEquals(rightsOf(present), rightsOf(opened))) return opened;
  await requireRows(deps, run, present, OTHER_ROWS);
  return present;
}

/**
 * Rejects with `missing_privilege` if the principal would no longer get the rows that the run has read, for example
 * because a layer that was applied meanwhile hides these rows.
 */
export function requireSameRows(deps: LayerDeps, run: RunState, principal: Actor): Promise<void> {
  return requireRows(deps, run, principal, OTHER_LAYER);
}

async function requireRows(deps: LayerDeps, run: RunState, principal: Actor, why: string): Promise<void> {
  const {id, runAs, definition} = run;
  if (await mayReadAgentRun(deps, principal, {id, runAs, grounding: definition.grounding})) return;
  throw new ServiceError("missing_privilege", why);
}

function rightsOf({orgRole, seat, scopes, teams, attributes}: Actor): unknown {
  return {orgRole, seat, scopes, attributes, teams: teams.map(({id, role}) => [id, role]).sort()};
}

/**
 * Calls `leave` with the reason as soon as the principal may no longer carry out the run. Returns a function that ends
 * the watch.
 */
export function watchPrincipal(
  {db, notices, log}: Pick<Worker, "db" | "notices" | "log">,
  run: RunState,
  leave: (reason: unknown) => void,
): () => void {
  const listen = ({kind, id}: Notice) => {
    if (kind !== "principal" || id !== run.runAs) return;
    loadPrincipal(db, run).catch(error => {
      // The run loads its principal again before its next step.
      if (isDatabaseUnavailable(error))
        log.warn({err: error, runId: run.id}, "the rights of a run could not be looked up");
      else leave(error);
    });
  };
  notices.on("notice", listen);
  return () => notices.off("notice", listen);
}
