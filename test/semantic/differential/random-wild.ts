import type {Query} from "../../../shared/semantic/query/query.ts";
import {nameOfDimension} from "../../../shared/semantic/query/selected-names.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";

/** The doubles that are not finite, by the index of the row that gets them. */
export const WILD: Readonly<Record<number, string>> = {0: "NaN", 1: "Infinity", 2: "-Infinity"};

const cases = Object.entries(WILD).map(([n, name]) => `when ${n} then cast('${name}' as double precision)`);
const SQL = `case n ${cases.join(" ")} else n * 1e0 end`;

/** Gives every model with numbers a dimension that has some values which are not finite. */
export function addWild({graph}: RandomLayer): void {
  for (const {dimensions} of graph.models) {
    if (dimensions.some(({name}) => name === "n")) dimensions.push({name: "wild", type: "number", sql: SQL});
  }
}

/** The same query with values that are not finite in some of its bins. */
export function withWild(chance: Chance, query: Query): Query {
  let found = query;
  for (const [i, entry] of (query.dimensions ?? []).entries()) {
    if (typeof entry === "string" || "of" in entry || !entry.field.endsWith(".n") || !chance.chance(0.5))
      continue;
    const wild = {...entry, field: entry.field.replace(/n$/, "wild")};
    const text = JSON.stringify({...found, dimensions: found.dimensions?.with(i, wild)});
    found = JSON.parse(text.replaceAll(`"${nameOfDimension(entry)}`, `"${nameOfDimension(wild)}`));
  }
  return found;
}

/** Whether bins with such values are in descending order, in which not every engine puts NaN first. */
export function isWildlyOrdered({orderBy = []}: Query): boolean {
  return orderBy.some(entry => /\.wild\.bin desc$/.test(entry));
}

export function isWild({dimensions}: Query): boolean {
  return (
    dimensions?.some(
      entry => typeof entry !== "string" && "field" in entry && entry.field.endsWith(".wild"),
    ) === true
  );
}
