import type {Dimension, Join, Measure, Model} from "../../../../semantic/documents.ts";
import {type Keys, roleOf} from "../../common/apply-changes.ts";
import type {Plain} from "../../common/document.ts";
import {conjuncts} from "../../common/sql.ts";
import {WriteFault} from "../../common/write-fault.ts";
import {AGGREGATES} from "../../dbt/write/files.ts";

/** The keys for how a field is displayed. */
export function displayKeys({
  label,
  hint,
  synonyms,
  hidden,
  format,
}: Pick<Dimension, "label" | "hint" | "synonyms" | "hidden" | "format">): Keys {
  const {style, currency, decimals} = format ?? {};
  if (style === "bytes" || style === "duration")
    throw new WriteFault(`Lightdash has no format "${style}" here.`);
  return {
    label,
    ai_hint: hint,
    synonyms,
    hidden: hidden || undefined,
    format: style === "currency" ? currency?.toLowerCase() : style === "percent" ? "percent" : undefined,
    round: decimals ?? (style === "number" ? 0 : undefined),
  };
}

/** The keys of a metric. `isOfColumn`: the metric is written below the column that it aggregates. */
export function measureKeys(measure: Measure, isOfColumn: boolean): Keys {
  const {type, column, sql, where, percentile, description} = measure;
  const metricType = type === "number" ? "number" : AGGREGATES[type];
  if (metricType === undefined) throw new WriteFault(`Lightdash has no metric of the type "${type}".`);
  return {
    type: metricType,
    sql: isOfColumn ? undefined : (sql ?? column),
    description,
    ...displayKeys(measure),
    percentile: percentile === undefined ? undefined : Math.round(percentile * 1e8) / 1e6,
    filters: where === undefined ? undefined : filtersOf(where),
  };
}

const CONDITION =
  /^\$\{(\w+)\}\s*(=|>=|<=|>|<|is not|is)\s*(null|-?\d+(?:\.\d+)?|true|false|'(?:[^']|'')*')$/i;

/** A condition as Lightdash's filters: comparisons of dimensions, joined by "and". */
function filtersOf(where: string): Plain[] {
  return conjuncts(where).map(part => {
    const [, name = "", op = "", value = ""] = CONDITION.exec(part.trim()) ?? [];
    const word = op.toLowerCase();
    const text = value.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value;
    if (word === "is" && value.toLowerCase() === "null") return {[name]: "null"};
    if (word === "is not" && value.toLowerCase() === "null") return {[name]: "!null"};
    if (name === "" || word.startsWith("is") || /^\s*[!<>]|^(null|empty)$|%/i.test(text))
      throw new WriteFault(`Lightdash filters by comparisons of dimensions, and cannot say \`${part}\`.`);
    if (word !== "=") return {[name]: `${op} ${text}`};
    return {
      [name]: value.startsWith("'")
        ? text
        : /^(true|false)$/i.test(value)
          ? value.toLowerCase() === "true"
          : Number(value),
    };
  });
}

export function joinKeys(join: Join, from: Model, to: Model): Keys {
  const role = roleOf(join);
  const member = (model: Model, name: string, column: string) => {
    const found = model.dimensions.find(one => one.column === column);
    return `\${${name}.${found?.name ?? column}}`;
  };
  const sql = join.on.map(pair => `${member(from, from.name, pair.from)} = ${member(to, role, pair.to)}`);
  return {
    join: join.to,
    alias: role === join.to ? undefined : role,
    sql_on: sql.join(" and "),
    relationship: join.relationship.replaceAll("_", "-"),
  };
}
