import {useState} from "preact/hooks";
import type {Graph, Model} from "../../../../../shared/semantic/documents.ts";
import {AdminGate} from "../../../parts/access/admin-gate.tsx";
import {Button} from "../../../parts/button.tsx";
import {Dialog} from "../../../parts/dialog.tsx";
import {SelectField, TextField} from "../../../parts/field.tsx";
import {Form, useSending} from "../../../parts/form.tsx";
import type {AdminAccess} from "../../../service/admin-access.ts";
import type {Project} from "../../../service/projects.ts";
import {type LayerChange, type Saved, saveChange} from "../changes.ts";
import {describeRowAccess} from "../words.ts";
import {CheckState, useCheck} from "./live-check.tsx";

interface Props {
  project: Project;
  graph: Graph;
  model: Model;
  onSaved: (saved: Saved, name: string) => void;
  onClose: () => void;
}

/** The dialog that changes the rules of a model's row access. */
export function RowAccessDialog(props: Props) {
  return (
    <Dialog title={`Row access of ${props.model.name}`} onClose={props.onClose}>
      <AdminGate why="To change the layer">{access => <RulesForm {...props} access={access} />}</AdminGate>
    </Dialog>
  );
}

function RulesForm({access, project, graph, model, onSaved}: Props & {access: AdminAccess}) {
  const before = model.rowAccess ?? [];
  const [rules, setRules] = useState(before);
  const sending = useSending();
  const set = (at: number, part: Partial<(typeof rules)[number]>) =>
    setRules(rules.map((rule, i) => (i === at ? {...rule, ...part} : rule)));
  const value = {rowAccess: rules.length > 0 ? rules : null};
  const change: LayerChange = {op: "set", kind: "model", model: model.name, value};
  const isComplete = rules.every(({attribute}) => attribute.trim() !== "");
  const isChanged = JSON.stringify(rules) !== JSON.stringify(before);
  const check = useCheck(access, project.id, graph, isChanged && isComplete ? change : undefined);
  const save = async () => {
    const saved = await sending.send(() => saveChange(access, project, change));
    if (saved) onSaved(saved, `Row access of ${model.name}`);
  };
  const first = model.dimensions[0]?.name;
  return (
    <Form
      sending={sending}
      submit={project.git ? "Open a pull request" : "Save"}
      onSubmit={() => void save()}
    >
      {rules.map(({dimension, attribute}, i) => (
        <fieldset class="format" key={i}>
          <legend class="unseen">Rule {i + 1}</legend>
          <SelectField
            label="Only rows whose"
            value={dimension}
            onChange={name => set(i, {dimension: name})}
            choices={model.dimensions.map(({name, label}) => ({value: name, text: label ?? name}))}
          />
          <TextField
            label="is among their attribute"
            value={attribute}
            onInput={name => set(i, {attribute: name})}
            placeholder="region"
            required
            code
          />
          <div class="buttons">
            <Button
              label={`Remove rule ${i + 1}`}
              onClick={() => setRules(rules.filter((_, other) => other !== i))}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      {rules.length === 0 && <p>Everybody who may query the model gets all rows.</p>}
      {first !== undefined && (
        <div class="buttons">
          <Button onClick={() => setRules([...rules, {dimension: first, attribute: ""}])}>Add a rule</Button>
        </div>
      )}
      {isComplete && describeRowAccess({...model, rowAccess: rules}).map(words => <p key={words}>{words}</p>)}
      <CheckState check={check} />
    </Form>
  );
}
