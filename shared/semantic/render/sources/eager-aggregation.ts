import type {Branch, JoinNode, Keyed, Plan} from "../../plan/plan.ts";
import {writeSource} from "../accessible-rows.ts";
import {writePlaced} from "../branch-source.ts";
import {writeColumn, writeInput} from "../field.ts";
import type {AggregateWriter} from "../measure.ts";
import {nameParts, type Parts, partsOf, writeCombined} from "../partial-aggregates.ts";
import {nameTables, ScopeNames, writeConditions, writeFrom, writeJoin} from "../scope.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";

interface Fact {
  branch: Branch;
  /** The table whose key its rows are grouped by. */
  node: JoinNode;
  parts: Parts;
  sql(others: readonly [before: number, after: number]): string;
}

/**
 * The facts, each aggregated by the key of a table, combined by `union all`, joined to that table and aggregated again.
 */
export function keyedSource(writer: Writer, plan: Plan, {nodes}: Keyed, pad: string) {
  const inner = `${pad}  `;
  let count = 0;
  const facts = plan.branches.map((branch, i) => {
    const fact = factOf(writer, branch, nodes[i]!, count, inner);
    count += fact.parts.all.length;
    return fact;
  });
  const branches = writer.own("branches");
  let before = 0;
  const selects = facts.map(({sql, parts: {all}}) => {
    const written = sql([before, count - before - all.length]);
    before += all.length;
    return `${inner}${written}`;
  });
  let from = `(\n${selects.join(`\n${inner}union all\n`)}\n${pad}) as ${branches}`;
  const [first] = facts;
  if (first === undefined) throw new Error("a plan without branches");
  const {joins} = first.branch.scope;
  const names = new ScopeNames(writer);
  for (const node of joins) names.add(node, {outer: true});
  const exposed = writer.dialect.readsFields === true;
  for (const node of joins) {
    const on = node === first.node ? onKey(writer, node, names, branches) : writeJoin(writer, node, names);
    const source = writeSource(writer, node.model, names.table(node).alias, pad, exposed);
    from += `\n${pad}left join ${source} on ${on}`;
  }
  const aggregate: AggregateWriter = (branch, index) => writeCombined(writer, facts[branch]!.parts, index);
  const dimensions = first.branch.dimensions.map(dimension => writePlaced(writer, dimension, names));
  return {from, dimensions, aggregate};
}

function onKey(writer: Writer, node: JoinNode, names: ScopeNames, branches: string): string {
  const table = {...names.table(node), alone: false};
  const keys = node.edge?.on ?? [];
  return keys
    .map(([, column], i) => `${writeColumn(writer, column, table)} = ${branches}.${writer.own(`j${i}`)}`)
    .join(" and ");
}

/** A fact aggregated by the key, with nulls for the partial aggregates of the other facts before and after its own. */
function factOf(writer: Writer, branch: Branch, node: JoinNode, offset: number, pad: string): Fact {
  const scope = {root: branch.scope.root, joins: [], conditions: branch.scope.conditions};
  const names = nameTables(writer, scope);
  const home = names.table(scope.root);
  const parts = partsOf(writer, branch.measures, field => writeInput(writer, field, home), {offset});
  const keys = (node.edge?.on ?? []).map(
    ([column], i) => `${writeColumn(writer, column, home)} as ${writer.own(`j${i}`)}`,
  );
  const nulls = (first: number, length: number) =>
    Array.from({length}, (_, i) => `null as ${writer.own(`s${first + i}`)}`);
  const from = writeFrom(writer, scope, names, pad);
  const where = writeConditions(writer, scope.conditions, names, pad);
  return {
    branch,
    node,
    parts,
    sql: ([before, after]) => {
      const values = [...nulls(0, before), ...nameParts(parts), ...nulls(offset + parts.all.length, after)];
      return writeSelect({columns: [...keys, ...values], from, where, groupBy: keys.length}, pad);
    },
  };
}
