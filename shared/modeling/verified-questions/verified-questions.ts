import {notFound} from "../../core/access.ts";
import {type Actor, authorOf} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {isUniqueViolation} from "../../core/database/constraints.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {newestPage, type Page} from "../../core/paging.ts";
import {type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";
import {findSource} from "../../querying/queries/query-source.ts";
import type {Query} from "../../semantic/documents.ts";
import {lockProject, type ProjectRow, requireProject} from "../../tenancy/projects/find.ts";
import {recordDeletion, undoDeletion} from "./deleted.ts";
import {Judge} from "./judge.ts";
import {
  columns,
  judged,
  type Row,
  readRow,
  type StoredRow,
  selectOne,
  viewRow,
  withVerifier,
} from "./rows.ts";
import type {VerifiedQuestionEdit, VerifiedQuestionInput, VerifiedQuestionView} from "./schemas.ts";
import {fieldNamesOf, termsSql, wordingOf} from "./terms.ts";

/** The most verified questions of a project. */
export const MAX_QUESTIONS = 10_000;

const EDIT_KEYS = ["question", "phrasings", "query", "note"] as const;
type EditKey = (typeof EDIT_KEYS)[number];

/** Throws `missing_privilege` for everybody but org-admins and leads of a team that the project names. */
export function requireCurator(actor: Actor, {team_ids: teamIds}: Pick<ProjectRow, "team_ids">): void {
  if (actor.orgRole === "admin") return;
  if (actor.teams.some(({id, role}) => role === "lead" && teamIds.includes(id))) return;
  throw new ServiceError(
    "missing_privilege",
    "Verified questions are written by org-admins and by leads of a team that the project names.",
  );
}

/**
 * The project's verified questions that the reader may see, newest first: one page, and the id after which the next one
 * begins.
 */
export async function listVerifiedQuestions(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  asked: Page,
): Promise<{questions: VerifiedQuestionView[]; next: string | undefined}> {
  await requireProject(deps.db, actor, projectId);
  const {rows} = await sql<StoredRow>`
    select ${columns} from verified_questions v ${withVerifier}
    where v.org_id = ${actor.orgId} and v.project_id = ${projectId} ${newestPage(asked, "v.id")}`.execute(
    deps.db,
  );
  const page = rows.slice(0, asked.limit);
  return {
    questions: await viewOpen(deps, actor, projectId, page.map(readRow)),
    next: rows.length > asked.limit ? page.at(-1)?.id : undefined,
  };
}

/** `not_found` also for a question that names values of rows which the reader does not get. */
export async function getVerifiedQuestion(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<VerifiedQuestionView> {
  await requireProject(deps.db, actor, projectId);
  return (await requireOpen(deps, deps.db, actor, {projectId, id})).view;
}

/**
 * The views of the rows that are open to the reader. Org-admins see all, because they decide who sees which rows. The
 * verifier of a question sees it while they have the attributes under which it was verified: an heir may have others.
 */
export async function viewOpen(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  rows: readonly Row[],
): Promise<VerifiedQuestionView[]> {
  const project = (await projectsOf(deps, actor.orgId)).get(projectId);
  if (!project) return [];
  const judge = await Judge.of(deps, project, actor);
  return rows.flatMap(row => {
    const question = judged(row);
    const isTheirs =
      actor.orgRole === "admin" || (row.verifier_id === actor.id && judge.isAsReader(question));
    if (!isTheirs && judge.isHidden(question)) return [];
    const judgement = judge.judge(question);
    return judgement.isOpen || isTheirs ? [viewRow(row, judgement)] : [];
  });
}

async function requireOpen(
  deps: LayerDeps,
  db: Db | Tx,
  actor: Actor,
  place: {projectId: string; id: string},
  lock = false,
): Promise<{row: Row; view: VerifiedQuestionView}> {
  const row = await selectOne(db, actor, place, lock);
  const [view] = row ? await viewOpen(deps, actor, place.projectId, [row]) : [];
  if (!row || !view) throw notFound("verified question", place.id);
  return {row, view};
}

/** Compiles the query for the caller before saving it. Rejects with the errors of a query, with paths under `/query`. */
export async function createVerifiedQuestion(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  input: VerifiedQuestionInput,
): Promise<VerifiedQuestionView> {
  requireCurator(actor, await requireProject(deps.db, actor, projectId));
  const fieldNames = await compiledFields(deps, actor, projectId, input.query);
  const {question, phrasings = [], query, note = null} = input;
  const wording = wordingOf({question, phrasings});
  const id = newId("vq");
  return deps.db.transaction().execute(async tx => {
    await requireRoom(tx, actor, projectId);
    await audit(tx, actor, "verified_question.create", {type: "verified_question", id}, {projectId});
    const fileEntry = await undoDeletion(tx, {orgId: actor.orgId, projectId}, question);
    await refusingTwins(
      question,
      sql`
        insert into verified_questions (id, org_id, project_id, question, phrasings, query, note, verified_by,
          verified_attributes, from_file, file_entry, wording, terms)
        values (${id}, ${actor.orgId}, ${projectId}, ${question}, ${phrasings}::text[], ${JSON.stringify(query)},
          ${note}, ${authorOf(actor)}, ${JSON.stringify(actor.attributes)}, ${fileEntry !== undefined},
          ${fileEntry ? JSON.stringify(fileEntry) : null}::jsonb, ${wording},
          ${termsSql(projectId, wording, fieldNames)})`.execute(tx),
    );
    const row = await selectOne(tx, actor, {projectId, id});
    if (!row) throw notFound("verified question", id);
    return viewRow(row, {fault: undefined});
  });
}

/**
 * `checkCurrent` gets the locked question as it is now, and may refuse the change. A caller who changes the question, a
 * phrasing or the query becomes the verifier. A file's question that gets another wording does not belong to the file any
 * more, so that no sync deletes it; the file's entry counts as deleted.
 */
export async function updateVerifiedQuestion(
  deps: LayerDeps,
  actor: Actor,
  {projectId, id}: {projectId: string; id: string},
  readEdit: () => Promise<VerifiedQuestionEdit>,
  checkCurrent: (current: VerifiedQuestionView) => void,
): Promise<VerifiedQuestionView> {
  const within = await requireProject(deps.db, actor, projectId);
  const seen = await requireOpen(deps, deps.db, actor, {projectId, id});
  requireCurator(actor, within);
  const edit = await readEdit();
  const fieldNames = isVerifying(changedKeys(edit, seen.row))
    ? await compiledFields(deps, actor, projectId, edit.query ?? seen.row.query)
    : undefined;
  return deps.db.transaction().execute(async tx => {
    // A rename counts as a deletion.
    if (edit.question !== undefined) await lockProject(tx, actor, projectId);
    const {row, view} = await requireOpen(deps, tx, actor, {projectId, id}, true);
    checkCurrent(view);
    const changed = changedKeys(edit, row);
    const isStale = fieldNames
      ? edit.query === undefined && !Bun.deepEquals(row.query, seen.row.query)
      : isVerifying(changed);
    if (isStale) throw new ServiceError("conflict", "It was changed just now. Read it again.");
    const next = {...row, ...definedOf(edit)};
    await audit(tx, actor, "verified_question.update", {type: "verified_question", id}, {projectId, changed});
    const wording = wordingOf(next);
    const verified = fieldNames
      ? sql`, verified_by = ${authorOf(actor)}, verified_attributes = ${JSON.stringify(actor.attributes)},
          verified_at = now(), terms = ${termsSql(projectId, wording, fieldNames)}`
      : sql``;
    const isRenamed = next.question.toLowerCase() !== row.question.toLowerCase();
    const project = {orgId: actor.orgId, projectId};
    if (isRenamed) await recordDeletion(tx, project, id);
    const fileEntry = isRenamed ? await undoDeletion(tx, project, next.question) : undefined;
    const renamed = isRenamed
      ? sql`, from_file = ${fileEntry !== undefined}, file_entry = ${fileEntry ? JSON.stringify(fileEntry) : null}::jsonb`
      : sql``;
    await refusingTwins(
      next.question,
      sql`
        update verified_questions set question = ${next.question}, phrasings = ${next.phrasings}::text[],
          query = ${JSON.stringify(next.query)}, note = ${next.note}, wording = ${wording},
          updated_at = now() ${verified} ${renamed}
        where org_id = ${actor.orgId} and id = ${id}`.execute(tx),
    );
    return (await requireOpen(deps, tx, actor, {projectId, id})).view;
  });
}

export async function deleteVerifiedQuestion(
  deps: LayerDeps,
  actor: Actor,
  {projectId, id}: {projectId: string; id: string},
  checkCurrent: (current: VerifiedQuestionView) => void,
): Promise<void> {
  const project = await requireProject(deps.db, actor, projectId);
  await requireOpen(deps, deps.db, actor, {projectId, id});
  requireCurator(actor, project);
  await deps.db.transaction().execute(async tx => {
    await lockProject(tx, actor, projectId);
    checkCurrent((await requireOpen(deps, tx, actor, {projectId, id}, true)).view);
    await audit(tx, actor, "verified_question.delete", {type: "verified_question", id}, {projectId});
    await recordDeletion(tx, {orgId: actor.orgId, projectId}, id);
    await sql`delete from verified_questions where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
  });
}

function definedOf({question, phrasings, query, note}: VerifiedQuestionEdit) {
  return {
    ...(question === undefined ? {} : {question}),
    ...(phrasings === undefined ? {} : {phrasings}),
    ...(query === undefined ? {} : {query}),
    ...(note === undefined ? {} : {note}),
  };
}

/** The keys of an edit whose values differ from the row's. */
function changedKeys(edit: VerifiedQuestionEdit, row: Row): string[] {
  const given: Partial<Pick<Row, EditKey>> = definedOf(edit);
  return EDIT_KEYS.filter(key => key in given && !Bun.deepEquals(given[key], row[key]));
}

/** Whether the author of this change vouches that the query is right for the question. */
function isVerifying(changed: readonly string[]): boolean {
  return changed.some(key => key !== "note");
}

/** The fields of the query, which must be over a model of the project's layer and compile for the caller. */
async function compiledFields(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
  query: Query,
): Promise<string[]> {
  const {datasetId, compiled} = await findSource(deps, actor, query, "/query", projectId);
  if (datasetId === null) return fieldNamesOf(compiled);
  const message = `"${query.model}" is a dataset: a verified question asks a model, which everybody who sees the project can ask.`;
  throw invalidAt("/query/model", message);
}

/**
 * Locks the project, so that questions are added one after the other, and throws `invalid_request` if the project has
 * the most questions allowed.
 */
async function requireRoom(tx: Tx, actor: Actor, projectId: string): Promise<void> {
  await lockProject(tx, actor, projectId);
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from verified_questions
    where org_id = ${actor.orgId} and project_id = ${projectId}`.execute(tx);
  if ((rows[0]?.count ?? 0) < MAX_QUESTIONS) return;
  throw new ServiceError("invalid_request", `A project has at most ${MAX_QUESTIONS} verified questions.`);
}

async function refusingTwins(question: string, statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `The project has a verified question "${question}" already.`);
  }
}
