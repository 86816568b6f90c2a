import {requireEditor, requireOrgAdminServiceAccount, requireScope} from "../access.ts";
import type {Actor} from "../actor.ts";
import {requireAgent} from "../agents/find.ts";
import type {Db, Tx} from "../db.ts";
import {requireSender} from "../deliveries/run.ts";
import {ServiceError} from "../errors.ts";
import {requireProject} from "../projects/find.ts";
import {requireAction} from "./find.ts";
import type {Effect} from "./schemas.ts";

/**
 * What somebody needs who has an effect carried out by their own hand: what doing the same without an action needs. Who
 * may edit an action and no more must not run an agent or send a schedule through it, with the rights of who saved it.
 * `missing_privilege`, or `missing_scope`, where they may not; an agent, a schedule or a project that they cannot see
 * is `not_found`.
 */
async function requireByHand(db: Db | Tx, actor: Actor, effect: Effect): Promise<void> {
  switch (effect.type) {
    case "email":
      return;
    case "snapshot_dataset":
      requireScope(actor, "write");
      requireEditor(actor);
      if (effect.keep !== undefined) requireScope(actor, "manage");
      return;
    case "run_delivery":
      await requireSender(db, actor, effect.scheduleId);
      return;
    case "run_agent":
      await requireAgent(db, actor, effect.agentId);
      requireOrgAdminServiceAccount(actor);
      return;
    case "sync_project":
      await requireProject(db, actor, effect.projectId);
      requireOrgAdminServiceAccount(actor);
  }
}

/**
 * Refuses callers who may not run an action by hand, rehearse it or cancel a run of it: that takes the right to edit it,
 * and what each of its effects takes by hand. Who sees the action is refused with `missing_privilege` or
 * `missing_scope`, whatever the effect names. What is deleted refuses nobody: its effect fails.
 */
export async function requireStarter(db: Db | Tx, actor: Actor, actionId: string): Promise<void> {
  const {effects} = await requireAction(db, actor, actionId, "edit");
  for (const [index, effect] of effects.entries()) {
    try {
      await requireByHand(db, actor, effect);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      // An org-admin sees everything that is there.
      if (error.code === "not_found" && actor.orgRole === "admin") continue;
      const reason = error.code === "not_found" ? "You may not do that by hand." : error.message;
      const message = `Effect ${index} is "${effect.type}", which is done with the rights of who saved the action. ${reason}`;
      const {headers} = error.details;
      throw new ServiceError(
        error.code === "missing_scope" ? "missing_scope" : "missing_privilege",
        message,
        {
          ...(headers ? {headers} : {}),
        },
      );
    }
  }
}
