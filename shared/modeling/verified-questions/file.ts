import {Type} from "@sinclair/typebox";
import {stringify} from "yaml";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import {isReadable, parserOf, readerOf} from "../../core/validate.ts";
import type {GraphNote} from "../../core/wire/catalog.ts";
import {type LayerDeps, projectsOf} from "../../querying/layers/query-caches.ts";
import {compile} from "../../semantic/index.ts";
import type {Layer} from "../../semantic/layers.ts";
import type {PlainMap} from "../layer-formats/common/document.ts";
import type {QuestionEntry} from "../layer-formats/read-questions.ts";
import type {QuestionChange} from "../layer-formats/write-questions.ts";
import {deletedEntries, fileEntries} from "./deleted.ts";
import {namesValues} from "./literals.ts";
import {VerifiedQuestionInput} from "./schemas.ts";
import {fieldNamesOf, termsSql, wordingOf} from "./terms.ts";
import {listVerifiedQuestions, MAX_QUESTIONS} from "./verified-questions.ts";
import {confirmWrittenEntries, deletedWritten, writtenEntries} from "./written.ts";

/** A question of a file whose query compiles. */
export type FileQuestion = VerifiedQuestionInput & {fieldNames: string[]};

const parseQuestion = parserOf(VerifiedQuestionInput, "verified question");
const PAGE = 500;

/** The verified questions of a repository's files, after the check. */
export interface CheckedQuestions {
  questions: FileQuestion[];
  /** One note for each entry that is left out. */
  notes: GraphNote[];
  /** The questions of the entries that are left out, in lower case. */
  faulty: ReadonlySet<string>;
  /**
   * Whether these files replace or drop a question that the project has. The files do not drop a question that they
   * still list, even if its query does not compile.
   */
  isReplaced: (saved: {question: string; isFromFile: boolean}) => boolean;
}

