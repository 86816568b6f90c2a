import type ts from "typescript-5";
import {placeOf} from "./program.ts";
import {NotAssembled, type Part, type Unknown, type Value} from "./values.ts";

interface Texts {
  literal(value: Value): Value;
  force(value: Unknown): Value;
}

/** The text that `sql.raw`, `sql.ref`, `sql.join` and similar functions add to a statement. */
export function sqlHelper(
  texts: Texts,
  name: string,
  args: readonly Value[],
  node: ts.CallExpression,
): Value {
  const [first, second] = args;
  if (!first) throw new NotAssembled(`${placeOf(node)}: sql.${name} of nothing`);
  switch (name) {
    case "raw":
      return text(textOf(texts, first, node));
    case "ref":
    case "table":
    case "id":
      return text(args.map(one => identifier(textOf(texts, one, node))).join("."));
    case "lit":
      return text(literalOf(texts, first));
    case "join":
      return joined(texts, first, second, node);
  }
  throw new NotAssembled(`${placeOf(node)}: sql.${name}`);
}

const text = (one: string): Value => ({kind: "sql", parts: [one]});

/** Quotes a name; `a.b` is a column of a table. */
const identifier = (name: string) =>
  name
    .split(".")
    .map(one => `"${one}"`)
    .join(".");

function textOf(texts: Texts, value: Value, node: ts.Node): string {
  const forced = value.kind === "unknown" ? texts.force(value) : value;
  const one = texts.literal(forced);
  if (one.kind === "known") return String(one.value);
  throw new NotAssembled(`${placeOf(node)}: the text of \`${node.getText()}\``);
}

/** The literal itself does not matter, only its type. */
function literalOf(texts: Texts, value: Value): string {
  const one = texts.literal(value);
  if (one.kind === "known") return typeof one.value === "string" ? `'${one.value}'` : String(one.value);
  return one.kind === "unknown" && one.type && /string/.test(one.type.symbol?.name ?? "string") ? "'x'" : "1";
}

function joined(texts: Texts, given: Value, separator: Value | undefined, node: ts.CallExpression): Value {
  const list = given.kind === "unknown" ? texts.force(given) : given;
  if (list.kind !== "list") throw new NotAssembled(`${placeOf(node)}: what \`${node.getText()}\` joins`);
  const between: readonly Part[] = separator?.kind === "sql" ? separator.parts : [", "];
  const parts = list.items.flatMap((item, i): readonly Part[] => {
    if (item.kind !== "sql") throw new NotAssembled(`${placeOf(node)}: what \`${node.getText()}\` joins`);
    return i === 0 ? item.parts : [...between, ...item.parts];
  });
  return {kind: "sql", parts};
}
