import {requireAction} from "../../../shared/automation/actions/find.ts";
import type {EffectResult} from "../../../shared/automation/actions/run-schemas.ts";
import type {SnapshotEffect} from "../../../shared/automation/actions/schemas.ts";
import {checkFrozen, freeze, snapshotWriter} from "../../../shared/content/datasets/freeze.ts";
import {insertDataset, modelNames} from "../../../shared/content/datasets/insert.ts";
import {pruneSeries} from "../../../shared/content/datasets/prune-series.ts";
import {preparePinned} from "../../../shared/content/run-as/pinned-query.ts";
import {deleteUnusedSnapshot} from "../../../shared/content/snapshots/deletion.ts";
import {requireEditor, requireScope} from "../../../shared/core/access.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {newId} from "../../../shared/core/ids.ts";
import {projectsOf} from "../../../shared/querying/layers/query-caches.ts";
import {requireAttributes} from "../../../shared/querying/queries/require-attributes.ts";
import type {EffectContext, EffectKind} from "./effect.ts";

/**
 * Stores the rows of a query as a new dataset. The rows are stored before the transaction that creates the dataset; if
 * that transaction never commits, `delete_snapshot` deletes them.
 */
export const snapshotEffect: EffectKind<SnapshotEffect> = {
  async prepare(context, {name, query, projectId: requestedProject, keep}) {
    const {runner, actor, runId, actionId, now, signal} = context;
    checkRights(actor, keep);
    const projectId = requireProject(requestedProject);
    const {compiled} = await preparePinned(runner, actor, {...query, projectId}, now);
    requireAttributes(actor, compiled);
    const id = newId("ds");
    const writer = snapshotWriter(runner, {actor, requestId: runId, signal, trigger: "action"});
    const {warnings: _, ...rows} = await freeze(runner, writer, actor, projectId, {id, query}, now);
    const isModel = await modelNames(runner, await projectsOf(runner, actor.orgId));
    const series = {key: `${actionId} ${name}`, ...momentOf(context)};
    return {
      async commit(tx) {
        // An action that is moved to another team runs as the principal who has moved it.
        const {team_id: teamId, run_as: runAs} = await requireAction(tx, actor, actionId, "view");
        if (runAs !== actor.id)
          throw new ServiceError(
            "conflict",
            "Somebody else has changed the action since this run was created, so other people could get the rows. Run the action again.",
          );
        const dataset = {id, projectId, name, teamId, rows, series, causedBy: runId};
        const {slug, rowCount} = await insertDataset(tx, actor, dataset, isModel);
        const made: EffectResult = {datasetId: id, slug, ...(rowCount === undefined ? {} : {rowCount})};
        return keep === undefined ? made : {...made, ...(await pruneSeries(tx, actor, series.key, keep))};
      },
      abandon: () => deleteUnusedSnapshot(runner.db, actor.orgId, id),
    };
  },
  async rehearse(context, {name, query, projectId: requestedProject, keep}) {
    const {runner, actor, now} = context;
    checkRights(actor, keep);
    const projectId = requireProject(requestedProject);
    checkFrozen(projectId, query);
    const {compiled} = await preparePinned(runner, actor, {...query, projectId}, now);
    requireAttributes(actor, compiled);
    const {date, time} = momentOf(context);
    const retention = keep === undefined ? "" : `, and keeps the newest ${keep} of them`;
    return `Stores the query's rows as the dataset "${name} ${date} ${time}"${retention}.`;
  },
};

/** Checks the right to create content, and with `keep` the right to delete some. */
function checkRights(actor: Actor, keep: number | undefined): void {
  requireScope(actor, "write");
  requireEditor(actor);
  if (keep !== undefined) requireScope(actor, "manage");
}

function requireProject(projectId: string | undefined): string {
  if (projectId !== undefined) return projectId;
  throw new ServiceError("conflict", "The effect names no project. Save the action again.");
}

function momentOf({now, timezone}: EffectContext): {date: string; time: string} {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return {date: at.toPlainDate().toString(), time: at.toPlainTime().toString({smallestUnit: "minute"})};
}
