import Mustache from "mustache";
import {invalidAt} from "../../core/errors.ts";
import {nearest} from "../../semantic/nearest-names.ts";

const FIELDS = ["action", "time", "run", "count", "measure", "value", "event", "resource"] as const;

/**
 * Values of the placeholders of an effect's text: the action, the time, the run's id, the number of rows that fired,
 * the measure and its value in the first of these rows, the event, and the id of the event's resource.
 */
export type TemplateFields = Record<(typeof FIELDS)[number], string>;

/**
 * Throws `invalid_request` for an unknown placeholder, and for any other syntax of the template language: sections,
 * partials and changed delimiters.
 */
export function checkTemplate(text: string, path: string): void {
  for (const [kind, name] of parsed(text, path)) {
    if (kind === "text" || (kind === "name" && FIELDS.some(field => field === name))) continue;
    const suggestions = nearest(name, FIELDS);
    const hint = suggestions[0] ? ` Did you mean "{{${suggestions[0]}}}"?` : "";
    const message = `"{{${name}}}" is not a placeholder. The placeholders are ${FIELDS.map(field => `{{${field}}}`).join(", ")}.${hint}`;
    throw invalidAt(path, message, {suggestions});
  }
}

/** Fills in the placeholders of a text. The result is plain text: nothing is escaped. */
export function fillTemplate(text: string, fields: TemplateFields): string {
  return writer().render(text, fields, undefined, {escape: String});
}

function parsed(text: string, path: string): [kind: string, name: string][] {
  try {
    const tokens: unknown[][] = writer().parse(text);
    return tokens.map(([kind, name]): [string, string] => [String(kind), String(name)]);
  } catch (error) {
    throw invalidAt(path, `The text cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

/** A new writer for each text. The library's shared writer caches every text that it has parsed, without a limit. */
function writer(): Mustache.Writer {
  return new Mustache.Writer();
}
