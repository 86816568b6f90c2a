import {isDeepStrictEqual} from "node:util";
import type {Graph, Join, Model} from "../../semantic/documents.ts";

/**
 * The names of the parts that differ: `orders`, `orders.revenue`, `orders → customers`, `roll-up orders_daily`,
 * `calendar`.
 */
export interface GraphDiff {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Compares `next` with `current`. A model that was added or removed is listed by its own name alone. */
export function diffGraphs(current: Graph, next: Graph): GraphDiff {
  const diff: GraphDiff = {added: [], changed: [], removed: []};
  compare(diff, byName(current.models), byName(next.models), (name, before, after) => {
    if (!isDeepStrictEqual(bare(before), bare(after))) diff.changed.push(name);
    compare(diff, fieldsOf(before), fieldsOf(after), (field, one, other) => {
      if (!isDeepStrictEqual(one, other)) diff.changed.push(field);
    });
  });
  compare(diff, joinsOf(current), joinsOf(next), (name, before, after) => {
    if (!isDeepStrictEqual(before, after)) diff.changed.push(name);
  });
  const calendarOf = ({calendar}: Graph) => new Map(calendar ? [["calendar", calendar]] : []);
  compare(diff, calendarOf(current), calendarOf(next), (name, before, after) => {
    if (!isDeepStrictEqual(before, after)) diff.changed.push(name);
  });
  compare(diff, rollupsOf(current), rollupsOf(next), (name, before, after) => {
    if (!isDeepStrictEqual(before, after)) diff.changed.push(name);
  });
  return diff;
}

function compare<T>(
  diff: GraphDiff,
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  both: (name: string, before: T, after: T) => void,
): void {
  for (const [name, one] of before) {
    const other = after.get(name);
    if (other === undefined) diff.removed.push(name);
    else both(name, one, other);
  }
  for (const name of after.keys()) if (!before.has(name)) diff.added.push(name);
}

function byName(models: readonly Model[]): Map<string, Model> {
  return new Map(models.map(model => [model.name, model]));
}

function bare({dimensions: _, measures: __, ...model}: Model): object {
  return model;
}

function fieldsOf({name, dimensions, measures = []}: Model): Map<string, object> {
  const fields: {name: string}[] = [...dimensions, ...measures];
  return new Map(fields.map(field => [`${name}.${field.name}`, field]));
}

function joinsOf({joins = []}: Graph): Map<string, Join> {
  return new Map(
    joins.map(join => {
      const {from, to, name = to} = join;
      return [name === to ? `${from} → ${to}` : `${from} → ${name} (${to})`, join];
    }),
  );
}

function rollupsOf({rollups = []}: Graph): Map<string, object> {
  return new Map(rollups.map(rollup => [`roll-up ${rollup.name}`, rollup]));
}
