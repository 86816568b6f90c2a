import {
  writeDouble,
  writeGroupedDouble,
  writeIsFinite,
  writeIsNaN,
  writeNumberAsShown,
  writeNumberIn,
  writeNumberText,
  writeWholeDouble,
} from "../dialects/numbers.ts";
import type {Bins, DimensionField} from "../layer/layer.ts";
import type {Plan} from "../plan/plan.ts";
import type {Writer} from "./writer.ts";

/** Decimals, in a label, of an edge that is computed from the rows. */
const LABEL_DECIMALS = 6;

/** Edges beyond this number have no labels of their own: engines cannot write them. */
const MAX_LABELLED = "9000000000000000";

/**
 * The lower edge of the bin that a value lies in, or the bin's label; null for null. Values and edges are compared as
 * doubles. NaN is a bin of its own; so are infinities, unless the layer lists the edges. Where edges have fractions, the
 * nearest is found first, so that no rounding puts a value that lies on an edge into the bin before it.
 */
export function writeBin(writer: Writer, field: DimensionField, bins: Bins, stored: string): string {
  const {name} = writer.dialect;
  const value = writeDouble(name, stored);
  if (bins.kind === "edges") return writeEdges(writer, bins.edges, value, bins.labels);
  const {index, edge, decimals} =
    bins.kind === "width" ? ofWidth(writer, bins, value) : ofCount(writer, field, bins.count, value);
  if (!bins.labels) {
    // By arithmetic, the edge below an infinity or NaN is the value itself, if edges do not depend on the rows.
    if (bins.kind === "count") return ifFinite(writer, value, edge(index), value);
    return bins.scale === 1 ? writeGroupedDouble(name, edge(index)) : edge(index);
  }
  const [from, to] = [edge(index), edge(`(${index} + 1)`)];
  const [fromText, toText] = [from, to].map(one => writeNumberText(name, one, decimals));
  const label = concat(writer, [fromText ?? "", text(writer, "–"), toText ?? ""]);
  const isWritable = `${from} >= -${MAX_LABELLED} and ${to} <= ${MAX_LABELLED}`;
  const isWithin = (edge: string) => `${edge} >= -${MAX_LABELLED} and ${edge} <= ${MAX_LABELLED}`;
  const ofOneEdge = [
    `when ${isWithin(from)} then ${concat(writer, [text(writer, "≥ "), fromText ?? ""])}`,
    `when ${isWithin(to)} then ${concat(writer, [text(writer, "< "), toText ?? ""])}`,
  ];
  const cases = [
    `when ${isWritable} then ${label}`,
    ...(endsAtLabels(bins) ? [] : ofOneEdge),
    `when ${value} < -${MAX_LABELLED} then ${text(writer, `< -${MAX_LABELLED}`)}`,
    `when ${value} >= ${MAX_LABELLED} then ${text(writer, `≥ ${MAX_LABELLED}`)}`,
  ];
  return ifFinite(writer, value, `case ${cases.join(" ")} end`, writeNonFinite(writer, value));
}

/** Whether the least and the greatest number with a label are edges, so that no bin extends beyond them. */
function endsAtLabels(bins: Bins): boolean {
  if (bins.kind !== "width") return false;
  const [most, from, width] = [
    BigInt(MAX_LABELLED) * BigInt(bins.scale),
    BigInt(bins.from),
    BigInt(bins.width),
  ];
  return (most - from) % width === 0n && (-most - from) % width === 0n;
}

/**
 * Chooses between two expressions by whether a double is finite; the first one alone for engines where all doubles are.
 */
function ifFinite({dialect}: Writer, value: string, finite: string, others: string): string {
  const test = writeIsFinite(dialect.name, value);
  return test === undefined ? finite : `case when ${test} then ${finite} else ${others} end`;
}

/** The name of a double that is not finite; null for null. */
function writeNonFinite(writer: Writer, value: string): string {
  const cases = [
    [writeIsNaN(writer.dialect.name, value), "NaN"],
    [`${value} > 0`, "Infinity"],
    [`${value} < 0`, "-Infinity"],
  ] as const;
  return `case ${cases.map(([test, name]) => `when ${test} then ${text(writer, name)}`).join(" ")} end`;
}

/** A number, or the lower edge of its bin, as text: a label beside the name that `top` gives to all other values. */
export function writeNumberLabel(writer: Writer, bins: Bins | undefined, edge: string): string {
  if (bins === undefined) return writeNumberAsShown(writer.dialect, edge);
  if (bins.labels) return edge;
  const decimals = bins.kind === "width" ? String(bins.scale).length - 1 : LABEL_DECIMALS;
  const {name} = writer.dialect;
  return ifFinite(writer, edge, writeNumberText(name, edge, decimals), writeNonFinite(writer, edge));
}

/** The entries of `order by` for a dimension of groups, whose column is `name`. */
export function orderBy(
  writer: Writer,
  {type, labels}: Partial<Plan["dimensions"][number]>,
  {name, descending = false}: {name: string; descending?: boolean},
): string[] {
  const sorted = (type === "string" ? writer.texts.sorted?.(name) : undefined) ?? name;
  const keys = labels === undefined ? [sorted] : labelKeys(writer, name, labels.rest);
  return keys.map(key => writer.dialect.order(key, descending, key));
}

