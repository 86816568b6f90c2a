import {useState} from "preact/hooks";
import type {Applied} from "../../../../shared/querying/layers/schemas.ts";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {Button, LinkButton} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {Table} from "../../parts/list-table.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import type {Project} from "../../service/projects.ts";
import {isAdminEditor} from "../../service/reader.ts";
import {segment, service, type Versioned} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import type {Connection} from "../connections/config-fields.ts";
import {modelPage} from "./addresses.ts";
import {plural} from "./words.ts";

type ListedModel = Applied["models"][number];

interface Opened {
  project: Versioned<Project>;
  models: ListedModel[];
  connection: Connection;
}

async function open(projectId: string, signal: AbortSignal): Promise<Opened> {
  const at = `/api/projects/${segment(projectId)}`;
  const [project, models] = await Promise.all([
    service.getVersioned<Project>(at, {signal}),
    service.get<ListedModel[]>(`${at}/models`, {signal}),
  ]);
  const path = `/api/connections/${segment(project.value.connectionId)}`;
  return {project, models, connection: await service.get<Connection>(path, {signal})};
}

/** A project: its models, its warehouse, and its settings. */
export default function ProjectPage({parameters: {projectId = ""}}: PageProps) {
  const opened = useLoad(signal => open(projectId, signal), [projectId]);
  return (
    <LoadPage what="project" from={opened}>
      {found => <Opened {...found} reload={opened.reload} />}
    </LoadPage>
  );
}

function Opened({project, models, connection, reload}: Opened & {reload: () => void}) {
  const [isEditing, setEditing] = useState(false);
  const {id, name, timezone, weekStart, layerVersion, git, cacheTtlSeconds} = project.value;
  return (
    <>
      <PageHead title={name} back={{href: "/projects", text: "Models"}}>
        {git === null && isAdminEditor() && (
          <LinkButton look="act" href={`/projects/${id}/layer`}>
            {layerVersion === 0 ? "Propose a layer" : "Read the warehouse again"}
          </LinkButton>
        )}
        <LinkButton href={`/projects/${id}/versions`}>Versions</LinkButton>
        <OnlyFor who="admins">
          <LinkButton href={`/projects/${id}/evaluations`}>Evaluations</LinkButton>
          <Button onClick={() => setEditing(true)}>Settings</Button>
        </OnlyFor>
      </PageHead>
      <dl class="facts">
        <dt>Connection</dt>
        <dd>
          <a href={`/connections/${connection.id}`}>
            <bdi>{connection.name}</bdi>
          </a>
        </dd>
        <dt>Timezone</dt>
        <dd>
          {timezone}, weeks begin on {weekStart === "monday" ? "Monday" : "Sunday"}
        </dd>
        <dt>Cache</dt>
        <dd>
          {cacheTtlSeconds === 0 ? "Every answer is fresh" : `Answers up to ${duration(cacheTtlSeconds)} old`}
        </dd>
        <dt>Layer</dt>
        <dd>
          {layerVersion === 0 ? "None yet" : <a href={`/projects/${id}/versions`}>Version {layerVersion}</a>}
        </dd>
        {git && <GitFacts git={git} />}
      </dl>
      <h2>
        Models <span class="soft">{models.length.toLocaleString()}</span>
      </h2>
      {models.length === 0 ? (
        <Empty title="No model yet">
          <p>The service proposes models for the tables of the warehouse.</p>
          <div class="buttons">
            <LinkButton look="act" href={`/projects/${id}/layer`}>
              Propose a layer
            </LinkButton>
          </div>
        </Empty>
      ) : (
        <Table
          label="Models"
          rows={models}
          keyOf={model => model.name}
          columns={[
            {
              title: "Name",
              cell: model => (
                <a href={modelPage(id, model.name)}>
                  <bdi>{model.label ?? model.name}</bdi>
                </a>
              ),
            },
            {title: "Description", minor: true, cell: ({description = ""}) => <bdi>{description}</bdi>},
            {
              title: "Dimensions",
              number: true,
              minor: true,
              cell: ({dimensions}) => dimensions.length.toLocaleString(),
            },
            {title: "Measures", number: true, cell: ({measures}) => measures.length.toLocaleString()},
          ]}
        />
      )}
      {isEditing && (
        <Dialog title="Settings of the project" onClose={() => setEditing(false)}>
          <AdminGate why="To change the project">
            {access => (
              <Settings
                access={access}
                project={project}
                onSaved={() => {
                  setEditing(false);
                  reload();
                }}
              />
            )}
          </AdminGate>
        </Dialog>
      )}
    </>
  );
}

