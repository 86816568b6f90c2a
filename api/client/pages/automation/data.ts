import type {Threshold} from "../../../../shared/automation/actions/schemas.ts";
import type {AgentRunDetail} from "../../../../shared/automation/agents/run-schemas.ts";
import type {RollupView} from "../../../../shared/modeling/rollups/schemas.ts";

export type {ActionRunView as ActionRun} from "../../../../shared/automation/actions/run-schemas.ts";
export type {
  ActionTrigger as Trigger,
  ActionView as Action,
  Effect,
} from "../../../../shared/automation/actions/schemas.ts";
export type {
  AgentRunView as AgentRun,
  RunOutput as AgentOutput,
  TranscriptRound as Round,
} from "../../../../shared/automation/agents/run-schemas.ts";
export type {
  AgentView as Agent,
  GroundingResource as Grounding,
} from "../../../../shared/automation/agents/schemas.ts";
export type {SyncView as Sync} from "../../../../shared/modeling/github/sync-schemas.ts";
export type {RunView as QueryRun} from "../../../../shared/querying/queries/schemas.ts";
export type {Filter, Query} from "../../../../shared/semantic/documents.ts";
export type {AgentRunDetail, RollupView as Rollup, Threshold};

/** The statuses of runs that have not ended, and so can be cancelled. */
const UNDER_WAY: ReadonlySet<string> = new Set(["queued", "running"]);

export function isUnderWay({status}: {status: string}): boolean {
  return UNDER_WAY.has(status);
}

export type Op = Threshold["op"];
export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** The choices of spans that move with time. */
export const SPANS: readonly {value: `${number} ${Unit}`; text: string}[] = [
  {value: "1 day", text: "today"},
  {value: "7 day", text: "the last 7 days"},
  {value: "1 week", text: "this week"},
  {value: "30 day", text: "the last 30 days"},
  {value: "1 month", text: "this month"},
  {value: "1 quarter", text: "this quarter"},
  {value: "1 year", text: "this year"},
];

export type Evidence = NonNullable<AgentRunDetail["evidence"]>[number];
