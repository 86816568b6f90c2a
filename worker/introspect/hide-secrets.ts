import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {WarehouseColumn, WarehouseTable} from "../warehouses/tables.ts";
import {type Fields, snakeCase} from "./propose-fields.ts";

/** Names of columns that hold credentials, or numbers by which people can be impersonated. */
const SECRET = new RegExp(
  [
    "(^|_)(password|passwd|passphrase|passcode|pwd|secrets?|apikeys?|otp|totp|(password|passwd|pwd|pin)hash)(_|$)",
    "(^|_)(api|access|private|secret|signing|encryption)_keys?(_|$)",
    "(^|_)tokens?(_(hash|digest|value))?$",
    "(^|_)pin(_(hash|digest))?$",
    "(^|_)(ssn|cvv|cvc|iban|social_security(_(no|nr|number))?|national_id|passport_(no|nr|number))$",
    "(^|_)card_(no|nr|number)$",
  ].join("|"),
);
/** The kinds of columns that say something about a secret, such as when it was changed, but cannot hold one. */
const HARMLESS = new Set<WarehouseColumn["kind"]>(["boolean", "date", "timestamp"]);
const NUMBERS = new Set<WarehouseColumn["kind"]>(["integer", "decimal", "money"]);
/** Names of numbers that count tokens of texts, such as those of a language model. */
const COUNT = /(^|_)tokens$/;

/**
 * Whether a column seems to hold a secret, judged by its name and kind alone: no statement of an introspection reads the
 * values of such a column.
 */
export function holdsSecret({name, kind}: WarehouseColumn): boolean {
  const plain = snakeCase(name.replace(/([A-Z])(?=[A-Z][a-z])/g, "$1_"));
  return !HARMLESS.has(kind) && SECRET.test(plain) && !(NUMBERS.has(kind) && COUNT.test(plain));
}

/** Whether one of these columns of the table seems to hold a secret. */
export function haveSecret({columns}: WarehouseTable, names: readonly string[]): boolean {
  return columns.some(column => names.includes(column.name) && holdsSecret(column));
}

/** Hides the dimensions of columns that seem to hold secrets, and drops the measures over them; a note says so. */
export function hideSecrets(fields: Fields, table: WarehouseTable, model: string, notes: GraphNote[]): void {
  for (const column of table.columns) {
    const field = fields.nameOf.get(column.name);
    if (field === undefined || !holdsSecret(column)) continue;
    for (const dimension of fields.dimensions) if (dimension.name === field) dimension.hidden = true;
    const quoted = `\${TABLE}."${column.name.replaceAll('"', '""')}"`;
    fields.measures = fields.measures.filter(
      measure => measure.column !== column.name && !measure.sql?.includes(quoted),
    );
    const message = `"${column.name}" seems to contain a secret, and is hidden: no list offers it, but a query can still name it. Remove it from the layer if nobody should read it, or unhide it if it is harmless.`;
    notes.push({model, field, code: "secret_hidden", message});
  }
}
