import type {ComponentChildren} from "preact";
import {useState} from "preact/hooks";
import type {Graph} from "../../../../shared/semantic/documents.ts";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {Button} from "../../parts/button.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {lazy} from "../../parts/lazy.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {type AdminAccess, ensureAdminAccess} from "../../service/admin-access.ts";
import {allProjects, type Project} from "../../service/projects.ts";
import {isAdminEditor} from "../../service/reader.ts";
import {segment, service} from "../../service/service.ts";
import {replaceSearch} from "../../shell/navigation.ts";
import type {Connection} from "../connections/config-fields.ts";
import {NewConnection} from "../connections/new-connection.tsx";
import type {Applied} from "../layer/apply.tsx";
import {ChooseSchemas, type Proposal} from "../layer/propose.tsx";
import {AskFirst} from "./ask-first.tsx";
import {OtherStarts} from "./other-starts.tsx";

const ReviewAndApply = lazy(async () => (await import("../layer/review-and-apply.tsx")).ReviewAndApply);

/**
 * Leads from a warehouse to a first answer. The address holds the progress, so that a person can leave and come back.
 */
export default function Start() {
  return (
    <>
      <PageHead
        title="Get started"
        about="Connect a warehouse, review the models that are proposed for its tables, and ask."
      />
      <Steps />
      <OtherStarts />
    </>
  );
}

interface Begun {
  connection: Connection;
  project: Project;
}

function Steps() {
  const [projectId, setProjectId] = useState(() => new URLSearchParams(location.search).get("project"));
  const begun = useLoad(
    signal => (projectId === null ? Promise.resolve(undefined) : resumeProject(projectId, signal)),
    [projectId],
  );
  const connected = (project: Project) => {
    replaceSearch(new URLSearchParams({project: project.id}));
    setProjectId(project.id);
  };
  if (projectId === null) {
    return (
      <ol class="first-steps">
        <Step title="Connect a warehouse">
          <Connect onProject={connected} />
        </Step>
        <Step title="Review the models" state="later" />
        <Step title="Ask" state="later" />
      </ol>
    );
  }
  return (
    <AdminGate why="To continue with the layer">
      {access => (
        <Load from={begun as {value: Begun | undefined} & typeof begun}>
          {from => from && <Layer access={access} begun={from} />}
        </Load>
      )}
    </AdminGate>
  );
}

async function resumeProject(projectId: string, signal: AbortSignal): Promise<Begun> {
  const project = await service.get<Project>(`/api/projects/${segment(projectId)}`, {signal});
  const connection = await service.get<Connection>(`/api/connections/${segment(project.connectionId)}`, {
    signal,
  });
  return {project, connection};
}

function Step({
  title,
  state = "current",
  children,
}: {
  title: ComponentChildren;
  state?: "done" | "current" | "later";
  children?: ComponentChildren;
}) {
  return (
    <li class={state} {...(state === "current" ? {"aria-current": "step" as const} : {})}>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

/** The choice of a new or an existing connection. Finds or makes the project that the layer will belong to. */
function Connect({onProject}: {onProject: (project: Project) => void}) {
  const there = useLoad(async signal => {
    const [connections, projects] = await Promise.all([
      service.list<Connection>("/api/connections?limit=20", {signal}),
      allProjects(signal),
    ]);
    return {connections: connections.rows, projects};
  }, []);
  const sending = useSending();
  const begin = async (connection: Connection, projects: readonly Project[]) => {
    const open = projects.find(
      ({connectionId, layerVersion}) => connectionId === connection.id && layerVersion === 0,
    );
    const project = await sending.send(
      async () => open ?? (await makeProject(await ensureAdminAccess(), connection)),
    );
    if (project) onProject(project);
  };
  return (
    <Load from={there}>
      {({connections, projects}) => (
        <>
          <NewConnection onMade={connection => void begin(connection, projects)} />
          <SendingFault of={sending} />
          {connections.length > 0 && isAdminEditor() && (
            <>
              <h3>Or use an existing connection</h3>
              <ul class="types" aria-label="Connections">
                {connections.map(connection => (
                  <li key={connection.id}>
                    <Button busy={sending.busy} onClick={() => void begin(connection, projects)}>
                      <bdi>{connection.name}</bdi>
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Load>
  );
}

function makeProject(access: AdminAccess, {id, name}: Connection): Promise<Project> {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  return access.service.post<Project>("/api/projects", {name, connectionId: id, timezone: timeZone});
}

function Layer({access, begun: {connection, project}}: {access: AdminAccess; begun: Begun}) {
  const [proposal, setProposal] = useState<Proposal>();
  const [outcome, setOutcome] = useState<{applied: Applied; graph: Graph}>();
  const schema = connection.config?.["schema"];
  return (
    <ol class="first-steps">
      <Step
        state="done"
        title={
          <>
            Connected to <bdi>{connection.name}</bdi>
          </>
        }
      />
      {outcome ? (
        <Step state="done" title="The layer is applied" />
      ) : (
        <Step title="Review the models">
          {proposal ? (
            <ReviewAndApply
              access={access}
              projectId={project.id}
              proposal={proposal}
              onProposal={setProposal}
              onApplied={(applied, graph) => setOutcome({applied, graph})}
            />
          ) : (
            <ChooseSchemas
              access={access}
              projectId={project.id}
              usual={typeof schema === "string" ? schema : undefined}
              onProposal={setProposal}
            />
          )}
        </Step>
      )}
      <Step title="Ask" {...(!outcome && {state: "later" as const})}>
        {outcome && (
          <>
            <AskFirst {...outcome} projectId={project.id} />
            <p>
              Or <a href={`/projects/${project.id}`}>continue with the layer</a>: labels, descriptions,
              measures.
            </p>
          </>
        )}
      </Step>
    </ol>
  );
}
