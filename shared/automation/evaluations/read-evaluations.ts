import {Type} from "@sinclair/typebox";
import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {rowReaderOf} from "../../core/validate.ts";
import {requireProject} from "../../tenancy/projects/find.ts";
import type {EvaluationCase} from "./case-schemas.ts";
import {
  Compared,
  Definition,
  type EvaluationListed,
  type EvaluationStatus,
  type EvaluationView,
  RunResult,
  Summary,
} from "./schemas.ts";

interface ListedRow {
  id: string;
  project_id: string;
  name: string;
  status: EvaluationStatus;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
  model: string;
  ref: string | null;
  layer_commit: string | null;
  repeats: string | null;
  cron: string | null;
  timezone: string | null;
  next_at: Date | null;
  summary: unknown;
  compared: unknown;
}

const nullable = <T extends typeof Summary | typeof Compared>(schema: T) => Type.Union([schema, Type.Null()]);
const read = rowReaderOf(
  Type.Object({summary: nullable(Summary), compared: nullable(Compared)}),
  "the evaluation",
);
const readDefinition = rowReaderOf(Type.Object({definition: Definition}), "the evaluation");
type Row = ReturnType<typeof read<ListedRow>>;

/** Columns of an evaluation, without its complete definition, which can have a megabyte. */
const columns = sql.raw(
  "e.id, e.project_id, e.name, e.status, e.error, e.created_at, e.finished_at, e.definition ->> 'model' as model, e.definition -> 'layer' ->> 'ref' as ref, e.layer_commit, e.repeats, k.cron, k.timezone, k.next_at, e.summary, e.compared",
);
const evaluations = sql.raw("evaluations e left join cadences k on k.org_id = e.org_id and k.id = e.id");

/** The project's evaluations, newest first, and one more if the next page is not empty. Needs an org-admin. */
export async function listEvaluations(
  db: Db,
  actor: Actor,
  projectId: string,
  pageOf: () => Page,
): Promise<EvaluationListed[]> {
  await requireProject(db, actor, projectId);
  requireOrgAdmin(actor);
  const {rows} = await sql<ListedRow>`
    select ${columns} from ${evaluations}
    where e.org_id = ${actor.orgId} and e.project_id = ${projectId} ${newestPage(pageOf(), "e.id")}`.execute(
    db,
  );
  return rows.map(row => viewListed(read(row)));
}

const readResult = rowReaderOf(
  Type.Object({result: Type.Union([RunResult, Type.Null()])}),
  "the evaluation's run",
);

/** An evaluation with the results of its cases so far. Needs an org-admin. */
export async function getEvaluation(
  db: Db,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<EvaluationView> {
  await requireProject(db, actor, projectId);
  requireOrgAdmin(actor);
  const {rows} = await sql<ListedRow & {definition: unknown}>`
    select ${columns}, e.definition from ${evaluations}
    where e.org_id = ${actor.orgId} and e.project_id = ${projectId} and e.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("evaluation", id);
  const row = readDefinition(read(rows[0]));
  const results = await resultsOf(db, actor.orgId, id);
  const cases = row.definition.cases.map((one, index) => ({
    question: one.case.question,
    expected: expectedOf(one.case),
    runs: results.get(index + 1) ?? [],
  }));
  const wrong = ({runs}: (typeof cases)[number]) => runs.filter(({correct}) => !correct).length;
  return {...viewListed(row), cases: cases.sort((a, b) => wrong(b) - wrong(a))};
}

/** The results so far, by the number of their case. */
export async function resultsOf(db: Db, orgId: string, id: string): Promise<Map<number, RunResult[]>> {
  const {rows} = await sql<{id: string; case_number: number; result: unknown}>`
    select evaluation_id as id, case_number, result from evaluation_runs
    where org_id = ${orgId} and evaluation_id = ${id} and result is not null
    order by case_number, run_number`.execute(db);
  const results = new Map<number, RunResult[]>();
  for (const row of rows) {
    const {result, case_number: number} = readResult(row);
    if (result) results.set(number, [...(results.get(number) ?? []), result]);
  }
  return results;
}

function viewListed(row: Row): EvaluationListed {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    status: row.status,
    model: row.model,
    ...layerOf(row),
    ...cadenceOf(row),
    ...(row.repeats === null ? {} : {repeats: row.repeats}),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    summary: row.summary,
    ...(row.compared ? {comparedWith: row.compared} : {}),
    ...(row.error === null ? {} : {error: row.error}),
  };
}

function layerOf({ref, layer_commit: commit}: Row): Pick<EvaluationListed, "layer"> {
  return ref === null ? {} : {layer: {ref, ...(commit === null ? {} : {commit})}};
}

function cadenceOf({cron, timezone, next_at: nextAt}: Row): Pick<EvaluationListed, "cadence"> {
  if (cron === null || timezone === null) return {};
  return {cadence: {cron, timezone, nextRun: nextAt?.toISOString() ?? null}};
}

function expectedOf(one: EvaluationCase): EvaluationView["cases"][number]["expected"] {
  if ("query" in one) return "query";
  if ("rows" in one) return "rows";
  if ("figures" in one) return "figures";
  return "answerable" in one ? "no_answer" : "asks_back";
}
