import type {Branch} from "../../plan/plan.ts";
import {nameOwn, writeNamed, writePlaced} from "../branch-source.ts";
import {writeInput} from "../field.ts";
import {nameParts, partsOf, writeCombined, writeOnlyWhole} from "../partial-aggregates.ts";
import {nameTables, writeConditions, writeFrom} from "../scope.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";

/**
 * Names a select of a branch's rows grouped by all of its dimensions. Two sets of groups are aggregated from it, so
 * that the rows are read once: the groups among which `top` chooses, and the groups of the branch, in which all values
 * that `top` does not keep are one group.
 */
export function nameChosenRows(writer: Writer, branch: Branch, named: NonNullable<Branch["named"]>): void {
  const [chosen] = named.groups.branches;
  // Where the statement converts texts to compare them, it also groups by the converted texts. An engine that runs a
  // named select each time that it is read would read the rows more than once.
  if (chosen === undefined || writer.texts.selected !== undefined) return;
  if (writer.dialect.runsNamedOnce !== true) return;
  const {scope, measures} = branch;
  const names = nameTables(writer, scope);
  const home = names.table(scope.root);
  const all = [...measures, ...chosen.measures];
  // An average for `top` is not combined from several groups here. As a quotient its last digit could differ.
  const isWhole = (index: number) => index >= measures.length && all[index]?.source.type === "avg";
  const parts = partsOf(writer, all, field => writeInput(writer, field, home), {isWhole});
  const dimensions = branch.dimensions.map((_, i) => writer.own(`d${i}`));
  const columns = branch.dimensions.map((dimension, i) =>
    nameOwn(writePlaced(writer, dimension, names), dimensions[i] ?? ""),
  );
  const grouped = writer.nameSelect(
    "grouped",
    writeSelect(
      {
        columns: [...columns, ...nameParts(parts)],
        from: writeFrom(writer, scope, names, "  "),
        where: writeConditions(writer, scope.conditions, names, "  "),
        groupBy: dimensions.length,
      },
      "  ",
    ),
  );
  const keys = named.keys.map(key => dimensions[branch.dimensions.indexOf(key)] ?? "");
  const sourceOf = (from: string, own: string[], first: number) => ({
    from,
    where: "",
    dimensions: own,
    input: () => undefined,
    value: (index: number) =>
      isWhole(first + index)
        ? writeOnlyWhole(writer, parts, first + index)
        : writeCombined(writer, parts, first + index),
  });
  writer.sources.set(chosen, () => sourceOf(grouped, keys, measures.length));
  writer.sources.set(branch, pad => {
    const kept = writer.groupsOf(named.groups);
    const same = keys.map((key, i) =>
      writer.dialect.sameAs(`${kept}.${writer.own(`d${i}`)}`, `${grouped}.${key}`),
    );
    const own = branch.dimensions.map((dimension, i) => {
      const column = `${grouped}.${dimensions[i] ?? ""}`;
      return dimension === named.dimension ? writeNamed(writer, named, column) : column;
    });
    return sourceOf(`${grouped}\n${pad}left join ${kept} on ${same.join(" and ")}`, own, 0);
  });
}
