import {useState} from "preact/hooks";
import type {Graph, Model} from "../../../../../shared/semantic/documents.ts";
import {AdminGate} from "../../../parts/access/admin-gate.tsx";
import {Button} from "../../../parts/button.tsx";
import {Dialog} from "../../../parts/dialog.tsx";
import {CheckField, SelectField, TextField} from "../../../parts/field.tsx";
import {Form, useSending} from "../../../parts/form.tsx";
import type {AdminAccess} from "../../../service/admin-access.ts";
import type {Project} from "../../../service/projects.ts";
import {type Saved, saveChange} from "../changes.ts";
import type {Use} from "../usage.ts";
import {UsedBy} from "../used-by.tsx";
import {FORMATS} from "../words.ts";
import {changeOf, type Draft, draftOf, type Edited, type Kind} from "./field-draft.ts";
import {CheckState, useCheck} from "./live-check.tsx";
import {SynonymsField} from "./synonyms-field.tsx";

const AGGREGATES = [
  {value: "count", text: "Number of rows"},
  {value: "count_distinct", text: "Number of different values"},
  {value: "sum", text: "Sum"},
  {value: "avg", text: "Average"},
  {value: "min", text: "Least"},
  {value: "max", text: "Greatest"},
  {value: "median", text: "Median"},
  {value: "number", text: "Calculated from other measures"},
] as const;
const TYPES = ["string", "number", "boolean", "date", "timestamp", "json"].map(value => ({
  value,
  text: value,
}));

interface Props {
  project: Project;
  graph: Graph;
  model: Model;
  edited: Edited;
  /** The uses of the field; empty until they are loaded. */
  uses: readonly Use[];
  onSaved: (saved: Saved, name: string) => void;
  /** Called to remove the field. */
  onRemove: () => void;
  onClose: () => void;
}

/**
 * The dialog that changes a field of a model, or adds one. The compiler and the warehouse check the field while the
 * person types.
 */
export function FieldDialog(props: Props) {
  const {edited, uses, onClose} = props;
  const title = edited.field ? `Change ${edited.field.name}` : `Add a ${edited.kind}`;
  return (
    <Dialog title={title} onClose={onClose}>
      {uses.length > 0 && (
        <details class="seldom">
          <summary>Used by {uses.length.toLocaleString()}</summary>
          <UsedBy uses={uses} isCut={false} />
        </details>
      )}
      <AdminGate why="To change the layer">{access => <FieldForm {...props} access={access} />}</AdminGate>
    </Dialog>
  );
}

function FieldForm({
  access,
  project,
  graph,
  model,
  edited,
  onSaved,
  onRemove,
}: Props & {access: AdminAccess}) {
  const {kind, field} = edited;
  const [draft, setDraft] = useState(() => draftOf(edited));
  const sending = useSending();
  const change = changeOf(model.name, edited, draft);
  const isChanged = change.op === "set" && Object.keys(change.value).length > 0 && draft.name.trim() !== "";
  const check = useCheck(access, project.id, graph, isChanged ? change : undefined);
  const set = (part: Partial<Draft>) => setDraft({...draft, ...part});
  const save = async () => {
    const saved = await sending.send(() => saveChange(access, project, change));
    if (saved) onSaved(saved, draft.name.trim());
  };
  return (
    <Form
      sending={sending}
      submit={project.git ? "Open a pull request" : "Save"}
      onSubmit={() => void save()}
      other={field && <Button onClick={onRemove}>Remove …</Button>}
    >
      {!field && (
        <TextField
          label="Name"
          value={draft.name}
          onInput={name => set({name})}
          required
          code
          hint={`Queries name it as ${model.name}.${draft.name || "…"}`}
        />
      )}
      <TextField label="Label" value={draft.label} onInput={label => set({label})} placeholder={draft.name} />
      <TextField
        label="Description"
        rows={2}
        value={draft.description}
        onInput={description => set({description})}
      />
      <SynonymsField
        value={draft.synonyms}
        onInput={synonyms => set({synonyms})}
        fault={sending.faultAt("/value/synonyms")}
      />
      <Definition kind={kind} draft={draft} set={set} isNew={!field} />
      <CheckState check={check} />
      <FormatFields draft={draft} set={set} />
      <CheckField
        label="Hidden"
        hint="The field is no longer offered. Content that uses it continues to work."
        checked={draft.hidden}
        onChange={hidden => set({hidden})}
      />
    </Form>
  );
}

function Definition({
  kind,
  draft,
  set,
  isNew,
}: {
  kind: Kind;
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  isNew: boolean;
}) {
  const isMeasure = kind === "measure";
  const offered: readonly {value: string; text: string}[] = isMeasure ? AGGREGATES : TYPES;
  const known = offered.some(({value}) => value === draft.type);
  const choices = known ? offered : [...offered, {value: draft.type, text: draft.type}];
  const needsColumn = !isMeasure || !["count", "number"].includes(draft.type);
  const needsSql = isMeasure && draft.type === "number";
  return (
    <details class="seldom" open={isNew}>
      <summary>Definition</summary>
      <SelectField
        label={isMeasure ? "Aggregate" : "Type"}
        value={draft.type}
        onChange={type => set({type})}
        choices={choices}
      />
      {needsColumn && (
        <TextField
          label="Column"
          code
          value={draft.column}
          onInput={column => set({column, sql: ""})}
          hint="A column of the model's table, or an expression below."
        />
      )}
      {(needsColumn || needsSql) && (
        <TextField
          label="Expression"
          code
          rows={2}
          value={draft.sql}
          onInput={sql => set({sql, column: ""})}
          hint={
            needsSql
              ? "Over measures, such as ${total} / ${count}"
              : "In the warehouse's SQL, such as ${amount} * 2. Write a dimension as ${…}."
          }
        />
      )}
      {isMeasure && draft.type !== "number" && (
        <TextField
          label="Only where"
          code
          value={draft.where}
          onInput={where => set({where})}
          hint="Such as ${status} = 'paid'"
        />
      )}
    </details>
  );
}

function FormatFields({draft, set}: {draft: Draft; set: (part: Partial<Draft>) => void}) {
  return (
    <div class="format">
      <SelectField
        label="Format"
        value={draft.style}
        onChange={style => set({style})}
        choices={[{value: "", text: "Default"}, ...FORMATS]}
      />
      {draft.style === "currency" && (
        <TextField
          label="Currency"
          value={draft.currency}
          onInput={currency => set({currency})}
          placeholder="EUR"
        />
      )}
      {draft.style !== "" && (
        <TextField
          label="Decimals"
          type="number"
          value={draft.decimals}
          onInput={decimals => set({decimals})}
        />
      )}
    </div>
  );
}
