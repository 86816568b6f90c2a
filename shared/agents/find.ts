import {Type} from "@sinclair/typebox";
import {notFound} from "../access.ts";
import type {Actor} from "../actor.ts";
import type {Config} from "../config.ts";
import {type ContentRow, contentColumns, viewContent} from "../content/content.ts";
import {type ContentPage, readablePage} from "../content/listing.ts";
import {levelSql} from "../content/rights.ts";
import {type StandingRow, standingColumns, viewStanding, viewsOfContent} from "../content/standing.ts";
import {type Db, sql, type Tx} from "../db.ts";
import type {LayerDeps} from "../layers/layers.ts";
import {rowReaderOf} from "../validate.ts";
import {listGrounded, namesOfGrounding} from "./grounding.ts";
import {missingProvider} from "./model-name.ts";
import {AgentOutput, type AgentView, GroundingResource} from "./schemas.ts";

/** What showing agents needs. */
export interface AgentDeps extends LayerDeps {
  readonly config: Config;
}

const asked = Type.Object({grounding: Type.Array(GroundingResource), outputs: Type.Array(AgentOutput)});

export interface AgentRow extends ContentRow {
  instructions: string;
  model: string;
  grounding: GroundingResource[];
  outputs: AgentOutput[];
  max_tokens_per_run: number;
  max_rounds: number;
  strict: boolean;
  active: boolean;
  run_as: string;
  paused_because: string | null;
  cron: string | null;
  timezone: string | null;
  next_at: Date | null;
  last_run: AgentView["lastRun"];
  /** The caller's level on it, as on content; everyone in the organization reads it. */
  level: number;
}

type StoredAgent = Omit<AgentRow, keyof typeof asked.properties> &
  Record<keyof typeof asked.properties, unknown>;

const read = rowReaderOf(asked, "the agent");

/** Columns of the row `a` of `agents`, with when it comes due and what its last run was. */
const agentColumns = sql`a.instructions, a.model, a.grounding, a.outputs, a.max_tokens_per_run, a.max_rounds,
  a.strict, a.active, a.run_as, a.paused_because, k.cron, k.timezone, k.next_at,
  (select json_build_object('id', r.id, 'status', r.status, 'finishedAt', to_char(
      r.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from agent_runs r
    where r.agent_id = a.id and r.org_id = a.org_id
    order by r.id desc limit 1) as last_run`;

const agentTables = sql.raw(`content c join agents a on a.org_id = c.org_id and a.id = c.id
  left join cadences k on k.org_id = a.org_id and k.id = a.id`);

/** As the caller may see it: what they cannot see of its grounding is counted, not named. */
export async function viewAgent(deps: AgentDeps, actor: Actor, row: AgentRow): Promise<AgentView> {
  const names = await namesOfGrounding(deps, actor, row.grounding);
  const seen = row.grounding.filter((_, index) => names[index] !== undefined);
  const hidden = row.grounding.length - seen.length;
  const groundedModels = await listGrounded(deps, actor.orgId, seen);
  const warning = missingProvider(deps.config.llm, row.model);
  const {id, name, ...rest} = viewContent(row);
  return {
    id,
    name,
    instructions: row.instructions,
    model: row.model,
    grounding: seen,
    ...(hidden === 0 ? {} : {hiddenGrounding: hidden}),
    ...(groundedModels.length === 0 ? {} : {groundedModels}),
    outputs: row.outputs,
    cadence: row.cron === null || row.timezone === null ? null : {cron: row.cron, timezone: row.timezone},
    maxTokensPerRun: row.max_tokens_per_run,
    maxRounds: row.max_rounds,
    strict: row.strict,
    active: row.active,
    runAs: row.run_as,
    nextRun: row.next_at?.toISOString() ?? null,
    lastRun: row.last_run,
    ...(warning === undefined ? {} : {warning}),
    ...(row.paused_because === null ? {} : {pausedBecause: row.paused_because}),
    ...rest,
  };
}

/** The organization's agents, in the page's order; one more than the page holds, where there are more. */
export async function listAgents(deps: AgentDeps, actor: Actor, page: ContentPage): Promise<AgentView[]> {
  const {rows} = await sql<StoredAgent & StandingRow>`
    select ${contentColumns}, ${agentColumns}, ${levelSql(actor)} as level, ${standingColumns(actor)}
    from ${readablePage(actor, "agent", page)} readable
      cross join lateral (select ${contentColumns}, c.org_id, c.type from content c
        where c.org_id = ${actor.orgId} and c.id = readable.id offset 0) c
      join agents a on a.org_id = c.org_id and a.id = c.id
      left join cadences k on k.org_id = a.org_id and k.id = a.id
      ${viewsOfContent}
    order by readable.place`.execute(deps.db);
  const views: AgentView[] = [];
  for (const row of rows) {
    const {groundedModels: _, ...view} = await viewAgent(deps, actor, read(row));
    views.push({...view, ...viewStanding(row)});
  }
  return views;
}

export async function getAgent(deps: AgentDeps, actor: Actor, id: string): Promise<AgentView> {
  return viewAgent(deps, actor, await requireAgent(deps.db, actor, id));
}

/** The agent, which everyone in its organization may read: `not_found` for others. */
export async function requireAgent(db: Db | Tx, actor: Actor, id: string): Promise<AgentRow> {
  const {rows} = await sql<StoredAgent>`
    select ${contentColumns}, ${agentColumns}, ${levelSql(actor)} as level from ${agentTables}
    where c.org_id = ${actor.orgId} and c.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound("agent", id);
  return read(rows[0]);
}
