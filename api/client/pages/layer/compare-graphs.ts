import type {Graph, Model} from "../../../../shared/semantic/documents.ts";
import {roleOf} from "./graph-edits.ts";

/** One difference between two versions of a layer. */
export interface Difference {
  how: "added" | "removed" | "changed";
  /** As in "orders.total", or "the join from orders to customers". */
  what: string;
  /** For `changed`: each key that differs, with its value before and after. */
  keys: {key: string; before: string; after: string}[];
}

/** The differences from `before` to `after`, model by model. */
export function compareGraphs(before: Graph, after: Graph): Difference[] {
  return [
    ...compareNamed(named(before.models), named(after.models), "the model "),
    ...pairs(before.models, after.models).flatMap(([old, made]) => compareFields(old, made)),
    ...compareNamed(joins(before), joins(after), ""),
    ...compareNamed(named(before.rollups), named(after.rollups), "the roll-up "),
    ...compareNamed(calendar(before), calendar(after), ""),
  ];
}

type Named = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The parts by name, without dimensions and measures, which are compared one by one. */
function named(things: readonly ({name: string} & Record<string, unknown>)[] = []): Named {
  return new Map(things.map(({dimensions, measures, ...thing}) => [thing.name as string, thing]));
}

function joins({joins: all = []}: Graph): Named {
  return new Map(all.map(join => [`the join from ${join.from} to ${roleOf(join)}`, {...join}]));
}

function calendar({calendar: one}: Graph): Named {
  return new Map(one ? [["the calendar", {...one}]] : []);
}

function pairs(before: readonly Model[], after: readonly Model[]): [Model, Model][] {
  const old = new Map(before.map(model => [model.name, model]));
  return after.flatMap(model => {
    const one = old.get(model.name);
    return one ? [[one, model] as [Model, Model]] : [];
  });
}

function compareFields(before: Model, after: Model): Difference[] {
  return [
    ...compareNamed(named(before.dimensions), named(after.dimensions), `${after.name}.`),
    ...compareNamed(named(before.measures), named(after.measures), `${after.name}.`),
  ];
}

function compareNamed(before: Named, after: Named, prefix: string): Difference[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name): Difference[] => {
    const [old, made] = [before.get(name), after.get(name)];
    const what = prefix + name;
    if (!old) return [{how: "added", what, keys: []}];
    if (!made) return [{how: "removed", what, keys: []}];
    const keys = compareKeys(old, made);
    return keys.length > 0 ? [{how: "changed", what, keys}] : [];
  });
}

function compareKeys(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap(key => {
    const [old, made] = [written(before[key]), written(after[key])];
    return old === made ? [] : [{key, before: old, after: made}];
  });
}

function written(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
