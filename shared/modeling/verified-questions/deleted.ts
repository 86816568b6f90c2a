import {Type} from "@sinclair/typebox";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {readerOf} from "../../core/validate.ts";
import type {PlainMap} from "../layer-formats/common/document.ts";

interface Place {
  orgId: string;
  projectId: string;
}

const readEntry = readerOf(
  Type.Unsafe<PlainMap>(Type.Object({}, {additionalProperties: true})),
  "the entry of a file of verified questions",
);

/**
 * Records that a question which the files have is deleted or renamed, in the transaction of that change. The project
 * must be locked: otherwise a sync that has already read the deletions would save the question again.
 */
export async function recordDeletion(tx: Tx, {orgId, projectId}: Place, id: string): Promise<void> {
  await sql`
    insert into deleted_file_questions (org_id, project_id, file_entry)
    select org_id, project_id, file_entry from verified_questions
    where org_id = ${orgId} and project_id = ${projectId} and id = ${id} and file_entry is not null
    on conflict (project_id, lower(file_entry ->> 'question'))
      do update set file_entry = excluded.file_entry, deleted_at = now()`.execute(tx);
}

/** Deletes the record of a question's deletion, because the question exists again. Returns its entry in the files. */
export async function undoDeletion(
  tx: Tx,
  {orgId, projectId}: Place,
  question: string,
): Promise<PlainMap | undefined> {
  const {rows} = await sql<{file_entry: unknown}>`
    delete from deleted_file_questions
    where org_id = ${orgId} and project_id = ${projectId} and lower(file_entry ->> 'question') = lower(${question})
    returning file_entry`.execute(tx);
  return rows[0] && readEntry(rows[0].file_entry);
}

/** The entries of the files whose questions are deleted. */
export async function deletedEntries(db: Db | Tx, {orgId, projectId}: Place): Promise<PlainMap[]> {
  const {rows} = await sql<{file_entry: unknown}>`
    select d.file_entry from deleted_file_questions d
    where d.org_id = ${orgId} and d.project_id = ${projectId} and not exists (
      select from verified_questions v
      where v.org_id = d.org_id and v.project_id = d.project_id
        and lower(v.question) = lower(d.file_entry ->> 'question'))
    order by d.deleted_at`.execute(db);
  return rows.map(row => readEntry(row.file_entry));
}

/** The entries that the questions had in the files at the last sync, by the questions' ids. */
export async function fileEntries(
  db: Db | Tx,
  {orgId, projectId}: Place,
): Promise<ReadonlyMap<string, PlainMap>> {
  const {rows} = await sql<{id: string; file_entry: unknown}>`
    select id, file_entry from verified_questions
    where org_id = ${orgId} and project_id = ${projectId} and file_entry is not null`.execute(db);
  return new Map(rows.map(row => [row.id, readEntry(row.file_entry)]));
}
