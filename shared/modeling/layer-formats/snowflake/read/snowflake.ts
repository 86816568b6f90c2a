import type {Dimension, DimensionType, Join, TableSource} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import {isPlainMap, type SourceDocument} from "../../common/document.ts";
import {type Entry, rootEntry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import type {Notes} from "../../common/notes.ts";
import {rewrite, typeOfWarehouse} from "../../common/sql.ts";
import {cleanSynonyms, type Texts, textsOf} from "../../common/texts.ts";
import {addMetric, MetricFault} from "../../ossie/read/add-metric.ts";
import {FieldLinks} from "../../ossie/read/link-fields.ts";
import {type Siblings, sourceOfField} from "../../ossie/read/read-field.ts";
import {BuiltMetrics, nameIn} from "./built-metrics.ts";

/** The aggregates of `default_aggregation` as SQL. */
const AGGREGATES: Readonly<Record<string, (sql: string) => string>> = {
  sum: sql => `SUM(${sql})`,
  avg: sql => `AVG(${sql})`,
  min: sql => `MIN(${sql})`,
  max: sql => `MAX(${sql})`,
  median: sql => `MEDIAN(${sql})`,
  count: sql => `COUNT(${sql})`,
  count_distinct: sql => `COUNT(DISTINCT ${sql})`,
};

/** Whether a document is a semantic model, or the YAML of a semantic view, of Snowflake. */
export function isSnowflakeFile({root}: SourceDocument): boolean {
  if (!isPlainMap(root) || !Array.isArray(root["tables"])) return false;
  return root["tables"].some(one => isPlainMap(one) && isPlainMap(one["base_table"]));
}

/**
 * Converts logical tables, relationships and metrics to models, joins and measures. Names of columns and tables follow
 * Snowflake's rule: those without quotes are in upper case.
 */
export function importSnowflake(
  documents: readonly SourceDocument[],
  builder: GraphBuilder,
  notes: Notes,
): void {
  for (const document of documents) {
    const root = rootEntry(document, notes);
    if (root) new SnowflakeReader(root, builder).read();
  }
}

class SnowflakeReader {
  readonly #models = new Map<string, BuiltModel>();
  readonly #made = new BuiltMetrics();

  constructor(
    readonly entry: Entry,
    readonly builder: GraphBuilder,
  ) {}

  read(): void {
    const {entry} = this;
    const tables = entry.entries("tables", "table");
    const names = new Map(tables.map(table => [table.text("name") ?? "", table]));
    const metrics = tables.flatMap(table => this.#table(table, names));
    for (const [metric, table] of metrics) this.#made.announce(table, metric.text("name") ?? "");
    for (const [metric, table] of metrics) this.#metric(metric, table);
    for (const metric of entry.entries("metrics", "metric")) this.#metric(metric, undefined);
    for (const relationship of entry.entries("relationships", "relationship")) this.#join(relationship);
    for (const query of entry.entries("verified_queries", "verified query")) noteVerifiedQuery(query);
    for (const model of this.#models.values()) foldColumns(model);
    entry.unused(
      "a layer has no name and no text of its own: write advice into hints of models and fields",
      "description",
      "comments",
      "custom_instructions",
      "module_custom_instructions",
    );
    entry.skip("name");
    entry.rest();
  }

  /** Adds the table with its row-level fields. Returns its metrics, which need the fields of all tables. */
  #table(entry: Entry, tables: ReadonlyMap<string, Entry>): [metric: Entry, table: string][] {
    const name = entry.text("name") ?? "";
    entry.about = {model: name};
    const table = tableOf(entry.entry("base_table"));
    const key = (entry.entry("primary_key")?.texts("columns") ?? []).map(folded);
    const metrics = entry.entries("metrics", "metric").map((one): [Entry, string] => [one, name]);
    const measures = entry.entries("measures", "measure");
    const fields: [Entry, DimensionType | undefined][] = [
      ...entry.entries("dimensions", "dimension").map((one): [Entry, undefined] => [one, undefined]),
      ...entry
        .entries("time_dimensions", "time dimension")
        .map((one): [Entry, DimensionType] => [one, "timestamp"]),
      ...entry.entries("facts", "fact").map((one): [Entry, DimensionType] => [one, "number"]),
      ...entry.entries("filters", "filter").map((one): [Entry, DimensionType] => [one, "boolean"]),
    ];
    entry.unused("a model has one key, which identifies its rows", "unique_keys");
    const texts = readTexts(entry);
    entry.rest();
    if (!table) {
      entry.note(
        "model_dropped",
        `The table "${name}" is left out: its base_table names no table.`,
        "base_table",
      );
      return [];
    }
    const model = {name, table, ...(key.length > 0 ? {primaryKey: key} : {}), dimensions: [], ...texts};
    const built = this.builder.addModel(model, entry.place);
    if (!built) return [];
    this.#models.set(name, built);
    const expressions = new Map(
      fields.flatMap(([field]): [string, string][] => {
        const [called, sql] = [field.text("name"), field.text("expr")];
        return called === undefined || sql === undefined ? [] : [[called, sql]];
      }),
    );
    const siblings = {expressions, links: new FieldLinks(), datasets: tables};
    for (const [field, type] of fields) this.#field(field, type, siblings, built);
    return [...measures.map((one): [Entry, string] => [one, name]), ...metrics];
  }

  #field(entry: Entry, assumed: DimensionType | undefined, siblings: Siblings, model: BuiltModel): void {
    const name = entry.text("name") ?? "";
    entry.about = {model: model.name, field: name};
    const sql = entry.text("expr");
    const declared = entry.text("data_type");
    const texts = readTexts(entry);
    const isHidden = entry.text("access_modifier") === "private_access";
    entry.unused(
      "values are looked up in the warehouse, under the row access of the person who asks",
      "sample_values",
      "is_enum",
      "unique",
      "cortex_search_service",
      "cortex_search_service_name",
    );
    entry.rest();
    if (sql === undefined) {
      entry.note("field_dropped", `The field "${name}" is left out: it has no "expr".`, "expr");
      return;
    }
    const type = (declared === undefined ? undefined : typeOfWarehouse(declared)) ?? assumed ?? "string";
    const dimension: Dimension = {
      name,
      type,
      ...sourceOfField(entry, name, sql, siblings, model.name, "expr"),
    };
    this.builder.addDimension(
      model,
      {...dimension, ...texts, ...(isHidden ? {hidden: true} : {})},
      entry.place,
    );
  }

  /** A metric, or a measure of an older file, which says how it is aggregated beside its expression. */
  #metric(entry: Entry, table: string | undefined): void {
    const name = entry.text("name") ?? "";
    entry.about = {...(table === undefined ? {} : {model: table}), field: name};
    const sql = entry.text("expr");
    const aggregate = entry.text("default_aggregation")?.toLowerCase();
    const texts = readTexts(entry);
    const isHidden = entry.text("access_modifier") === "private_access";
    entry.skip("data_type");
    entry.unused(
      "values are looked up in the warehouse, under the row access of the person who asks",
      "sample_values",
    );
    entry.unsupported(
      'a query names the join that it goes over, as in "buyer.region"',
      "using_relationships",
    );
    const isSemiAdditive = entry.has("non_additive_dimensions");
    entry.skip("non_additive_dimensions");
    entry.rest();
    try {
      if (sql === undefined) throw new MetricFault('it has no "expr"');
      if (isSemiAdditive) {
        throw new MetricFault('"non_additive_dimensions" are not read: give the measure "nonAdditive"');
      }
      const write = aggregate === undefined ? undefined : AGGREGATES[aggregate];
      if (aggregate !== undefined && !write)
        throw new MetricFault(`its aggregation "${aggregate}" is not known`);
      addMetric(
        {
          name,
          expression: write ? write(sql) : this.#withMetrics(sql),
          ...(table === undefined ? {} : {dataset: table}),
          texts: {...texts, ...(isHidden ? {hidden: true} : {})},
          place: entry.place,
        },
        {models: this.#models, made: this.#made.of(table), builder: this.builder},
      );
    } catch (fault) {
      if (!(fault instanceof MetricFault)) throw fault;
      entry.note("metric_dropped", `The metric "${name}" is left out: ${fault.message}.`);
    }
  }

  /** The expression with `table.metric` replaced by the name under which that metric became a measure. */
  #withMetrics(sql: string): string {
    return rewrite(sql, ({text}, at, tokens) => {
      const isOfTable =
        tokens[at + 1]?.text === "." && this.#made.has(nameIn(text, tokens[at + 2]?.text ?? ""));
      if (isOfTable) return "";
      if (text === "." && this.#made.has(nameIn(tokens[at - 1]?.text ?? "", tokens[at + 1]?.text ?? "")))
        return "";
      const table = tokens[at - 1]?.text === "." ? (tokens[at - 2]?.text ?? "") : "";
      return this.#made.has(nameIn(table, text)) ? nameIn(table, text) : text;
    });
  }

  #join(entry: Entry): void {
    const name = entry.text("name") ?? "";
    const from = entry.text("left_table") ?? "";
    const to = entry.text("right_table") ?? "";
    entry.about = {model: from};
    const on = entry.entries("relationship_columns", "column").map(pair => {
      const columns = {
        from: folded(pair.text("left_column") ?? ""),
        to: folded(pair.text("right_column") ?? ""),
      };
      pair.rest();
      return columns;
    });
    const isOne = entry.text("relationship_type")?.toLowerCase() === "one_to_one";
    const type = entry.text("join_type")?.toLowerCase();
    entry.unused("a join has no text of its own", "description", "synonyms");
    entry.rest();
    if (!this.#models.has(from) || !this.#models.has(to) || on.length === 0) {
      entry.note(
        "join_skipped",
        `The relationship "${name}" is left out: it pairs no columns of two tables.`,
      );
      return;
    }
    if (type === "inner") {
      const message = `The relationship "${name}" keeps rows without a match: to leave these rows out, a query filters the other side's key with "is_not_null".`;
      entry.note("not_supported", message, "join_type");
    }
    const relationship: Join["relationship"] = isOne ? "one_to_one" : "many_to_one";
    this.builder.addJoin({...(from === to ? {name} : {}), from, to, relationship, on}, entry.place, {name});
  }
}

