import type {Comparison, Test, Value} from "../filters/predicates.ts";
import type {Writer} from "./writer.ts";

/** A condition on an expression, safe to use within an `and`. */
export function writeTest(writer: Writer, expression: string, test: Test): string {
  if (test.kind === "constant") return test.holds ? "true" : "false";
  if (test.kind === "null") return `${expression} is ${test.negated === true ? "not " : ""}null`;
  if (test.kind === "has") return writeMembership(writer, expression, test);
  if (test.negated !== true) return writePositive(writer, expression, test);
  if (test.kind === "compare" && test.op === "=" && !needsCare(writer, [test.value])) {
    return writer.dialect.distinctFrom(expression, writer.bind(test.value), test.value.kind);
  }
  return `(${writeNegative(writer, expression, test)} or ${expression} is null)`;
}

/** A condition that is false instead of null, so that it can be negated. */
export function orFalse(condition: string): string {
  return `coalesce(${condition}, false)`;
}

type Membership = Extract<Test, {kind: "has"}>;

/** A membership test of an array. Nulls in the array are handled here: engines differ on them if the value is absent. */
function writeMembership(writer: Writer, array: string, {values, all, items, negated}: Membership): string {
  const bound = values.map(value => writer.bind(value));
  const written = writer.dialect.array(array, bound, all, items);
  return negated === true ? `not ${orFalse(written)}` : written;
}

type ValueTest = Exclude<Test, Membership | {kind: "constant"} | {kind: "null"}>;

function writePositive(writer: Writer, expression: string, test: ValueTest): string {
  switch (test.kind) {
    case "compare":
      return writeComparison(writer, expression, test.op, test.value);
    case "in":
      if (needsCare(writer, test.values)) {
        return `(${test.values.map(value => writeComparison(writer, expression, "=", value)).join(" or ")})`;
      }
      return `${expression} in (${writeValues(writer, test)})`;
    case "between":
      if (needsCare(writer, [test.from, test.to])) {
        const from = writeComparison(writer, expression, ">=", test.from);
        return `(${from} and ${writeComparison(writer, expression, "<=", test.to)})`;
      }
      return `${expression} between ${writer.bind(test.from)} and ${writer.bind(test.to)}`;
    case "range":
      return `${expression} >= ${writer.bind(test.from)} and ${expression} < ${writer.bind(test.before)}`;
    case "like":
      return writeLike(writer, expression, test, "like");
    case "any": {
      const parts = test.tests.map(part =>
        part.kind === "range"
          ? `(${writeTest(writer, expression, part)})`
          : writeTest(writer, expression, part),
      );
      return `(${parts.join(" or ")})`;
    }
  }
}

/** The negated condition, which is false or null for null. */
function writeNegative(writer: Writer, expression: string, test: ValueTest): string {
  const values = test.kind === "in" ? test.values : test.kind === "between" ? [test.from, test.to] : [];
  if (needsCare(writer, values)) return `not (${writePositive(writer, expression, test)})`;
  switch (test.kind) {
    case "in":
      return `${expression} not in (${writeValues(writer, test)})`;
    case "between":
      return `${expression} not between ${writer.bind(test.from)} and ${writer.bind(test.to)}`;
    case "range":
      return `${expression} < ${writer.bind(test.from)} or ${expression} >= ${writer.bind(test.before)}`;
    case "like":
      return writeLike(writer, expression, test, "not like");
    default:
      return `not (${writePositive(writer, expression, test)})`;
  }
}

function writeComparison(writer: Writer, expression: string, op: Comparison, value: Value): string {
  const {dialect} = writer;
  const plain = () => writer.bind(value);
  const own = dialect.compare?.(expression, op, value, plain);
  if (own !== undefined) return own;
  const isOrder = value.isExact === true && op !== "=";
  const compared = isOrder ? dialect.codePointText?.(expression) : undefined;
  return `${compared ?? expression} ${op} ${plain()}`;
}

/** Whether one of the values needs the engine's own form of comparison. */
function needsCare({dialect}: Writer, values: readonly Value[]): boolean {
  return values.some(value => dialect.compare?.("", "=", value, () => "") !== undefined);
}

function writeValues(writer: Writer, test: Extract<Test, {kind: "in"}>): string {
  return test.values.map(value => writer.bind(value)).join(", ");
}

/** A `like`. To ignore case, the same function of the engine folds the text and the pattern. */
function writeLike(
  writer: Writer,
  expression: string,
  {pattern, caseSensitive}: Extract<Test, {kind: "like"}>,
  like: "like" | "not like",
): string {
  const {dialect} = writer;
  const text = dialect.searched?.(expression) ?? dialect.cast(expression, "text");
  const ending = dialect.backslashPatterns === true ? "" : " escape '~'";
  const sought = bindPattern(writer, pattern);
  if (caseSensitive) return `${text} ${like} ${sought}${ending}`;
  if (dialect.hasIlike === true) return `${text} ${like.replace("like", "ilike")} ${sought}${ending}`;
  const lower = dialect.lower ?? "lower";
  return `${lower}(${text}) ${like} ${lower}(${sought})${ending}`;
}

/** In patterns, `~` escapes characters that are matched literally. */
function bindPattern(writer: Writer, pattern: Value): string {
  if (writer.dialect.backslashPatterns !== true) return writer.bind(pattern);
  const value = String(pattern.value).replace(/~(.)|\\/gsu, (part, escaped?: string) =>
    escaped === undefined ? `\\${part}` : /[%_\\]/.test(escaped) ? `\\${escaped}` : escaped,
  );
  return writer.bind({...pattern, value});
}
