import {useState} from "preact/hooks";
import type {Model} from "../../../../shared/semantic/documents.ts";
import {Button} from "../../parts/button.tsx";
import {Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {valueText} from "../../parts/value-text.ts";
import type {Project} from "../../service/projects.ts";
import {service} from "../../service/service.ts";

const MAX_ROWS = 10;
const MAX_COLUMNS = 8;

interface Result {
  columns: {name: string; label?: string}[];
  rows: unknown[][];
}

/** A few rows of a model, loaded on a click or after a field was saved: its dimensions, or the saved measure. */
export function ModelRows({
  project,
  model,
  latest,
}: {
  project: Project;
  model: Model;
  latest: string | undefined;
}) {
  const [isAsked, setAsked] = useState(false);
  // A saved field is in the model only after the layer has been loaded again.
  const fields = [...model.dimensions, ...(model.measures ?? [])];
  const added = fields.find(({name}) => name === latest)?.name;
  if (!isAsked && added === undefined) return <Button onClick={() => setAsked(true)}>Show ten rows</Button>;
  return <Rows key={added} project={project} model={model} latest={added} />;
}

function Rows({project, model, latest}: {project: Project; model: Model; latest: string | undefined}) {
  const {name, dimensions, measures = []} = model;
  const field = (one: string) => `${name}.${one}`;
  const measure = measures.find(one => one.name === latest);
  const shown = dimensions.filter(({hidden, type}) => !hidden && type !== "json").slice(0, MAX_COLUMNS);
  const added = dimensions.find(one => one.name === latest);
  const asked = added && !shown.includes(added) ? [added, ...shown] : shown;
  const result = useLoad(
    signal =>
      service
        .call(
          "POST",
          "/api/query",
          {
            model: name,
            projectId: project.id,
            // A measure is queried alone: beside the key of a row, it would be computed for that row only.
            dimensions: (measure ? asked.slice(0, 0) : asked).map(one => field(one.name)),
            ...(measure && {measures: [field(measure.name)]}),
            limit: MAX_ROWS,
          },
          {signal},
        )
        .then(answer => answer.json() as Promise<Result>),
    [project.id, name, project.layerVersion],
  );
  return (
    <Load from={result}>
      {({columns, rows}) => (
        <Table
          label={`Rows of ${name}`}
          columns={columns.map((column, i) => ({
            title: column.label ?? column.name,
            cell: ({values}: {values: unknown[]}) => <bdi>{valueText(values[i])}</bdi>,
          }))}
          rows={rows.map((values, i) => ({values, i}))}
          keyOf={({i}) => String(i)}
        />
      )}
    </Load>
  );
}
