import type {ChartConfig} from "../../../shared/ground/wire/chart-config.ts";
import type {Drawing} from "../../../shared/ground/wire/drawing.ts";
import type {Query} from "../../../shared/semantic/documents.ts";
import type {Grounding} from "../pages/automation/data.ts";
import type {Figure} from "../parts/report/figures.ts";

/** A query that a run has asked. */
export interface AskedQuery {
  queryRunId: string;
  query: Query;
}

export interface AnswerChart {
  name: string;
  type: Drawing["type"];
  config?: ChartConfig;
  query: Query;
}

interface Answer {
  /** Why there is no answer, which `markdown` says in words. */
  cannotAnswer?: "no_such_data" | "beyond_grounding" | "other";
  markdown: string;
  figures: Figure[];
  charts: AnswerChart[];
  followUps: string[];
  verifiedQuestionId?: string;
}

/** A query behind an answer. Its rows are those that were read; lists of runs leave them out. */
interface Evidence extends AskedQuery {
  sql: string;
  columns: string[];
  /** It was asked for an earlier answer, whose rows this one cites. */
  earlier?: boolean;
  rows?: unknown[][];
  firstRow?: number;
}

/** A question, as `GET /api/ask/{runId}` answers. */
export interface AskRun {
  id: string;
  conversationId: string;
  question: string;
  model: string;
  status: string;
  createdAt: string;
  finishedAt: string | null;
  rounds: number;
  tokens: {total: number};
  answer: Answer | null;
  clarify: {text: string; choices: string[]} | null;
  /** What it was bounded to; missing where it may read all that the person may query. */
  grounding?: Grounding[];
  evidence: Evidence[];
  redacted?: boolean;
  error?: string;
}

/** The answer to a question that was sent. */
export interface Started {
  runId: string;
  conversationId: string;
}

/** Asks the next question of a conversation. */
export type AskNext = (question: string) => Promise<void>;
