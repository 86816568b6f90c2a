import type {AskRun, AskStarted} from "../../../shared/automation/agents/ask/schemas.ts";
import type {ChartConfig} from "../../../shared/core/wire/chart-config.ts";

export type {AskRun, AskStarted as Started};

/** A query of a run. */
export type AskedQuery = Pick<AskRun["evidence"][number], "queryRunId" | "query">;

export type AnswerChart = NonNullable<AskRun["answer"]>["charts"][number] & {config?: ChartConfig};

/** Asks the next question of a conversation. */
export type AskNext = (question: string) => Promise<void>;
