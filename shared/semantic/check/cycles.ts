import type {Field, Layer} from "../layer/layer.ts";
import {fragmentReferences} from "../sql-fragment/check.ts";

const searches = new WeakMap<Layer, CycleSearch>();

/**
 * A path of references from a field back to itself, both ends included; `undefined` for a field that does not refer to
 * itself, directly or through others. For all fields of a layer together the search takes one step per field and
 * reference, because a worker checks the layers of all organizations.
 */
export function cycleOf(layer: Layer, start: Field): readonly Field[] | undefined {
  let search = searches.get(layer);
  if (search === undefined) {
    search = new CycleSearch(layer);
    searches.set(layer, search);
  }
  const groups = search.cyclesFrom(start);
  const group = groups.get(start);
  if (group === undefined) return undefined;
  const before = new Map<Field, Field>();
  const waiting = [start];
  for (const field of waiting) {
    for (const next of referenced(layer, field)) {
      if (next === start) return pathTo(field, start, before);
      if (groups.get(next) !== group || before.has(next)) continue;
      before.set(next, field);
      waiting.push(next);
    }
  }
  return undefined;
}

function pathTo(last: Field, start: Field, before: ReadonlyMap<Field, Field>): Field[] {
  const path = [start];
  for (let field: Field | undefined = last; field !== undefined && field !== start; field = before.get(field))
    path.push(field);
  return [start, ...path.reverse()];
}

interface Step {
  field: Field;
  references: readonly Field[];
  next: number;
}

/** Tarjan's algorithm for strongly connected components, without recursion: chains of references can be long. */
class CycleSearch {
  readonly #indexes = new Map<Field, number>();
  readonly #lowLinks = new Map<Field, number>();
  readonly #open: Field[] = [];
  readonly #isOpen = new Set<Field>();
  readonly #groups = new Map<Field, number>();

  constructor(readonly layer: Layer) {}

  /**
   * The fields in cycles among all fields visited so far, including those that `start` leads to. Fields with the same
   * number are in one cycle.
   */
  cyclesFrom(start: Field): ReadonlyMap<Field, number> {
    if (!this.#indexes.has(start)) this.#from(start);
    return this.#groups;
  }

  #from(start: Field): void {
    const steps = [this.#enter(start)];
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      const next = step.references[step.next++];
      if (next === undefined) {
        steps.pop();
        this.#leave(step, steps.at(-1)?.field);
      } else if (!this.#indexes.has(next)) steps.push(this.#enter(next));
      else if (this.#isOpen.has(next)) this.#lowerLink(step.field, this.#indexes.get(next)!);
    }
  }

  #enter(field: Field): Step {
    const index = this.#indexes.size;
    this.#indexes.set(field, index);
    this.#lowLinks.set(field, index);
    this.#open.push(field);
    this.#isOpen.add(field);
    return {field, references: referenced(this.layer, field), next: 0};
  }

  #leave({field, references}: Step, before: Field | undefined): void {
    const lowLink = this.#lowLinks.get(field)!;
    if (before !== undefined) this.#lowerLink(before, lowLink);
    if (lowLink !== this.#indexes.get(field)) return;
    const group = this.#open.splice(this.#open.lastIndexOf(field));
    for (const each of group) this.#isOpen.delete(each);
    if (group.length > 1 || references.includes(field))
      for (const each of group) this.#groups.set(each, lowLink);
  }

  #lowerLink(field: Field, index: number): void {
    this.#lowLinks.set(field, Math.min(this.#lowLinks.get(field)!, index));
  }
}

function referenced(layer: Layer, field: Field): Field[] {
  const {model, source} = field;
  if (source.sql === undefined) return [];
  return fragmentReferences(source.sql).flatMap(name => {
    const own = model.fields.get(name);
    if (own !== undefined) return [own];
    const [target, rest, ...more] = name.split(".");
    if (target === undefined || rest === undefined || more.length > 0) return [];
    const other = layer.models.get(target) ?? model.edgesNamed(target)[0]?.to;
    return other?.fields.get(rest) ?? [];
  });
}
