import Mustache from "mustache";
import {ServiceError} from "../errors.ts";
import {nearest} from "../nearest.ts";

const FIELDS = ["action", "time", "run", "count", "measure", "value", "event", "resource"] as const;

/**
 * What the text of an effect can name: the action, the moment, the run's id, how many rows fired, the measure and its
 * value in the first of them, the event and the id of what it is about.
 */
export type TemplateFields = Record<(typeof FIELDS)[number], string>;

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
  return writer().render(text, fields, undefined, {escape: String});
}

function parsed(text: string, path: string): [kind: string, name: string][] {
  try {
    const tokens: unknown[][] = writer().parse(text);
    return tokens.map(([kind, name]): [string, string] => [String(kind), String(name)]);
  } catch (error) {
    const message = `The text cannot be read: ${error instanceof Error ? error.message : error}.`;
    throw new ServiceError("invalid_request", message, {errors: [{path, message}]});
  }
}

/** One for each text: the library's own keeps every text that it has ever read. */
function writer(): Mustache.Writer {
  return new Mustache.Writer();
}
