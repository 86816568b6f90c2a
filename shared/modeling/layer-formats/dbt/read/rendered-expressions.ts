import {isPlainMap, type Plain, type SourceDocument} from "../../common/document.ts";
import type {Notes} from "../../common/notes.ts";

/**
 * The key of the expressions that dbt renders when it reads a file. Filters are not among them: dbt renders a filter
 * with each query.
 */
const EXPRESSION = "expr";

function isTemplate(value: Plain | undefined): value is string {
  return typeof value === "string" && /\{[{%]/.test(value);
}

/** The templates in the expressions of a file. */
export function expressionTemplates(value: Plain): string[] {
  if (Array.isArray(value)) return value.flatMap(expressionTemplates);
  if (!isPlainMap(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === EXPRESSION && isTemplate(inner) ? [inner] : expressionTemplates(inner),
  );
}

/**
 * Puts the rendered text in the place of each expression that is a template. A field or metric whose expression could
 * not be rendered is taken out of its list, with a note.
 */
export function withRendered(
  document: SourceDocument,
  rendered: ReadonlyMap<string, {text: string} | {fault: string}>,
  notes: Notes,
): SourceDocument {
  /** For each list that has lost items, the lines of its remaining items. */
  const lines = new WeakMap<object, (number | undefined)[]>();
  /**
   * Renders the expressions below a value, and removes the items of lists that contain one which could not be rendered.
   * Returns `false` for a value with such an expression outside of lists.
   */
  const render = (value: Plain): boolean => {
    if (Array.isArray(value)) {
      const known = value.flatMap((item, i) =>
        render(item) ? [{item, line: document.lineOf(value, i)}] : [],
      );
      if (known.length === value.length) return true;
      lines.set(
        value,
        known.map(({line}) => line),
      );
      value.splice(0, value.length, ...known.map(({item}) => item));
      return true;
    }
    if (!isPlainMap(value)) return true;
    return Object.entries(value).every(([key, inner]) => {
      if (key !== EXPRESSION || !isTemplate(inner)) return render(inner);
      const found = rendered.get(inner);
      if (found && "text" in found) {
        value[EXPRESSION] = found.text;
        return true;
      }
      const why = found?.fault ?? "this template is not supported";
      const message = `What is computed by \`${inner.slice(0, 200)}\` is left out: ${why}.`;
      notes.add("template_failed", message, {file: document.file, line: document.lineOf(value, key)});
      return false;
    });
  };
  render(document.root);
  return {
    ...document,
    lineOf: (holder, key) =>
      (typeof key === "number" ? lines.get(holder)?.[key] : undefined) ?? document.lineOf(holder, key),
  };
}
