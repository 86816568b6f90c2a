import {useState} from "preact/hooks";
import type {Graph, Join, Model} from "../../../../../shared/semantic/documents.ts";
import {AdminGate} from "../../../parts/access/admin-gate.tsx";
import {Button} from "../../../parts/button.tsx";
import {Dialog} from "../../../parts/dialog.tsx";
import {SelectField, TextField} from "../../../parts/field.tsx";
import {Form, useSending} from "../../../parts/form.tsx";
import type {AdminAccess} from "../../../service/admin-access.ts";
import type {Project} from "../../../service/projects.ts";
import {type LayerChange, type Saved, saveChange} from "../changes.ts";
import {roleOf} from "../graph-edits.ts";
import {CheckState, useCheck} from "./live-check.tsx";

const RELATIONSHIPS: readonly {value: Join["relationship"]; text: string}[] = [
  {value: "many_to_one", text: "Many to one"},
  {value: "one_to_many", text: "One to many"},
  {value: "one_to_one", text: "One to one"},
];

interface Props {
  project: Project;
  graph: Graph;
  /** The model at which a new join starts. */
  model: Model;
  /** The join to change. Without it, a new join is added. */
  join?: Join;
  onSaved: (saved: Saved, role: string) => void;
  onClose: () => void;
}

/** The dialog that changes a join, or adds one. The compiler and the warehouse check the join while the person types. */
export function JoinDialog(props: Props) {
  const title = props.join ? `Change the join ${roleOf(props.join)}` : "Add a join";
  return (
    <Dialog title={title} onClose={props.onClose}>
      <AdminGate why="To change the layer">{access => <JoinForm {...props} access={access} />}</AdminGate>
    </Dialog>
  );
}

function JoinForm({access, project, graph, model, join, onSaved}: Props & {access: AdminAccess}) {
  const from = join?.from ?? model.name;
  const [to, setTo] = useState(join?.to ?? graph.models.find(({name}) => name !== from)?.name ?? from);
  const [role, setRole] = useState(join?.name ?? "");
  const [relationship, setRelationship] = useState<Join["relationship"]>(join?.relationship ?? "many_to_one");
  const [on, setOn] = useState(join?.on ?? [{from: "", to: ""}]);
  const sending = useSending();
  const name = role.trim() || to;
  const change: LayerChange = {
    op: "set",
    kind: "join",
    model: from,
    name,
    value: {...(role.trim() !== "" && {name}), to, relationship, on},
  };
  const isComplete = on.every(pair => pair.from.trim() !== "" && pair.to.trim() !== "");
  const check = useCheck(access, project.id, graph, isComplete ? change : undefined);
  const setPair = (at: number, part: Partial<(typeof on)[number]>) =>
    setOn(on.map((pair, i) => (i === at ? {...pair, ...part} : pair)));
  const save = async () => {
    const saved = await sending.send(() => saveChange(access, project, change));
    if (saved) onSaved(saved, name);
  };
  return (
    <Form
      sending={sending}
      submit={project.git ? "Open a pull request" : "Save"}
      onSubmit={() => void save()}
    >
      {!join && (
        <>
          <SelectField
            label={`From ${from} to`}
            value={to}
            onChange={setTo}
            choices={graph.models.map(one => ({value: one.name, text: one.label ?? one.name}))}
          />
          <TextField
            label="Role"
            value={role}
            onInput={setRole}
            code
            placeholder={to}
            hint={`Queries name the fields of the join ${name}.…. Two joins to one model need two roles.`}
          />
        </>
      )}
      <SelectField
        label="Relationship"
        value={relationship}
        onChange={setRelationship}
        choices={RELATIONSHIPS}
        hint={`From ${from} to ${to}.`}
      />
      {on.map((pair, i) => (
        <div class="format" key={i}>
          <TextField
            label={`Column of ${from}`}
            value={pair.from}
            onInput={column => setPair(i, {from: column})}
            required
            code
          />
          <TextField
            label={`Column of ${to}`}
            value={pair.to}
            onInput={column => setPair(i, {to: column})}
            required
            code
          />
        </div>
      ))}
      <div class="buttons">
        <Button onClick={() => setOn([...on, {from: "", to: ""}])}>Add a pair of columns</Button>
        {on.length > 1 && <Button onClick={() => setOn(on.slice(0, -1))}>Remove the last pair</Button>}
      </div>
      <CheckState check={check} />
    </Form>
  );
}