/** Notes a verified query, which is left out because its SQL uses Snowflake's logical tables. */
function noteVerifiedQuery(entry: Entry): void {
  const question = entry.text("question") ?? entry.text("name") ?? "";
  entry.skip("name", "sql", "verified_at", "verified_by", "use_as_onboarding_question");
  entry.rest();
  const message = `The verified query "${question}" is left out, because it is SQL: ask the question here, and mark the answer as right.`;
  entry.note("question_left_out", message);
}

function readTexts(entry: Entry): Texts {
  const description = entry.text("description");
  return textsOf({
    ...(description === undefined ? {} : {description}),
    synonyms: cleanSynonyms(entry.texts("synonyms")),
  });
}

function tableOf(entry: Entry | undefined): TableSource | undefined {
  const part = (key: string) => {
    const name = entry?.text(key);
    return name === undefined ? undefined : folded(name);
  };
  const [catalog, schema, name, sql] = [
    part("database"),
    part("schema"),
    part("table"),
    entry?.text("definition"),
  ];
  entry?.rest();
  if (name !== undefined) return {...(catalog ? {catalog} : {}), ...(schema ? {schema} : {}), name};
  return sql === undefined ? undefined : {sql};
}

/** A name as Snowflake stores it. */
function folded(name: string): string {
  if (/^[a-z_][\w$]*$/i.test(name)) return name.toUpperCase();
  return /^"(.+)"$/s.exec(name)?.[1]?.replaceAll('""', '"') ?? name;
}

function foldColumns(model: BuiltModel): void {
  for (const field of [...model.dimensions, ...model.measures]) {
    if (field.column !== undefined) field.column = folded(field.column);
  }
}
