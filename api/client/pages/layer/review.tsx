import {useState} from "preact/hooks";
import type {GraphNote} from "../../../../shared/ground/wire/catalog.ts";
import type {Dimension, Graph, Measure, Model} from "../../../../shared/semantic/documents.ts";
import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import {WithCode} from "../../parts/with-code.tsx";
import {
  type Change,
  changeDimension,
  changeMeasure,
  changeModel,
  joinsOf,
  withChange,
} from "./graph-edits.ts";

/** With more models than this the tree has a search. */
const SEARCHED_FROM = 12;
const TYPES = ["string", "number", "boolean", "date", "timestamp", "json"] as const;

interface Props {
  graph: Graph;
  notes: readonly GraphNote[];
  onGraph: (graph: Graph) => void;
  /** Models that are left out. */
  leftOut: ReadonlySet<string>;
  onLeftOut: (leftOut: ReadonlySet<string>) => void;
  faultAt: (pointer: string) => string | undefined;
}

/** A proposed layer as a tree: its models, their fields, their joins, and what a person should check. */
export function Review({graph, notes, onGraph, leftOut, onLeftOut, faultAt}: Props) {
  const [text, setText] = useState("");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = graph.models
    .map((model, index) => ({model, index}))
    .filter(({model}) =>
      words.every(word => `${model.name} ${model.label ?? ""}`.toLowerCase().includes(word)),
    );
  const general = notes.filter(note => !graph.models.some(({name}) => name === note.model));
  const set = (name: string, isIn: boolean) => {
    const next = new Set(leftOut);
    if (isIn) next.delete(name);
    else next.add(name);
    onLeftOut(next);
  };
  return (
    <>
      <Notes notes={general} />
      {graph.models.length >= SEARCHED_FROM && (
        <search class="input">
          <input
            type="search"
            aria-label="Search the models"
            placeholder="Search the models"
            value={text}
            onInput={event => setText(event.currentTarget.value)}
          />
        </search>
      )}
      <ul class="tree" aria-label="Proposed models">
        {shown.map(({model, index}) => (
          <ReviewedModel
            key={index}
            model={model}
            graph={graph}
            notes={notes.filter(note => note.model === model.name)}
            isIn={!leftOut.has(model.name)}
            onIn={isIn => set(model.name, isIn)}
            onModel={changed => onGraph(changeModel(graph, model.name, () => changed))}
            fault={faultAt(`/graph/models/${index}`)}
          />
        ))}
      </ul>
    </>
  );
}

function ReviewedModel({
  model,
  graph,
  notes,
  isIn,
  onIn,
  onModel,
  fault,
}: {
  model: Model;
  graph: Graph;
  notes: readonly GraphNote[];
  isIn: boolean;
  onIn: (isIn: boolean) => void;
  onModel: (model: Model) => void;
  fault: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const {name, label, dimensions, measures = [], table} = model;
  const joins = joinsOf(graph, name);
  const counts = [
    plural(dimensions.length, "dimension"),
    plural(measures.length, "measure"),
    ...(joins.length > 0 ? [plural(joins.length, "join")] : []),
  ].join(", ");
  return (
    <li class={isIn ? "" : "left-out"}>
      <input type="checkbox" aria-label={`Include ${name}`} checked={isIn} onChange={() => onIn(!isIn)} />
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <bdi>{label ?? name}</bdi> <span class="soft">{counts}</span>
          {notes.length > 0 && <span class="badge">{plural(notes.length, "note")}</span>}
          {fault !== undefined && <span class="badge bad">Mend this</span>}
        </summary>
        {isOpen && (
          <section class="model" aria-label={`Model ${name}`}>
            {fault !== undefined && (
              <p class="fault" role="alert">
                {fault}
              </p>
            )}
            <p class="soft">
              {"sql" in table ? (
                "Of a statement"
              ) : (
                <>
                  Of the table <bdi>{tableName(table)}</bdi>
                </>
              )}
            </p>
            <Notes notes={notes} />
            <TextField
              label={`Label of ${name}`}
              value={label ?? ""}
              placeholder={name}
              onInput={value => onModel(withChange(model, {label: value}))}
            />
            <h3>Dimensions</h3>
            <ul class="fields" aria-label={`Dimensions of ${name}`}>
              {dimensions.map(field => (
                <ReviewedDimension
                  key={field.name}
                  field={field}
                  onChange={change => onModel(changeDimension(model, field.name, change))}
                />
              ))}
            </ul>
            <h3>Measures</h3>
            <ul class="fields" aria-label={`Measures of ${name}`}>
              {measures.map(field => (
                <ReviewedMeasure
                  key={field.name}
                  field={field}
                  onChange={change => onModel(changeMeasure(model, field.name, change))}
                />
              ))}
            </ul>
            {joins.length > 0 && (
              <>
                <h3>Joins</h3>
                <ul aria-label={`Joins of ${name}`}>
                  {joins.map(({role, other, toMany, join}) => (
                    <li key={role}>
                      {toMany ? "Many of " : "One of "}
                      <bdi>{other}</bdi>{" "}
                      <span class="soft">
                        where{" "}
                        {join.on.map(({from, to}) => `${join.from}.${from} = ${join.to}.${to}`).join(" and ")}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        )}
      </details>
    </li>
  );
}

function ReviewedDimension({
  field,
  onChange,
}: {
  field: Dimension;
  onChange: (change: Change<Dimension>) => void;
}) {
  const {name, label = "", type, hidden = false} = field;
  return (
    <li class={hidden ? "left-out" : ""}>
      <bdi class="name">{name}</bdi>
      <TextField label="Label" value={label} placeholder={name} onInput={value => onChange({label: value})} />
      <SelectField
        label="Type"
        value={type}
        onChange={value => onChange({type: value})}
        choices={TYPES.map(value => ({value, text: value}))}
      />
      <CheckField
        label="Hidden"
        checked={hidden}
        onChange={isHidden => onChange({hidden: isHidden || undefined})}
      />
    </li>
  );
}

function ReviewedMeasure({field, onChange}: {field: Measure; onChange: (change: Change<Measure>) => void}) {
  const {name, label = "", type, hidden = false} = field;
  return (
    <li class={hidden ? "left-out" : ""}>
      <bdi class="name">{name}</bdi>
      <TextField label="Label" value={label} placeholder={name} onInput={value => onChange({label: value})} />
      <span class="soft">{type}</span>
      <CheckField
        label="Hidden"
        checked={hidden}
        onChange={isHidden => onChange({hidden: isHidden || undefined})}
      />
    </li>
  );
}

export function Notes({notes}: {notes: readonly GraphNote[]}) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes" aria-label="Notes">
      {notes.map(({message}) => (
        <li key={message}>
          <WithCode text={message} />
        </li>
      ))}
    </ul>
  );
}

function tableName({schema, name}: {schema?: string; name: string}): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}
