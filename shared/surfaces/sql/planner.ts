import type {ColumnRef, Node} from "libpg-query";
import type {Query} from "../../semantic/documents.ts";
import type {CatalogColumn, SqlCatalog} from "./catalog-types.ts";
import type {Analysis} from "./names/analysis.ts";
import type {TableUse} from "./names/relations.ts";
import type {SqlInput} from "./plan.ts";
import type {Condition, ConditionContext} from "./pushdown/condition.ts";
import {conditionOf} from "./pushdown/conditions.ts";
import type {Parameters} from "./pushdown/constant.ts";
import {SqlError} from "./sql-error.ts";
import type {Edit, Source} from "./statement/source.ts";

export interface PlanOptions {
  /** The session's timezone, IANA. */
  timezone: string;
  /** The first day of the project's weeks. */
  weekStart: "monday" | "sunday";
  /** The value of `current_user`. */
  user: string;
  /** The value of `current_database()`. */
  database: string;
  /** The value of `now()`. */
  now: Date;
  /**
   * The values of parameters, known when a statement is executed. Without them, nothing that depends on a value is pushed
   * down to the warehouse.
   */
  parameters?: Parameters;
}

/** A statement while it is planned. */
export interface Planner {
  source: Source;
  catalog: SqlCatalog;
  options: PlanOptions;
  analysis: Analysis;
  edits: Edit[];
  inputs: SqlInput[];
  /** The inputs by the text of their query and columns. */
  inputsByText: Map<string, SqlInput>;
  explain: string[];
  /** Tables that a grouped query answers. */
  grouped: Set<TableUse>;
  dependsOnParameters: boolean;
  dependsOnNow: boolean;
}

/** The most inputs: each is a query of the warehouse, and all of them run at once. */
const MAX_INPUTS = 100;

/** Adds an input, or finds an equal one. */
export function addInput(planner: Planner, query: Query, columns: SqlInput["columns"]): SqlInput {
  const text = JSON.stringify([query, columns]);
  const known = planner.inputsByText.get(text);
  if (known !== undefined) return known;
  if (planner.inputs.length === MAX_INPUTS)
    throw new SqlError("54001", `a statement reads at most ${MAX_INPUTS} different sets of rows`, {
      hint: "Read a table once, with all rows that are needed, and filter it in the statement.",
    });
  const input = {name: `in${planner.inputs.length + 1}`, query, columns};
  planner.inputs.push(input);
  planner.inputsByText.set(text, input);
  return input;
}

/** The expression as a condition on the rows of one table. `resolve` finds the columns that it names. */
export function rowCondition(
  planner: Planner,
  node: Node,
  resolve: (ref: ColumnRef) => CatalogColumn | undefined,
  expressionOf: (ref: ColumnRef) => Node | undefined = () => undefined,
): Condition | undefined {
  return conditionOf(node, {...readingOf(planner), columnOf: resolve, expressionOf});
}

export function readingOf(planner: Planner): Omit<ConditionContext, "columnOf" | "expressionOf"> {
  const {timezone, weekStart, parameters, now} = planner.options;
  return {
    timezone,
    weekStart,
    dialect: planner.catalog.dialect,
    parameters,
    now,
    onNow: () => {
      planner.dependsOnNow = true;
    },
    onMissingParameter: () => {
      planner.dependsOnParameters = true;
    },
  };
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes("\\") ? ` E${quoted.replaceAll("\\", "\\\\")}` : quoted;
}
