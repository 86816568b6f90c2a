import {useState} from "preact/hooks";
import type {Dimension, Graph, Measure, Model} from "../../../../shared/semantic/documents.ts";
import type {PageProps} from "../../app/page-props.ts";
import {AskBox} from "../../asking/ask-box.tsx";
import {Button, LinkButton} from "../../parts/button.tsx";
import {Failed} from "../../parts/failed.tsx";
import {type Column, Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {Project} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import {explorePage} from "../home/explore-page.ts";
import {readLayer, type Saved} from "./changes.ts";
import {FieldDialog} from "./field-dialog.tsx";
import type {Edited} from "./field-draft.ts";
import {JoinsPicture} from "./joins-picture.tsx";
import {ModelDialog} from "./model-dialog.tsx";
import {ModelRows} from "./model-rows.tsx";
import {type Use, usesOf} from "./usage.ts";
import {UsedBy} from "./used-by.tsx";
import {dimensionWords, formatWords, measureWords, plural, rowAccessWords, sourceWords} from "./words.ts";

/** One model of a layer: what it has, who uses it, and changes to it. */
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
    <Load from={loaded}>
      {({project, graph}) => {
        const model = graph.models.find(one => one.name === name);
        if (!model)
          return <Failed message={`There is no model “${name}” in the layer of ${project.name}.`} />;
        return <OneModel project={project} graph={graph} model={model} reload={loaded.reload} />;
      }}
    </Load>
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
  const [isEditing, setEditing] = useState(false);
  const [saved, setSaved] = useState<{saved: Saved; name: string}>();
  const uses = useLoad(signal => usesOf(project.id, graph, name, signal), [project.id, name]);
  const done = (outcome: Saved, field: string) => {
    setEdited(undefined);
    setEditing(false);
    setSaved({saved: outcome, name: field});
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
        <Button onClick={() => setEditing(true)}>Edit</Button>
        <Button onClick={() => setEdited({kind: "measure"})}>Add a measure</Button>
        <Button onClick={() => setEdited({kind: "dimension"})}>Add a dimension</Button>
      </PageHead>
      <AskBox
        label={`Ask about ${label}`}
        grounding={() => [{resourceType: "model", resourceId: `${project.id}/${name}`}]}
      />
      {saved && <Outcome {...saved} />}
      <dl class="facts">
        <dt>Name</dt>
        <dd>
          <bdi class="code">{name}</bdi> {hidden && <span class="badge">hidden</span>}
        </dd>
        <dt>Rows of</dt>
        <dd>
          <bdi class="code">{sourceWords(table)}</bdi>
        </dd>
        <dt>Primary key</dt>
        <dd>{primaryKey.length > 0 ? <bdi class="code">{primaryKey.join(", ")}</bdi> : "None"}</dd>
        <dt>Row access</dt>
        <dd>
          {rowAccessWords(model).map(words => (
            <div key={words}>{words}</div>
          ))}
          {rowAccessWords(model).length === 0 && "Whoever may ask it gets all rows."}
        </dd>
      </dl>
      <Fields
        title="Dimensions"
        fields={model.dimensions}
        wordsOf={dimensionWords}
        uses={uses.value?.uses}
        onEdit={field => setEdited({kind: "dimension", field})}
      />
      <Fields
        title="Measures"
        fields={model.measures ?? []}
        wordsOf={measureWords}
        uses={uses.value?.uses}
        onEdit={field => setEdited({kind: "measure", field})}
      />
      <h2>Joins</h2>
      <JoinsPicture graph={graph} model={name} />
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
          onClose={() => setEdited(undefined)}
        />
      )}
      {isEditing && (
        <ModelDialog project={project} model={model} onSaved={done} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

function Outcome({saved, name}: {saved: Saved; name: string}) {
  if (saved.by === "version") {
    return (
      <p class="notice" role="status">
        <bdi>{name}</bdi> is saved{saved.version === null ? "" : ` as version ${saved.version} of the layer`}.
      </p>
    );
  }
  return (
    <p class="notice" role="status">
      {saved.url === null ? (
        "The pull request will be opened as soon as GitHub takes it."
      ) : (
        <>
          <a href={saved.url} rel="noreferrer">
            Pull request {saved.number}
          </a>{" "}
          is open. The layer changes when it is merged.
        </>
      )}
    </p>
  );
}

function Fields<T extends Dimension | Measure>({
  title,
  fields,
  wordsOf,
  uses,
  onEdit,
}: {
  title: string;
  fields: readonly T[];
  wordsOf: (field: T) => string;
  uses: readonly Use[] | undefined;
  onEdit: (field: T) => void;
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
    {title: "Computed as", minor: true, cell: field => <bdi class="code">{wordsOf(field)}</bdi>},
    {title: "Format", minor: true, cell: ({format}) => formatWords(format)},
    {title: "Description", minor: true, cell: ({description = ""}) => <bdi>{description}</bdi>},
    {
      title: "Used by",
      number: true,
      cell: ({name}) => uses?.filter(use => use.fields.has(name)).length.toLocaleString() ?? "…",
    },
    {
      title: "Change",
      cell: field => (
        <Button look="quiet" label={`Edit ${field.name}`} onClick={() => onEdit(field)}>
          Edit
        </Button>
      ),
    },
  ];
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
