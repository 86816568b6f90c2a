import {writeNumberIn} from "../dialects/numbers.ts";
import type {Plan} from "../plan/plan.ts";
import type {Writer} from "./writer.ts";

/** The entries of an order by a dimension of groups, of which `name` is the column. */
export function orderBy(
  writer: Writer,
  {labels}: Pick<Plan["dimensions"][number], "labels">,
  {name, descending = false}: {name: string; descending?: boolean},
): string[] {
  const keys = labels === undefined ? [name] : labelKeys(writer, name, labels.rest);
  return keys.map(key => writer.dialect.order(key, descending, key));
}

/**
 * Keys that put the labels of bins in the order of their bins, last the label itself: what is below all edges, then the
 * bins by their lower edges, what is above all numbers, NaN, and then the name of the rest.
 */
function labelKeys(writer: Writer, label: string, rest?: string): string[] {
  const {dialect} = writer;
  const text = (value: string) => dialect.literal({kind: "text", value});
  const number = writeNumberIn(dialect.name, label);
  const kinds = [
    `when ${label} is null then null`,
    ...(rest === undefined ? [] : [`when ${label} = ${writer.bind({kind: "text", value: rest})} then 5`]),
    `when ${label} = ${text("-Infinity")} then 0`,
    `when ${label} like ${text("< %")} then 1`,
    `when ${label} = ${text("Infinity")} then 3`,
    `when ${label} = ${text("NaN")} then 4`,
  ];
  return [`case ${kinds.join(" ")} else 2 end`, number, label];
}
