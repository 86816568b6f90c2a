/** How a value travels: as what the statement reads it, so that both engines compare like with like. */
type ValueKind = "text" | "pattern" | "integer" | "decimal" | "boolean" | "date" | "timestamp";

export interface Value {
  kind: ValueKind;
  value: string | number | boolean;
}

export type Comparison = "=" | "<" | "<=" | ">" | ">=";

/** The least and the greatest value between which a test lets through; absent where it has no such end. */
export function boundsOf(test: Test): {from?: Value; to?: Value} {
  if (test.kind === "constant" || test.kind === "null" || test.negated === true) return {};
  if (test.kind === "range") return {from: test.from, to: test.before};
  if (test.kind === "between") return {from: test.from, to: test.to};
  if (test.kind !== "compare") return {};
  if (test.op === "=") return {from: test.value, to: test.value};
  return test.op.startsWith(">") ? {from: test.value} : {to: test.value};
}

/** What a condition asks of an expression. `negated` is true of null, as every negation is. */
export type Test =
  | {kind: "compare"; op: Comparison; value: Value; negated?: boolean}
  | {kind: "in"; values: readonly Value[]; negated?: boolean}
  | {kind: "between"; from: Value; to: Value; negated?: boolean}
  | {kind: "range"; from: Value; before: Value; negated?: boolean}
  | {kind: "any"; tests: readonly Test[]; negated?: boolean}
  | {kind: "like"; pattern: Value; negated?: boolean}
  | {kind: "null"; negated?: boolean}
  | {kind: "constant"; holds: boolean};
