import type {MeasureField} from "../layer/layer.ts";
import type {Branch, Fold} from "../plan/plan.ts";
import {addKeyAndInputs, writeDimensions, writePlaced} from "./branch-source.ts";
import {aggregateOf, writeInput} from "./field.ts";
import {withMoments, writeMoment, writePer, writePlace} from "./first-last-moment.ts";
import {conversionSource} from "./journey/conversion.ts";
import {nameBranch, writeBranchFrom, writeRowConditions} from "./kept-groups.ts";
import {withRanks} from "./ranks.ts";
import {writeSelect} from "./select.ts";
import {writeFolded} from "./sources/folded-rows.ts";
import {type GroupsWriter, nestedSource} from "./sources/nested.ts";
import type {BranchSource} from "./sources/source.ts";
import {windowSource} from "./window/window.ts";
import type {Writer} from "./writer.ts";

/** The source from which a branch's rows are aggregated. `groups` writes nested groups, if these are the branch's rows. */
export function branchSource(
  writer: Writer,
  branch: Branch,
  pad: string,
  groups: GroupsWriter,
): BranchSource {
  const known = writer.sources.get(branch);
  if (known !== undefined) return known(pad);
  return rankedSource(writer, branch.measures, inner => rowSource(writer, branch, inner, groups), pad);
}

/** The source of a branch, with the ranks of values within their group if the engine computes a measure from ranks. */
export function rankedSource(
  writer: Writer,
  measures: readonly MeasureField[],
  sourceAt: (pad: string) => BranchSource,
  pad: string,
): BranchSource {
  const isRanked = measures.map(field => writer.dialect.needsRank(aggregateOf(field)));
  if (!isRanked.includes(true)) return sourceAt(pad);
  const source = sourceAt(`${pad}  `);
  const rows = {...source, inputs: measures.map((field, i) => source.input(field, i))};
  const {from, where, dimensions, inputs, ranks} = withRanks(writer, rows, isRanked, pad);
  return {from, where, dimensions, input: (_field, i) => inputs[i], ranks};
}

/** Joins the tables directly if each row counts once, else in a select that prepares the rows. */
function rowSource(writer: Writer, branch: Branch, pad: string, groups: GroupsWriter): BranchSource {
  const {preparation, periods, conversion, nested} = branch;
  if (nested !== undefined) return nestedSource(writer, branch, nested, groups, pad);
  if (conversion !== undefined) return conversionSource(writer, branch, conversion, pad);
  if (preparation?.window !== undefined && periods !== undefined) {
    return windowSource(writer, branch, preparation.window, periods, pad);
  }
  if (branch.fansOut && branch.folds !== undefined) return foldedSource(writer, branch, branch.folds, pad);
  if (branch.fansOut || preparation?.ends !== undefined) return singleSource(writer, branch, pad);
  const names = nameBranch(writer, branch);
  const home = names.table(branch.scope.root);
  return {
    from: writeBranchFrom(writer, branch, names, pad),
    dimensions: writeDimensions(writer, branch, branch.dimensions, names),
    where: writeRowConditions(writer, branch, names, pad),
    input: field => writeInput(writer, field, home),
  };
}

/** Rows of the home model, each beside the distinct groups that it belongs to. */
function foldedSource(writer: Writer, branch: Branch, folds: readonly Fold[], pad: string): BranchSource {
  const names = nameBranch(writer, branch);
  const home = names.table(branch.scope.root);
  return {
    from: writeFolded(writer, branch, folds, names, pad),
    dimensions: branch.dimensions.map((dimension, i) => {
      const fold = folds.find(({nodes}) => nodes.has(dimension.node));
      if (fold === undefined) return writePlaced(writer, dimension, names);
      return `${writer.quote(names.table(fold.root).alias)}.${writer.own(`d${i}`)}`;
    }),
    where: writeRowConditions(writer, branch, names, pad),
    input: field => writeInput(writer, field, home),
  };
}

/** Each row of the home model once per group, with a rank if only the first or last rows count. */
function singleSource(writer: Writer, branch: Branch, pad: string): BranchSource {
  const inner = `${pad}  `;
  const names = nameBranch(writer, branch);
  const home = names.table(branch.scope.root);
  const ends = branch.preparation?.ends;
  const dimensions = writeDimensions(writer, branch, branch.dimensions, names);
  const columns = dimensions.map((sql, i) => `${sql} as ${writer.own(`d${i}`)}`);
  const inputs = addKeyAndInputs(writer, branch, home, columns);
  if (ends !== undefined) {
    const groups = [...withMoments(ends, branch, dimensions), ...writePer(writer, ends, home)];
    const place = writePlace(writer, ends, {groups, moment: writeMoment(writer, ends, home)});
    columns.push(`${place} as ${writer.own("place")}`);
  }
  const select = writeSelect(
    {
      columns,
      distinct: branch.fansOut,
      from: writeBranchFrom(writer, branch, names, inner),
      where: writeRowConditions(writer, branch, names, inner),
    },
    inner,
  );
  return {
    from: `(\n${inner}${select}\n${pad}) as ${writer.quote(home.alias)}`,
    where: "",
    dimensions: dimensions.map((_, i) => writer.own(`d${i}`)),
    input: (_field, i) =>
      ends === undefined ? inputs[i] : `case when ${writer.own("place")} = 1 then ${inputs[i] ?? "1"} end`,
  };
}
