import type {GraphNote} from "../../shared/ground/wire/catalog.ts";
import type {WarehouseColumn, WarehouseTable} from "../warehouses/tables.ts";
import {type Fields, snakeCase} from "./fields.ts";

/** Names of columns that hold credentials, or numbers by which people can be impersonated. */
const SECRET = new RegExp(
  [
    "(^|_)(password|passwd|passphrase|passcode|pwd|secrets?|apikeys?|otp|totp)(_|$)",
    "(^|_)(api|access|private|secret|signing|encryption)_keys?(_|$)",
    "(^|_)tokens?(_(hash|digest|value))?$",
    "(^|_)(ssn|cvv|cvc|iban|social_security(_(no|nr|number))?|national_id|passport_(no|nr|number))$",
    "(^|_)card_(no|nr|number)$",
  ].join("|"),
);
/** The kinds of columns that say something about a secret, such as when it was changed, but cannot hold one. */
const HARMLESS = new Set<WarehouseColumn["kind"]>(["boolean", "date", "timestamp"]);

/** Whether a column seems to hold a secret, judged by its name and kind alone: its values are never read. */
export function holdsSecret({name, kind}: WarehouseColumn): boolean {
  return !HARMLESS.has(kind) && SECRET.test(snakeCase(name));
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
    const message = `"${column.name}" seems to hold a secret, and is hidden: no list offers it, but a query can still name it. Take it out of the layer where nobody should read it, or show it if it is harmless.`;
    notes.push({model, field, code: "secret_hidden", message});
  }
}
