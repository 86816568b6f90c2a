import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {DialectName} from "../../shared/semantic/index.ts";
import {ADAPTERS} from "../warehouses/adapters.ts";
import type {WarehouseColumn, WarehouseTable} from "../warehouses/tables.ts";
import {asText, type DateForm, looksLikeDate} from "./date-forms.ts";
import {holdsSecret} from "./hide-secrets.ts";
import {CONCURRENCY, notCheckedNote, type Probing} from "./probing.ts";
import {quote, sourceOf} from "./source.ts";

const SAMPLED_ROWS = 200;
const SAMPLED_COLUMNS = 200;
const SAMPLED_CHARACTERS = 40;

/** Finds text and integer columns that hold dates, from a sample of rows that one statement for each table reads. */
export async function findDates(
  probing: Probing,
  models: ReadonlyMap<WarehouseTable, string>,
  fieldOf: (table: WarehouseTable, column: string) => string | undefined,
  notes: GraphNote[],
): Promise<void> {
  let skipped = 0;
  await forEachConcurrently([...models], CONCURRENCY, async ([table, model]) => {
    const columns = table.columns
      .filter(column => column.kind === "text" || column.kind === "integer")
      .filter(column => !holdsSecret(column))
      .slice(0, SAMPLED_COLUMNS);
    if (columns.length === 0) return;
    const {dialect} = probing.warehouse;
    const {dates} = ADAPTERS[dialect].expressions;
    const list = columns.map(
      ({name}) => `substr(${asText(dates, quote(dialect, name))}, 1, ${SAMPLED_CHARACTERS})`,
    );
    const rows = await probing.ask(
      `select ${list.join(", ")} from ${sourceOf(dialect, table)} limit ${SAMPLED_ROWS}`,
    );
    if (!rows) {
      skipped++;
      return;
    }
    columns.forEach((column, c) => {
      const values = rows.map(row => row[c]).filter(value => typeof value === "string");
      const form = looksLikeDate(column, values);
      const field = fieldOf(table, column.name);
      if (form && field !== undefined) notes.push(noteOf(model, field, column, form, dialect));
    });
  });
  if (skipped > 0)
    notes.push(
      notCheckedNote(
        `${skipped} tables were not searched for dates, because their data did not arrive in time.`,
      ),
    );
}

function noteOf(
  model: string,
  field: string,
  {kind, name}: WarehouseColumn,
  form: DateForm,
  dialect: DialectName,
): GraphNote {
  const isText = kind === "text";
  const expression = form.sql(ADAPTERS[dialect].expressions.dates, quote(dialect, name));
  return {
    model,
    field,
    code: isText ? "text_looks_like_date" : "integer_looks_like_date",
    message: `The ${isText ? "texts" : "numbers"} in "${name}" look like ${form.what}. As a ${form.type} dimension: ${expression}`,
    proposes: {dimension: {name: field, type: form.type, sql: expression}},
  };
}
