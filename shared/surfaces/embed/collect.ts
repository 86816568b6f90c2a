import {deleteInBatches} from "../../core/database/delete-in-batches.ts";
import {type Db, sql} from "../../core/db.ts";

/** Deletes the records of embed tokens that expired `days` ago or earlier, and so open nothing any more. */
export function collectEmbedTokens(db: Db, days: number): Promise<void> {
  return deleteInBatches(db, "embed_tokens", sql`expires_at < now() - ${days} * interval '1 day'`);
}
