import {useState} from "preact/hooks";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {CheckedText, describeFigures, FigureTable} from "../../parts/report/report.tsx";
import {RunButton} from "../../parts/run-button.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {useFollowing, useLoad} from "../../parts/use-load.ts";
import {Moment} from "../../parts/when.tsx";
import {segment, service} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import type {Agent, AgentOutput, AgentRunDetail} from "./data.ts";
import {isUnderWay} from "./data.ts";
import {sourceIn} from "./evidence.ts";
import {Transcript} from "./transcript.tsx";
import {CAUSES} from "./words.ts";

type ReportOutput = Extract<AgentOutput, {type: "report"}>;

const NUMBER = new Intl.NumberFormat();

export default function AgentRunPage({parameters}: PageProps) {
  const agentPath = `/api/agents/${segment(parameters["agentId"] ?? "")}`;
  const path = `${agentPath}/runs/${segment(parameters["runId"] ?? "")}`;
  const agent = useLoad(signal => service.get<Agent>(agentPath, {signal}), [agentPath]);
  const run = useLoad(signal => service.get<AgentRunDetail>(path, {signal}), [path]);
  useFollowing(run.value, run.value !== undefined && isUnderWay(run.value), run.reload);
  return (
    <LoadPage what="agent" from={agent}>
      {({id, name}) => (
        <LoadPage what="run" from={run}>
          {of => <Opened agent={{id, name}} run={of} path={path} onChange={run.reload} />}
        </LoadPage>
      )}
    </LoadPage>
  );
}

function Opened({
  agent,
  run,
  path,
  onChange,
}: {
  agent: Pick<Agent, "id" | "name">;
  run: AgentRunDetail;
  path: string;
  onChange: () => void;
}) {
  const [isCancelling, setCancelling] = useState(false);
  const report = run.outputs.find(output => output.type === "report");
  return (
    <>
      <PageHead
        title={`Report of ${agent.name}`}
        about={
          <>
            <Moment at={run.createdAt} />, started by {CAUSES[run.trigger.type] ?? run.trigger.type}
          </>
        }
        back={{href: `/agents/${agent.id}`, text: agent.name}}
      >
        {isUnderWay(run) && <Button onClick={() => setCancelling(true)}>Cancel</Button>}
      </PageHead>
      <dl class="facts" aria-live="polite">
        <dt>State</dt>
        <dd>
          <StatusBadge status={run.status} /> {isUnderWay(run) && "This page follows the run."}
        </dd>
        {run.error && (
          <>
            <dt>Reason</dt>
            <dd>{run.error}</dd>
          </>
        )}
        <dt>Used</dt>
        <dd>
          {NUMBER.format(run.tokens.total)} tokens in {run.rounds} {run.rounds === 1 ? "round" : "rounds"} of{" "}
          <bdi>{run.model}</bdi>
        </dd>
        {run.outputs.map((output, i) => output.type !== "report" && <OutputFact key={i} output={output} />)}
      </dl>
      {run.redacted && (
        <p class="card" role="note">
          The report is not shown, because it is based on other rows than you may see.
        </p>
      )}
      {report && <Report report={report} run={run} />}
      {!report && !run.redacted && !isUnderWay(run) && <p class="notice">The run ended without a report.</p>}
      {run.transcript && run.transcript.length > 0 && <Transcript rounds={run.transcript} />}
      {isCancelling && isUnderWay(run) && (
        <Dialog title="Cancel the run" onClose={() => setCancelling(false)}>
          <AdminGate why="To cancel a run">
            {access => (
              <>
                <p>The tokens that the run has used are counted. There will be no report.</p>
                <RunButton
                  text="Cancel the run"
                  label="Cancel the run"
                  run={() => access.service.delete(path)}
                  onDone={() => {
                    setCancelling(false);
                    onChange();
                  }}
                />
              </>
            )}
          </AdminGate>
        </Dialog>
      )}
    </>
  );
}

function Report({report: {markdown, figures}, run}: {report: ReportOutput; run: AgentRunDetail}) {
  const sourceOf = (queryRunId: string) => sourceIn(run, queryRunId);
  return (
    <>
      <p class="soft">{describeFigures(figures)}</p>
      <article class="card" aria-label="Report">
        <CheckedText markdown={markdown} figures={figures} sourceOf={sourceOf} />
      </article>
      {figures.length > 0 && (
        <>
          <h2>Figures</h2>
          <FigureTable figures={figures} sourceOf={sourceOf} />
        </>
      )}
    </>
  );
}

/** The result of an output. An output that lacks some of its charts also has an `error`, which names these charts. */
function OutputFact({output}: {output: Exclude<AgentOutput, {type: "report"}>}) {
  const isMade = output.type === "email" ? output.deliveryId !== undefined : output.id !== undefined;
  return (
    <>
      <dt>{TITLES[output.type]}</dt>
      <dd>
        {isMade && (output.type === "email" ? "Sent to its recipients. " : <ContentLink output={output} />)}
        {output.error}
      </dd>
    </>
  );
}

const TITLES = {email: "Mail", chart: "Chart", dashboard: "Dashboard"};

function ContentLink({output: {type, id = ""}}: {output: Extract<AgentOutput, {id?: string}>}) {
  return (
    <>
      <a href={`/${type}s/${segment(id)}`}>Open the {type}</a>{" "}
    </>
  );
}
