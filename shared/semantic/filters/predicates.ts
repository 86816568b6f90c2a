import type {ItemType} from "../layer/items.ts";

/** How a value is bound, so that every engine compares values of the same type. */
type ValueKind = "text" | "pattern" | "integer" | "decimal" | "boolean" | "date" | "timestamp";

export interface Value {
  kind: ValueKind;
  value: string | number | boolean;
  /** For a text: whether it is compared by its characters and their code points, whatever the column's collation is. */
  isExact?: true;
}

export type Comparison = "=" | "<" | "<=" | ">" | ">=";

/** The smallest and greatest value that a test accepts; absent at an end without a bound. */
export function boundsOf(test: Test): {from?: Value; to?: Value} {
  if (test.kind === "constant" || test.kind === "null" || test.negated === true) return {};
  if (test.kind === "range") return {from: test.from, to: test.before};
  if (test.kind === "between") return {from: test.from, to: test.to};
  if (test.kind !== "compare") return {};
  if (test.op === "=") return {from: test.value, to: test.value};
  return test.op.startsWith(">") ? {from: test.value} : {to: test.value};
}

/** A condition on an expression. A `negated` one is true for null. */
export type Test =
  | {kind: "compare"; op: Comparison; value: Value; negated?: boolean}
  | {kind: "in"; values: readonly Value[]; negated?: boolean}
  | {kind: "between"; from: Value; to: Value; negated?: boolean}
  | {kind: "range"; from: Value; before: Value; negated?: boolean}
  | {kind: "any"; tests: readonly Test[]; negated?: boolean}
  | {kind: "like"; pattern: Value; caseSensitive: boolean; negated?: boolean}
  | {kind: "has"; values: readonly Value[]; all: boolean; items: ItemType; negated?: boolean}
  | {kind: "null"; negated?: boolean}
  | {kind: "constant"; holds: boolean};

/** Whether a test of a measure holds for the measure over no rows: 0 for a count, null for every other aggregate. */
export function holdsOverNoRows(test: Test, isCount: boolean): boolean {
  if (test.kind === "constant") return test.holds;
  if (test.kind === "null") return isCount === (test.negated === true);
  const holds = isCount && holdsForZero(test);
  return holds !== (test.negated === true);
}

/** Whether a comparison of two measures holds over no rows, where only counts have a value. */
export function comparisonHoldsOverNoRows(
  {op, negated}: {op: Comparison; negated: boolean},
  areCounts: boolean,
): boolean {
  return (areCounts && compareZero(op, 0)) !== negated;
}

function holdsForZero(test: Exclude<Test, {kind: "constant"} | {kind: "null"}>): boolean {
  const number = ({value}: Value) => Number(value);
  switch (test.kind) {
    case "compare":
      return compareZero(test.op, number(test.value));
    case "in":
      return test.values.some(value => number(value) === 0);
    case "between":
      return number(test.from) <= 0 && number(test.to) >= 0;
    case "range":
      return number(test.from) <= 0 && number(test.before) > 0;
    case "any":
      return test.tests.some(part => holdsOverNoRows(part, true));
    case "like":
    case "has":
      return false;
  }
}

function compareZero(op: Comparison, value: number): boolean {
  switch (op) {
    case "=":
      return value === 0;
    case "<":
      return value > 0;
    case "<=":
      return value >= 0;
    case ">":
      return value < 0;
    case ">=":
      return value <= 0;
  }
}
