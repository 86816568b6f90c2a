import {useState} from "preact/hooks";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Button} from "../../parts/button.tsx";
import {TextField} from "../../parts/field.tsx";
import {Form, SendingFault, useSending} from "../../parts/form.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {RemoveButton} from "../../parts/remove-button.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {Moment} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {Refusal} from "../../service/api.ts";
import {allProjects, type Project} from "../../service/projects.ts";
import {segment, service, type Versioned} from "../../service/service.ts";
import {open} from "../../shell/navigation.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {
  type Connection,
  type ConnectionType,
  changedConfig,
  configFields,
  type Typed,
} from "./config-fields.ts";
import {ConfigForm} from "./config-form.tsx";
import {ProjectsOf} from "./projects-of.tsx";

interface Opened {
  connection: Versioned<Connection>;
  type: ConnectionType | undefined;
  projects: Project[];
}

/** One connection: the projects that use it, a test, and its configuration without the secrets. */
export default function ConnectionPage({parameters: {connectionId = ""}}: PageProps) {
  const path = `/api/connections/${segment(connectionId)}`;
  const opened = useLoad(
    async (signal): Promise<Opened> => {
      const [connection, types, projects] = await Promise.all([
        service.getVersioned<Connection>(path, {signal}),
        service.get<ConnectionType[]>("/api/connections/types", {signal}),
        allProjects(signal),
      ]);
      return {connection, projects, type: types.find(({type}) => type === connection.value.type)};
    },
    [connectionId],
  );
  return (
    <LoadPage what="connection" from={opened}>
      {found => <OneConnection key={found.connection.etag} {...found} path={path} reload={opened.reload} />}
    </LoadPage>
  );
}

function OneConnection({
  connection,
  type,
  projects,
  path,
  reload,
}: Opened & {path: string; reload: () => void}) {
  const {id, name, createdAt, config} = connection.value;
  const isUsed = projects.some(({connectionId}) => connectionId === id);
  return (
    <>
      <PageHead title={name} back={{href: "/connections", text: "Connections"}} about={type?.title} />
      <dl class="facts">
        <dt>Used by</dt>
        <dd>
          <ProjectsOf connectionId={id} projects={projects} />
        </dd>
        {createdAt && (
          <>
            <dt>Made</dt>
            <dd>
              <Moment at={createdAt} />
            </dd>
          </>
        )}
      </dl>
      {type && config ? (
        <AdminGate why="To test or change a connection">
          {access => (
            <>
              <Test access={access} path={path} />
              <h2>Configuration</h2>
              <Edit access={access} path={path} connection={connection} type={type} onSaved={reload} />
              <h2>Delete</h2>
              <Delete path={path} name={name} isUsed={isUsed} />
            </>
          )}
        </AdminGate>
      ) : (
        <p class="notice">Only org-admins see the configuration. Ask one of yours to change it.</p>
      )}
    </>
  );
}

interface Tested {
  version: string;
  latencyMs: number;
}

function Test({access, path}: {access: AdminAccess; path: string}) {
  const sending = useSending();
  const [tested, setTested] = useState<Tested>();
  const test = async () => {
    setTested(undefined);
    setTested(await sending.send(() => access.service.post<Tested>(`${path}/test`)));
  };
  return (
    <>
      <div class="buttons">
        <Button busy={sending.busy} onClick={() => void test()}>
          {sending.busy ? "Opening the warehouse …" : "Test the connection"}
        </Button>
      </div>
      <div role="status">
        {tested && (
          <p>
            <span class="badge good">The warehouse answers</span> <bdi>{tested.version}</bdi>, in{" "}
            {Math.round(tested.latencyMs).toLocaleString()} ms
          </p>
        )}
      </div>
      <SendingFault of={sending} />
    </>
  );
}

function Edit({
  access,
  path,
  connection: {value, etag},
  type,
  onSaved,
}: {
  access: AdminAccess;
  path: string;
  connection: Versioned<Connection>;
  type: ConnectionType;
  onSaved: () => void;
}) {
  const fields = configFields(type);
  const {config = {}} = value;
  const [name, setName] = useState(value.name);
  const [typed, setTyped] = useState<Typed>({});
  const [isStale, setStale] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const sending = useSending();
  const save = async () => {
    setSaved(false);
    const changes = changedConfig(fields, config, typed);
    const edit = {
      ...(name !== value.name && {name}),
      ...(Object.keys(changes).length > 0 && {config: changes}),
    };
    if (Object.keys(edit).length === 0) return setSaved(true);
    const saved = await sending.send(() =>
      access.service.patch<Connection>(path, edit, {ifMatch: etag}).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 412) setStale(true);
        throw error;
      }),
    );
    if (saved) onSaved();
  };
  return (
    <Form
      sending={sending}
      submit={sending.busy ? "Opening the warehouse …" : "Test and save"}
      onSubmit={() => void save()}
      other={
        isStale && (
          <Button onClick={onSaved} look="quiet">
            Load the current version
          </Button>
        )
      }
    >
      <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
      <ConfigForm
        fields={fields}
        typed={typed}
        onTyped={setTyped}
        faultAt={sending.faultAt}
        stored={config}
      />
      {isStale && <p class="notice">Somebody has changed this connection since you opened it.</p>}
      {isSaved && <p role="status">Nothing was changed.</p>}
    </Form>
  );
}

function Delete({path, name, isUsed}: {path: string; name: string; isUsed: boolean}) {
  if (isUsed) return <p class="soft">A connection cannot be deleted while a project uses it.</p>;
  return (
    <WithManage text="Delete the connection …" why="To delete the connection">
      {access => (
        <RemoveButton
          text="Delete the connection"
          title={`Delete ${name}`}
          act="Delete it"
          run={() => access.service.delete(path)}
          onDone={() => open("/connections")}
        >
          <p>The warehouse itself stays as it is.</p>
        </RemoveButton>
      )}
    </WithManage>
  );
}
