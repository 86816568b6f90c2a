import type {Rank} from "../dialects/dialect.ts";
import {nameOwn} from "./branch-source.ts";
import {writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

/** Rows to be grouped by the dimensions, with the input of each measure: `undefined` for a count of rows. */
export interface GroupedRows {
  from: string;
  where: string;
  dimensions: string[];
  inputs: readonly (string | undefined)[];
}

/** Adds to rows the rank of each value within its group, for the inputs whose aggregates are computed from ranks. */
export function withRanks(
  writer: Writer,
  rows: GroupedRows,
  isRanked: readonly boolean[],
  pad: string,
): GroupedRows & {ranks: (Rank | undefined)[]} {
  const inner = `${pad}  `;
  const dimensions = rows.dimensions.map((_, i) => writer.own(`d${i}`));
  const columns = rows.dimensions.map((sql, i) => nameOwn(sql, dimensions[i]!));
  const group = rows.dimensions.length > 0 ? `partition by ${rows.dimensions.join(", ")}` : "";
  const names = new Map<string, string>();
  const inputs = rows.inputs.map(input => {
    if (input === undefined) return undefined;
    const name = names.get(input) ?? writer.own(`i${names.size}`);
    if (!names.has(input)) columns.push(nameOwn(input, name));
    names.set(input, name);
    return name;
  });
  const ranked = new Set<string>();
  const ranks = rows.inputs.map((input, i) => {
    const name = inputs[i];
    if (!isRanked[i] || input === undefined || name === undefined) return undefined;
    const number = [...names.values()].indexOf(name);
    const rank = {place: writer.own(`r${number}`), count: writer.own(`n${number}`)};
    if (!ranked.has(name)) {
      const order = `order by ${writer.dialect.order(input, false, input)}`;
      const over = group === "" ? order : `${group} ${order}`;
      columns.push(
        `row_number() over (${over}) as ${rank.place}`,
        `count(${input}) over (${group}) as ${rank.count}`,
      );
    }
    ranked.add(name);
    return rank;
  });
  const select = writeSelect({columns, from: rows.from, where: rows.where}, inner);
  return {
    from: `(\n${inner}${select}\n${pad}) as ${writer.own("ranked")}`,
    where: "",
    dimensions,
    inputs,
    ranks,
  };
}
