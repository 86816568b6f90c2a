import {Template} from "@huggingface/jinja";
import type {RenderTask} from "../semantic/import/dbt/templates.ts";

export type RenderedOne = {text: string} | {fault: string};

const LONGEST = 2000;
/** Words that an expression may have: whatever else it calls does not exist, or makes more than it is given. */
const KNOWN = new Set(
  (
    "var env_var target name schema database type if else and or not in is defined none None true True false False " +
    "lower upper trim default string int as_bool as_native as_text as_number"
  ).split(" "),
);

/** Works one template out: expressions over `var`, `env_var` and `target`, and nothing that could run long or grow. */
export function renderTemplate(text: string, {vars, env, target}: RenderTask): RenderedOne {
  const refusal = refusalOf(text);
  if (refusal !== undefined) return {fault: refusal};
  try {
    const rendered = new Template(text).render({
      var: (name: string, fallback?: unknown) => known("variable", name, vars, fallback),
      env_var: (name: string, fallback?: unknown) => known("environment variable", name, env, fallback),
      target: {...target, type: ""},
    });
    return {text: rendered.trim()};
  } catch (error) {
    return {fault: error instanceof Error ? error.message.split("\n")[0]! : String(error)};
  }
}

function known(what: string, name: string, values: object, fallback: unknown): unknown {
  const own = Object.getOwnPropertyDescriptor(values, name)?.value;
  const found = own ?? fallback;
  if (found === undefined) throw new Error(`the ${what} "${name}" is not told`);
  return found;
}

function refusalOf(text: string): string | undefined {
  if (text.length > LONGEST) return `it is longer than ${LONGEST} characters`;
  if (text.includes("{%")) return "it holds statements of Jinja";
  for (const [, inner = ""] of text.matchAll(/\{\{([\s\S]*?)\}\}/g)) {
    const bare = inner.replace(/'[^']*'|"[^"]*"/g, "''");
    if (/[*%]/.test(bare)) return "it repeats or formats text";
    for (const [word] of bare.matchAll(/[A-Za-z_]\w*/g)) {
      if (!KNOWN.has(word)) return `"${word}" is not known here`;
    }
  }
  return undefined;
}
