import type {Filter} from "../../../semantic/documents.ts";
import type {Condition} from "./condition.ts";

/** The filter for a `like` that searches for the beginning, the end or a part of a text; `undefined` for other patterns. */
export function likeFilter(
  field: string,
  pattern: string,
  ignoresCase: boolean,
  isNegated: boolean,
): Condition | undefined {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return undefined;
  const filter = searchOf(field, parsed, ignoresCase);
  if (filter === undefined) return undefined;
  const isNotNull: Filter = {field, op: "is_not_null"};
  return isNegated ? {and: [{not: filter}, isNotNull]} : filter;
}

interface Pattern {
  text: string;
  startsOpen: boolean;
  endsOpen: boolean;
}

function parsePattern(pattern: string): Pattern | undefined {
  let text = "";
  const opens: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "_") return undefined;
    if (character === "%") {
      opens.push(text.length);
      continue;
    }
    if (character === "\\") {
      at += 1;
      // Postgres refuses a pattern that ends with the escape character.
      if (at === pattern.length) return undefined;
    }
    text += pattern.charAt(at);
  }
  if (opens.some(open => open !== 0 && open !== text.length)) return undefined;
  const isEmpty = text === "" && opens.length > 0;
  return {
    text,
    startsOpen: isEmpty || opens.includes(0),
    endsOpen: isEmpty || (text !== "" && opens.includes(text.length)),
  };
}

function searchOf(
  field: string,
  {text, startsOpen, endsOpen}: Pattern,
  ignoresCase: boolean,
): Filter | undefined {
  if (text === "") return startsOpen ? {field, op: "is_not_null"} : {field, op: "=", value: ""};
  if (!startsOpen && !endsOpen) return ignoresCase ? undefined : {field, op: "=", value: text};
  const op = startsOpen && endsOpen ? "contains" : startsOpen ? "ends_with" : "starts_with";
  return ignoresCase ? {field, op, value: text} : {field, op, value: text, caseSensitive: true};
}
