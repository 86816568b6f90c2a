import {type Edits, markColumns, tokenize} from "../../../../semantic/layers.ts";

/**
 * Converts an expression over a dataset to a fragment of its model. In `orders.amount`, the dataset's name is dropped.
 * The name of one of the `fields` becomes `${name}` if `link` allows it, and is a column otherwise.
 */
export function linkFields(
  sql: string,
  model: string,
  fields: ReadonlySet<string>,
  link: (name: string) => boolean = () => true,
): string {
  const tokens = tokenize(sql).tokens.filter(token => token.kind !== "comment");
  const edits: Edits = {before: new Map(), after: new Map()};
  markColumns(tokens, fields, [model], edits);
  let text = "";
  for (let i = 0; i < tokens.length; i++) {
    const start = tokens[i]!;
    if (i > 0) text += start.space;
    const piece = edits.before.get(i)?.[0]?.kind;
    // Skips the dataset and the point of a column such as `orders.id`.
    if (piece === "alias") i += 2;
    const token = tokens[i]!;
    const name = token.kind === "quoted" ? token.text.slice(1, -1).replaceAll('""', '"') : token.text;
    const isWhole = tokens[i + 1]?.text !== ".";
    const isName = piece !== undefined && isWhole && (token.kind === "word" || token.kind === "quoted");
    text += isName && fields.has(name) && link(name) ? `\${${name}}` : token.text;
  }
  return text;
}

/** The references between fields, to find a field that refers to itself through other fields. */
export class FieldLinks {
  readonly #links = new Map<string, Set<string>>();

  /** Links the first field to the second, unless the second already depends on the first. */
  add(from: string, to: string): boolean {
    if (this.#leads(to, from, new Set())) return false;
    const links = this.#links.get(from) ?? new Set();
    this.#links.set(from, links.add(to));
    return true;
  }

  #leads(from: string, to: string, seen: Set<string>): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(this.#links.get(from) ?? [])].some(next => this.#leads(next, to, seen));
  }
}
