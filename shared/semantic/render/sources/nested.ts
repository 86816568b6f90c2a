import type {Branch, NestedGroups, Plan} from "../../plan/plan.ts";
import {writeBin} from "../bins.ts";
import {type AggregateWriter, writeMeasure} from "../measure.ts";
import {type Select, writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import type {BranchSource} from "./source.ts";

/** Writes a select of groups, and returns how their measures are written. */
export type GroupsWriter = (
  writer: Writer,
  plan: Plan,
  pad: string,
) => {select: Select; aggregate: AggregateWriter};

/**
 * Groups as rows: the dimensions of the branch come first among those of the groups. A count needs no values of the
 * groups.
 */
export function nestedSource(
  writer: Writer,
  branch: Branch,
  {plan, of, shownMeasures}: NestedGroups,
  groups: GroupsWriter,
  pad: string,
): BranchSource {
  const inner = `${pad}  `;
  const {select, aggregate} = groups(writer, plan, inner);
  const names = new Map<number, string>();
  const nameValue = (index: number) => {
    const measure = plan.measures[index];
    if (measure === undefined) throw new Error("no such measure of groups");
    const known = names.get(index);
    if (known !== undefined) return known;
    const name = writer.own(`v${names.size}`);
    names.set(index, name);
    select.columns.push(`${writeMeasure(writer, measure.expression, aggregate)} as ${name}`);
    return name;
  };
  let own = 0;
  const dimensions = branch.dimensions.map(({field}, i) => {
    const index = shownMeasures?.[i];
    if (index === undefined) {
      const place = own++;
      return writer.own(plan.dimensions[place]?.own ?? `d${place}`);
    }
    const bins = field.measured?.bins;
    return bins === undefined
      ? nameValue(index)
      : writer.countedWhole(() => writeBin(writer, field, bins, nameValue(index)));
  });
  const inputs = branch.measures.map(({source}, i) =>
    source.type === "count" ? undefined : nameValue(of[i] ?? -1),
  );
  return {
    from: `(\n${inner}${writeSelect(select, inner)}\n${pad}) as ${writer.own("nested")}`,
    where: "",
    dimensions,
    input: (_field, i) => inputs[i],
  };
}
