import {requireEditor, requireOrgAdminServiceAccount, requireScope} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import type {Db, Tx} from "../../core/db.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import {requireAgent} from "../agents/find.ts";
import {requireSender} from "../deliveries/run.ts";
import {requireAction} from "./find.ts";
import type {Effect} from "./schemas.ts";

/**
 * Requires the rights and scopes that the effect would need without an action. Otherwise a caller who may only edit an
 * action could use it to run an agent or send a schedule with the rights of its `runAs`. Throws `missing_privilege` or
 * `missing_scope`. Throws `not_found` for an agent, a schedule or a project that the caller cannot see.
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
 * Refuses callers who may not run an action by hand, do a dry run of it or cancel one of its runs. Each of these needs
 * the right to edit the action, and the rights that each of its effects needs when started by hand. A caller who can
 * see the action is refused with `missing_privilege` or `missing_scope`, regardless of the resource that the effect
 * names. An effect whose resource is deleted does not refuse anybody: the effect fails when it runs.
 */
export async function requireStarter(db: Db | Tx, actor: Actor, actionId: string): Promise<void> {
  const {effects} = await requireAction(db, actor, actionId, "edit");
  for (const [index, effect] of effects.entries()) {
    try {
      await requireByHand(db, actor, effect);
    } catch (error) {
      if (!(error instanceof ServiceError) || statusOf(error) >= 500) throw error;
      // An org-admin sees every resource that exists, so a resource that is not found was deleted.
      if (error.code === "not_found" && actor.orgRole === "admin") continue;
      const reason = error.code === "not_found" ? "You may not start this effect by hand." : error.message;
      const message = `Effect ${index} is "${effect.type}", which runs with the rights of the principal that saved the action. ${reason}`;
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
