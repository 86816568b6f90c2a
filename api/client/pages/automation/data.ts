import type {Filter, Query} from "../../../../shared/semantic/documents.ts";
import type {Figure} from "../../parts/report/figures.ts";

/** Runs that have not ended can be cancelled. */
const UNDER_WAY: ReadonlySet<string> = new Set(["queued", "running"]);

export function isUnderWay({status}: {status: string}): boolean {
  return UNDER_WAY.has(status);
}

export type Op = ">" | ">=" | "<" | "<=" | "=" | "!=";
export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** The spans that move with time, as people choose them. */
export const SPANS: readonly {value: `${number} ${Unit}`; text: string}[] = [
  {value: "1 day", text: "today"},
  {value: "7 day", text: "the last 7 days"},
  {value: "1 week", text: "this week"},
  {value: "30 day", text: "the last 30 days"},
  {value: "1 month", text: "this month"},
  {value: "1 quarter", text: "this quarter"},
  {value: "1 year", text: "this year"},
];

export interface Offset {
  offset: {unit: Unit; count: number};
  change?: "absolute" | "percent";
}

export interface Threshold {
  type: "threshold";
  query: Query;
  measure: string;
  op: Op;
  value?: number;
  compare?: {measure: string} | Offset;
  mode: "became_true" | "changed" | "while_true";
  cron: string;
  timezone?: string;
}

export type Trigger =
  | {type: "manual"}
  | {type: "schedule"; cron: string; timezone?: string}
  | Threshold
  | {type: "event"; event: string; resourceId?: string};

export type Effect =
  | {type: "email"; recipients: string[]; subject: string; message: string; chartId?: string}
  | {type: "run_delivery"; scheduleId: string}
  | {type: "run_agent"; agentId: string}
  | {type: "sync_project"; projectId: string}
  | {type: "snapshot_dataset"; name: string};

interface LastRun {
  id: string;
  status: string;
  finishedAt: string | null;
}

/** An action, as the API answers; the parts that the pages show. */
export interface Action {
  id: string;
  name: string;
  trigger: Trigger;
  effects: Effect[];
  teamId: string | null;
  active: boolean;
  nextRun?: string | null;
  lastRun: LastRun | null;
  pausedBecause?: string;
}

export interface ActionRun {
  id: string;
  actionId: string;
  status: string;
  trigger: {type: string; event?: string};
  dryRun?: boolean;
  createdAt: string;
  columns?: string[];
  rows?: unknown[][];
  rowCount?: number;
  /** What a check of a threshold has measured, fired or not. */
  measured?: {
    measure: string;
    change?: "absolute" | "percent";
    groups: {group: unknown[]; value: number | null; against: number | null}[];
  };
  effects: {
    type: string;
    status: string;
    result?: {
      deliveryId?: string;
      datasetId?: string;
      agentRunId?: string;
      would?: string;
    };
    error?: string;
  }[];
  redacted?: boolean;
  error?: string;
}

export interface Grounding {
  resourceType: "chart" | "dashboard" | "dataset" | "sheet" | "model" | "project";
  resourceId: string;
}

export interface Agent {
  id: string;
  name: string;
  instructions: string;
  model: string;
  grounding: Grounding[];
  hiddenGrounding?: number;
  outputs: {type: string; recipients?: string[]; name?: string}[];
  cadence: {cron: string; timezone: string} | null;
  maxTokensPerRun: number;
  maxRounds: number;
  strict: boolean;
  active: boolean;
  runAs: string;
  teamId: string | null;
  nextRun: string | null;
  lastRun: LastRun | null;
  warning?: string;
  pausedBecause?: string;
}

export type AgentOutput =
  | {type: "report"; markdown: string; figures: Figure[]}
  | {type: "chart" | "dashboard"; id?: string; error?: string}
  | {type: "email"; deliveryId?: string; error?: string};

export interface AgentRun {
  id: string;
  agentId: string;
  status: string;
  trigger: {type: string};
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  rounds: number;
  tokens: {input: number; output: number; total: number};
  outputs: AgentOutput[];
  redacted?: boolean;
  error?: string;
}

export interface Evidence {
  queryRunId: string;
  sql: string;
  columns: string[];
}

export interface Round {
  round: number;
  text?: string;
  toolCalls: {name: string; arguments: unknown; result?: string; isError?: boolean}[];
  tokens: {total: number};
  finish: string;
}

export interface AgentRunDetail extends AgentRun {
  instructions: string;
  model: string;
  evidence?: Evidence[];
  transcript?: Round[];
}

export interface Project {
  id: string;
  name: string;
  git: object | null;
}

export interface Sync {
  id: string;
  status: string;
  held: boolean;
  trigger: {type: string};
  commit: string | null;
  message: string | null;
  error?: string;
  createdAt: string;
}

/** A roll-up as the API tells of it, with its last build. */
export interface Rollup {
  name: string;
  state: "unbuilt" | "fresh" | "stale" | "unfit";
  why: string | null;
  dataAsOf: string | null;
  rowCount: number | null;
  nextBuild: string | null;
  lastBuild: {id: string; status: string; createdAt: string; error: string | null} | null;
  hits: number;
}

export interface QueryRun {
  id: string;
  projectId: string;
  model: string;
  asked: {dimensions: string[]; measures: string[]} | null;
  trigger: string;
  status: string;
  cache: string | null;
  rowCount: number | null;
  durationMs: number | null;
  error: {code: string; message: string} | null;
  createdAt: string;
}

export type {Filter, Query};
