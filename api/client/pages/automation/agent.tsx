import {useState} from "preact/hooks";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import type {LlmModels} from "../../parts/no-provider.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {SaveWarnings} from "../../parts/save-warnings.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {useFollowing, useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {isAdminEditor} from "../../service/reader.ts";
import {type Service, segment, service, type Versioned} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {AgentForm} from "./agent-form.tsx";
import {type Agent, type AgentRun, type Grounding, isUnderWay} from "./data.ts";
import {CAUSES, describeCadence} from "./words.ts";

export default function AgentPage({parameters}: PageProps) {
  const path = `/api/agents/${segment(parameters["agentId"] ?? "")}`;
  const loaded = useLoad(signal => service.getVersioned<Agent>(path, {signal}), [path]);
  return (
    <LoadPage what="agent" from={loaded}>
      {of => <Opened key={of.value.id} of={of} path={path} onChange={loaded.reload} />}
    </LoadPage>
  );
}

const NUMBER = new Intl.NumberFormat();

function Opened({of, path, onChange}: {of: Versioned<Agent>; path: string; onChange: () => void}) {
  const agent = of.value;
  const [isChanging, setChanging] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>();
  const list = usePages<AgentRun>(`${path}/runs?limit=20`);
  useFollowing(list.rows, list.rows?.some(isUnderWay) ?? false, list.reload);
  return (
    <>
      <PageHead title={agent.name} back={{href: "/agents", text: "All agents"}}>
        {isAdminEditor() && (
          <>
            <Button onClick={() => setEditing(true)}>Edit</Button>
            <Button onClick={() => setChanging(true)}>
              {agent.active ? "Run or pause" : "Run or resume"}
            </Button>
          </>
        )}
      </PageHead>
      {agent.warning && (
        <p class="card" role="note">
          {agent.warning}
        </p>
      )}
      <SaveWarnings kind="agent" warnings={warnings} />
      {!agent.active && (
        <p class="card" role="note">
          The agent is paused: it does not run on its schedule. {agent.pausedBecause}
        </p>
      )}
      <h2>Instructions</h2>
      <p class="instructions">
        <bdi>{agent.instructions}</bdi>
      </p>
      <dl class="facts">
        <dt>When</dt>
        <dd>
          {agent.cadence ? describeCadence(agent.cadence) : "only when a person or an action starts it"}
        </dd>
        {agent.cadence && (
          <>
            <dt>Next</dt>
            <dd>{agent.active ? <When at={agent.nextRun} /> : "paused"}</dd>
          </>
        )}
        <dt>May read</dt>
        <dd>
          {agent.grounding.map((grounding, i) => (
            <span key={grounding.resourceId}>
              {i > 0 && ", "}
              <GroundingLink of={grounding} />
            </span>
          ))}
          {agent.hiddenGrounding ? ` and ${agent.hiddenGrounding} that you cannot see` : ""}
        </dd>
        <dt>Output</dt>
        <dd>
          <bdi>{agent.outputs.map(describeOutput).join(", ")}</bdi>
        </dd>
        <dt>Language model</dt>
        <dd>
          <bdi>{agent.model}</bdi>
        </dd>
        <dt>At most</dt>
        <dd>
          {NUMBER.format(agent.maxTokensPerRun)} tokens and {agent.maxRounds} rounds per run
          {agent.strict && "; a run fails if a figure cannot be verified"}
        </dd>
      </dl>
      <h2>Runs</h2>
      <ListTable
        label="Runs"
        list={list}
        keyOf={({id}) => id}
        columns={[
          {
            title: "When",
            cell: ({id, createdAt}) => (
              <a href={`/agents/${agent.id}/runs/${id}`}>
                <When at={createdAt} />
              </a>
            ),
          },
          {
            title: "Started by",
            minor: true,
            cell: ({trigger}) => CAUSES[trigger.type] ?? trigger.type,
          },
          {title: "State", cell: ({status}) => <StatusBadge status={status} />},
          {title: "Figures", cell: run => <FigureCount run={run} />},
          {title: "Reason", cell: ({error}) => error ?? "–"},
          {
            title: "Tokens",
            number: true,
            minor: true,
            cell: ({tokens}) => NUMBER.format(tokens.total),
          },
        ]}
        empty={<Empty title="The agent has not run yet" />}
      />
      {isEditing && (
        <EditAgent
          of={of}
          onClose={() => setEditing(false)}
          onSaved={saved => {
            setEditing(false);
            setWarnings(saved.warnings);
            onChange();
          }}
        />
      )}
      {isChanging && (
        <Dialog title="Run or pause" onClose={() => setChanging(false)}>
          <AdminGate why="To run or pause an agent">
            {access => (
              <Commands
                agent={agent}
                path={path}
                as={access.service}
                onDone={() => {
                  setChanging(false);
                  onChange();
                  list.reload();
                }}
              />
            )}
          </AdminGate>
        </Dialog>
      )}
    </>
  );
}

function EditAgent({
  of,
  onClose,
  onSaved,
}: {
  of: Versioned<Agent>;
  onClose: () => void;
  onSaved: (agent: Agent) => void;
}) {
  const models = useLoad(signal => service.get<LlmModels>("/api/agents/models", {signal}), []);
  return (
    <Dialog title="Change the agent" onClose={onClose} wide>
      {of.value.hiddenGrounding ? (
        <p class="notice">
          The agent may read resources that you cannot see. If you saved the agent, it could no longer read
          them.
        </p>
      ) : (
        <Load from={models}>{value => <AgentForm models={value} of={of} onSaved={onSaved} />}</Load>
      )}
    </Dialog>
  );
}

function Commands({agent, path, as, onDone}: {agent: Agent; path: string; as: Service; onDone: () => void}) {
  const sending = useSending();
  const send = (call: () => Promise<unknown>) =>
    sending.send(async () => {
      await call();
      onDone();
    });
  return (
    <>
      <p>A run asks the language model, and takes up to {NUMBER.format(agent.maxTokensPerRun)} tokens.</p>
      <SendingFault of={sending} />
      <div class="buttons">
        <Button look="act" busy={sending.busy} onClick={() => void send(() => as.post(`${path}/run`))}>
          Run now
        </Button>
        <Button
          busy={sending.busy}
          onClick={() => void send(() => as.patch(`${path}/active`, {active: !agent.active}))}
        >
          {agent.active ? "Pause" : "Resume"}
        </Button>
      </div>
    </>
  );
}

function FigureCount({run}: {run: AgentRun}) {
  if (run.redacted) return <>not shown</>;
  const figures = run.outputs.flatMap(output => (output.type === "report" ? output.figures : []));
  if (figures.length === 0) return <>–</>;
  const unverified = figures.filter(({status}) => status === "unverified").length;
  return (
    <>
      {figures.length - unverified} verified{unverified > 0 && `, ${unverified} not`}
    </>
  );
}

function describeOutput(output: Agent["outputs"][number]): string {
  if (output.type === "email") return `a mail to ${output.recipients.join(", ")}`;
  return output.type === "report" ? "a report" : `the ${output.type} “${output.name}”`;
}

function GroundingLink({of: {resourceType, resourceId}}: {of: Grounding}) {
  if (resourceType === "model") {
    const at = resourceId.indexOf("/");
    const [project, model] = [resourceId.slice(0, at), resourceId.slice(at + 1)];
    return (
      <a href={`/explore/${segment(model)}?project=${segment(project)}`}>
        the model <bdi>{model}</bdi>
      </a>
    );
  }
  return <a href={`/${resourceType}s/${segment(resourceId)}`}>a {resourceType}</a>;
}
