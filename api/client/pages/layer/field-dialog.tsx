import {useEffect, useState} from "preact/hooks";
import type {Dimension, Graph, Measure, Model} from "../../../../shared/semantic/documents.ts";
import {Refusal} from "../../api.ts";
import {AdminGate} from "../../parts/admin-gate.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {messageOf} from "../../parts/failed.tsx";
import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import type {Project} from "../../service/projects.ts";
import {checkChange, type LayerChange, type Saved, saveChange} from "./changes.ts";
import type {Use} from "./usage.ts";
import {UsedBy} from "./used-by.tsx";
import {FORMATS} from "./words.ts";

/** Debounce: how long nothing more must be typed before the compiler is asked. */
const PAUSE_MS = 500;

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

type Kind = "dimension" | "measure";

/** What a field's dialog is about: a field that is there, or a new one. */
export interface Edited {
  kind: Kind;
  field?: Dimension | Measure;
}

interface Draft {
  name: string;
  label: string;
  description: string;
  style: string;
  currency: string;
  decimals: string;
  hidden: boolean;
  type: string;
  /** A column, or an expression. */
  column: string;
  sql: string;
  where: string;
}

function draftOf({kind, field}: Edited): Draft {
  const {label = "", description = "", format, hidden = false} = field ?? {};
  return {
    name: field?.name ?? "",
    label,
    description,
    style: format?.style ?? "",
    currency: format?.currency ?? "",
    decimals: format?.decimals === undefined ? "" : String(format.decimals),
    hidden,
    type: field?.type ?? (kind === "measure" ? "sum" : "string"),
    column: field?.column ?? "",
    sql: field?.sql ?? "",
    where: field && "where" in field ? (field.where ?? "") : "",
  };
}

/** The change that turns the field into the draft: only keys that differ. */
function changeOf(model: string, {kind, field}: Edited, draft: Draft): LayerChange {
  const before = draftOf({kind, ...(field && {field})});
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const format = draft.style
    ? {
        style: draft.style,
        ...(draft.style === "currency" && draft.currency && {currency: draft.currency.toUpperCase()}),
        ...(draft.decimals !== "" && {decimals: Number(draft.decimals)}),
      }
    : null;
  const isFormatKept = (["style", "currency", "decimals"] as const).every(key => draft[key] === before[key]);
  const value = {
    ...(draft.type !== before.type || !field ? {type: draft.type} : {}),
    ...(draft.label !== before.label && {label: orNull(draft.label)}),
    ...(draft.description !== before.description && {description: orNull(draft.description)}),
    ...(draft.hidden !== before.hidden && {hidden: draft.hidden || null}),
    ...(!isFormatKept && {format}),
    ...(draft.column !== before.column && {column: orNull(draft.column)}),
    ...(draft.sql !== before.sql && {sql: orNull(draft.sql)}),
    ...(draft.where !== before.where && {where: orNull(draft.where)}),
  };
  // A new field has no keys to take away.
  const set = field ? value : Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
  return {op: "set", kind, model, name: draft.name.trim(), value: set};
}

interface Props {
  project: Project;
  graph: Graph;
  model: Model;
  edited: Edited;
  /** What asks the field, if it is known yet. */
  uses: readonly Use[];
  onSaved: (saved: Saved, name: string) => void;
  onClose: () => void;
}

/** Edits a field of a model, or adds one. The compiler and the warehouse check it as one types. */
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

function FieldForm({access, project, graph, model, edited, onSaved}: Props & {access: AdminAccess}) {
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
    >
      {!field && (
        <TextField
          label="Name"
          value={draft.name}
          onInput={name => set({name})}
          required
          code
          hint={`Queries ask for ${model.name}.${draft.name || "…"}`}
        />
      )}
      <TextField label="Label" value={draft.label} onInput={label => set({label})} placeholder={draft.name} />
      <TextField
        label="Description"
        rows={2}
        value={draft.description}
        onInput={description => set({description})}
      />
      <Definition kind={kind} draft={draft} set={set} isNew={!field} />
      <CheckState check={check} />
      <FormatFields draft={draft} set={set} />
      <CheckField
        label="Hidden"
        hint="Nobody is offered it; what uses it already goes on."
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
      <summary>How it is computed</summary>
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
          hint="Of the model's table. Or an expression, below."
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
              : "In the warehouse's SQL, such as ${amount} * 2. A dimension stands in ${…}."
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
        choices={[{value: "", text: "As it is"}, ...FORMATS]}
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

interface Check {
  state: "none" | "checking" | "good" | "bad";
  words: string;
  broken: readonly {id: string; name: string; resourceType: string; message: string}[];
}

const NO_CHECK: Check = {state: "none", words: "", broken: []};

/** Asks for a dry run of the change, whenever it has not changed for a moment. */
function useCheck(
  access: AdminAccess,
  projectId: string,
  graph: Graph,
  change: LayerChange | undefined,
): Check {
  const [check, setCheck] = useState(NO_CHECK);
  const text = change && JSON.stringify(change);
  useEffect(() => {
    if (!change) return setCheck(NO_CHECK);
    const controller = new AbortController();
    setCheck({state: "checking", words: "Checking …", broken: []});
    const timer = setTimeout(() => {
      checkChange(access, projectId, graph, change, controller.signal).then(
        ({broken}) =>
          setCheck({
            state: broken.length > 0 ? "bad" : "good",
            words:
              broken.length > 0
                ? "This would break what is saved:"
                : "It compiles, and the warehouse takes it.",
            broken,
          }),
        (error: unknown) => {
          if (!controller.signal.aborted) setCheck({state: "bad", words: wordsOf(error), broken: []});
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return check;
}

function wordsOf(error: unknown): string {
  if (error instanceof Refusal && error.faults.length > 0)
    return error.faults.map(({message}) => message).join(" ");
  return messageOf(error);
}

function CheckState({check: {state, words, broken}}: {check: Check}) {
  return (
    <div role="status" class={`check-state ${state}`}>
      {words}
      {broken.length > 0 && (
        <ul>
          {broken.map(({id, resourceType, name, message}) => (
            <li key={id}>
              {resourceType} <bdi>{name}</bdi>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
