import type {Edits} from "./division.ts";
import {closing, type Token} from "./tokens.ts";

/** Whether an expression is null if all its columns are; "unless_or": only in engines where `||` does not mean `or`. */
export type Strictness = "always" | "unless_or" | "never";

/** Functions known to be null if any argument is. */
const FUNCTIONS = new Set(
  (
    "lower upper trim ltrim rtrim substr substring replace round floor ceil ceiling abs length date_trunc " +
    "date_part to_char strftime mod sqrt ln exp date year quarter month week day hour minute"
  ).split(" "),
);
/** Operators known to be null if an operand is. `<=>` and `&&` are no such operators, and are two tokens each. */
const OPERATORS = new Set("+ - * / % // ^ ~ = <> != < <= > >= & | -> ->> :: . [ ] !".split(" "));

/**
 * Whether an expression is null if its columns are. Only functions and operators known to give null for null count as
 * strict: otherwise a row that a join did not find would get a wrong value.
 */
export function strictnessOf(tokens: readonly Token[], edits: Edits): Strictness {
  const isColumn = (i: number) =>
    tokens[i]?.kind === "replaced" || edits.before.get(i)?.some(piece => piece.kind === "qualify") === true;
  let strictness: Strictness = "always";
  let columns = 0;
  /** The calls and groups around a token, innermost last. */
  const around: ("call" | "group")[] = [];
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (isColumn(i)) columns++;
    else if (token.kind === "open") around.push(before?.kind === "word" ? "call" : "group");
    else if (token.kind === "close") around.pop();
    else if (token.kind === "comma") {
      // A row of nulls is a row, and not null.
      if (around.at(-1) !== "call") return "never";
    } else if (token.kind === "op") {
      if (token.text === "||") strictness = "unless_or";
      else if (!isStrictOperator(tokens, i)) return "never";
    } else if (token.kind === "word" || token.kind === "quoted") {
      if (before?.text === "::" || (before?.text === "." && tokens[i + 1]?.kind !== "open")) continue;
      if (token.kind === "quoted" || tokens[i + 1]?.kind !== "open") return "never";
      if (!isStrictCall(tokens, i, isColumn)) return "never";
    } else if (token.kind !== "string" && token.kind !== "number") return "never";
  }
  return columns > 0 ? strictness : "never";
}

function isStrictOperator(tokens: readonly Token[], i: number): boolean {
  const [before, {text}, after] = [tokens[i - 1], tokens[i]!, tokens[i + 1]];
  if (!OPERATORS.has(text)) return false;
  if (text === "<=") return after?.text !== ">";
  if (text === "&") return after?.text !== "&";
  // After a name or parenthesis, `[` takes an element of a list; elsewhere it begins a list.
  if (text === "[") return before?.kind === "word" || before?.kind === "quoted" || before?.kind === "close";
  return true;
}

/** `nullif` is null if its first argument is, whatever the second one is. */
function isStrictCall(tokens: readonly Token[], i: number, isColumn: (i: number) => boolean): boolean {
  const name = tokens[i]!.text.toLowerCase();
  if (name !== "nullif") return FUNCTIONS.has(name);
  const end = closing(tokens, i + 1);
  let depth = 0;
  for (let at = i + 1; at < end; at++) {
    if (tokens[at]!.kind === "open") depth++;
    else if (tokens[at]!.kind === "close") depth--;
    else if (tokens[at]!.kind === "comma" && depth === 1) return false;
    else if (isColumn(at)) return true;
  }
  return false;
}