/** An order by a measure, or by a dimension of numbers: NaN is the greatest number, and nulls are last. */
export function orderByValue({dialect}: Writer, value: string, descending: boolean): string {
  const order = dialect.order(value, descending, value);
  if (!descending || dialect.isNaN === undefined) return order;
  const test = dialect.isNaN(value);
  return `${dialect.order(test, true, test)}, ${order}`;
}

/**
 * Sort keys for labels of bins and for numbers as texts. The order is: below all edges, by number or lower edge, above
 * all numbers, NaN, and then `rest`, the name that `top` gives to all other values. The last key is the label itself.
 */
function labelKeys(writer: Writer, label: string, rest?: string): string[] {
  const number = writeNumberIn(writer.dialect.name, label);
  const isRest = rest === undefined ? undefined : `${label} = ${writer.bind({kind: "text", value: rest})}`;
  const kinds = [
    `when ${label} is null then null`,
    ...(isRest === undefined ? [] : [`when ${isRest} then 5`]),
    `when ${label} = ${text(writer, "-Infinity")} then 0`,
    `when ${label} like ${text(writer, "< %")} then 1`,
    `when ${label} = ${text(writer, "Infinity")} then 3`,
    `when ${label} = ${text(writer, "NaN")} then 4`,
  ];
  // The name `rest` may contain a number outside the range of doubles.
  const edge = isRest === undefined ? number : `case when ${isRest} then null else ${number} end`;
  return [`case ${kinds.join(" ")} else 2 end`, edge, label];
}

interface Places {
  /** The number of the edge that the value's bin begins at. */
  index: string;
  /** The SQL of the edge with this number. */
  edge(number: string): string;
  decimals: number;
}

/** With whole numbers and one division at the end, each edge is the double that is nearest to its decimal. */
function ofWidth(
  {dialect}: Writer,
  {width, from, scale}: Extract<Bins, {kind: "width"}>,
  value: string,
): Places {
  const plus = (number: number, expression: string) =>
    number === 0 ? expression : `${expression} ${number < 0 ? "-" : "+"} ${Math.abs(number)}`;
  const scaled = scale === 1 ? value : `${value} * ${scale}`;
  const times = (number: string) => (width === 1 ? number : `${number} * ${width}`);
  const number = `${from === 0 ? scaled : `(${plus(-from, scaled)})`}${width === 1 ? "" : ` / ${width}`}`;
  const edge = (index: string) => {
    const whole = plus(from, times(index));
    return scale === 1 ? `(${whole})` : `((${whole}) / ${writeWholeDouble(dialect.name, scale)})`;
  };
  // Whole numbers are not rounded on the way.
  const index = scale === 1 ? `floor(${number})` : before(value, `round(${number})`, edge);
  return {index, edge, decimals: String(scale).length - 1};
}

function ofCount(writer: Writer, field: DimensionField, count: number, value: string): Places {
  const spread = writer.spreadOf(field);
  const [least, range] = ["least", "range"].map(
    column => `(select ${spread}.${writer.own(`${column}_value`)} from ${spread})`,
  );
  const edge = (index: string) => `(${least} + ${index} * ${range} / ${count})`;
  const nearest = `round((${value} - ${least}) * ${count} / ${range})`;
  // The greatest value lies on the upper edge of the last bin, and belongs to it.
  const last = `when ${nearest} >= ${count} then ${count - 1} `;
  return {index: before(value, nearest, edge, last), edge, decimals: LABEL_DECIMALS};
}

/** The number of the last edge that is not greater than the value, from the number of the edge nearest to the value. */
function before(value: string, nearest: string, edge: (index: string) => string, first = ""): string {
  return `(case ${first}when ${value} < ${edge(nearest)} then ${nearest} - 1 else ${nearest} end)`;
}

function writeEdges(writer: Writer, edges: readonly number[], value: string, labels: boolean): string {
  const isFraction = edges.some(edge => !Number.isInteger(edge));
  const number = (edge: number) => (isFraction && Number.isInteger(edge) ? `${edge}.0` : String(edge));
  const label = (edge: number, i: number) => {
    const next = edges[i + 1];
    return text(writer, next === undefined ? `≥ ${edge}` : `${edge}–${next}`);
  };
  const cases = edges
    .map((edge, i) => `when ${value} >= ${number(edge)} then ${labels ? label(edge, i) : number(edge)}`)
    .toReversed();
  const {name} = writer.dialect;
  const test = writeIsNaN(name, value);
  if (test !== undefined) cases.unshift(`when ${test} then ${labels ? text(writer, "NaN") : value}`);
  const [first = 0] = edges;
  if (labels) {
    cases.push(`when ${value} < ${number(first)} then ${text(writer, `< ${first}`)}`);
    return `case ${cases.join(" ")} end`;
  }
  return writeDouble(name, `case ${cases.join(" ")} end`);
}

function text({dialect}: Writer, value: string): string {
  return dialect.literal({kind: "text", value});
}

/** Not every engine concatenates more than two texts at once. */
function concat(writer: Writer, [first = "", ...rest]: readonly string[]): string {
  return rest.length === 0 ? first : `concat(${first}, ${concat(writer, rest)})`;
}
