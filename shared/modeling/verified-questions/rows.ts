import {Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {readAttributes} from "../../core/principal-row.ts";
import {rowReaderOf} from "../../core/validate.ts";
import {Query} from "../../semantic/documents.ts";
import type {Judgement} from "./judge.ts";
import type {VerifiedQuestionView} from "./schemas.ts";

export interface StoredRow {
  id: string;
  project_id: string;
  question: string;
  phrasings: string[];
  query: unknown;
  note: string | null;
  verified_at: Date;
  verifier_id: string | null;
  verifier_name: string | null;
  /** JSON, parsed by `readAttributes`. */
  verified_attributes: unknown;
}

export type Row = Omit<StoredRow, "query"> & {query: Query};

export const readRow = rowReaderOf(Type.Object({query: Query}), "the verified question");

/** The columns of a `StoredRow`, in a statement with verified questions as `v` and their verifiers as `p`. */
export const columns = sql.raw(`
  v.id, v.project_id, v.question, v.phrasings, v.query, v.note, v.verified_at, p.id as verifier_id,
  p.name as verifier_name, v.verified_attributes`);

export const withVerifier = sql.raw("left join principals p on p.org_id = v.org_id and p.id = v.verified_by");

/** The row's query and the attributes under which it was verified, as a `Judge` takes them. */
export function judged({query, verifier_id: id, verified_attributes: attributes}: Row) {
  return {query, verifier: id === null || attributes === null ? undefined : readAttributes(attributes)};
}

export function viewRow(row: Row, {fault}: Pick<Judgement, "fault">): VerifiedQuestionView {
  const {verifier_id: id, verifier_name: name} = row;
  return {
    id: row.id,
    projectId: row.project_id,
    question: row.question,
    phrasings: row.phrasings,
    query: row.query,
    note: row.note,
    status: fault === undefined ? "valid" : "broken",
    ...(fault === undefined ? {} : {message: fault}),
    verifiedBy: id === null || name === null ? null : {id, name},
    verifiedAt: row.verified_at.toISOString(),
  };
}

/** The question, with `lock` locked until the transaction ends; `undefined` if the project has none of this id. */
export async function selectOne(
  db: Db | Tx,
  {orgId}: Pick<Actor, "orgId">,
  {projectId, id}: {projectId: string; id: string},
  lock = false,
): Promise<Row | undefined> {
  const {rows} = await sql<StoredRow>`
    select ${columns} from verified_questions v ${withVerifier}
    where v.org_id = ${orgId} and v.project_id = ${projectId} and v.id = ${id}
    ${lock ? sql`for update of v` : sql``}`.execute(db);
  return rows[0] && readRow(rows[0]);
}