/** The questions of a repository's files that compile with the layer. */
export async function checkQuestions(
  deps: LayerDeps,
  {orgId, projectId}: {orgId: string; projectId: string},
  layer: Layer,
  entries: readonly QuestionEntry[],
): Promise<CheckedQuestions> {
  const project = (await projectsOf(deps, orgId)).get(projectId);
  const others = await namesOfPeople(deps.db, {orgId, projectId});
  const notes: GraphNote[] = [];
  const found = new Map<string, FileQuestion>();
  const faulty = new Set<string>();
  const isReplaced: CheckedQuestions["isReplaced"] = ({question, isFromFile}) => {
    const name = question.toLowerCase();
    return found.has(name) || (isFromFile && !faulty.has(name));
  };
  const leaveOut = ({value, file, line}: QuestionEntry, why: string) => {
    if (isNamed(value)) faulty.add(value.question.toLowerCase());
    const message = `A verified question is left out: ${why}`;
    notes.push({model: "", code: "question_left_out", message, file, ...(line === undefined ? {} : {line})});
  };
  if (!project) return {questions: [], notes, faulty, isReplaced};
  const {dialect, timezone, weekStart} = project;
  for (const entry of entries) {
    let hasValues = false;
    try {
      const question = parseQuestion(entry.value);
      const {query} = question;
      const name = question.question.toLowerCase();
      hasValues = namesValues(query);
      if (query.projectId !== undefined && query.projectId !== projectId) {
        leaveOut(entry, "its query names another project.");
      } else if (found.has(name)) {
        leaveOut(entry, "the files have its question twice.");
      } else if (!others.has(name) && found.size + others.size >= MAX_QUESTIONS) {
        leaveOut(entry, `a project has at most ${MAX_QUESTIONS}.`);
      } else if (!layer.models.has(query.model)) {
        leaveOut(entry, `There is no model "${query.model}".`);
      } else {
        const context = {dialect, timezone, weekStart, attributes: {}, now: new Date()};
        const fieldNames = fieldNamesOf(compile(layer, query, context));
        found.set(name, {...question, fieldNames});
        others.delete(name);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Everybody who sees the project reads the notes of its syncs, and the message can quote a filter's value.
      leaveOut(entry, hasValues ? `its query does not compile (${error.code}).` : error.message);
    }
  }
  return {questions: [...found.values()], notes, faulty, isReplaced};
}

const readPlain = readerOf(
  Type.Unsafe<PlainMap>(Type.Object({}, {additionalProperties: true})),
  "a verified question",
);

const isNamed = isReadable(Type.Object({question: Type.String()}, {additionalProperties: true}));

/**
 * The questions that people have saved, in lower case: they stay when the files change, and count towards the limit
 * together with those of the files.
 */
async function namesOfPeople(
  db: Db | Tx,
  {orgId, projectId}: {orgId: string; projectId: string},
): Promise<Set<string>> {
  const {rows} = await sql<{name: string}>`
    select lower(question) as name from verified_questions
    where org_id = ${orgId} and project_id = ${projectId} and not from_file`.execute(db);
  return new Set(rows.map(({name}) => name));
}

/**
 * Whether the project has room for the questions of the files beside those that people have saved, including those
 * saved since the files were checked. The project must be locked.
 */
export async function haveRoom(
  tx: Tx,
  project: {orgId: string; projectId: string},
  questions: readonly FileQuestion[],
): Promise<boolean> {
  const others = await namesOfPeople(tx, project);
  for (const {question} of questions) others.delete(question.toLowerCase());
  return questions.length + others.size <= MAX_QUESTIONS;
}

/**
 * Saves the questions that the files have changed since the last sync, and deletes those that the files have dropped
 * since. Where the files have not changed a question, changes and deletions that people have made are kept. The same
 * holds for an entry that a write-back wrote, and for one that does not compile any more (`faulty`, in lower case).
 * Questions that people have saved stay, unless the files now have the same question.
 */
export async function saveFileQuestions(
  tx: Tx,
  {orgId, projectId}: {orgId: string; projectId: string},
  questions: readonly FileQuestion[],
  faulty: ReadonlySet<string>,
): Promise<void> {
  const names = questions.map(({question}) => question.toLowerCase());
  const entries = questions.map(entryOf);
  await confirmWrittenEntries(tx, {orgId, projectId}, entries, [...names, ...faulty]);
  await sql`
    delete from verified_questions
    where org_id = ${orgId} and project_id = ${projectId} and from_file
      and lower(question) <> all (${names}::text[])
      and (verified_by is null or lower(question) <> all (${[...faulty]}::text[]))`.execute(tx);
  await sql`
    delete from deleted_file_questions
    where org_id = ${orgId} and project_id = ${projectId}
      and lower(file_entry ->> 'question') <> all (${[...faulty]}::text[])
      and file_entry <> all (
        select jsonb_array_elements(${JSON.stringify(entries)}::jsonb))`.execute(tx);
  const deleted = new Set(
    (await deletedEntries(tx, {orgId, projectId})).map(({question}) => String(question).toLowerCase()),
  );
  for (const one of questions) {
    const {question, phrasings = [], query, note = null, fieldNames} = one;
    if (deleted.has(question.toLowerCase())) continue;
    const wording = wordingOf({question, phrasings});
    await sql`
      insert into verified_questions as v (id, org_id, project_id, question, phrasings, query, note, from_file,
        file_entry, wording, terms)
      values (${newId("vq")}, ${orgId}, ${projectId}, ${question}, ${phrasings}::text[], ${JSON.stringify(query)},
        ${note}, true, ${JSON.stringify(entryOf(one))}::jsonb, ${wording}, ${termsSql(projectId, wording, fieldNames)})
      on conflict (project_id, lower(question)) do update set question = excluded.question,
        phrasings = excluded.phrasings, query = excluded.query, note = excluded.note, from_file = true,
        file_entry = excluded.file_entry,
        verified_by = case when ${isVerifiedSame} then v.verified_by end,
        verified_attributes = case when ${isVerifiedSame} then v.verified_attributes end,
        verified_at = case when ${isVerifiedSame} then v.verified_at else now() end,
        updated_at = now(), wording = excluded.wording, terms = excluded.terms
      where v.file_entry is distinct from excluded.file_entry`.execute(tx);
  }
}

/** A condition: the file's question is the same as the saved one, so that its verification still holds. */
const isVerifiedSame = sql.raw(`((v.question, v.phrasings, v.query::jsonb - 'projectId')
  is not distinct from (excluded.question, excluded.phrasings, excluded.query::jsonb - 'projectId'))`);

/** The question as a file has it. */
function entryOf({
  question,
  phrasings = [],
  query: {projectId: _, ...query},
  note = null,
}: Pick<VerifiedQuestionInput, "question" | "phrasings" | "query"> & {
  note?: string | null;
}): VerifiedQuestionInput {
  return {
    question,
    ...(phrasings.length > 0 ? {phrasings} : {}),
    query,
    ...(note === null ? {} : {note}),
  };
}

/** The questions that the caller sees as a file of YAML, to be kept beside the layer, the oldest first. */
export async function exportQuestions(deps: LayerDeps, actor: Actor, projectId: string): Promise<string> {
  const all = await portableQuestions(deps, actor, projectId);
  return stringify({verified_questions: all.map(({entry}) => entry)}, {aliasDuplicateObjects: false});
}

/**
 * The changes that members have made since the files were synced last, as far as the caller sees them. Deletions are
 * seen by org-admins, from whom no question is hidden.
 */
export async function questionChanges(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
): Promise<QuestionChange[]> {
  const project = {orgId: actor.orgId, projectId};
  const all = await portableQuestions(deps, actor, projectId);
  const before = await fileEntries(deps.db, project);
  const written = await writtenEntries(deps.db, project);
  const writtenOf = (question: unknown) => {
    const found = written.get(String(question).toLowerCase());
    return found ? {written: found} : {};
  };
  const changed = all.flatMap(({id, entry, isBroken}): QuestionChange[] => {
    const held = before.get(id);
    const own = writtenOf(entry.question);
    if (isBroken || (held && !own.written && Bun.deepEquals(held, entry))) return [];
    return [{after: plainOf(entry), ...(held ? {before: held} : {}), ...own}];
  });
  if (actor.orgRole !== "admin") return changed;
  const deleted = [...(await deletedEntries(deps.db, project)), ...(await deletedWritten(deps.db, project))];
  return [...changed, ...deleted.map(held => ({before: held, ...writtenOf(held["question"])}))];
}

const plainOf = (entry: VerifiedQuestionInput): PlainMap => readPlain(JSON.parse(JSON.stringify(entry)));

interface PortableQuestion {
  id: string;
  /** The entry as a file has it. */
  entry: VerifiedQuestionInput;
  isBroken: boolean;
}

/** The questions that the caller sees, the oldest first. */
async function portableQuestions(
  deps: LayerDeps,
  actor: Actor,
  projectId: string,
): Promise<PortableQuestion[]> {
  const all: PortableQuestion[] = [];
  let before: string | undefined;
  do {
    const {questions, next} = await listVerifiedQuestions(deps, actor, projectId, {limit: PAGE, before});
    for (const question of questions)
      all.push({id: question.id, entry: entryOf(question), isBroken: question.status === "broken"});
    before = next;
  } while (before !== undefined);
  return all.reverse();
}
