import {Type} from "@sinclair/typebox";
import {requireScope} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {deleteCadence, pauseCadence, presentTime} from "../../core/cadence/cadences.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {loadRunAs} from "../../core/load-run-as.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import type {QueryRunner} from "../../querying/queries/query-runner.ts";
import {createEvaluation, type Repeat, requireEvaluator} from "./evaluations.ts";
import {Definition, EvaluationInput} from "./schemas.ts";

interface Recurring {
  id: string;
  projectId: string;
  name: string;
  runAs: string;
  input: EvaluationInput;
  definition: Definition;
  /** Whether the evaluation, or an evaluation that its cadence has started, is queued or running. */
  isUnderWay: boolean;
}

const read = rowReaderOf(
  Type.Object({input: Type.Union([EvaluationInput, Type.Null()]), definition: Definition}),
  "the evaluation",
);

/** Finds an evaluation whose cadence is active. */
export async function findRecurring(db: Db | Tx, orgId: string, id: string): Promise<Recurring | undefined> {
  const {rows} = await sql<Stored<Recurring, "input" | "definition">>`
    select e.id, e.project_id as "projectId", e.name, e.run_as as "runAs", e.input, e.definition, exists (
      select from evaluations o
      where o.org_id = e.org_id and (o.id = e.id or o.repeats = e.id) and o.status in ('queued', 'running')
    ) as "isUnderWay"
    from evaluations e join cadences k on k.org_id = e.org_id and k.id = e.id and k.active
    where e.org_id = ${orgId} and e.id = ${id}`.execute(db);
  const row = rows[0] && read(rows[0]);
  return row?.input ? {...row, input: row.input} : undefined;
}

/** Starts the evaluation again, with the current verified questions. Rejects as `createEvaluation` does. */
export async function repeatEvaluation(
  runner: QueryRunner,
  actor: Actor,
  {projectId, name, input, definition}: Recurring,
  repeat: Repeat,
): Promise<void> {
  const {cadence: _, ...once} = input;
  const datasetIds = input.cases && definition.cases.map(one => one.datasetId);
  await createEvaluation(
    runner,
    actor,
    projectId,
    {...once, name},
    {repeat, ...(datasetIds ? {datasetIds} : {})},
  );
}

/** Records an evaluation that could not begin. Returns `false` if its slot already had an evaluation. */
async function failRepeat(
  db: Db | Tx,
  orgId: string,
  {projectId, name, runAs, definition}: Recurring,
  {of, slot}: Repeat,
  error: string,
): Promise<boolean> {
  const empty: Definition = {...definition, cases: []};
  const {rows} = await sql<{id: string}>`
    insert into evaluations (id, org_id, project_id, name, run_as, definition, status, error, finished_at, repeats, slot)
    values (${newId("eval")}, ${orgId}, ${projectId}, ${name}, ${runAs}, ${JSON.stringify(empty)}::json, 'failed',
      ${error}, now(), ${of}, ${slot.toISOString()}::timestamptz)
    on conflict do nothing
    returning id`.execute(db);
  return rows.length > 0;
}

/** After how many refused slots in a row the cadence ends. */
const MAX_REFUSED = 3;
const CADENCE_ENDED = `The last ${MAX_REFUSED} attempts to begin were refused, so the cadence has ended. Begin a new evaluation.`;

/**
 * Records an evaluation that may not begin, and ends its cadence if the previous slots were refused, too. Idempotent: a
 * slot that has its evaluation is not changed. Does nothing if the cadence is paused or deleted, or if the evaluation
 * has another principal.
 */
