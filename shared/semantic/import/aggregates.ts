import {closing, type Token, tokenize} from "../fragment/tokens.ts";
import type {Measure, MeasureType} from "../layer/graph.ts";

/** One call of an aggregate in an expression. */
export interface Aggregate {
  type: MeasureType;
  /** What is aggregated; `undefined` for a count of rows. */
  expr?: string;
  where?: string;
}

const CALLS: Readonly<Record<string, MeasureType>> = {
  sum: "sum",
  count: "count",
  avg: "avg",
  min: "min",
  max: "max",
  median: "median",
  approx_count_distinct: "count_distinct_approx",
};

/**
 * Splits an expression over aggregates into text and the outermost calls of aggregates. `undefined` if it has none, or
 * one that a measure cannot express: over a window, or with several arguments.
 */
export function splitAggregates(sql: string): (string | Aggregate)[] | undefined {
  const tokens = tokenize(sql).tokens.filter(token => token.kind !== "comment");
  const pieces: (string | Aggregate)[] = [];
  let text = "";
  let found = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const type = token.kind === "word" ? CALLS[token.text.toLowerCase()] : undefined;
    if (type === undefined || tokens[i + 1]?.kind !== "open") {
      text += token.space + token.text;
      continue;
    }
    const end = closing(tokens, i + 1);
    const aggregate = aggregateOf(type, tokens.slice(i + 2, end));
    if (!aggregate) return undefined;
    i = end;
    if (tokens[i + 1]?.text.toLowerCase() === "filter" && tokens[i + 2]?.kind === "open") {
      const filterEnd = closing(tokens, i + 2);
      aggregate.where = textOf(tokens.slice(i + 4, filterEnd));
      i = filterEnd;
    }
    if (tokens[i + 1]?.text.toLowerCase() === "over") return undefined;
    pieces.push(text + token.space, aggregate);
    text = "";
    found = true;
  }
  return found ? [...pieces, text].filter(piece => piece !== "") : undefined;
}

function aggregateOf(type: MeasureType, inside: readonly Token[]): Aggregate | undefined {
  const [first] = inside;
  if (!first) return type === "count" ? {type} : undefined;
  const distinct = first.kind === "word" && first.text.toLowerCase() === "distinct";
  const argument = distinct ? inside.slice(1) : inside;
  if (distinct && type !== "count") return undefined;
  let depth = 0;
  for (const token of argument) {
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    if (token.kind === "comma" && depth === 0) return undefined;
  }
  const expr = textOf(argument);
  if (expr === "") return undefined;
  if (type === "count" && !distinct && (expr === "*" || expr === "1")) return {type};
  return {type: distinct ? "count_distinct" : type, expr};
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token, i) => (i > 0 ? token.space : "") + token.text).join("");
}

/** The properties of a measure with this aggregate. */
export function aggregated(
  {type, expr, where}: Aggregate,
  sourceOf: (expr: string) => {column: string} | {sql: string},
): Pick<Measure, "type" | "column" | "sql" | "where"> {
  return {type, ...(expr === undefined ? {} : sourceOf(expr)), ...(where === undefined ? {} : {where})};
}
