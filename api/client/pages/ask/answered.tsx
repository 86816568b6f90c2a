import {useState} from "preact/hooks";
import type {AskedQuery, AskNext, AskRun} from "../../asking/data.ts";
import {Button} from "../../parts/button.tsx";
import type {ReadRows, Source} from "../../parts/report/figures.ts";
import {CheckedText, describeFigures, FigureTable} from "../../parts/report/report.tsx";
import {segment, service} from "../../service/service.ts";
import {AnswerChart} from "./answer-chart.tsx";
import {EachMonday} from "./each-monday.tsx";
import {VerifiedBy} from "./verified-by.tsx";

/**
 * The outcome of a question: an answer, a clarifying question, or the reason why there is neither; and what to do next.
 */
export function Answered({
  run,
  queries,
  ask,
}: {
  run: AskRun;
  queries: readonly AskedQuery[];
  ask: AskNext | undefined;
}) {
  const {answer, clarify, redacted, status} = run;
  return (
    <>
      {redacted && (
        <p class="card" role="note">
          The answer is not shown, because it is based on other rows than you may see. Ask again.
        </p>
      )}
      {answer && <Answer run={run} answer={answer} queries={queries} />}
      {clarify && (
        <>
          <p>
            <bdi>{clarify.text}</bdi>
          </p>
          {ask && <Choices label="What you mean" choices={clarify.choices} ask={ask} />}
        </>
      )}
      {status !== "succeeded" && <Unfinished run={run} ask={ask} />}
      {answer && answer.followUps.length > 0 && ask && (
        <Choices label="Further questions" choices={answer.followUps} ask={ask} />
      )}
    </>
  );
}

function Answer({
  run,
  answer: {markdown, figures, charts, verifiedQuestionId, cannotAnswer},
  queries,
}: {
  run: AskRun;
  answer: NonNullable<AskRun["answer"]>;
  queries: readonly AskedQuery[];
}) {
  const sourceOf = (queryRunId: string) => sourceIn(run, queryRunId);
  return (
    <>
      <div class="card answered">
        {cannotAnswer && <p class="badge">{UNANSWERED[cannotAnswer]}</p>}
        <CheckedText markdown={markdown} figures={figures} sourceOf={sourceOf} />
        {figures.length > 0 && (
          <details class="figures">
            <summary>{describeFigures(figures)}</summary>
            <FigureTable figures={figures} sourceOf={sourceOf} />
          </details>
        )}
        {verifiedQuestionId !== undefined && <VerifiedBy id={verifiedQuestionId} queries={queries} />}
      </div>
      {charts.map((chart, i) => (
        <AnswerChart
          key={i}
          chart={chart}
          question={run.question}
          canVerify={verifiedQuestionId === undefined}
        />
      ))}
      {cannotAnswer === undefined && (
        <div class="buttons">
          <EachMonday run={run} queries={queries} />
        </div>
      )}
    </>
  );
}

function Choices({label, choices, ask}: {label: string; choices: readonly string[]; ask: AskNext}) {
  const [busy, setBusy] = useState(false);
  const choose = async (choice: string) => {
    setBusy(true);
    await ask(choice);
    setBusy(false);
  };
  return (
    <ul class="next" aria-label={label}>
      {choices.map(choice => (
        <li key={choice}>
          <Button busy={busy} onClick={() => void choose(choice)}>
            <bdi>{choice}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const UNANSWERED = {
  no_such_data: "No such data",
  beyond_grounding: "Outside the data that the question may read",
  other: "No answer",
} as const;

const ENDS: Readonly<Record<string, string>> = {
  cancelled: "The question was cancelled. The tokens that it used are counted.",
  stopped: "The question reached a limit before it was answered.",
};

/** Why the run did not succeed, and a button to ask again. */
function Unfinished({run, ask}: {run: AskRun; ask: AskNext | undefined}) {
  return (
    <div class="card" role="note">
      <p>{run.error ?? ENDS[run.status] ?? "The question failed."}</p>
      {ask && <Button onClick={() => void ask(run.question)}>Ask again</Button>}
    </div>
  );
}

/** A query of the run, with the rows that were read. */
function sourceIn(run: AskRun, queryRunId: string): Source | undefined {
  const evidence = run.evidence.find(one => one.queryRunId === queryRunId);
  return evidence && {sql: evidence.sql, read: signal => readRows(run.id, queryRunId, signal)};
}

async function readRows(
  runId: string,
  queryRunId: string,
  signal: AbortSignal,
): Promise<ReadRows | undefined> {
  const {evidence} = await service.get<AskRun>(`/api/ask/${segment(runId)}`, {signal});
  const found = evidence.find(one => one.queryRunId === queryRunId);
  if (!found?.rows) return undefined;
  const {columns, rows, firstRow = 1} = found;
  return {columns, rows: rows.map(row => row.map(textOf)), first: firstRow};
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
