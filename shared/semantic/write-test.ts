import type {Test, Value} from "./tests.ts";
import type {Writer} from "./writer.ts";

/** A condition on an expression, fit to stand in an `and`. */
export function writeTest(writer: Writer, expression: string, test: Test): string {
  if (test.kind === "constant") return test.holds ? "true" : "false";
  if (test.kind === "null") return `${expression} is ${test.negated === true ? "not " : ""}null`;
  if (test.negated !== true) return writePositive(writer, expression, test);
  if (test.kind === "compare" && test.op === "=") {
    return writer.dialect.distinctFrom(expression, writer.bind(test.value));
  }
  return `(${writeNegative(writer, expression, test)} or ${expression} is null)`;
}

type ValueTest = Exclude<Test, {kind: "constant"} | {kind: "null"}>;

function writePositive(writer: Writer, expression: string, test: ValueTest): string {
  switch (test.kind) {
    case "compare":
      return `${expression} ${test.op} ${writer.bind(test.value)}`;
    case "in":
      return `${expression} in (${writeValues(writer, test)})`;
    case "between":
      return `${expression} between ${writer.bind(test.from)} and ${writer.bind(test.to)}`;
    case "range":
      return `${expression} >= ${writer.bind(test.from)} and ${expression} < ${writer.bind(test.before)}`;
    case "like":
      return `${writer.dialect.cast(expression, "text")} like ${writePattern(writer, test.pattern)}`;
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

/** The opposite, false or null of null. */
function writeNegative(writer: Writer, expression: string, test: ValueTest): string {
  switch (test.kind) {
    case "in":
      return `${expression} not in (${writeValues(writer, test)})`;
    case "between":
      return `${expression} not between ${writer.bind(test.from)} and ${writer.bind(test.to)}`;
    case "range":
      return `${expression} < ${writer.bind(test.from)} or ${expression} >= ${writer.bind(test.before)}`;
    case "like":
      return `${writer.dialect.cast(expression, "text")} not like ${writePattern(writer, test.pattern)}`;
    default:
      return `not (${writePositive(writer, expression, test)})`;
  }
}

function writeValues(writer: Writer, test: Extract<Test, {kind: "in"}>): string {
  return test.values.map(value => writer.bind(value)).join(", ");
}

/** Patterns come with `~` before what is meant as it is. */
function writePattern(writer: Writer, pattern: Value): string {
  if (writer.dialect.backslashPatterns !== true) return `${writer.bind(pattern)} escape '~'`;
  const value = String(pattern.value).replace(/~(.)|\\/gsu, (part, escaped?: string) =>
    escaped === undefined ? `\\${part}` : /[%_\\]/.test(escaped) ? `\\${escaped}` : escaped,
  );
  return writer.bind({...pattern, value});
}
