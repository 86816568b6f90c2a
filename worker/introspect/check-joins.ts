import type {ErrorDetail} from "../../shared/core/errors.ts";
import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {Graph, Join, Model} from "../../shared/semantic/documents.ts";
import type {DialectName} from "../../shared/semantic/index.ts";
import type {Trial} from "./dry-run.ts";
import {CONCURRENCY, inGroups} from "./probing.ts";
import {quote, sourceOf} from "./source.ts";

export interface TriedJoin {
  join: Join;
  /** The join's path in the graph. */
  path: string;
}

/** A join with its statement. */
interface Candidate extends TriedJoin {
  sql: string;
  /** Whether quoted names are the only text of a user in the statement. */
  isPlain: boolean;
}

/**
 * Has the warehouse compare the column pairs of joins. That finds columns that do not exist, and types that cannot be
 * compared. Several joins of tables are one statement; where the warehouse refuses it, each is tried by itself.
 */
export async function tryJoins(
  trial: Trial,
  graph: Graph,
  joins: readonly TriedJoin[],
): Promise<ErrorDetail[]> {
  const models = new Map(graph.models.map(model => [model.name, model]));
  const candidates = joins.flatMap((tried): Candidate[] => {
    const {join} = tried;
    const [from, to] = [models.get(join.from), models.get(join.to)];
    if (!from || !to) return [];
    const sql = statementOf(trial.warehouse.dialect, join, from, to);
    return [{...tried, sql, isPlain: !("sql" in from.table) && !("sql" in to.table)}];
  });
  const faults: ErrorDetail[] = [];
  await forEachConcurrently(inGroups(candidates), CONCURRENCY, async group => {
    if (group.length > 1 && !(await trial.refusesOneOf(group.map(({sql}) => sql)))) return;
    for (const {join, path, sql} of group) {
      const refusal = await trial.refusal({sql, parameters: []});
      if (refusal === undefined) continue;
      const message = `The warehouse refuses the join from "${join.from}" to "${join.to}": ${refusal}`;
      faults.push({path: `${path}/on`, message});
    }
  });
  return faults;
}

function statementOf(dialect: DialectName, join: Join, from: Model, to: Model): string {
  const pairs = join.on
    .map(pair => `a.${quote(dialect, pair.from)} = b.${quote(dialect, pair.to)}`)
    .join(" and ");
  return `select 1 from ${sourceOf(dialect, from.table)} as a join ${sourceOf(dialect, to.table)} as b on ${pairs}`;
}
