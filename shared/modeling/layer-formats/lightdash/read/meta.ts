import type {Measure} from "../../../../semantic/documents.ts";
import {isEmpty, isPlainMap, type Plain, type PlainMap} from "../../common/document.ts";
import {Entry} from "../../common/entry.ts";
import {cleanSynonyms} from "../../common/texts.ts";

export const ABOUT_APPEARANCE = "it is about how a page looks";

export const OF_A_CHART = "charts and dashboards have settings of their own for it";

/**
 * The settings in `meta` and `config.meta`. A setting in both is read from `config.meta`, as Lightdash does; dbt's
 * manifest has every setting in both places.
 */
export function metaOf(entry: Entry): Entry | undefined {
  const {config, meta} = entry.value;
  const kind = `${entry.kind}.meta`;
  if (!isPlainMap(config) || isEmpty(config["meta"])) return entry.entry("meta", kind);
  const inConfig = entry.entry("config")?.entry("meta", kind);
  if (!inConfig || !isPlainMap(meta) || isEmpty(meta)) return inConfig;
  const {document} = entry;
  const sources = new Map<object, readonly [base: PlainMap, over: PlainMap]>();
  const value = merged(meta, inConfig.value, sources);
  const lineOf = (holder: object, key: string | number) => {
    const [base, over] = sources.get(holder) ?? [holder, holder];
    return document.lineOf(over, key) ?? document.lineOf(base, key);
  };
  return new Entry({...document, lineOf}, entry.notes, value, kind, inConfig.line, entry.about);
}

/** The keys of both maps, and of maps within them; a value of `over` takes precedence. */
function merged(
  base: PlainMap,
  over: PlainMap,
  sources: Map<object, readonly [base: PlainMap, over: PlainMap]>,
): PlainMap {
  const entries = Object.entries(over).map(([key, value]): [string, Plain] => {
    const below = base[key];
    return [key, isPlainMap(value) && isPlainMap(below) ? merged(below, value, sources) : value];
  });
  const made = Object.fromEntries([...Object.entries(base), ...entries]);
  sources.set(made, [base, over]);
  return made;
}

/** Shortens references to the model itself: within orders, `${orders.status}` becomes `${status}`. */
export function ownRefs(sql: string, model: string): string {
  return sql.replace(/\$\{\s*(\w+)\.(\w+)\s*\}/g, (whole, of: string, field: string) =>
    of === model ? `\${${field}}` : of === "TABLE" ? `\${TABLE}.${field}` : whole,
  );
}

export function described(entry: Entry, fallback?: string) {
  const label = entry.text("label");
  const description = entry.text("description") ?? fallback;
  const hint = hintOf(entry);
  const hidden = entry.flag("hidden");
  const format = readFormat(entry);
  return {
    ...(label ? {label} : {}),
    ...(description ? {description} : {}),
    ...(hint ? {hint} : {}),
    ...synonymsOf(entry),
    ...(hidden ? {hidden} : {}),
    ...(format ? {format} : {}),
  };
}

/** The synonyms of dbt's `meta`, because Lightdash has none. */
export function synonymsOf(entry: Entry | undefined): {synonyms?: string[]} {
  const synonyms = cleanSynonyms(entry?.texts("synonyms") ?? []);
  return synonyms.length > 0 ? {synonyms} : {};
}

export function hintOf(entry: Entry | undefined): string | undefined {
  const hints = entry?.texts("ai_hint") ?? [];
  return hints.length > 0 ? hints.join("\n") : undefined;
}

const CURRENCIES: Readonly<Record<string, string>> = {$: "USD", "£": "GBP", "€": "EUR", "¥": "JPY"};

/** Converts `format` and `round` to our format, and notes what our format cannot express. */
function readFormat(entry: Entry): Measure["format"] | undefined {
  const declaredFormat = entry.text("format");
  const round = entry.number("round");
  entry.unused("numbers are not shortened", "compact");
  const decimals =
    round !== undefined && Number.isInteger(round) && round >= 0 && round <= 12 ? {decimals: round} : {};
  if (declaredFormat === undefined) return round === undefined ? undefined : {style: "number", ...decimals};
  if (declaredFormat === "percent") return {style: "percent", ...decimals};
  if (/^[a-z]{3}$/i.test(declaredFormat))
    return {style: "currency", currency: declaredFormat.toUpperCase(), ...decimals};
  const [, sign, pattern] = /^\[?([$£€¥])?\]?(#,##0(?:\.(?:0+))?%?|0(?:\.0+)?%?)$/.exec(declaredFormat) ?? [];
  if (pattern === undefined) {
    entry.note("not_supported", `The format "${declaredFormat}" is left out.`, "format");
    return round === undefined ? undefined : {style: "number", ...decimals};
  }
  const places = {decimals: /\.(0+)/.exec(pattern)?.[1]?.length ?? 0};
  if (pattern.endsWith("%")) return {style: "percent", ...places};
  const currency = sign === undefined ? undefined : CURRENCIES[sign];
  return currency ? {style: "currency", currency, ...places} : {style: "number", ...places};
}
