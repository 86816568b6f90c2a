/** How a value is bound, so that every engine compares values of the same type. */
type ValueKind = "text" | "pattern" | "integer" | "decimal" | "boolean" | "date" | "timestamp";

export interface Value {
  kind: ValueKind;
  value: string | number | boolean;
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
  | {kind: "null"; negated?: boolean}
  | {kind: "constant"; holds: boolean};
