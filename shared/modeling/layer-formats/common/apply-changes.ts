import {isDeepStrictEqual} from "node:util";
import type {Graph, Join} from "../../../semantic/documents.ts";
import type {Plain, PlainMap} from "./document.ts";
import {WriteFault} from "./write-fault.ts";

/**
 * A change of a graph: `value` is merged into the existing part, and null removes a key (RFC 7396). `column` and `sql`
 * replace each other.
 */
export interface LayerChange {
  op: "set" | "remove";
  kind: "model" | "dimension" | "measure" | "join";
  model: string;
  /** The name of a field, or the role of a join. */
  name?: string;
  value?: Readonly<Record<string, unknown>>;
}

/** Validates a graph of unknown form; throws if it is invalid. */
export type GraphParser = (value: unknown) => Graph;

/** The graph with the changes applied. Throws `WriteFault`, or an error of `parse`. */
export function applyChanges(graph: Graph, changes: readonly LayerChange[], parse: GraphParser): Graph {
  return changes.reduce((made, change) => {
    const next =
      change.kind === "join"
        ? withJoin(made, change)
        : change.kind === "model"
          ? withModel(made, change)
          : withField(made, change);
    return parse(next);
  }, graph);
}

function withModel(graph: Graph, change: LayerChange): unknown {
  const {model, op} = change;
  const known = graph.models.find(({name}) => name === model);
  if (op === "remove") {
    if (!known) throw new WriteFault(`There is no model "${model}".`);
    const joins = graph.joins?.filter(({from, to}) => from !== model && to !== model) ?? [];
    const {rollups: all = [], ...others} = graph;
    const rollups = all.filter(one => one.model !== model);
    const models = graph.models.filter(one => one !== known);
    return {...others, models, joins, ...(rollups.length > 0 ? {rollups} : {})};
  }
  const made = merged(known, change, model);
  return {
    ...graph,
    models: known ? graph.models.map(one => (one === known ? made : one)) : [...graph.models, made],
  };
}

function withField(graph: Graph, change: LayerChange): unknown {
  const {kind, op} = change;
  const model = graph.models.find(({name}) => name === change.model);
  if (!model) throw new WriteFault(`There is no model "${change.model}".`);
  const name = nameOf(change);
  const list = kind === "dimension" ? "dimensions" : "measures";
  const fields: readonly {name: string}[] = model[list] ?? [];
  const known = fields.find(one => one.name === name);
  if (op === "remove" && !known) throw new WriteFault(`There is no ${kind} "${change.model}.${name}".`);
  const next =
    op === "remove"
      ? fields.filter(one => one !== known)
      : known
        ? fields.map(one => (one === known ? merged(known, change, name) : one))
        : [...fields, merged(undefined, change, name)];
  const {time, ...others} = model;
  // If the dimension that is the model's time is removed, the model has no time.
  const keeps = time === undefined || op !== "remove" || kind !== "dimension" || time !== name;
  const made = {...(keeps ? model : others), [list]: next};
  return {...graph, models: graph.models.map(one => (one === model ? made : one))};
}

function withJoin(graph: Graph, change: LayerChange): unknown {
  const joins = graph.joins ?? [];
  const role = nameOf(change);
  const known = joins.find(join => join.from === change.model && roleOf(join) === role);
  if (change.op === "remove") {
    if (!known) throw new WriteFault(`There is no join "${role}" of "${change.model}".`);
    return {...graph, joins: joins.filter(join => join !== known)};
  }
  const made = {from: change.model, ...merge(known, change.value ?? {})};
  return {...graph, joins: known ? joins.map(join => (join === known ? made : join)) : [...joins, made]};
}

export function roleOf({name, to}: Join): string {
  return name ?? to;
}

function nameOf({kind, name, value}: LayerChange): string {
  const identity = name ?? value?.["name"] ?? (kind === "join" ? value?.["to"] : undefined);
  if (typeof identity === "string") return identity;
  throw new WriteFault(`A change of a ${kind} needs its "name".`);
}

function merged(known: object | undefined, {value = {}}: LayerChange, name: string): object {
  const declaredName = value["name"];
  if (declaredName !== undefined && declaredName !== name)
    throw new WriteFault(
      `"${name}" cannot be given the name ${JSON.stringify(declaredName)}: remove it and add another one.`,
    );
  return {name, ...merge(known, value)};
}

/** https://www.rfc-editor.org/rfc/rfc7396, but of the first level only: lists and maps are replaced as a whole. */
function merge(known: object | undefined, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const made: Record<string, unknown> = {...known, ...value};
  // A field has one source: a given `column` or `sql` replaces the other.
  if (value["sql"] !== undefined && value["column"] === undefined) delete made["column"];
  if (value["column"] !== undefined && value["sql"] === undefined) delete made["sql"];
  for (const [key, one] of Object.entries(made)) if (one === null) delete made[key];
  return made;
}

/** Values to set in a map of a file, by dotted keys; `undefined` removes the key. */
export type Keys = Readonly<Record<string, Plain | undefined>>;

/** The keys whose values differ, with the new ones. */
export function changedKeys(before: Keys, after: Keys): [key: string, value: Plain | undefined][] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].flatMap((key): [string, Plain | undefined][] =>
    isDeepStrictEqual(before[key], after[key]) ? [] : [[key, after[key]]],
  );
}

/** Dotted keys as nested maps. */
export function nested(keys: Keys): PlainMap {
  const root: PlainMap = {};
  for (const [key, value] of Object.entries(keys)) {
    if (value === undefined) continue;
    const steps = key.split(".");
    const last = steps.pop() ?? key;
    let at = root;
    for (const step of steps) {
      const next = at[step];
      const inner: PlainMap = typeof next === "object" && next !== null && !Array.isArray(next) ? next : {};
      at[step] = inner;
      at = inner;
    }
    at[last] = value;
  }
  return root;
}
