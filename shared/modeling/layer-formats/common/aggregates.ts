import type {Measure, MeasureType} from "../../../semantic/documents.ts";
import {closing, type Token, tokenize} from "../../../semantic/layers.ts";

/** One call of an aggregate in an expression. */
export interface Aggregate {
  type: MeasureType;
  /** The aggregated expression; `undefined` for a count of rows. */
  expr?: string;
  where?: string;
  percentile?: number;
  method?: NonNullable<Measure["method"]>;
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
 * Percentile aggregates, which have the share in their parentheses and the values in `within group`, each with the
 * measure's method.
 */
const PERCENTILES: Readonly<Record<string, Measure["method"]>> = {
  percentile_cont: "continuous",
  percentile_disc: "discrete",
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
    const word = token.kind === "word" && tokens[i + 1]?.kind === "open" ? token.text.toLowerCase() : "";
    const [type, method] = [CALLS[word], PERCENTILES[word]];
    if (type === undefined && method === undefined) {
      text += token.space + token.text;
      continue;
    }
    let end = closing(tokens, i + 1);
    const inside = tokens.slice(i + 2, end);
    let aggregate: Aggregate | undefined;
    if (type !== undefined) aggregate = aggregateOf(type, inside);
    else if (joinTokens(tokens.slice(end + 1, end + 3)).toLowerCase() === "within group") {
      const last = closing(tokens, end + 3);
      aggregate = percentileOf(inside, tokens.slice(end + 4, last), method);
      end = last;
    }
    if (!aggregate) return undefined;
    i = end;
    if (tokens[i + 1]?.text.toLowerCase() === "filter" && tokens[i + 2]?.kind === "open") {
      const filterEnd = closing(tokens, i + 2);
      aggregate.where = joinTokens(tokens.slice(i + 4, filterEnd));
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
  const expr = joinTokens(argument);
  if (expr === "") return undefined;
  if (type === "count" && !distinct && (expr === "*" || expr === "1")) return {type};
  return {type: distinct ? "count_distinct" : type, expr};
}

/** Reads both parentheses of `(0.9) within group (order by amount)`. */
function percentileOf(
  share: readonly Token[],
  order: readonly Token[],
  method: Measure["method"],
): Aggregate | undefined {
  const [, expr, direction] = /^order by (.+?)(?:\s+(asc|desc))?$/is.exec(joinTokens(order)) ?? [];
  const stated = share.length === 1 && share[0]?.kind === "number" ? Number(share[0].text) : Number.NaN;
  if (expr === undefined || !(stated > 0 && stated < 1)) return undefined;
  const isBackwards = direction?.toLowerCase() === "desc";
  // In descending order, a discrete percentile can be another value.
  if (isBackwards && method === "discrete") return undefined;
  const percentile = isBackwards ? Number((1 - stated).toFixed(10)) : stated;
  return {type: "percentile", expr, percentile, ...(method === "discrete" ? {method} : {})};
}

function joinTokens(tokens: readonly Token[]): string {
  return tokens.map((token, i) => (i > 0 ? token.space : "") + token.text).join("");
}

/** The properties of a measure with this aggregate. */
export function aggregated(
  {expr, where, ...others}: Aggregate,
  sourceOf: (expr: string) => {column: string} | {sql: string},
): Pick<Measure, "type" | "column" | "sql" | "where" | "percentile" | "method"> {
  return {...others, ...(expr === undefined ? {} : sourceOf(expr)), ...(where === undefined ? {} : {where})};
}
