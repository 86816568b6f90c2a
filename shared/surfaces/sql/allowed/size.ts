import type {SelectStmt} from "libpg-query";
import {SqlError} from "../sql-error.ts";
import {childrenOf, isNode} from "../statement/nodes.ts";

/** The most columns of a select, as in Postgres: https://www.postgresql.org/docs/18/limits.html */
const MAX_COLUMNS = 1664;
/** The most selects of a statement and tables in their `from`, together. */
const MAX_PARTS = 500;
/** The most columns, operators and calls that a statement names: more than 20,000 comparisons. */
const MAX_EXPRESSIONS = 60_000;
/** The deepest nesting of the tree: some thousand operators. */
const MAX_DEPTH = 6000;

/**
 * Refuses statements that would overflow the planner's stack, or keep the planner, for which all callers wait, busy for
 * too long. Throws 54001 and 54011. A text that is long without being deep or wide, such as a list of values, costs no
 * more than its parsing.
 */
export function checkSize(select: SelectStmt): void {
  let parts = 0;
  let expressions = 0;
  let level: object[] = [select];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new SqlError("54001", "stack depth limit exceeded", {
        hint: "The statement is nested too deeply. Write it with fewer nested operators.",
      });
    for (const part of level) {
      if ("targetList" in part && Array.isArray(part.targetList)) checkColumns(part.targetList.length);
      // Every select has a `limitOption`, also each arm of a `union`.
      if ("limitOption" in part || isNode(part, "RangeVar") || isNode(part, "RangeFunction")) parts += 1;
      else if (isNode(part, "ColumnRef") || isNode(part, "A_Expr") || isNode(part, "FuncCall"))
        expressions += 1;
    }
    if (parts > MAX_PARTS)
      throw new SqlError("54001", `a statement has at most ${MAX_PARTS} selects and tables`);
    if (expressions > MAX_EXPRESSIONS)
      throw new SqlError(
        "54001",
        `a statement names at most ${MAX_EXPRESSIONS} columns, operators and functions`,
        {hint: "Compare a column with many values by a list: x in (1, 2, 3)."},
      );
    level = level.flatMap(childrenOf);
  }
}

export function checkColumns(count: number): void {
  if (count > MAX_COLUMNS)
    throw new SqlError("54011", `target lists can have at most ${MAX_COLUMNS} entries`);
}
