import type {Measure} from "../../../semantic/documents.ts";
import {aggregated, splitAggregates} from "./aggregates.ts";
import type {BuiltModel} from "./built-model.ts";
import type {GraphBuilder} from "./graph-builder.ts";
import {freeName} from "./names.ts";
import type {Place} from "./notes.ts";

/**
 * The measure for an expression over measures or aggregates: an aggregate alone, or a number whose aggregates become
 * hidden measures.
 */
export function measureOver(
  sql: string,
  {name, model, place}: {name: string; model: BuiltModel; place: Place},
  builder: GraphBuilder,
  sourceOf: (expr: string) => {column: string} | {sql: string},
): Omit<Measure, "name"> {
  const pieces = splitAggregates(sql);
  if (!pieces) return {type: "number", sql};
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === "object") return aggregated(only, sourceOf);
  const taken = new Set([...model.dimensions, ...model.measures].map(field => field.name));
  const text = pieces.map(piece => {
    if (typeof piece === "string") return piece;
    const part = freeName(`${name}__${piece.type}`, taken);
    builder.addMeasure(model, {name: part, ...aggregated(piece, sourceOf), hidden: true}, place);
    return `\${${part}}`;
  });
  return {type: "number", sql: text.join("").trim()};
}
