import type {Join} from "../../../shared/semantic/layer/join.ts";
import {
  addRatios,
  addRowAccess,
  addVersions,
  addWindowsAbove,
  type Chance,
  type RandomLayer,
  randomModel,
  randomRows,
  tables,
  versionRows,
  withCalendar,
} from "./random-layer.ts";

/**
 * Several facts that share dimensions. One of the dimensions is joined to a coarser dimension, to which some facts are
 * also joined directly. Queries name only models, and the compiler searches the join paths.
 */
export function randomStar(chance: Chance): RandomLayer {
  const facts = 2 + chance.below(2);
  const dimensions = 1 + chance.below(2);
  const coarse = facts + dimensions;
  const count = coarse + 1;
  const models = Array.from({length: count}, (_, i) => randomModel(chance, `t${i}`));
  const joins: Join[] = [];
  const join = (from: number, to: number) => {
    joins.push({
      from: `t${from}`,
      to: `t${to}`,
      relationship: "many_to_one",
      on: [{from: `f${to}`, to: "id"}],
    });
  };
  for (let fact = 0; fact < facts; fact++) {
    const before = joins.length;
    for (let to = facts; to < coarse; to++) if (chance.chance(0.7)) join(fact, to);
    if (joins.length === before || chance.chance(0.5)) join(fact, coarse);
    if (fact > 0 && chance.chance(0.3)) join(fact, fact - 1);
  }
  for (let from = facts; from < coarse; from++) if (from === facts || chance.chance(0.3)) join(from, coarse);
  const versions = chance.chance(0.3) ? addVersions(chance, models, joins) : undefined;
  addRowAccess(chance, models, joins);
  addWindowsAbove(chance, models, joins);
  addRatios(chance, models, joins);
  const rows = new Map(models.map(model => [model.name, randomRows(chance, count)]));
  if (versions !== undefined) rows.set(versions, versionRows(chance, count));
  return withCalendar({graph: {models, joins}, rows, data: tables(rows, count), isSearched: true});
}
