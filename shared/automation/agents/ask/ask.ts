import {acceptedOf} from "../../../content/run-as/accepted-changes.ts";
import {notFound} from "../../../core/access.ts";
import type {Actor} from "../../../core/actor.ts";
import {type Db, sql, type Tx} from "../../../core/db.ts";
import {ServiceError} from "../../../core/errors.ts";
import {newId} from "../../../core/ids.ts";
import type {QueryRunner} from "../../../querying/queries/query-runner.ts";
import type {Mode} from "../../../tenancy/billing/limits.ts";
import {exhausted} from "../budget/monthly-budget.ts";
import {firstWords, ROUNDS, readGrounding, TOKENS_PER_RUN} from "../read-agent.ts";
import {addRunJob} from "../run-job.ts";
import type {AgentDefinition} from "../run-schemas.ts";
import {askModel} from "./choose-model.ts";
import type {AskInput, AskStarted} from "./schemas.ts";

/**
 * The most questions of a conversation. There is a limit because reading an answer also reads the rows for all earlier
 * answers.
 */
const MAX_TURNS = 50;
/** The most questions of one person that are under way at once. */
const MAX_UNDER_WAY = 20;
const RETRY_SECONDS = "5";

/** A question that was checked and can be asked. */
export interface ReadQuestion {
  conversationId: string | undefined;
  definition: AgentDefinition;
}

/**
 * Checks a question. Rejects with `invalid_request` if no model can answer it, or if its grounding has a resource that
 * the caller cannot see. Rejects with `not_found` for a conversation of somebody else.
 */
export async function readQuestion(
  runner: QueryRunner,
  actor: Actor,
  {question, model, grounding, conversationId}: AskInput,
): Promise<ReadQuestion> {
  if (conversationId !== undefined) await requireConversation(runner.db, actor, conversationId);
  const read = await readGrounding(runner, actor, grounding ?? []);
  return {
    conversationId,
    definition: {
      instructions: question,
      model: askModel(runner.config.llm, model),
      grounding: read,
      outputs: [],
      maxTokensPerRun: TOKENS_PER_RUN,
      maxRounds: ROUNDS,
      strict: false,
      accepted: await acceptedOf(runner.db, actor, read),
      question: {isGrounded: grounding !== undefined},
    },
  };
}

/**
 * Asks the question. Its run belongs to the caller alone. Rejects with `conflict` while another question of the
 * conversation is under way, with `rate_limited` if too many questions of the caller are under way, and with
 * `budget_exhausted` or `plan_limit` if the tokens of the month or of the plan are used up.
 */
export async function ask(
  {db, billing}: {db: Db; billing: Mode},
  actor: Actor,
  {conversationId, definition}: ReadQuestion,
): Promise<AskStarted> {
  const runId = newId("run");
  return db.transaction().execute(async tx => {
    const error = await exhausted(tx, billing, actor.orgId);
    if (error) throw error;
    await requireRoom(tx, actor);
    const id = conversationId ?? (await beginConversation(tx, actor, definition));
    await continueConversation(tx, actor, id);
    const {rows} = await sql`
      with m as (
        insert into agent_runs (id, org_id, conversation_id, cause, name, run_as, definition)
        values (${runId}, ${actor.orgId}, ${id}, ${JSON.stringify({type: "manual", by: actor.id})}::json,
          ${firstWords(definition.instructions)}, ${actor.id}, ${JSON.stringify(definition)}::json)
        on conflict do nothing
        returning id, org_id, agent_id
      )
      select m.id, ${addRunJob} as job from m`.execute(tx);
    if (rows.length === 0) {
      throw new ServiceError(
        "conflict",
        "A question of this conversation is being answered. Wait for its answer, or cancel the question.",
      );
    }
    return {runId, conversationId: id, status: "queued"};
  });
}

async function requireRoom(tx: Tx, {id, orgId}: Actor): Promise<void> {
  // The lock ensures that concurrent questions of one person are all counted.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ask ${id}`}, 0))`.execute(tx);
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from conversations c
      join agent_runs r on r.org_id = c.org_id and r.conversation_id = c.id
    where c.org_id = ${orgId} and c.owner_id = ${id} and r.status in ('queued', 'running')`.execute(tx);
  if ((rows[0]?.count ?? 0) < MAX_UNDER_WAY) return;
  throw new ServiceError("rate_limited", `${MAX_UNDER_WAY} of your questions are already being answered.`, {
    headers: {"retry-after": RETRY_SECONDS},
  });
}

async function beginConversation(
  tx: Tx,
  {id: ownerId, orgId}: Actor,
  {instructions, question}: AgentDefinition,
): Promise<string> {
  const id = newId("conv");
  await sql`
    insert into conversations (id, org_id, owner_id, title, evaluation_id)
    values (${id}, ${orgId}, ${ownerId}, ${firstWords(instructions)},
      ${question?.evaluationId ?? null})`.execute(tx);
  return id;
}

/** Locks the conversation against its deletion until the transaction ends. */
async function continueConversation(tx: Tx, actor: Actor, id: string): Promise<void> {
  const {rows} = await sql<{turns: number}>`
    update conversations c set updated_at = now()
    where c.org_id = ${actor.orgId} and c.owner_id = ${actor.id} and c.id = ${id}
    returning (select count(*)::int from agent_runs r where r.org_id = c.org_id and r.conversation_id = c.id) as turns`.execute(
    tx,
  );
  const turns = rows[0]?.turns;
  if (turns === undefined) throw notFound("conversation", id);
  if (turns < MAX_TURNS) return;
  throw new ServiceError(
    "conflict",
    `A conversation has at most ${MAX_TURNS} questions. Begin another conversation.`,
  );
}

/** Requires a conversation of the caller. Rejects with `not_found` for any other conversation, even for admins. */
async function requireConversation(db: Db | Tx, actor: Actor, id: string): Promise<void> {
  const {rows} = await sql`
    select from conversations
    where org_id = ${actor.orgId} and owner_id = ${actor.id} and id = ${id}`.execute(db);
  if (rows.length === 0) throw notFound("conversation", id);
}
