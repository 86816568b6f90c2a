import type {Plan} from "../plan/plan.ts";
import {SUBTOTAL} from "../resolve/subtotals.ts";
import {orderBy} from "./bins.ts";
import {type Select, writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

/** A select of groups, whose columns are their dimensions, their measures, and then further expressions to order by. */
interface Groups {
  select: Select;
  measures: readonly string[];
  ordered: readonly string[];
}

/**
 * The union of a plan's groups and its subtotals, which are from one dimension to all but the last. In the order of the
 * result, a subtotal follows the rows that it sums up.
 */
export function writeSubtotals(
  writer: Writer,
  plan: Plan,
  groups: readonly Groups[],
  limit: number | undefined,
): string {
  const own = (letter: string, list: readonly unknown[] | undefined) =>
    (list ?? []).map((_, i) => writer.own(`${letter}${i}`));
  const dimensions = own("d", plan.dimensions);
  const measures = own("x", groups[0]?.measures);
  const ordered = own("o", groups[0]?.ordered);
  const level = writer.own("level");
  const parts = groups.map(({select, measures: values, ordered: hidden}, i) => {
    const width = i === 0 ? dimensions.length : i;
    const blank = plan.dimensions
      .slice(width)
      .map(({type}, j) => `${writer.dialect.nullOf(type, false)} as ${dimensions[width + j]}`);
    const columns = [
      ...select.columns,
      ...blank,
      ...values.map((sql, j) => `${sql} as ${measures[j]}`),
      ...hidden.map((sql, j) => `${sql} as ${ordered[j]}`),
      `${width} as ${level}`,
    ];
    return writer.nameSelect("results", writeSelect({...select, columns}, "  "));
  });
  const all = [...dimensions, ...measures, ...ordered, level];
  const {keys, order} = orderOf(writer, plan, {dimensions, measures, ordered, level});
  const union = parts.map(name => `select ${all.join(", ")} from ${name}`).join("\n  union all\n  ");
  let from = writer.nameSelect("together", union);
  if (keys.length > 0) {
    from = writer.nameSelect("sorted", writeSelect({columns: [...all, ...keys], from}, "  "));
  }
  const names = [...plan.dimensions, ...plan.measures].map(({name}) => name ?? "");
  const columns = [...dimensions, ...measures].map((sql, i) => `${sql} as ${writer.alias(names[i] ?? "")}`);
  const select = writeSelect({columns: [...columns, `${level} as ${writer.alias(SUBTOTAL)}`], from}, "");
  const tail = limit === undefined ? "" : `\nlimit ${limit}`;
  return `${select}\norder by ${order.join(", ")}${tail}`;
}

interface Columns {
  dimensions: readonly string[];
  measures: readonly string[];
  ordered: readonly string[];
  level: string;
}

/**
 * The order by one dimension, within the order by the dimensions before it: by its value, or by a measure of the value's
 * subtotal, which the rows then have as a further column (`keys`).
 */
function orderOf(
  writer: Writer,
  plan: Plan,
  {dimensions, measures, ordered, level}: Columns,
): {keys: string[]; order: string[]} {
  const {dialect} = writer;
  const keys: string[] = [];
  const order: string[] = [];
  for (const [i, dimension] of dimensions.entries()) {
    const width = i + 1;
    const isLast = width === dimensions.length;
    const same = dimensions.slice(0, width).join(", ");
    let hidden = 0;
    let isNamed = false;
    for (const {by, descending} of plan.order) {
      if (by === width) isNamed = true;
      const index = typeof by === "number" ? by - 1 - dimensions.length : -1;
      const measure = typeof by === "number" ? measures[index] : ordered[hidden++];
      let key = by === width ? dimension : measure;
      if (key === undefined) continue;
      if (!isLast && by !== width) {
        const type = typeof by === "number" ? plan.measures[index]?.type : "field" in by ? by.field.type : "";
        const max = type === "boolean" ? (dialect.truths?.max ?? "max") : "max";
        const name = writer.own(`s${keys.length}`);
        keys.push(
          `${max}(case when ${level} = ${width} then ${key} end) over (partition by ${same}) as ${name}`,
        );
        key = name;
      }
      order.push(
        ...(by === width
          ? orderBy(writer, plan.dimensions[i] ?? {}, {name: key, descending})
          : [dialect.order(key, descending, key)]),
      );
    }
    if (!isNamed) order.push(...orderBy(writer, plan.dimensions[i] ?? {}, {name: dimension}));
    if (!isLast) order.push(`case when ${level} = ${width} then 1 else 0 end`);
  }
  return {keys, order};
}