export async function refuseRepeat(
  db: Db,
  orgId: string,
  recurring: Recurring,
  repeat: Repeat,
  error: string,
): Promise<void> {
  await db.transaction().execute(async tx => {
    if (!(await lockRecurring(tx, orgId, recurring))) return;
    const {rows} = await sql<{is_refused: boolean}>`
      select status = 'failed' and started_at is null as is_refused from evaluations
      where org_id = ${orgId} and repeats = ${repeat.of} and slot < ${repeat.slot.toISOString()}::timestamptz
      order by slot desc limit ${MAX_REFUSED - 1}`.execute(tx);
    const isLast = rows.length === MAX_REFUSED - 1 && rows.every(one => one.is_refused);
    const isNew = await failRepeat(
      tx,
      orgId,
      recurring,
      repeat,
      isLast ? `${error} ${CADENCE_ENDED}` : error,
    );
    if (isLast && isNew) await deleteCadence(tx, orgId, repeat.of);
  });
}

/**
 * Ends the cadence of an evaluation whose principal has lost the necessary rights, and records a failed evaluation.
 * Does nothing and returns `false` if the cadence is paused or deleted, or if the evaluation has another principal.
 */
export async function endRecurring(
  db: Db,
  orgId: string,
  recurring: Recurring,
  repeat: Repeat,
  error: string,
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    if (!(await lockRecurring(tx, orgId, recurring))) return false;
    await failRepeat(tx, orgId, recurring, repeat, error);
    return deleteCadence(tx, orgId, recurring.id);
  });
}

/**
 * Whether the evaluation recurs as this principal. Locks the evaluation: waits for a transfer to an heir that has
 * begun, and prevents another transfer from beginning.
 */
async function lockRecurring(tx: Tx, orgId: string, {id, runAs}: Recurring): Promise<boolean> {
  const {rows} = await sql`
    select from evaluations e join cadences k on k.org_id = e.org_id and k.id = e.id
    where e.org_id = ${orgId} and e.id = ${id} and e.run_as = ${runAs} and k.active for no key update`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Deletes the cadence of an evaluation that was deleted with its project. */
export async function deleteOrphanedCadence(db: Db, orgId: string, id: string): Promise<void> {
  await sql`
    delete from cadences k where k.org_id = ${orgId} and k.id = ${id}
      and not exists (select from evaluations e where e.org_id = k.org_id and e.id = k.id)`.execute(db);
}

/**
 * Makes the heir the principal of evaluations that recur as `principalId`. If the heir has other attributes or may not
 * evaluate, the cadence is paused, and an evaluation that is recorded as failed gives the reason.
 */
export async function transferEvaluations(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  const {rows} = await sql<Inherited>`
    update evaluations e set run_as = ${heirId}
    from cadences k, principals before, principals heir
    where e.org_id = ${orgId} and e.run_as = ${principalId} and k.org_id = e.org_id and k.id = e.id
      and before.org_id = e.org_id and before.id = ${principalId} and heir.org_id = e.org_id and heir.id = ${heirId}
    returning e.id, e.project_id as "projectId", heir.name as heir, before.attributes = heir.attributes as "isSame",
      k.active`.execute(tx);
  for (const {id, projectId, heir, isSame, active} of rows) {
    if (!active || (isSame && (await mayEvaluate(tx, orgId, heirId, projectId)))) continue;
    const heirPhrase = isSame
      ? `"${heir}", who may not evaluate`
      : "somebody with other attributes, who gets other rows";
    const because = `The evaluation was inherited by ${heirPhrase}, and its cadence is paused. Delete the evaluation, and begin a new one.`;
    const recurring = await findRecurring(tx, orgId, id);
    if (recurring) await failRepeat(tx, orgId, recurring, {of: id, slot: await presentTime(tx)}, because);
    await pauseCadence(tx, orgId, id);
  }
}

interface Inherited {
  id: string;
  projectId: string;
  heir: string;
  isSame: boolean;
  active: boolean;
}

async function mayEvaluate(tx: Tx, orgId: string, principalId: string, projectId: string): Promise<boolean> {
  try {
    const actor = await loadRunAs(tx, orgId, principalId);
    requireScope(actor, "write");
    await requireEvaluator(tx, actor, projectId);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return false;
    throw error;
  }
}
