import type {FieldFormat} from "../../../core/wire/drawing.ts";
import {CURRENCY_SYMBOLS} from "../../../semantic/vocabulary.ts";

const SCALES = [
  {from: 1e12, unit: "T"},
  {from: 1e9, unit: "B"},
  {from: 1e6, unit: "M"},
  {from: 1e3, unit: "K"},
] as const;
const BYTES = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
/** Numbers from this size on are written with an exponent, because the units for them are not commonly known. */
const HUGE = 1e15;
const PLAIN: FieldFormat = {style: "number"};

/** The mark between groups of three digits, and the decimal mark. */
export interface NumberMarks {
  group: string;
  decimal: string;
}

/** A format, with the number marks of the reader's language if these differ from the English marks. */
export interface NumberLook extends FieldFormat {
  marks?: NumberMarks | undefined;
}

/** The number marks of a language, by default of the machine's language. `undefined` for the English marks. */
export function numberMarks(locale?: string): NumberMarks | undefined {
  const parts = new Intl.NumberFormat(locale, {numberingSystem: "latn"}).formatToParts(1_234_567.5);
  const textOf = (type: string) => parts.find(part => part.type === type)?.value ?? "";
  const [group, decimal] = [textOf("group"), textOf("decimal")];
  return group === "," && decimal === "." ? undefined : {group, decimal};
}

/** The format with the decimal and group marks of another format. */
export function markedLike(other: Pick<NumberLook, "marks"> | undefined, format: FieldFormat): NumberLook {
  return other?.marks ? {...format, marks: other.marks} : format;
}

/** Replaces the English decimal and group marks in a text of numbers by the marks of the format. */
function marked(text: string, {marks}: NumberLook): string {
  return marks
    ? text.replace(/(?<=\d)[,.](?=\d)/g, mark => (mark === "," ? marks.group : marks.decimal))
    : text;
}
/** The text of a missing value, the same in charts, tables, legends, mails and lists. */
export const NO_VALUE = "(none)";

/** A value in full, for tables and tooltips. A string of digits is never rounded. */
export function formatNumber(value: number | string, format: NumberLook = PLAIN, decimals?: number): string {
  return marked(inEnglish(value, format, decimals), format);
}

function inEnglish(value: number | string, format: FieldFormat, decimals?: number): string {
  const {style} = format;
  const digits = format.decimals ?? decimals;
  if (style === "percent") return `${fixed(Number(value) * 100, digits, 1)}%`;
  if (style === "bytes") return formatBytes(Number(value), digits);
  if (style === "duration") return formatDuration(Number(value));
  if (style === "currency") {
    const places = digits ?? (format.currency === "JPY" ? 0 : 2);
    return withCurrency(fixed(value, places, places), format.currency);
  }
  return fixed(value, digits, 2);
}

/** A value that is as short as possible and still exact enough, for labels beside marks and on axes: `1.2M`. */
export function formatShort(value: number, format: NumberLook = PLAIN): string {
  return marked(shortInEnglish(value, format), format);
}

function shortInEnglish(value: number, format: FieldFormat): string {
  const size = Math.abs(value);
  if (format.style === "bytes" || format.style === "duration" || format.style === "percent") {
    return inEnglish(value, format);
  }
  if (size >= HUGE) return withStyle(exponential(value), format);
  const scale = SCALES.find(({from}) => size >= from && size >= 1e4);
  if (!scale) {
    const places =
      format.decimals ?? (format.style === "currency" && !Number.isInteger(value) ? 2 : undefined);
    return withStyle(fixed(value, places, 2), format);
  }
  // A value that rounds up to a thousand of its unit is shown in the next unit.
  const rounded = Number((size / scale.from).toPrecision(3));
  const next = rounded >= 1000 ? SCALES[SCALES.indexOf(scale) - 1] : undefined;
  const [scaled, unit] = next ? [1, next.unit] : [rounded, scale.unit];
  return withStyle(`${value < 0 ? "−" : ""}${group(String(scaled))}${unit}`, format);
}

/**
 * The labels of one axis. All have the same unit and the same number of decimals, as many as `step` needs. Values whose
 * short labels would be equal are written in full.
 */
export function formatTicks(values: readonly number[], step: number, format: NumberLook = PLAIN): string[] {
  const short = ticksInEnglish(values, step, format);
  const texts =
    new Set(short).size === short.length ? short : values.map(value => inFull(value, step, format));
  return texts.map(text => marked(text, format));
}

function inFull(value: number, step: number, format: FieldFormat): string {
  if (format.style === "duration") return wholeDuration(value, step);
  const isShare = format.style === "percent";
  const text = String(Number((isShare ? value * 100 : value).toPrecision(16))).replace(/^-/, "−");
  return isShare ? `${text}%` : withStyle(text, format);
}

