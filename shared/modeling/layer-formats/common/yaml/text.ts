import {parseDocument, Scalar, stringify} from "yaml";
import {isPlainMap, type Plain} from "../document.ts";

/** The position and style of a value to be written. */
export interface Spot {
  /** The number of columns before the first key of the map that the value is in. */
  indent: number;
  inFlow: boolean;
  newline: string;
  /** The old form of the value, whose style is preserved if possible. */
  style?: string | undefined;
  /** Whether something follows on the value's line, such as a comment. */
  hasTail?: boolean;
  /** Columns between a key and the dashes of a list below it. */
  dash?: number;
}

const STEP = 2;
/** Text that YAML 1.1, which dbt reads, takes for a number or a time. */
const NUMBER_LIKE = /^[-+.]?\d[\d_.,:eE+-]*$/;

/** A value after its key: on the same line with a space before it, or below the key. */
export function valueText(value: Plain, spot: Spot): string {
  if (spot.inFlow) return ` ${flowText(value)}`;
  if (Array.isArray(value) && value.length > 0) {
    const indent = spot.indent + (spot.dash ?? STEP);
    return spot.newline + value.map(item => itemText(item, {...spot, indent})).join(spot.newline);
  }
  if (isPlainMap(value) && Object.keys(value).length > 0) {
    const indent = spot.indent + STEP;
    return spot.newline + " ".repeat(indent) + pairsText(value, {...spot, indent});
  }
  return ` ${scalarText(value, spot)}`;
}

/** A key with its value. Further lines are indented; the first is not. */
export function pairText(key: string, value: Plain, {style: _, hasTail: __, ...spot}: Spot): string {
  const written = scalarText(key, {...spot, inFlow: true});
  return `${written}:${valueText(value, spot)}`;
}

/** A map's keys, one below another. The first line is not indented. */
function pairsText(map: {[key: string]: Plain}, spot: Spot): string {
  const pairs = Object.entries(map).map(([key, value]) => pairText(key, value, spot));
  return pairs.join(spot.newline + " ".repeat(spot.indent));
}

/** An item of a list in lines of its own, with its dash at `indent`. */
export function itemText(item: Plain, spot: Spot): string {
  const dash = `${" ".repeat(spot.indent)}- `;
  const inner = {...spot, indent: spot.indent + STEP};
  if (isPlainMap(item) && Object.keys(item).length > 0) return dash + pairsText(item, inner);
  return dash + (typeof item === "object" && item !== null ? flowText(item) : scalarText(item, inner));
}

/** A value on one line. */
export function flowText(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (isPlainMap(value)) {
    const pairs = Object.entries(value).map(([key, one]) => `${flowText(key)}: ${flowText(one)}`);
    return `{${pairs.join(", ")}}`;
  }
  return scalarText(value, {indent: 0, inFlow: true, newline: "\n"});
}

/** A scalar in its old style if that can hold the value, otherwise in the plainest style that can. */
export function scalarText(value: Plain, spot: Spot): string {
  if (typeof value !== "string")
    return Array.isArray(value) ? "[]" : isPlainMap(value) ? "{}" : String(value);
  for (const candidate of candidates(value, spot)) {
    if (candidate !== undefined && readsAs(candidate, value, spot)) return candidate;
  }
  return JSON.stringify(value);
}

function* candidates(value: string, spot: Spot): Generator<string | undefined> {
  const {style, inFlow, hasTail} = spot;
  const isLong = value.includes("\n");
  if (!inFlow && !hasTail) {
    if (style === Scalar.BLOCK_FOLDED && !isLong) yield blockText(">", value, spot);
    if (isLong || style === Scalar.BLOCK_LITERAL || style === Scalar.BLOCK_FOLDED)
      yield blockText("|", value, spot);
  }
  if (style === Scalar.QUOTE_DOUBLE) yield JSON.stringify(value);
  if (style === Scalar.QUOTE_SINGLE) yield `'${value.replaceAll("'", "''")}'`;
  if (isPlain(value, inFlow)) yield value;
}

/** A block scalar from its indicator on, without the break at its end. */
function blockText(indicator: string, value: string, {indent, newline}: Spot): string | undefined {
  // A leading space would need an indentation indicator, and breaks beyond one need "+".
  if (/^[ \n]/.test(value) || /\n\n$/.test(value) || /[\r\t]|[ ]$/m.test(value)) return undefined;
  const lines = value.replace(/\n$/, "").split("\n");
  const chomp = value.endsWith("\n") ? "" : "-";
  const inner = " ".repeat(indent + STEP);
  return [indicator + chomp, ...lines.map(line => (line === "" ? "" : inner + line))].join(newline);
}

function isPlain(value: string, inFlow: boolean): boolean {
  if (NUMBER_LIKE.test(value) || value.includes("\n")) return false;
  if (inFlow && /[,[\]{}]/.test(value)) return false;
  return stringify(value, {lineWidth: 0, compat: "yaml-1.1"}) === `${value}\n`;
}

/** Whether a parser reads the text as the value at this position. */
function readsAs(text: string, value: string, {inFlow, indent, newline}: Spot): boolean {
  const nested = inFlow
    ? `{k: ${text}, l: 1}`
    : `${" ".repeat(indent)}k: ${text}${newline}${" ".repeat(indent)}l: 1`;
  const document = parseDocument(nested, {logLevel: "silent"});
  return document.errors.length === 0 && document.get("k") === value && document.get("l") === 1;
}
