import {Type} from "@sinclair/typebox";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {readerOf} from "../../core/validate.ts";
import type {PlainMap} from "../layer-formats/common/document.ts";
import type {QuestionChange} from "../layer-formats/write-questions.ts";

interface Place {
  orgId: string;
  projectId: string;
}

const readEntry = readerOf(
  Type.Unsafe<PlainMap | null>(Type.Union([Type.Object({}, {additionalProperties: true}), Type.Null()])),
  "the written entry of a verified question",
);

/**
 * Stores the entries that a commit is about to write. A commit that is never made does no harm: no file has these
 * entries then.
 */
export async function storePendingEntries(
  db: Db | Tx,
  {orgId, projectId}: Place,
  changes: readonly QuestionChange[],
): Promise<void> {
  const entries = changes.map(({after, before}) => ({
    question: (after ?? before)?.["question"] ?? "",
    entry: after ?? null,
  }));
  await sql`
    insert into written_questions (org_id, project_id, question, entry)
    select ${orgId}, ${projectId}, one ->> 'question', nullif(one -> 'entry', 'null')
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) one
    where not exists (
      select from written_questions w
      where w.org_id = ${orgId} and w.project_id = ${projectId}
        and lower(w.question) = lower(one ->> 'question')
        and w.entry is not distinct from nullif(one -> 'entry', 'null'))`.execute(db);
}

/**
 * The entries that write-backs have committed and no sync has found yet, by the questions in lower case; null for a
 * removal.
 */
export async function writtenEntries(
  db: Db | Tx,
  {orgId, projectId}: Place,
): Promise<ReadonlyMap<string, readonly (PlainMap | null)[]>> {
  const {rows} = await sql<{question: string; entry: unknown}>`
    select question, entry from written_questions
    where org_id = ${orgId} and project_id = ${projectId} order by id`.execute(db);
  const all = new Map<string, (PlainMap | null)[]>();
  for (const {question, entry} of rows) {
    const name = question.toLowerCase();
    all.set(name, [...(all.get(name) ?? []), readEntry(entry)]);
  }
  return all;
}

/** The last entries that write-backs had added for questions that members then deleted before any sync. */
export async function deletedWritten(db: Db | Tx, {orgId, projectId}: Place): Promise<PlainMap[]> {
  const {rows} = await sql<{entry: unknown}>`
    select distinct on (lower(w.question)) w.entry from written_questions w
    where w.org_id = ${orgId} and w.project_id = ${projectId} and w.entry is not null and not exists (
      select from verified_questions v
      where v.org_id = w.org_id and v.project_id = w.project_id and lower(v.question) = lower(w.question))
    and not exists (
      select from deleted_file_questions d
      where d.org_id = w.org_id and d.project_id = w.project_id
        and lower(d.file_entry ->> 'question') = lower(w.question))
    order by lower(w.question), w.id desc`.execute(db);
  return rows.map(row => readEntry(row.entry)).filter(entry => entry !== null);
}

/**
 * Records the entries of the files that a write-back has written, so that the sync does not take them for changes in
 * the files: what members have changed or deleted since is kept. `listed`: the questions of all entries, in lower case.
 */
export async function confirmWrittenEntries(
  tx: Tx,
  {orgId, projectId}: Place,
  entries: readonly object[],
  listed: readonly string[],
): Promise<void> {
  if ((await writtenEntries(tx, {orgId, projectId})).size === 0) return;
  const found = sql`
    select w.id, w.question, in_file.entry
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) in_file (entry)
    join written_questions w on w.org_id = ${orgId} and w.project_id = ${projectId} and w.entry = in_file.entry
      and lower(w.question) = lower(in_file.entry ->> 'question')`;
  await sql`
    update verified_questions v set from_file = true, file_entry = f.entry
    from (${found}) f
    where v.org_id = ${orgId} and v.project_id = ${projectId} and lower(v.question) = lower(f.question)`.execute(
    tx,
  );
  await sql`
    insert into deleted_file_questions (org_id, project_id, file_entry)
    select distinct on (lower(f.question)) ${orgId}, ${projectId}, f.entry from (${found}) f
    where not exists (
      select from verified_questions v
      where v.org_id = ${orgId} and v.project_id = ${projectId} and lower(v.question) = lower(f.question))
    on conflict (project_id, lower(file_entry ->> 'question')) do update set file_entry = excluded.file_entry`.execute(
    tx,
  );
  await sql`
    delete from written_questions w using (${found}) f
    where w.org_id = ${orgId} and w.project_id = ${projectId} and lower(w.question) = lower(f.question)
      and w.id <= f.id`.execute(tx);
  // The entry was removed from the files. If members have saved the question again, it no longer belongs to the files.
  await sql`
    update verified_questions v set from_file = false, file_entry = null
    where v.org_id = ${orgId} and v.project_id = ${projectId} and lower(v.question) <> all (${listed}::text[])
      and exists (
        select from written_questions w
        where w.org_id = v.org_id and w.project_id = v.project_id and w.entry is null
          and lower(w.question) = lower(v.question))`.execute(tx);
  await sql`
    delete from written_questions w
    where w.org_id = ${orgId} and w.project_id = ${projectId} and w.entry is null
      and lower(w.question) <> all (${listed}::text[])`.execute(tx);
}
