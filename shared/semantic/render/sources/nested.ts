import type {Branch, NestedGroups, Plan} from "../../plan/plan.ts";
import type {BranchSource} from "../branch-source.ts";
import {type AggregateWriter, writeMeasure} from "../measure.ts";
import {type Select, writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";

/** Writes a select of groups, and how their measures are written beside. */
export type GroupsWriter = (
  writer: Writer,
  plan: Plan,
  pad: string,
) => {select: Select; aggregate: AggregateWriter};

/** Groups as rows: the dimensions of the branch come first among theirs. A count needs no value of them. */
export function nestedSource(
  writer: Writer,
  branch: Branch,
  {plan, of}: NestedGroups,
  groups: GroupsWriter,
  pad: string,
): BranchSource {
  const inner = `${pad}  `;
  const {select, aggregate} = groups(writer, plan, inner);
  const names = new Map<number, string>();
  const inputs = branch.measures.map(({source}, i) => {
    const index = of[i] ?? -1;
    const measure = plan.measures[index];
    if (source.type === "count" || measure === undefined) return undefined;
    const known = names.get(index);
    if (known !== undefined) return known;
    const name = writer.own(`v${names.size}`);
    names.set(index, name);
    select.columns.push(`${writeMeasure(writer, measure.expression, aggregate)} as ${name}`);
    return name;
  });
  return {
    from: `(\n${inner}${writeSelect(select, inner)}\n${pad}) as ${writer.own("nested")}`,
    where: "",
    dimensions: branch.dimensions.map((_, i) => writer.own(`d${i}`)),
    input: (_field, i) => inputs[i],
  };
}
