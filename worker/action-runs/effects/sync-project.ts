import type {Effect} from "../../../shared/automation/actions/schemas.ts";
import {requireEditor, requireScope} from "../../../shared/core/access.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import type {Db, Tx} from "../../../shared/core/db.ts";
import {requireSyncable} from "../../../shared/modeling/github/syncs.ts";
import {requireProject} from "../../../shared/tenancy/projects/find.ts";
import {queueSync} from "../../../shared/tenancy/projects/queue-sync.ts";
import type {EffectKind} from "./effect.ts";

/**
 * Syncs a project's layer with its repository. The effect is done once the sync is queued; the end of the sync is an
 * event.
 */
export const syncProjectEffect: EffectKind<Extract<Effect, {type: "sync_project"}>> = {
  async prepare({actor, runId}, {projectId}) {
    return {
      async commit(tx) {
        await requireRight(tx, actor, projectId);
        const trigger = {type: "action", by: runId} as const;
        const {syncId} = await queueSync(tx, {orgId: actor.orgId, projectId, trigger, causedBy: runId});
        return {syncId};
      },
    };
  },
  async rehearse({runner, actor}, {projectId}) {
    await requireRight(runner.db, actor, projectId);
    const {name, git} = await requireProject(runner.db, actor, projectId);
    return `Syncs "${name}" (${projectId}) with the branch "${git?.branch}" of ${git?.repository}.`;
  },
};

async function requireRight(db: Db | Tx, actor: Actor, projectId: string): Promise<void> {
  requireScope(actor, "write");
  requireEditor(actor);
  await requireSyncable(db, actor, projectId);
}
