import {Template} from "@huggingface/jinja";
import type {RenderTask} from "./read/templates.ts";

export type RenderedOne = {text: string} | {fault: string};

const LONGEST = 2000;
/** The most characters of all values that are passed to a template. */
const MAX_VALUE_CHARACTERS = 10_000;

const FUNCTIONS = new Set(["var", "env_var"]);
const TARGET = new Set(["target"]);
const FIELDS = new Set(["name", "schema", "database", "type"]);
const FILTERS = new Set("lower upper trim default string int as_bool as_native as_text as_number".split(" "));
const TESTS = new Set(["defined", "undefined", "none", "string", "number", "true", "false"]);
/** Only operators that neither repeat nor format text, so that the result stays short. */
const OPERATORS = new Set("+ - ~ == != < > <= >= and or in not".split(" ").concat("not in"));
const CONSTANTS = new Set("true false none True False None".split(" "));

const UNKNOWN = "it uses a part of Jinja that is not supported";

/** Renders one template: expressions over `var`, `env_var` and `target`, and nothing that could run long or grow. */
export function renderTemplate(text: string, {vars, env, target}: RenderTask): RenderedOne {
  if (text.length > LONGEST) return {fault: `it is longer than ${LONGEST} characters`};
  let left = MAX_VALUE_CHARACTERS;
  const give = (what: string, name: string, values: object, fallback: unknown): unknown => {
    const own: unknown = Object.getOwnPropertyDescriptor(values, name)?.value;
    const value = own ?? fallback;
    if (value === undefined) throw new Error(`the ${what} "${name}" is not given`);
    if (typeof value === "object" && value !== null) throw new Error(`the ${what} "${name}" is not text`);
    left -= String(value).length;
    if (left < 0) throw new Error(`its values are longer than ${MAX_VALUE_CHARACTERS} characters`);
    return value;
  };
  try {
    const template = new Template(text);
    requireKnown(template.parsed);
    const rendered = template.render({
      var: (name: string, fallback?: unknown) => give("variable", name, vars, fallback),
      env_var: (name: string, fallback?: unknown) => give("environment variable", name, env, fallback),
      target: {...target, type: ""},
    });
    return {text: rendered.trim()};
  } catch (error) {
    return {fault: error instanceof Error ? error.message.split("\n")[0]! : String(error)};
  }
}

/** Throws for every part of a parsed template that is not known to be harmless, at any depth. */
function requireKnown(template: unknown): void {
  const open = [template];
  for (let part = open.pop(); part !== undefined; part = open.pop()) open.push(...partsOf(nodeOf(part)));
}

/** The parts inside a known part, which must be checked too. */
function partsOf(node: Node): unknown[] {
  switch (node["type"]) {
    case "Program":
      return listOf(node["body"]);
    case "StringLiteral":
    case "IntegerLiteral":
    case "FloatLiteral":
    case "Comment":
      return [];
    case "ArrayLiteral":
    case "TupleLiteral":
      return listOf(node["value"]);
    case "Identifier":
      requireName(node, CONSTANTS);
      return [];
    case "MemberExpression":
      if (node["computed"] !== false) throw new Error("it reads a value that is not supported");
      requireName(node["object"], TARGET);
      requireName(node["property"], FIELDS);
      return [];
    case "CallExpression":
      return argumentsOf(node, FUNCTIONS);
    case "FilterExpression":
      return [node["operand"], ...filterParts(nodeOf(node["filter"]))];
    case "BinaryExpression":
      requireOperator(node["operator"]);
      return [node["left"], node["right"]];
    case "UnaryExpression":
      requireOperator(node["operator"]);
      return [node["argument"]];
    case "TestExpression":
      requireName(node["test"], TESTS);
      return [node["operand"]];
    case "SelectExpression":
      return [node["lhs"], node["test"]];
    case "Ternary":
      return [node["condition"], node["trueExpr"], node["falseExpr"]];
    default:
      throw new Error(UNKNOWN);
  }
}

function filterParts(filter: Node): unknown[] {
  if (filter["type"] === "CallExpression") return argumentsOf(filter, FILTERS);
  requireName(filter, FILTERS);
  return [];
}

function argumentsOf(call: Node, names: ReadonlySet<string>): unknown[] {
  requireName(call["callee"], names);
  return listOf(call["args"]);
}

function requireName(part: unknown, names: ReadonlySet<string>): void {
  const {type, value} = nodeOf(part);
  if (type !== "Identifier" || typeof value !== "string") throw new Error(UNKNOWN);
  if (!names.has(value)) throw new Error(`"${value}" is not known here`);
}

function requireOperator(token: unknown): void {
  const {value} = nodeOf(token);
  if (typeof value !== "string" || !OPERATORS.has(value)) throw new Error("it repeats or formats text");
}

type Node = Readonly<Record<string, unknown>>;

function nodeOf(part: unknown): Node {
  if (typeof part !== "object" || part === null) throw new Error(UNKNOWN);
  return Object.fromEntries(Object.entries(part));
}

function listOf(parts: unknown): unknown[] {
  if (!Array.isArray(parts)) throw new Error(UNKNOWN);
  return parts;
}
