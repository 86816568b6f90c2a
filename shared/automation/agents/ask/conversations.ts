import {notFound} from "../../../core/access.ts";
import type {Actor} from "../../../core/actor.ts";
import {publish} from "../../../core/change-notices.ts";
import {type Db, sql} from "../../../core/db.ts";
import {ServiceError} from "../../../core/errors.ts";
import {newestPage, type Page} from "../../../core/paging.ts";
import type {LayerDeps} from "../../../querying/layers/query-caches.ts";
import {listAskRuns, requireAskRun} from "./read-ask-runs.ts";
import type {ConversationDetail, ConversationView} from "./schemas.ts";

interface ConversationRow {
  id: string;
  title: string;
  created_at: Date;
  updated_at: Date;
}

/**
 * The caller's own conversations without those of evaluations, newest first, and one more if the next page is not
 * empty.
 */
export async function listConversations(db: Db, actor: Actor, page: Page): Promise<ConversationView[]> {
  const {rows} = await sql<ConversationRow>`
    select id, title, created_at, updated_at from conversations
    where org_id = ${actor.orgId} and owner_id = ${actor.id} and evaluation_id is null
      ${newestPage(page, "id")}`.execute(db);
  return rows.map(viewConversation);
}

/** A conversation of the caller with its questions and answers. Rejects with `not_found` for anybody else. */
export async function getConversation(
  deps: LayerDeps,
  actor: Actor,
  id: string,
): Promise<ConversationDetail> {
  const {rows} = await sql<ConversationRow>`
    select id, title, created_at, updated_at from conversations
    where org_id = ${actor.orgId} and owner_id = ${actor.id} and id = ${id}`.execute(deps.db);
  if (!rows[0]) throw notFound("conversation", id);
  return {...viewConversation(rows[0]), runs: await listAskRuns(deps, actor, id)};
}

function viewConversation({id, title, created_at, updated_at}: ConversationRow): ConversationView {
  return {id, title, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString()};
}

/** Deletes a conversation of the caller with all data that is stored for it. A run under way ends. */
export async function deleteConversation(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async tx => {
    // The lock is taken by a separate statement. The lock waits for a question that is being asked, so that the next
    // statement sees the run of that question.
    const held = await sql`
      select from conversations where org_id = ${actor.orgId} and owner_id = ${actor.id} and id = ${id} for update`.execute(
      tx,
    );
    if (held.rows.length === 0) throw notFound("conversation", id);
    const {rows} = await sql<{id: string}>`
      select id from agent_runs
      where org_id = ${actor.orgId} and conversation_id = ${id} and status in ('queued', 'running')`.execute(
      tx,
    );
    await sql`delete from conversations where org_id = ${actor.orgId} and id = ${id}`.execute(tx);
    for (const run of rows) await endStreams(tx, run.id);
  });
}

/** Cancels the caller's question. Rejects with `conflict` for a question that has ended. */
export async function cancelAskRun(db: Db, actor: Actor, runId: string): Promise<void> {
  await requireAskRun(db, actor, runId);
  if (!(await cancelQuestion(db, actor.orgId, runId, null)))
    throw new ServiceError("conflict", "The question has already ended.");
}

/**
 * Cancels a question. The question ends at the latest when its current call is aborted. Returns `false` for a question
 * that has ended.
 */
export async function cancelQuestion(
  db: Db,
  orgId: string,
  runId: string,
  error: string | null,
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const {rows} = await sql`
      update agent_runs set status = 'cancelled', finished_at = now(), doing = null, error = ${error}
      where org_id = ${orgId} and id = ${runId} and conversation_id is not null and status in ('queued', 'running')
      returning id`.execute(tx);
    if (rows.length > 0) await endStreams(tx, runId);
    return rows.length > 0;
  });
}

async function endStreams(tx: Parameters<typeof publish>[0], runId: string): Promise<void> {
  await publish(tx, {kind: "cancel", id: runId});
  await publish(tx, {kind: "agent_run", id: runId});
}
