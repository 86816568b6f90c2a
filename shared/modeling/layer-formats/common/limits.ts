import type {Dimension, Measure} from "../../../semantic/documents.ts";
import {layerName} from "./names.ts";
import type {Notes, Place} from "./notes.ts";
import type {Texts} from "./texts.ts";

const MAX_FRAGMENT_LENGTH = 10_000;
const MAX_FIELDS = 2000;
const LONGEST = {label: 200, description: 4000, hint: 4000} as const;

const MAX_SYNONYMS = 50;
const MAX_SYNONYM = 200;

/** The subject of a note. */
interface About {
  model: string;
  field?: string;
}

/** A valid name for a name in a file, with a note if it had to be changed. */
export function renamedFor(notes: Notes, name: string, place: Place, about: About): string {
  const made = layerName(name);
  if (made !== name) {
    const message = `"${name}" became "${made}": a name has 1 to 128 characters, no dot and no control character.`;
    notes.add("name_changed", message, place, about);
  }
  return made;
}

/** A copy with texts cut to the lengths that the layer allows, and a note on each that was cut. */
export function truncateTexts<T extends Texts>(notes: Notes, thing: T, place: Place, about: About): T {
  const fitted = {...thing};
  for (const key of ["label", "description", "hint"] as const) {
    const text = fitted[key];
    if (text === undefined || text.length <= LONGEST[key]) continue;
    fitted[key] = text.slice(0, LONGEST[key]);
    const message = `The ${key} was cut to ${LONGEST[key]} characters.`;
    notes.add("text_cut", message, place, about);
  }
  const {synonyms} = fitted;
  if (synonyms?.some(one => one.length > MAX_SYNONYM) || (synonyms?.length ?? 0) > MAX_SYNONYMS) {
    fitted.synonyms = [...new Set(synonyms?.map(one => one.slice(0, MAX_SYNONYM)))].slice(0, MAX_SYNONYMS);
    const message = `The synonyms were cut to ${MAX_SYNONYMS} of ${MAX_SYNONYM} characters.`;
    notes.add("text_cut", message, place, about);
  }
  return fitted;
}

/** The reason why a field cannot be added to those of its model, `undefined` if it can. */
export function limitFault(
  fields: readonly (Dimension | Measure)[],
  field: Dimension | Measure,
): string | undefined {
  if (fields.length >= MAX_FIELDS) {
    return `A model has at most ${MAX_FIELDS} dimensions and as many measures. This one is left out.`;
  }
  for (const key of ["sql", "where"] as const) {
    const sql = key === "sql" ? field.sql : "where" in field ? field.where : undefined;
    if (sql === undefined || sql.length <= MAX_FRAGMENT_LENGTH) continue;
    return `Its "${key}" is longer than ${MAX_FRAGMENT_LENGTH} characters. The field is left out.`;
  }
  return undefined;
}
