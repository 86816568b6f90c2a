import {useState} from "preact/hooks";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {Table} from "../../parts/list-table.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {useFollowing, useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {segment, service} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {describeCadence} from "../automation/words.ts";
import {
  changeOf,
  countCorrect,
  describeChange,
  describeFigureChecks,
  describeVerdict,
  EXPECTED,
  formatSeconds,
  isUnderWay,
  type OpenedEvaluation,
  sumOf,
  worstFirst,
} from "./data.ts";

const POLL_MS = 3000;

/** One evaluation: its questions with their verdicts and costs. Questions that became worse come first. */
export default function EvaluationPage({parameters: {projectId = "", evaluationId = ""}}: PageProps) {
  const at = `/api/projects/${segment(projectId)}/evaluations/${segment(evaluationId)}`;
  const loaded = useLoad(signal => service.get<OpenedEvaluation>(at, {signal}), [at]);
  const {value, reload} = loaded;
  useFollowing(value, value !== undefined && isUnderWay(value), reload, POLL_MS);
  return (
    <LoadPage what="evaluation" from={loaded}>
      {evaluation => <Opened evaluation={evaluation} at={at} reload={reload} />}
    </LoadPage>
  );
}

function Opened({evaluation, at, reload}: {evaluation: OpenedEvaluation; at: string; reload: () => void}) {
  const [isEnding, setEnding] = useState(false);
  const {projectId, name, status, model, layer, cadence, createdAt, summary, comparedWith, error} =
    evaluation;
  const list = `/projects/${projectId}/evaluations`;
  return (
    <>
      <PageHead title={name} back={{href: list, text: "Evaluations"}}>
        {cadence && <Button onClick={() => setEnding(true)}>End the cadence</Button>}
      </PageHead>
      {isEnding && (
        <Dialog title="End the cadence" onClose={() => setEnding(false)}>
          <AdminGate why="To end the cadence">
            {access => (
              <EndCadence
                access={access}
                at={at}
                onEnded={() => {
                  setEnding(false);
                  reload();
                }}
              />
            )}
          </AdminGate>
        </Dialog>
      )}
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <StatusBadge status={status} /> <When at={createdAt} />
        </dd>
        <dt>Model</dt>
        <dd>
          <bdi>{model}</bdi>
        </dd>
        {layer && (
          <>
            <dt>Layer</dt>
            <dd>
              <bdi>{layer.ref}</bdi>
              {layer.commit && <bdi class="soft code"> {layer.commit.slice(0, 12)}</bdi>}
            </dd>
          </>
        )}
        {cadence && (
          <>
            <dt>Next</dt>
            <dd>
              <When at={cadence.nextRun} />, {describeCadence(cadence)}
            </dd>
          </>
        )}
        {summary && (
          <>
            <dt>Right</dt>
            <dd>{countCorrect(evaluation)}</dd>
            <dt>Wrong but verified</dt>
            <dd>
              {summary.wrongButVerified > 0 ? (
                <span class="badge bad">{summary.wrongButVerified.toLocaleString()}</span>
              ) : (
                "None"
              )}
            </dd>
            <dt>Tokens</dt>
            <dd>{summary.tokens.toLocaleString()}</dd>
          </>
        )}
        {comparedWith && (
          <>
            <dt>Since the previous evaluation</dt>
            <dd>
              <a href={`${list}/${comparedWith.id}`}>{describeChange(evaluation)}</a>
            </dd>
          </>
        )}
      </dl>
      {error !== undefined && <p class="fault">{error}</p>}
      <h2>Questions</h2>
      {evaluation.cases.length === 0 ? (
        <Empty title="No question was asked" />
      ) : (
        <Questions evaluation={evaluation} />
      )}
    </>
  );
}

/** Ends the cadence; an evaluation that is under way is cancelled with it. */
function EndCadence({access, at, onEnded}: {access: AdminAccess; at: string; onEnded: () => void}) {
  const sending = useSending();
  const end = async () => {
    const isEnded = await sending.send(async () => {
      await access.service.delete(at);
      return true;
    });
    if (isEnded) onEnded();
  };
  return (
    <Form sending={sending} submit="End it" onSubmit={() => void end()}>
      <p>
        The evaluation is not repeated, and is cancelled if it is in progress. Results stay. The{" "}
        <a href="/service-accounts">service account</a> of the evaluation is no longer needed.
      </p>
    </Form>
  );
}

function Questions({evaluation}: {evaluation: OpenedEvaluation}) {
  return (
    <Table
      label="Questions"
      rows={worstFirst(evaluation)}
      keyOf={({question, expected}) => `${expected} ${question}`}
      columns={[
        {
          title: "Question",
          cell: ({question, expected}) => (
            <>
              <bdi>{question}</bdi> <span class="soft">Expected: {EXPECTED[expected]}</span>{" "}
              <Change change={changeOf(evaluation, question)} />
            </>
          ),
        },
        {
          title: "Answers",
          cell: ({runs}) =>
            runs.length === 0
              ? "–"
              : runs.map(run => (
                  <div key={run.runId}>
                    <span class={`badge ${run.correct ? "good" : "bad"}`}>{describeVerdict(run)}</span>{" "}
                    {run.why !== undefined && <span class="soft">{run.why}</span>}
                  </div>
                )),
        },
        {
          title: "Figures",
          minor: true,
          cell: ({runs}) => describeFigureChecks(runs),
        },
        {
          title: "Rounds",
          number: true,
          minor: true,
          cell: ({runs}) => sumOf(runs, ({rounds}) => rounds).toLocaleString(),
        },
        {
          title: "Tokens",
          number: true,
          minor: true,
          cell: ({runs}) => sumOf(runs, ({tokens}) => tokens).toLocaleString(),
        },
        {
          title: "Time",
          number: true,
          minor: true,
          cell: ({runs}) => formatSeconds(sumOf(runs, ({durationMs}) => durationMs)),
        },
      ]}
    />
  );
}

function Change({change}: {change: "worse" | "better" | undefined}) {
  if (change === undefined) return null;
  return <span class={`badge ${change === "worse" ? "bad" : "good"}`}>{change} than before</span>;
}
