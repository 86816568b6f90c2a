import type {Field, LayerModel} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import type {BuiltRollup} from "./built.ts";
import {referencesOf} from "./needs.ts";
import type {PlannedRollup, planRollups} from "./planned-rollups.ts";

type Planned = ReturnType<typeof planRollups>;

/** A roll-up that was built from the layer as it is. */
export interface CurrentRollup {
  planned: PlannedRollup;
  built: BuiltRollup;
}

/** A planned roll-up with its build, or with the reason why it has none that can be read. */
export type RollupState = CurrentRollup | {planned: Planned[number]; why: string};

/** All roll-ups of a layer by size, those that are not built last. */
export function rollupStates(planned: Planned, built: readonly BuiltRollup[]): RollupState[] {
  const byName = new Map(built.map(one => [one.name, one]));
  const sizeOf = ({name}: {name: string}) => byName.get(name)?.rowCount ?? Number.POSITIVE_INFINITY;
  return planned
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
    .map(one => {
      const found = byName.get(one.name);
      if ("faults" in one) return {planned: one, why: "it no longer fits the layer"};
      if (found === undefined) return {planned: one, why: "it has not been built"};
      return found.signature === one.signature
        ? {planned: one, built: found}
        : {planned: one, why: "the layer has changed since it was built"};
    });
}

interface Placed extends CurrentRollup {
  /** The position among all by size. */
  place: number;
  keeps: ReadonlySet<LayerModel | Field>;
}

/** The roll-ups that were built from the layer as it is, by what they keep: their model, and the fields of columns. */
class KeptFields {
  /** By size. */
  readonly #keeping = new Map<LayerModel | Field, Placed[]>();

  constructor(states: readonly RollupState[]) {
    for (const [place, state] of states.entries()) {
      if ("why" in state) continue;
      const {plan} = state.planned;
      const fields = plan.dimensions.map(({reference}) => reference.field);
      const measures = state.planned.layerOver(state.built).measures.keys();
      const keeps = new Set([plan.model, ...fields, ...measures]);
      for (const one of keeps) {
        const keeping = this.#keeping.get(one) ?? [];
        keeping.push({...state, place, keeps});
        this.#keeping.set(one, keeping);
      }
    }
  }

  /** The roll-ups, by size, that keep all that one of the queries names: no other answers one of them. */
  forQueries(queries: readonly ResolvedQuery[]): CurrentRollup[] {
    const [first = [], ...others] = queries.map(query => this.#forQuery(query));
    if (others.length === 0) return first;
    const byPlace = new Map([first, ...others].flat().map(one => [one.place, one]));
    return [...byPlace.values()].sort((a, b) => a.place - b.place);
  }

  #forQuery(query: ResolvedQuery): Placed[] {
    const named = [query.base, ...fieldsOf(query)];
    let fewest: Placed[] | undefined;
    for (const one of named) {
      const keeping = this.#keeping.get(one) ?? [];
      if (fewest === undefined || keeping.length < fewest.length) fewest = keeping;
    }
    return (fewest ?? []).filter(({keeps}) => named.every(one => keeps.has(one)));
  }
}

/** The fields that a roll-up must keep to answer the query; those of aggregates of groups in place of these. */
function fieldsOf({dimensions, measures, where, always, having}: ResolvedQuery): Field[] {
  const named = [
    ...[...dimensions, ...measures].map(({reference}) => reference),
    ...[...where, ...always, ...having].flatMap(referencesOf),
  ];
  return named.flatMap(({field}) => {
    if (field.kind !== "measure" || field.nested === undefined) return [field];
    const {of, per} = field.nested;
    return [of, ...per].map(({reference}) => reference.field);
  });
}

const known = new WeakMap<Planned, {built: readonly BuiltRollup[]; kept: KeptFields}>();

/** The current roll-ups by their fields: made once for these plans, and again when there are other builds. */
export function keptFields(planned: Planned, built: readonly BuiltRollup[]): KeptFields {
  const last = known.get(planned);
  if (last?.built === built) return last.kept;
  const kept = new KeptFields(rollupStates(planned, built));
  known.set(planned, {built, kept});
  return kept;
}
