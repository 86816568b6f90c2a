import type {EvaluationListed, EvaluationView} from "../../../../shared/automation/evaluations/schemas.ts";

export type Evaluation = EvaluationListed;
export type OpenedEvaluation = EvaluationView;
type Case = EvaluationView["cases"][number];
type Run = Case["runs"][number];

export function isUnderWay({status}: Evaluation): boolean {
  return status === "queued" || status === "running";
}

/** The number of right runs among all runs: "7 of 8". */
export function countCorrect({summary}: Evaluation): string {
  return summary ? `${summary.correct.toLocaleString()} of ${summary.runs.toLocaleString()}` : "–";
}

/** The change since the earlier evaluation of the same name: "2 worse, 1 better". */
export function describeChange({comparedWith}: Evaluation): string {
  if (!comparedWith) return "–";
  const {worse, better} = comparedWith;
  if (worse.length === 0 && better.length === 0) return "as before";
  return [
    ...(worse.length > 0 ? [`${worse.length.toLocaleString()} worse`] : []),
    ...(better.length > 0 ? [`${better.length.toLocaleString()} better`] : []),
  ].join(", ");
}

/** The expected answer to a question. */
export const EXPECTED: Readonly<Record<Case["expected"], string>> = {
  query: "the rows of a query",
  rows: "given rows",
  figures: "given figures",
  no_answer: "a refusal",
  asks_back: "a clarifying question",
};

const OUTCOMES: Readonly<Record<NonNullable<Run["outcome"]>, string>> = {
  answered: "answered",
  asked_back: "asked for clarification",
  refused: "refused",
  failed: "failed",
};

/** The verdict on a run, with its outcome: "wrong: asked for clarification". */
export function describeVerdict({correct, outcome}: Run): string {
  const verdict = correct ? "right" : "wrong";
  return outcome === undefined || outcome === "answered" ? verdict : `${verdict}: ${OUTCOMES[outcome]}`;
}

/** Questions that became worse than in the earlier evaluation, then those with the most wrong runs, then the others. */
export function worstFirst({cases, comparedWith}: OpenedEvaluation): Case[] {
  const worse = comparedWith?.worse ?? [];
  const rank = ({question}: Case) => {
    const at = worse.indexOf(question);
    return at < 0 ? worse.length : at;
  };
  return [...cases].sort((a, b) => rank(a) - rank(b));
}

export function changeOf({comparedWith}: Evaluation, question: string): "worse" | "better" | undefined {
  if (comparedWith?.worse.includes(question)) return "worse";
  return comparedWith?.better.includes(question) ? "better" : undefined;
}

export function sumOf(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0);
}

/** The results of checking the figures of the answers: "2 verified, 1 wrong". */
export function describeFigureChecks(runs: readonly Run[]): string {
  const counts = (["verified", "unverified", "wrong"] as const).map(
    state => [sumOf(runs, ({figures}) => figures[state]), state] as const,
  );
  const words = counts.flatMap(([count, state]) => (count > 0 ? [`${count.toLocaleString()} ${state}`] : []));
  return words.join(", ") || "–";
}

/** A duration in seconds: "2.4 s". */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toLocaleString(undefined, {maximumFractionDigits: 1})} s`;
}
