import Mustache from "mustache";
import {ServiceError} from "../errors.ts";
import {nearest} from "../nearest.ts";

/** What the text of an effect can name. */
export interface TemplateFields {
  action: string;
  time: string;
  /** How many rows fired. */
  count: string;
  measure: string;
}

const FIELDS = ["action", "time", "count", "measure"] as const satisfies (keyof TemplateFields)[];

/**
 * Throws `invalid_request` for a placeholder that there is not, and for anything of the template language but
 * placeholders: no sections, partials or other delimiters.
 */
export function checkTemplate(text: string, path: string): void {
  for (const [kind, name] of parsed(text, path)) {
    if (kind === "text" || (kind === "name" && FIELDS.some(field => field === name))) continue;
    const suggestions = nearest(name, FIELDS);
    const hint = suggestions[0] ? ` Did you mean "{{${suggestions[0]}}}"?` : "";
    const message = `"{{${name}}}" is not a placeholder: there are ${FIELDS.map(field => `{{${field}}}`).join(", ")}.${hint}`;
    throw new ServiceError("invalid_request", message, {errors: [{path, message, suggestions}]});
  }
}

/** The text with its placeholders filled in. It is plain text: nothing is escaped. */
export function fillTemplate(text: string, fields: TemplateFields): string {
  return Mustache.render(text, fields, undefined, {escape: String});
}

function parsed(text: string, path: string): [kind: string, name: string][] {
  try {
    return Mustache.parse(text).map(([kind, name]): [string, string] => [String(kind), String(name)]);
  } catch (error) {
    const message = `The text cannot be read: ${error instanceof Error ? error.message : error}.`;
    throw new ServiceError("invalid_request", message, {errors: [{path, message}]});
  }
}
