import type {Measure} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import {isEmpty} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import {cleanSynonyms} from "../../common/texts.ts";

/** The reason why a member cannot be converted, as a clause for a note. */
export class MemberFault extends Error {}

export function addMember(entry: Entry, model: BuiltModel, code: string, add: (name: string) => void): void {
  const name = entry.text("name");
  if (name === undefined) {
    entry.note("not_understood", `A ${entry.kind} of "${model.name}" has no name, and is left out.`);
    return;
  }
  entry.about = {model: model.name, field: name};
  try {
    add(name);
    entry.rest();
  } catch (fault) {
    if (!(fault instanceof MemberFault)) throw fault;
    entry.note(code, `The ${entry.kind} "${name}" is left out: ${fault.message}.`);
  }
}

/**
 * Converts Cube's references to ours: `{CUBE}.a` is a column of the table, `{b}` and `{CUBE.b}` are members of the
 * cube, `{other.c}` is a member of another cube.
 */
export function ownSql(sql: string, cube: string): string {
  if (/\{\{|\{%/.test(sql)) throw new MemberFault("it holds Jinja, which needs Cube's own context");
  if (/FILTER_PARAMS|SECURITY_CONTEXT|COMPILE_CONTEXT|FILTER_GROUP/.test(sql)) {
    throw new MemberFault("it depends on the context of a Cube request");
  }
  const own = new Set(["CUBE", "TABLE", cube]);
  return sql
    .replace(/\$?\{\s*([\w.]+)\s*\}(?=\s*\.)/g, (_, name: string) =>
      own.has(name) ? "${TABLE}" : `\${${name}}`,
    )
    .replace(/(?<!\$)\{\s*([\w.]+)\s*\}|\$\{\s*((?!TABLE\s*\})[\w.]+)\s*\}/g, (_, a?: string, b?: string) => {
      const [first = "", ...rest] = (a ?? b ?? "").split(".");
      return own.has(first) && rest.length > 0
        ? `\${${rest.join(".")}}`
        : `\${${[first, ...rest].join(".")}}`;
    });
}

export function plainColumn(source: {column: string} | {sql: string}): {column: string} | {sql: string} {
  const column = "sql" in source ? /^\$\{TABLE\}\.(\w+)$/.exec(source.sql)?.[1] : undefined;
  return column === undefined ? source : {column};
}

export function described(entry: Entry) {
  const label = entry.text("title");
  const description = entry.text("description");
  const meta = entry.entry("meta");
  const hint = meta?.text("ai_context");
  const synonyms = cleanSynonyms(meta?.texts("synonyms") ?? []);
  const known = new Set(["ai_context", "synonyms"]);
  meta?.unused("its meaning is not known", ...Object.keys(meta.value).filter(key => !known.has(key)));
  const hidden = entry.flag("public") === false || entry.flag("shown") === false;
  const format = entry.kind === "cube" ? undefined : formatOf(entry);
  return {
    ...(label ? {label} : {}),
    ...(description ? {description} : {}),
    ...(hint ? {hint} : {}),
    ...(synonyms.length > 0 ? {synonyms} : {}),
    ...(hidden ? {hidden: true} : {}),
    ...(format ? {format} : {}),
  };
}

function formatOf(entry: Entry): Measure["format"] | undefined {
  const value = entry.plain("format");
  if (isEmpty(value)) return undefined;
  const currency = entry.text("currency");
  if (value === "percent") return {style: "percent"};
  if (value === "currency" && currency && /^[a-z]{3}$/i.test(currency))
    return {style: "currency", currency: currency.toUpperCase()};
  if (value === "number") return {style: "number"};
  entry.note("not_supported", `The format ${JSON.stringify(value)} is left out.`, "format");
  return undefined;
}
