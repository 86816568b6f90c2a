import ts from "typescript-5";
import {known, type Scope, type Unknown, type Value} from "./values.ts";

type Closure = Extract<Value, {kind: "function"}>;
export type Apply = (closure: Closure, args: readonly (() => Value)[]) => Value;

export interface Methods {
  readonly checker: ts.TypeChecker;
  apply: Apply;
  evaluate(node: ts.Expression, scope: Scope): Value;
  literal(value: Value): Value;
  force(value: Unknown): Value;
}

/** The value that a method of a list, a text or `Object` returns; `undefined` if it is unknown. */
export function callMethod(
  methods: Methods,
  callee: ts.PropertyAccessExpression,
  args: () => readonly Value[],
  scope: Scope,
): Value | undefined {
  const name = callee.name.text;
  if (callee.expression.getText() === "Object") return ofObject(methods, name, args());
  const returnsText = /^(replace|replaceAll|join|trim|toLowerCase|slice)$/.test(name);
  if (!returnsText && !/^(map|flatMap|filter|includes)$/.test(name)) return undefined;
  const of = methods.evaluate(callee.expression, scope);
  if (of.kind === "list") return ofList(methods, name, of.items, args());
  if (of.kind === "unknown" && name === "map") return ofUnknown(methods, of, args());
  const text = methods.literal(of);
  if (text.kind === "known" && typeof text.value === "string" && returnsText)
    return ofText(name, text.value, args());
  return undefined;
}

function ofObject(methods: Methods, name: string, [of]: readonly Value[]): Value | undefined {
  const one = of?.kind === "unknown" ? methods.force(of) : of;
  if (one?.kind !== "record") return undefined;
  if (name === "keys") return {kind: "list", items: [...one.entries.keys()].map(known)};
  if (name === "values") return {kind: "list", items: [...one.entries.values()]};
  if (name !== "entries") return undefined;
  return {
    kind: "list",
    items: [...one.entries].map(([key, value]) => ({kind: "list", items: [known(key), value]})),
  };
}

function ofList(
  {apply}: Methods,
  name: string,
  items: readonly Value[],
  [first]: readonly Value[],
): Value | undefined {
  if (name === "join") {
    const texts = items.map(one => (one.kind === "known" ? String(one.value) : undefined));
    if (texts.includes(undefined)) return undefined;
    return known(texts.join(first?.kind === "known" ? String(first.value) : ","));
  }
  if (name === "includes" && first?.kind === "known" && items.every(one => one.kind === "known"))
    return known(items.some(one => one.kind === "known" && one.value === first.value));
  if (first?.kind !== "function") return undefined;
  const results = items.map((item, i) => apply(first, [() => item, () => known(i)]));
  if (name === "map") return {kind: "list", items: results};
  if (name === "flatMap")
    return {kind: "list", items: results.flatMap(one => (one.kind === "list" ? one.items : [one]))};
  if (name !== "filter" || results.some(one => one.kind !== "known")) return undefined;
  return {
    kind: "list",
    items: items.filter((_, i) => {
      const result = results[i];
      return result?.kind === "known" && Boolean(result.value);
    }),
  };
}

/** A list with one element, if each element of an unknown list becomes a fragment. */
function ofUnknown({apply, checker}: Methods, of: Unknown, [first]: readonly Value[]): Value | undefined {
  if (first?.kind !== "function") return undefined;
  const type = of.type && checker.getIndexTypeOfType(of.type, ts.IndexKind.Number);
  const element: Unknown = {kind: "unknown", id: `${of.id}[0]`, type};
  const made = apply(first, [() => element, () => known(0)]);
  return made.kind === "sql" ? {kind: "list", items: [made]} : undefined;
}

function ofText(name: string, text: string, args: readonly Value[]): Value | undefined {
  const [a, b] = args.map(one => (one.kind === "known" ? one.value : undefined));
  if (name === "trim") return known(text.trim());
  if (name === "toLowerCase") return known(text.toLowerCase());
  if (name === "slice" && typeof a === "number")
    return known(text.slice(a, typeof b === "number" ? b : undefined));
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  return known(name === "replace" ? text.replace(a, b) : text.replaceAll(a, b));
}
