import {type ColumnType, typeOf} from "../catalog-types.ts";
import type {Collected} from "./collect.ts";
import type {InputColumn} from "./grouped-block.ts";
import type {MeasureColumns} from "./measure-columns.ts";

/** The columns of a grouped query's input, in the order of the query. `dimensions` has the query's fields as keys. */
export function inputColumns(
  dimensions: ReadonlyMap<string, {name: string} & ColumnType>,
  {all}: MeasureColumns,
  {grains}: Collected,
): InputColumn[] {
  const bases = new Map(
    grains.map(({expression: {column, grain}}) => [`${column.field}.${grain}`, column.field]),
  );
  return [
    ...[...dimensions].map(
      ([field, column]): InputColumn => ({
        ...column,
        kind: "dimension",
        field,
        base: bases.get(field) ?? field,
      }),
    ),
    ...all.map(({entry, name, column, isNeverNull}): InputColumn => {
      const field = typeof entry === "string" ? entry : (entry.name ?? "");
      return {name, ...typeOf(column), kind: "measure", field, base: field, isNeverNull};
    }),
  ];
}
