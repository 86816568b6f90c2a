import {useState} from "preact/hooks";
import type {Model} from "../../../../../shared/semantic/documents.ts";
import {AdminGate} from "../../../parts/access/admin-gate.tsx";
import {Dialog} from "../../../parts/dialog.tsx";
import {CheckField, TextField} from "../../../parts/field.tsx";
import {Form, useSending} from "../../../parts/form.tsx";
import type {AdminAccess} from "../../../service/admin-access.ts";
import type {Project} from "../../../service/projects.ts";
import {type Saved, saveChange} from "../changes.ts";
import {synonymsIn} from "./field-draft.ts";
import {SynonymsField} from "./synonyms-field.tsx";

interface Props {
  project: Project;
  model: Model;
  onSaved: (saved: Saved, name: string) => void;
  onClose: () => void;
}

/** The dialog that changes a model's label, description and synonyms, or hides the model. */
export function ModelDialog(props: Props) {
  return (
    <Dialog title={`Change ${props.model.name}`} onClose={props.onClose}>
      <AdminGate why="To change the layer">{access => <ModelForm {...props} access={access} />}</AdminGate>
    </Dialog>
  );
}

function ModelForm({access, project, model, onSaved}: Props & {access: AdminAccess}) {
  const [label, setLabel] = useState(model.label ?? "");
  const [description, setDescription] = useState(model.description ?? "");
  const [synonyms, setSynonyms] = useState(model.synonyms?.join(", ") ?? "");
  const [hidden, setHidden] = useState(model.hidden ?? false);
  const sending = useSending();
  const save = async () => {
    const value = {
      label: label.trim() || null,
      description: description.trim() || null,
      synonyms: synonymsIn(synonyms),
      hidden: hidden || null,
    };
    const change = {op: "set", kind: "model", model: model.name, value} as const;
    const saved = await sending.send(() => saveChange(access, project, change));
    if (saved) onSaved(saved, model.name);
  };
  return (
    <Form
      sending={sending}
      submit={project.git ? "Open a pull request" : "Save"}
      onSubmit={() => void save()}
    >
      <TextField label="Label" value={label} onInput={setLabel} placeholder={model.name} />
      <TextField label="Description" rows={3} value={description} onInput={setDescription} />
      <SynonymsField value={synonyms} onInput={setSynonyms} fault={sending.faultAt("/value/synonyms")} />
      <CheckField
        label="Hidden"
        hint="The model is no longer offered. Content that uses it continues to work."
        checked={hidden}
        onChange={setHidden}
      />
    </Form>
  );
}
