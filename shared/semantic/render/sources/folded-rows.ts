import type {Branch, Fold, Scope} from "../../plan/plan.ts";
import {writePlaced} from "../branch-source.ts";
import {nameTables, type ScopeNames, writeFrom} from "../scope.ts";
import {writeSelect} from "../select.ts";
import {writeFarKeys, writeNearKeys} from "../validity.ts";
import type {Writer} from "../writer.ts";

/**
 * The tables of a branch with its many sides folded. A many side without dimensions is left out, because it would
 * change nothing.
 */
export function writeFolded(
  writer: Writer,
  branch: Branch,
  folds: readonly Fold[],
  names: ScopeNames,
  pad: string,
): string {
  const {scope} = branch;
  const plain = scope.joins.filter(node => !folds.some(fold => fold.nodes.has(node)));
  let sql = writeFrom(writer, {...scope, joins: plain}, names, pad);
  for (const fold of folds) {
    if (fold.dimensions.length > 0) sql += `\n${pad}left join ${writeFold(writer, branch, fold, names, pad)}`;
  }
  return sql;
}

function writeFold(writer: Writer, branch: Branch, fold: Fold, names: ScopeNames, pad: string): string {
  const {root} = fold;
  const {edge, parent} = root;
  if (edge === undefined || parent === undefined) throw new Error("a fold of the home itself");
  const inner = `${pad}  `;
  const scope: Scope = {root, joins: [...fold.nodes].filter(node => node !== root), conditions: []};
  const tables = nameTables(writer, scope, {joined: true});
  const columns = writeFarKeys(writer, edge, tables.table(root)).map(
    (column, i) => `${column} as ${writer.own(`j${i}`)}`,
  );
  for (const i of fold.dimensions) {
    columns.push(`${writePlaced(writer, branch.dimensions[i]!, tables)} as ${writer.own(`d${i}`)}`);
  }
  const select = writeSelect(
    {
      columns,
      distinct: true,
      from: writeFrom(writer, scope, tables, inner, {
        enclosed: writer.dialect.readsFields === true,
        paired: true,
      }),
    },
    inner,
  );
  const alias = writer.quote(names.table(root).alias);
  const on = writeNearKeys(writer, edge, names.table(parent)).map(
    (column, i) => `${alias}.${writer.own(`j${i}`)} = ${column}`,
  );
  return `(\n${inner}${select}\n${pad}) as ${alias} on ${on.join(" and ")}`;
}
