import {requireEditor, requireScope} from "../../../shared/access.ts";
import type {EffectResult} from "../../../shared/actions/run-schemas.ts";
import type {SnapshotEffect} from "../../../shared/actions/schemas.ts";
import type {Actor} from "../../../shared/actor.ts";
import {preparePinned} from "../../../shared/authors/saved-query.ts";
import {requireContent} from "../../../shared/content/content.ts";
import {checkFrozen, freeze, snapshotWriter} from "../../../shared/datasets/freeze.ts";
import {insertDataset, modelNames} from "../../../shared/datasets/insert.ts";
import {pruneSeries} from "../../../shared/datasets/prune-series.ts";
import {ServiceError} from "../../../shared/errors.ts";
import {newId} from "../../../shared/ids.ts";
import {projectsOf} from "../../../shared/layers/layers.ts";
import {dropSnapshot} from "../../../shared/snapshots/hold.ts";
import type {EffectContext, EffectKind} from "./effect.ts";

/**
 * Freezes a query as a new dataset. Its rows are stored before the transaction that names them; those of a transaction
 * that never comes are deleted by `delete_snapshot`.
 */
export const snapshotEffect: EffectKind<SnapshotEffect> = {
  async prepare(context, {name, query, projectId: wanted, keep}) {
    const {runner, actor, runId, actionId, now, signal} = context;
    checkRights(actor, keep);
    const projectId = requireProject(wanted);
    await preparePinned(runner, actor, {...query, projectId}, now);
    const id = newId("ds");
    const writer = snapshotWriter(runner, {actor, requestId: runId, signal, trigger: "action"});
    const {warnings: _, ...rows} = await freeze(runner, writer, actor, projectId, {id, query}, now);
    const isModel = await modelNames(runner, await projectsOf(runner, actor.orgId));
    const series = {key: `${actionId} ${name}`, ...momentOf(context)};
    return {
      async commit(tx) {
        const {team_id: teamId} = await requireContent(tx, actor, "action", actionId, "view");
        const dataset = {id, projectId, name, teamId, rows, series, causedBy: runId};
        const {slug, rowCount} = await insertDataset(tx, actor, dataset, isModel);
        const made: EffectResult = {datasetId: id, slug, ...(rowCount === undefined ? {} : {rowCount})};
        return keep === undefined ? made : {...made, ...(await pruneSeries(tx, actor, series.key, keep))};
      },
      abandon: () => dropSnapshot(runner.db, actor.orgId, id),
    };
  },
  async rehearse(context, {name, query, projectId: wanted, keep}) {
    const {runner, actor, now} = context;
    checkRights(actor, keep);
    const projectId = requireProject(wanted);
    checkFrozen(projectId, query);
    await preparePinned(runner, actor, {...query, projectId}, now);
    const {date, time} = momentOf(context);
    const kept = keep === undefined ? "" : `, and keeps the newest ${keep} of them`;
    return `Freezes the query as the dataset "${name} ${date} ${time}"${kept}.`;
  },
};

/** It makes content, and with `keep` deletes some. */
function checkRights(actor: Actor, keep: number | undefined): void {
  requireScope(actor, "write");
  requireEditor(actor);
  if (keep !== undefined) requireScope(actor, "manage");
}

function requireProject(projectId: string | undefined): string {
  if (projectId !== undefined) return projectId;
  throw new ServiceError("conflict", "The effect names no project: save it again.");
}

function momentOf({now, timezone}: EffectContext): {date: string; time: string} {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return {date: at.toPlainDate().toString(), time: at.toPlainTime().toString({smallestUnit: "minute"})};
}