function ticksInEnglish(values: readonly number[], step: number, format: FieldFormat): string[] {
  if (format.style === "duration") return values.map(formatDuration);
  const largest = Math.max(...values.map(Math.abs));
  if (format.style === "percent")
    return values.map(value => `${fixed(value * 100, decimalsOf(step * 100))}%`);
  if (format.style === "bytes") {
    const power = bytePower(largest);
    const unit = 1000 ** power;
    return values.map(value => `${fixed(value / unit, decimalsOf(step / unit))} ${BYTES[power]}`);
  }
  if (largest >= HUGE) return values.map(value => withStyle(value === 0 ? "0" : exponential(value), format));
  const scale = largest >= 1e4 ? SCALES.find(({from}) => largest >= from) : undefined;
  const {from, unit} = scale ?? {from: 1, unit: ""};
  const decimals = decimalsOf(step / from);
  return values.map(value =>
    withStyle(value === 0 ? "0" : `${fixed(value / from, decimals)}${unit}`, format),
  );
}

/** The number of decimals for all values of a column: two if any value needs them. */
export function commonDecimals(values: readonly (number | string)[]): number {
  let most = 0;
  for (const value of values) {
    const text = typeof value === "number" ? String(Number(value.toFixed(2))) : value;
    most = Math.max(most, text.includes("e") ? 0 : (text.split(".")[1]?.length ?? 0));
  }
  return Math.min(most, 2);
}

function fixed(value: number | string, decimals?: number, most = 2): string {
  if (typeof value === "string") return exact(value);
  if (!Number.isFinite(value)) return NO_VALUE;
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e21) text = size.toExponential(2);
  else if (decimals !== undefined) text = size.toFixed(decimals);
  else if (size > 0 && size < 10 ** -most) text = String(Number(size.toPrecision(2)));
  else text = String(Number(size.toFixed(most)));
  return `${value < 0 && /[1-9]/.test(text) ? "−" : ""}${group(text)}`;
}

function exponential(value: number): string {
  const [digits = "", power = ""] = Math.abs(value).toExponential(2).split("e+");
  return `${value < 0 ? "−" : ""}${Number(digits)}e${power}`;
}

function exact(digits: string): string {
  return digits.startsWith("-") ? `−${group(digits.slice(1))}` : group(digits);
}

function group(digits: string): string {
  const [, whole = "", rest = ""] = /^(\d+)(.*)$/s.exec(digits) ?? [];
  return whole ? `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${rest}` : digits;
}

function withStyle(text: string, {style, currency}: FieldFormat): string {
  return style === "currency" ? withCurrency(text, currency) : text;
}

function withCurrency(text: string, currency = "USD"): string {
  const sign = text.startsWith("−") ? "−" : "";
  const symbol = CURRENCY_SYMBOLS[currency];
  return symbol
    ? `${sign}${symbol}${text.slice(sign.length)}`
    : `${sign}${currency} ${text.slice(sign.length)}`;
}

function bytePower(size: number): number {
  return Math.min(BYTES.length - 1, Math.max(0, Math.floor(Math.log10(size || 1) / 3)));
}

function formatBytes(value: number, decimals?: number): string {
  const power = bytePower(Math.abs(value));
  return `${fixed(value / 1000 ** power, power === 0 ? 0 : decimals, 1)} ${BYTES[power]}`;
}

const DURATIONS = [
  {seconds: 86_400, unit: "d"},
  {seconds: 3600, unit: "h"},
  {seconds: 60, unit: "m"},
] as const;

/** Seconds, in the two largest units that the value has. */
function formatDuration(value: number): string {
  if (!Number.isFinite(value)) return NO_VALUE;
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size === 0) return "0s";
  if (size < 1) return `${sign}${fixed(size * 1000, undefined, size < 0.01 ? 2 : 0)}ms`;
  if (size < 60) return `${sign}${fixed(size, undefined, size < 10 ? 1 : 0)}s`;
  const large = DURATIONS.find(({seconds}) => size >= seconds) ?? DURATIONS[2];
  const small = DURATIONS[DURATIONS.indexOf(large) + 1] ?? {seconds: 1, unit: "s"};
  const whole = Math.round(size / small.seconds);
  const per = large.seconds / small.seconds;
  const rest = whole % per;
  return `${sign}${group(String(Math.floor(whole / per)))}${large.unit}${rest ? ` ${rest}${small.unit}` : ""}`;
}

/** Seconds in all units of time that the value has, with as many decimals as `step` needs. */
function wholeDuration(value: number, step: number): string {
  const parts: string[] = [];
  let rest = Number(Math.abs(value).toFixed(decimalsOf(step)));
  for (const {seconds, unit} of DURATIONS) {
    const count = Math.floor(rest / seconds);
    if (count > 0) parts.push(`${group(String(count))}${unit}`);
    rest -= count * seconds;
  }
  const seconds = Number(rest.toFixed(decimalsOf(step)));
  if (seconds > 0 || parts.length === 0) parts.push(`${seconds}s`);
  return `${value < 0 ? "−" : ""}${parts.join(" ")}`;
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; decimals++) {
    if (Math.abs(Number(step.toFixed(decimals)) - step) < step * 1e-6) return decimals;
  }
  return 12;
}