const GIT_STATES: Readonly<Record<NonNullable<Project["git"]>["status"], string>> = {
  active: "followed",
  suspended: "suspended at GitHub",
  removed: "no longer accessible",
  moved: "renamed, or no longer accessible",
  unconfirmed: "not confirmed by a member",
};

function GitFacts({git}: {git: NonNullable<Project["git"]>}) {
  const {repository, branch, path, status, commit, lastSync} = git;
  return (
    <>
      <dt>Repository</dt>
      <dd>
        <bdi class="code">{repository}</bdi> {branch && <bdi class="soft">{branch}</bdi>}{" "}
        {path && <bdi>{path}</bdi>}{" "}
        <span class={`badge ${status === "active" ? "good" : "bad"}`}>{GIT_STATES[status]}</span>
      </dd>
      <dt>Commit</dt>
      <dd>
        {commit ? <bdi class="code">{commit.slice(0, 10)}</bdi> : "None yet"}{" "}
        {lastSync && (
          <span class="soft">
            {lastSync.status} <When at={lastSync.finishedAt} />
          </span>
        )}
      </dd>
    </>
  );
}

function Settings({
  access,
  project: {value, etag},
  onSaved,
}: {
  access: AdminAccess;
  project: Versioned<Project>;
  onSaved: () => void;
}) {
  const [name, setName] = useState(value.name);
  const [timezone, setTimezone] = useState(value.timezone);
  const [weekStart, setWeekStart] = useState(value.weekStart);
  const [cache, setCache] = useState(String(value.cacheTtlSeconds));
  const [isDefault, setDefault] = useState(value.default);
  const sending = useSending();
  const save = async () => {
    const edit = {
      name,
      timezone,
      weekStart,
      cacheTtlSeconds: Number(cache),
      ...(isDefault && !value.default && {default: true}),
    };
    const path = `/api/projects/${segment(value.id)}`;
    const saved = await sending.send(() => access.service.patch<Project>(path, edit, {ifMatch: etag}));
    if (saved) onSaved();
  };
  return (
    <Form sending={sending} submit="Save" onSubmit={() => void save()}>
      <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
      <SelectField
        label="Timezone"
        value={timezone}
        onChange={setTimezone}
        choices={timezones(timezone).map(zone => ({value: zone, text: zone}))}
        hint="The timezone in which days, weeks and months begin."
        fault={sending.faultAt("/timezone")}
      />
      <SelectField
        label="Weeks begin on"
        value={weekStart}
        onChange={setWeekStart}
        choices={[
          {value: "monday", text: "Monday"},
          {value: "sunday", text: "Sunday"},
        ]}
      />
      <TextField
        label="Maximum age of an answer in seconds"
        type="number"
        value={cache}
        onInput={setCache}
        hint="0: every query runs in the warehouse."
        fault={sending.faultAt("/cacheTtlSeconds")}
      />
      {!value.default && (
        <CheckField
          label="Default project"
          hint="Queries that name no project look here first."
          checked={isDefault}
          onChange={setDefault}
        />
      )}
    </Form>
  );
}

function timezones(current: string): string[] {
  return [...new Set([current, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
}

function duration(seconds: number): string {
  if (seconds % 3600 === 0) return plural(seconds / 3600, "hour");
  return seconds % 60 === 0 ? plural(seconds / 60, "minute") : plural(seconds, "second");
}
