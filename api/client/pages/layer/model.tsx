import {useState} from "preact/hooks";
import type {Dimension, Graph, Measure, Model} from "../../../../shared/semantic/documents.ts";
import {AskBox} from "../../asking/ask-box.tsx";
import {Button, LinkButton} from "../../parts/button.tsx";
import {type Column, Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {FailedPage, LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {Project} from "../../service/projects.ts";
import {isAdminEditor} from "../../service/reader.ts";
import {segment, service} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {explorePage} from "../home/explore-page.ts";
import {readLayer, type Saved} from "./changes.ts";
import {FieldDialog} from "./edit/field-dialog.tsx";
import type {Edited} from "./edit/field-draft.ts";
import {Joins} from "./edit/joins.tsx";
import {ModelDialog} from "./edit/model-dialog.tsx";
import {RemoveDialog} from "./edit/remove-dialog.tsx";
import {RowAccessDialog} from "./edit/row-access-dialog.tsx";
import {ModelRows} from "./model-rows.tsx";
import {Outcome} from "./outcome.tsx";
import {type Use, usesOf} from "./usage.ts";
import {UsedBy} from "./used-by.tsx";
import {
  describeDimension,
  describeFormats,
  describeMeasure,
  describeRowAccess,
  describeSource,
  plural,
} from "./words.ts";

/** One model of a layer: its fields and joins, the content that uses it, and the dialogs that change it. */
export default function ModelPage({parameters: {projectId = "", model: name = ""}}: PageProps) {
  const loaded = useLoad(
    async signal => {
      const [project, graph] = await Promise.all([
        service.get<Project>(`/api/projects/${segment(projectId)}`, {signal}),
        readLayer(service, projectId, signal),
      ]);
      return {project, graph};
    },
    [projectId],
  );
  return (
    <LoadPage what="model" from={loaded}>
      {({project, graph}) => {
        const model = graph.models.find(one => one.name === name);
        if (!model)
          return (
            <FailedPage
              what="model"
              message={`There is no model “${name}” in the layer of ${project.name}.`}
            />
          );
        return <OneModel project={project} graph={graph} model={model} reload={loaded.reload} />;
      }}
    </LoadPage>
  );
}

function OneModel({
  project,
  graph,
  model,
  reload,
}: {
  project: Project;
  graph: Graph;
  model: Model;
  reload: () => void;
}) {
  const {name, label = name, description, hidden, primaryKey = [], table} = model;
  const [edited, setEdited] = useState<Edited>();
  const [removed, setRemoved] = useState<Edited>();
  const canEdit = isAdminEditor();
  const [isEditing, setEditing] = useState(false);
  const [isRestricting, setRestricting] = useState(false);
  const [saved, setSaved] = useState<{saved: Saved; name: string}>();
  const uses = useLoad(signal => usesOf(project.id, graph, name, signal), [project.id, name]);
  const done = (outcome: Saved, what: string) => {
    setEdited(undefined);
    setRemoved(undefined);
    setEditing(false);
    setRestricting(false);
    setSaved({saved: outcome, name: what});
    if (outcome.by === "version") reload();
  };
  return (
    <>
      <PageHead
        title={label}
        back={{href: `/projects/${project.id}`, text: project.name}}
        about={description}
      >
        <LinkButton look="act" href={explorePage(name, project.id)}>
          Explore
        </LinkButton>
        {canEdit && (
          <>
            <Button onClick={() => setEditing(true)}>Edit</Button>
            <Button onClick={() => setEdited({kind: "measure"})}>Add a measure</Button>
            <Button onClick={() => setEdited({kind: "dimension"})}>Add a dimension</Button>
          </>
        )}
      </PageHead>
      <AskBox
        label={`Ask about ${label}`}
        grounding={() => [{resourceType: "model", resourceId: `${project.id}/${name}`}]}
      />
      {saved && <Outcome {...saved} />}
      {!canEdit && <p class="hint">Only an org-admin can change the model: ask one of yours.</p>}
      <dl class="facts">
        <dt>Name</dt>
        <dd>
          <bdi class="code">{name}</bdi> {hidden && <span class="badge">hidden</span>}
        </dd>
        <dt>Rows of</dt>
        <dd>
          <bdi class="code">{describeSource(table)}</bdi>
        </dd>
        <dt>Primary key</dt>
        <dd>{primaryKey.length > 0 ? <bdi class="code">{primaryKey.join(", ")}</bdi> : "None"}</dd>
        <dt>Row access</dt>
        <dd>
          {describeRowAccess(model).map(words => (
            <div key={words}>{words}</div>
          ))}
          {describeRowAccess(model).length === 0 && "Everybody who may query the model gets all rows."}{" "}
          {canEdit && (
            <Button look="quiet" label="Edit the row access" onClick={() => setRestricting(true)}>
              Edit
            </Button>
          )}
        </dd>
      </dl>
      <Fields
        title="Dimensions"
        fields={model.dimensions}
        describe={describeDimension}
        uses={uses.value?.uses}
        onEdit={canEdit ? field => setEdited({kind: "dimension", field}) : undefined}
      />
      <Fields
        title="Measures"
        fields={model.measures ?? []}
        describe={describeMeasure}
        uses={uses.value?.uses}
        onEdit={canEdit ? field => setEdited({kind: "measure", field}) : undefined}
      />
      <h2>Joins</h2>
      <Joins project={project} graph={graph} model={model} onSaved={done} />
      <h2>Used by</h2>
      <Load from={uses}>{found => <UsedBy {...found} />}</Load>
      <h2>Rows</h2>
      <ModelRows project={project} model={model} latest={saved?.name} />
      {edited && (
        <FieldDialog
          project={project}
          graph={graph}
          model={model}
          edited={edited}
          uses={(uses.value?.uses ?? []).filter(({fields}) => edited.field && fields.has(edited.field.name))}
          onSaved={done}
          onRemove={() => {
            setRemoved(edited);
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed?.field && (
        <RemoveDialog
          title={`Remove ${removed.field.name}`}
          project={project}
          graph={graph}
          change={{op: "remove", kind: removed.kind, model: name, name: removed.field.name}}
          onSaved={done}
          onClose={() => setRemoved(undefined)}
        />
      )}
      {isRestricting && (
        <RowAccessDialog
          project={project}
          graph={graph}
          model={model}
          onSaved={done}
          onClose={() => setRestricting(false)}
        />
      )}
      {isEditing && (
        <ModelDialog project={project} model={model} onSaved={done} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

function Fields<T extends Dimension | Measure>({
  title,
  fields,
  describe,
  uses,
  onEdit,
}: {
  title: string;
  fields: readonly T[];
  describe: (field: T) => string;
  uses: readonly Use[] | undefined;
  /** `undefined` for people who cannot change the field. */
  onEdit: ((field: T) => void) | undefined;
}) {
  const columns: Column<T>[] = [
    {
      title: "Name",
      cell: ({name, label, hidden}) => (
        <>
          <bdi>{label ?? name}</bdi> {label !== undefined && <bdi class="soft code">{name}</bdi>}{" "}
          {hidden && <span class="badge">hidden</span>}
        </>
      ),
    },
    {title: "Type", minor: true, cell: ({type}) => type},
    {title: "Computed as", minor: true, cell: field => <bdi class="code">{describe(field)}</bdi>},
    {title: "Format", minor: true, cell: ({format}) => describeFormats(format)},
    {title: "Description", minor: true, cell: ({description = ""}) => <bdi>{description}</bdi>},
    {
      title: "Used by",
      number: true,
      cell: ({name}) => uses?.filter(use => use.fields.has(name)).length.toLocaleString() ?? "…",
    },
  ];
  if (onEdit) {
    columns.push({
      title: "Change",
      cell: field => (
        <Button look="quiet" label={`Edit ${field.name}`} onClick={() => onEdit(field)}>
          Edit
        </Button>
      ),
    });
  }
  return (
    <>
      <h2>
        {title} <span class="soft">{plural(fields.length, "field")}</span>
      </h2>
      {fields.length === 0 ? (
        <p class="soft">None yet.</p>
      ) : (
        <Table label={title} columns={columns} rows={fields} keyOf={({name}) => name} />
      )}
    </>
  );
}
