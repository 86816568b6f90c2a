import {Type} from "@sinclair/typebox";
import type {Actor} from "../../core/actor.ts";
import type {Config} from "../../core/config.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {rowReaderOf, type Stored} from "../../core/validate.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {type ContentRow, viewContent} from "../../tenancy/content-kinds/content.ts";
import {type ContentKind, listRows, requireResource} from "../../tenancy/content-kinds/kind.ts";
import {deleteCadenceAndStops, lastOf, lastSchema} from "../../tenancy/content-kinds/recurring.ts";
import {listGrounded, namesOfGrounding} from "./grounding-names.ts";
import {missingProvider} from "./model-name.ts";
import {AgentOutput, AgentRunStatus, type AgentView, GroundingResource} from "./schemas.ts";

/** Dependencies of the views of agents. */
export interface AgentDeps extends LayerDeps {
  readonly config: Config;
}

const jsonColumns = Type.Object({
  grounding: Type.Array(GroundingResource),
  outputs: Type.Array(AgentOutput),
  last_run: lastSchema(AgentRunStatus),
});

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
}

/** Columns of an agent `k`, with its cadence, its next slot and its last run. */
const columns = sql`k.instructions, k.model, k.grounding, k.outputs, k.max_tokens_per_run, k.max_rounds,
  k.strict, k.active, k.run_as, k.paused_because, due.cron, due.timezone, due.next_at,
  ${lastOf(sql`agent_runs r where r.agent_id = k.id and r.org_id = k.org_id`)} as last_run`;

/** The agent for a caller. Resources of its grounding that the caller cannot see are counted, not named. */
async function viewAgent(row: AgentRow, deps: AgentDeps, actor: Actor): Promise<AgentView> {
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

/** Deleting an agent also deletes its runs. A run under way ends before its next call. */
export const AGENT: ContentKind<
  Stored<AgentRow, keyof typeof jsonColumns.properties>,
  AgentRow,
  AgentView,
  AgentDeps
> = {
  type: "agent",
  columns: () => columns,
  joins: sql`left join cadences due on due.org_id = k.org_id and due.id = k.id`,
  read: rowReaderOf(jsonColumns, "the agent"),
  view: viewAgent,
  /** A list leaves out the models of the grounding. */
  async list(deps, actor, page) {
    const agents = await listRows(deps, actor, AGENT, page);
    return agents.map(({groundedModels: _, ...agent}) => agent);
  },
  beforeDelete: deleteCadenceAndStops,
};

/** The agent, which everyone in its organization may read. Rejects with `not_found` for anybody else. */
export function requireAgent(db: Db | Tx, actor: Actor, id: string): Promise<AgentRow & {level: number}> {
  return requireResource(db, actor, AGENT, id, "view");
}
