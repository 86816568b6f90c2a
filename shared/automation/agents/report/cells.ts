import type {Figure} from "./answer.ts";
import type {Evidence} from "./evidence.ts";
import {absolute, dividedBy, isAtMost, minus, type Rational, readDecimal} from "./rational.ts";

/** How a figure is calculated: from one cell, or from two. */
export type Kind = "cell" | NonNullable<Figure["of"]>["as"];

/** The value that the evidence gives for a figure. */
export interface Source {
  readonly kind: Kind;
  readonly value: Rational;
  /**
   * Whether the cells contain percents (12 for 12 %). This is the case if the name of the column says so and the layer
   * does not declare its values as fractions.
   */
  readonly isPercent: boolean;
}

const ONE: Rational = {numerator: 1n, denominator: 1n};
const ZERO: Rational = {numerator: 0n, denominator: 1n};
const PERCENT_NAME = /%|(?:^|[^a-z])(?:pct|percent|percentage|prozent)(?:[^a-z]|$)/i;

/** The value that a declared figure should have, or a sentence with the reason why the evidence has no such value. */
export function sourceOf(figure: Figure, evidence: ReadonlyMap<string, Evidence>): Source | string {
  const cell = cellOf(figure, evidence);
  if (typeof cell === "string") return cell;
  if (!figure.of) return {kind: "cell", value: cell, isPercent: holdsPercents(figure, evidence)};
  const other = cellOf(figure.of, evidence);
  if (typeof other === "string") return other;
  // A comparison of a cell with itself gives 0, 1 or 100% for any value of the cell.
  if (isSame(figure, figure.of)) return "Both cells are the same cell.";
  const kind = figure.of.as;
  const isPercent = holdsPercents(figure, evidence) && holdsPercents(figure.of, evidence);
  const value = calculate(kind, cell, other);
  return typeof value === "string" ? value : {kind, value, isPercent};
}

function calculate(kind: Exclude<Kind, "cell">, cell: Rational, other: Rational): Rational | string {
  if (kind === "difference") return minus(cell, other);
  const ratio = dividedBy(cell, other);
  if (!ratio) return "The other cell is zero.";
  if (kind === "ratio") return ratio;
  if (kind === "share") {
    const isPart = isAtMost(ZERO, ratio) && isAtMost(ratio, ONE);
    return isPart ? ratio : "A share is a part of a whole, but this cell is more than the other cell.";
  }
  return dividedBy(minus(cell, other), absolute(other)) ?? "The other cell is zero.";
}

type Place = Pick<Figure, "queryRunId" | "row" | "column">;

function cellOf(
  {queryRunId, row, column}: Place,
  evidence: ReadonlyMap<string, Evidence>,
): Rational | string {
  const result = evidence.get(queryRunId);
  if (!result) return "No query of this run has that queryRunId.";
  const index = result.columns.findIndex(({name}) => name === column);
  if (index < 0) return "The result has no such column.";
  if (result.columns.findLastIndex(({name}) => name === column) !== index)
    return "The result has two columns of that name.";
  const first = result.statement?.firstRow ?? 1;
  const cells = result.rows[row - first];
  if (!cells) return `The result has the rows ${first} to ${first + result.rows.length - 1}.`;
  return numberOf(cells[index]) ?? "That cell does not contain a number.";
}

function holdsPercents({queryRunId, column}: Place, evidence: ReadonlyMap<string, Evidence>): boolean {
  const format = evidence.get(queryRunId)?.columns.find(({name}) => name === column)?.format;
  return format !== "percent" && PERCENT_NAME.test(column);
}

function isSame(a: Place, b: Place): boolean {
  return a.queryRunId === b.queryRunId && a.row === b.row && a.column === b.column;
}

/** The exact value of a JSON number, of a number written as text with all its digits, or of a `JSON.rawJSON` object. */
function numberOf(value: unknown): Rational | undefined {
  if (typeof value === "number" || typeof value === "bigint") return readDecimal(String(value));
  if (typeof value === "string") return readDecimal(value.trim());
  if (
    typeof value === "object" &&
    value !== null &&
    "rawJSON" in value &&
    typeof value.rawJSON === "string"
  ) {
    return readDecimal(value.rawJSON);
  }
  return undefined;
}
