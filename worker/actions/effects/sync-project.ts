import {requireEditor, requireScope} from "../../../shared/access.ts";
import type {Effect} from "../../../shared/actions/schemas.ts";
import type {Actor} from "../../../shared/actor.ts";
import type {Db, Tx} from "../../../shared/db.ts";
import {requireSyncable} from "../../../shared/github/syncs.ts";
import {requireProject} from "../../../shared/projects/find.ts";
import {queueSync} from "../../../shared/projects/queue-sync.ts";
import type {EffectKind} from "./effect.ts";

/** Brings a project's layer up to its repository. It is done once the sync is queued: how that ends is an event. */
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
