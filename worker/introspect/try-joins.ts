import type {ErrorDetail} from "../../shared/errors.ts";
import type {DialectName} from "../../shared/semantic/compile.ts";
import type {Graph, Join, Model} from "../../shared/semantic/graph.ts";
import {inLanes} from "./lanes.ts";
import {quote, sourceOf} from "./source.ts";
import type {Trial} from "./trial.ts";

export interface TriedJoin {
  join: Join;
  /** In the graph. */
  path: string;
}

/** Has the warehouse compare the columns that the joins pair: what a statement lacks, and types that do not compare. */
export async function tryJoins(
  trial: Trial,
  graph: Graph,
  joins: readonly TriedJoin[],
): Promise<ErrorDetail[]> {
  const models = new Map(graph.models.map(model => [model.name, model]));
  const faults: ErrorDetail[] = [];
  await inLanes(joins, async ({join, path}) => {
    const [from, to] = [models.get(join.from), models.get(join.to)];
    if (!from || !to) return;
    const refusal = await trial.refusal({
      sql: statementOf(trial.warehouse.dialect, join, from, to),
      parameters: [],
    });
    if (refusal === undefined) return;
    const message = `The warehouse refuses the join from "${join.from}" to "${join.to}": ${refusal}`;
    faults.push({path: `${path}/on`, message});
  });
  return faults;
}

function statementOf(dialect: DialectName, join: Join, from: Model, to: Model): string {
  const pairs = join.on
    .map(pair => `a.${quote(dialect, pair.from)} = b.${quote(dialect, pair.to)}`)
    .join(" and ");
  return `select 1 from ${sourceOf(dialect, from.table)} as a join ${sourceOf(dialect, to.table)} as b on ${pairs}`;
}
