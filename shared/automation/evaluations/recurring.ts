import {Type} from "@sinclair/typebox";
import type {Actor} from "../../ground/actor.ts";
import {type Db, sql} from "../../ground/db.ts";
import {newId} from "../../ground/ids.ts";
import {rowReaderOf} from "../../ground/validate.ts";
import type {QueryRunner} from "../../querying/queries/runner.ts";
import {createEvaluation, type Repeat} from "./evaluations.ts";
import {Definition, EvaluationInput} from "./schemas.ts";

interface Recurring {
  id: string;
  projectId: string;
  name: string;
  runAs: string;
  input: EvaluationInput;
  definition: Definition;
  /** Whether it is, or one that its cadence has begun. */
  isUnderWay: boolean;
}

const read = rowReaderOf(
  Type.Object({input: Type.Union([EvaluationInput, Type.Null()]), definition: Definition}),
  "the evaluation",
);

/** An evaluation whose cadence goes on. */
export async function findRecurring(db: Db, orgId: string, id: string): Promise<Recurring | undefined> {
  const {rows} = await sql<Omit<Recurring, "input" | "definition"> & {input: unknown; definition: unknown}>`
    select e.id, e.project_id as "projectId", e.name, e.run_as as "runAs", e.input, e.definition, exists (
      select from evaluations o
      where o.org_id = e.org_id and (o.id = e.id or o.repeats = e.id) and o.status in ('queued', 'running')
    ) as "isUnderWay"
    from evaluations e join cadences k on k.org_id = e.org_id and k.id = e.id
    where e.org_id = ${orgId} and e.id = ${id}`.execute(db);
  const row = rows[0] && read(rows[0]);
  return row?.input ? {...row, input: row.input} : undefined;
}

/** Begins it again as it was sent: verified questions are those of now. Rejects as `createEvaluation` does. */
export async function repeatEvaluation(
  runner: QueryRunner,
  actor: Actor,
  {projectId, name, input}: Recurring,
  repeat: Repeat,
): Promise<void> {
  const {cadence: _, ...once} = input;
  await createEvaluation(runner, actor, projectId, {...once, name}, repeat);
}

/** Records an evaluation that could not begin. */
export async function failRepeat(
  db: Db,
  orgId: string,
  {projectId, name, runAs, definition}: Recurring,
  {of, slot}: Repeat,
  error: string,
): Promise<void> {
  const empty: Definition = {...definition, cases: []};
  await sql`
    insert into evaluations (id, org_id, project_id, name, run_as, definition, status, error, finished_at, repeats, slot)
    values (${newId("eval")}, ${orgId}, ${projectId}, ${name}, ${runAs}, ${JSON.stringify(empty)}::json, 'failed',
      ${error}, now(), ${of}, ${slot.toISOString()}::timestamptz)
    on conflict do nothing`.execute(db);
}
