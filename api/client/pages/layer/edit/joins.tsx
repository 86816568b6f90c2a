import {useState} from "preact/hooks";
import type {Graph, Join, Model} from "../../../../../shared/semantic/documents.ts";
import {Button} from "../../../parts/button.tsx";
import {type Column, Table} from "../../../parts/list-table.tsx";
import type {Project} from "../../../service/projects.ts";
import {isAdminEditor} from "../../../service/reader.ts";
import type {Saved} from "../changes.ts";
import {joinsOf, roleOf} from "../graph-edits.ts";
import {JoinsPicture} from "../joins-picture.tsx";
import {JoinDialog} from "./join-dialog.tsx";
import {RemoveDialog} from "./remove-dialog.tsx";

/** The joins of a model: a picture, and a table with buttons to change them. */
export function Joins({
  project,
  graph,
  model,
  onSaved,
}: {
  project: Project;
  graph: Graph;
  model: Model;
  onSaved: (saved: Saved, name: string) => void;
}) {
  const canEdit = isAdminEditor();
  const [edited, setEdited] = useState<{join?: Join}>();
  const [removed, setRemoved] = useState<Join>();
  const done = (saved: Saved, role: string) => {
    setEdited(undefined);
    setRemoved(undefined);
    onSaved(saved, `The join ${role}`);
  };
  const columns: Column<Join>[] = [
    {title: "Join", cell: join => <bdi>{`${join.from} → ${targetOf(join)}`}</bdi>},
    {title: "Rows", minor: true, cell: ({relationship}) => relationship.replaceAll("_", " ")},
    {
      title: "Where",
      minor: true,
      cell: ({on}) => <bdi class="code">{on.map(({from, to}) => `${from} = ${to}`).join(", ")}</bdi>,
    },
  ];
  if (canEdit) {
    columns.push({
      title: "Change",
      cell: join => (
        <span class="buttons">
          <Button look="quiet" label={`Edit the join ${roleOf(join)}`} onClick={() => setEdited({join})}>
            Edit
          </Button>
          <Button look="quiet" label={`Remove the join ${roleOf(join)}`} onClick={() => setRemoved(join)}>
            Remove
          </Button>
        </span>
      ),
    });
  }
  const joins = joinsOf(graph, model.name).map(({join}) => join);
  return (
    <>
      <JoinsPicture graph={graph} model={model.name} />
      {joins.length > 0 && (
        <Table
          label="Joins and their columns"
          columns={columns}
          rows={joins}
          keyOf={join => JSON.stringify(join)}
        />
      )}
      {canEdit && (
        <p>
          <Button onClick={() => setEdited({})}>Add a join</Button>
        </p>
      )}
      {edited && (
        <JoinDialog
          project={project}
          graph={graph}
          model={model}
          {...(edited.join && {join: edited.join})}
          onSaved={done}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <RemoveDialog
          title={`Remove the join ${roleOf(removed)}`}
          project={project}
          graph={graph}
          change={{op: "remove", kind: "join", model: removed.from, name: roleOf(removed)}}
          onSaved={done}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

/** The joined model, with the role that distinguishes joins to the same model: "origin (airports)". */
function targetOf(join: Join): string {
  const role = roleOf(join);
  return role === join.to ? role : `${role} (${join.to})`;
}
