import {useState} from "preact/hooks";
import type {GraphNote} from "../../../../shared/core/wire/catalog.ts";
import type {Graph, Model} from "../../../../shared/semantic/documents.ts";
import {Button} from "../../parts/button.tsx";
import {TextField} from "../../parts/field.tsx";
import {WithCode} from "../../parts/with-code.tsx";
import {
  changeDimension,
  changeMeasure,
  changeModel,
  joinsOf,
  renameField,
  renameModel,
  withChange,
  withProposal,
} from "./graph-edits.ts";
import {NameField, ReviewedDimension, ReviewedMeasure} from "./reviewed-field.tsx";
import {describeNote, describeSource, plural} from "./words.ts";

/** From this number of models on, the tree has a search. */
const SEARCHED_FROM = 12;

interface Props {
  graph: Graph;
  notes: readonly GraphNote[];
  onGraph: (graph: Graph) => void;
  /** The indexes of the models that are left out. */
  leftOut: ReadonlySet<number>;
  onLeftOut: (leftOut: ReadonlySet<number>) => void;
  faultAt: (pointer: string) => string | undefined;
}

/** A proposed layer as a tree: its models, their fields, their joins, and what a person should check. */
export function Review({graph, notes, onGraph, leftOut, onLeftOut, faultAt}: Props) {
  const [text, setText] = useState("");
  const [taken, setTaken] = useState<ReadonlySet<GraphNote>>(new Set());
  // Notes refer to models by their proposed names, which the person may have changed since.
  const [proposed] = useState(() => graph.models.map(({name}) => name));
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const takesOf = (model: string) => ({
    isTaken: (note: GraphNote) => taken.has(note),
    onTake: (note: GraphNote) => {
      setTaken(new Set([...taken, note]));
      onGraph(withProposal(graph, {...note, model}));
    },
  });
  const setIncluded = (index: number, isIncluded: boolean) => {
    const next = new Set(leftOut);
    if (isIncluded) next.delete(index);
    else next.add(index);
    onLeftOut(next);
  };
  // Models that are left out are not sent, so the indexes in faults do not count them.
  let sent = 0;
  const models = graph.models.map((model, index) => ({
    model,
    index,
    fault: leftOut.has(index) ? undefined : faultAt(`/graph/models/${sent++}`),
  }));
  const shown = models.filter(({model: {name, label = ""}}) =>
    words.every(word => `${name} ${label}`.toLowerCase().includes(word)),
  );
  return (
    <>
      <Notes notes={notes.filter(({model}) => !proposed.includes(model))} {...takesOf("")} />
      {models.length >= SEARCHED_FROM && (
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
        {shown.map(({model, index, fault}) => (
          <ReviewedModel
            key={index}
            model={model}
            graph={graph}
            notes={notes.filter(note => note.model === proposed[index])}
            isIncluded={!leftOut.has(index)}
            onInclude={isIncluded => setIncluded(index, isIncluded)}
            onModel={changed => onGraph(changeModel(graph, model.name, () => changed))}
            onRename={name => onGraph(renameModel(graph, model.name, name))}
            fault={fault}
            takes={takesOf(model.name)}
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
  isIncluded,
  onInclude,
  onModel,
  onRename,
  fault,
  takes,
}: {
  model: Model;
  graph: Graph;
  notes: readonly GraphNote[];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
  onModel: (model: Model) => void;
  onRename: (name: string) => void;
  fault: string | undefined;
  takes: Pick<Parameters<typeof Notes>[0], "isTaken" | "onTake">;
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
    <li class={isIncluded ? "" : "left-out"}>
      <input
        type="checkbox"
        aria-label={`Include ${name}`}
        checked={isIncluded}
        onChange={() => onInclude(!isIncluded)}
      />
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <bdi>{label ?? name}</bdi> <span class="soft">{counts}</span>
          {notes.length > 0 && <span class="badge">{plural(notes.length, "note")}</span>}
          {fault !== undefined && <span class="badge bad">Correct this</span>}
          {!isIncluded && <span class="badge">left out</span>}
        </summary>
        {isOpen && (
          <section class="model" aria-label={`Model ${name}`}>
            {fault !== undefined && (
              <p class="fault" role="alert">
                {fault}
              </p>
            )}
            <p class="soft">
              Of <bdi>{describeSource(table)}</bdi>
            </p>
            <Notes notes={notes} {...takes} />
            <NameField label="Name of the model" name={name} onName={onRename} />
            <TextField
              label="Label of the model"
              value={label ?? ""}
              placeholder={name}
              onInput={value => onModel(withChange(model, {label: value}))}
            />
            <h3>Dimensions</h3>
            <ul class="fields" aria-label={`Dimensions of ${name}`}>
              {dimensions.map((field, i) => (
                <ReviewedDimension
                  // The key is not the name, because a name changes while it is typed.
                  key={i}
                  onRename={after => onModel(renameField(model, field.name, after))}
                  field={field}
                  onChange={change => onModel(changeDimension(model, field.name, change))}
                />
              ))}
            </ul>
            <h3>Measures</h3>
            <ul class="fields" aria-label={`Measures of ${name}`}>
              {measures.map((field, i) => (
                <ReviewedMeasure
                  // The key is not the name, because a name changes while it is typed.
                  key={i}
                  onRename={after => onModel(renameField(model, field.name, after))}
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

/** Notes, with a button for each that proposes something. */
function Notes({
  notes,
  isTaken,
  onTake,
}: {
  notes: readonly GraphNote[];
  isTaken: (note: GraphNote) => boolean;
  onTake: (note: GraphNote) => void;
}) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes" aria-label="Notes">
      {notes.map(note => (
        <li key={note.message}>
          <WithCode text={describeNote(note)} />{" "}
          {note.proposes &&
            (isTaken(note) ? (
              <span class="badge good">Taken</span>
            ) : (
              <Button
                look="quiet"
                label={`${actOf(note)}: ${note.field ?? note.model}`}
                onClick={() => onTake(note)}
              >
                {actOf(note)}
              </Button>
            ))}
        </li>
      ))}
    </ul>
  );
}

function actOf({proposes = {}}: GraphNote): string {
  if (proposes.join) return "Join them";
  if (proposes.measure) return "Add the measure";
  return proposes.dimension?.format ? "Add the share" : `Make it a ${proposes.dimension?.type ?? "date"}`;
}
