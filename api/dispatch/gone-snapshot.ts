import {type Db, sql} from "../../shared/ground/db.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import type {RunRequest} from "../../shared/ground/wire/run-request.ts";
import {unknownModel} from "../../shared/querying/queries/find-model.ts";

/**
 * Turns any error of a worker into `unknown_model` where the snapshot was deleted after the query was prepared: the
 * worker may miss its file, its open engine or its row. Every other error stays as it is.
 */
export async function orGoneSnapshot(
  {db}: {db: Db},
  {orgId, source, record}: RunRequest,
  error: unknown,
): Promise<unknown> {
  if (source.kind !== "snapshot" || !(error instanceof ServiceError)) return error;
  const {rows} = await sql`select from datasets where org_id = ${orgId} and id = ${source.id}`.execute(db);
  return rows.length > 0 ? error : unknownModel(record.model, []);
}
