import {
  isPlainMap,
  type Plain,
  type PlainMap,
  readDocuments,
  type SourceFile,
} from "../../common/document.ts";
import {Notes} from "../../common/notes.ts";
import {expressionTemplates} from "./rendered-expressions.ts";
import {readSqlConfig} from "./sql-config.ts";

/** Settings for running a dbt project, which otherwise come from its profile and the command line. */
export interface DbtSettings {
  target?: string;
  schema?: string;
  database?: string;
  vars?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
}

/** The results of templates by their text: the rendered text, or the fault that prevented rendering. */
export type Rendered = ReadonlyMap<string, {text: string} | {fault: string}>;

export interface RenderTask {
  templates: string[];
  vars: {[name: string]: Plain | unknown};
  env: Readonly<Record<string, string>>;
  target: {name: string; schema: string; database: string};
}

/** The settings that decide where a model's table is, and whether it has one. */
export const RELATION_KEYS = ["schema", "alias", "database", "enabled", "materialized"] as const;

const YAML_SETTING =
  /^\s*(?:-\s*)?['"]?\+?(?:schema|alias|database|enabled|materialized)['"]?\s*:\s*(.*\{\{.*)$/gm;
const MAX_TEMPLATES = 5000;

/**
 * Every template that the location of a model's table depends on, or that a field is computed by. Most projects have
 * none.
 */
export function templatesIn(files: readonly SourceFile[], settings: DbtSettings): RenderTask {
  const templates = new Set<string>();
  const vars: RenderTask["vars"] = {};
  for (const file of files) {
    if (/\.sql$/i.test(file.path)) {
      if (!file.text.includes("config")) continue;
      const config = readSqlConfig(file.text);
      for (const key of RELATION_KEYS) {
        const template = config.get(key)?.template;
        if (template !== undefined) templates.add(template);
      }
    } else if (/\.ya?ml$/i.test(file.path)) {
      for (const [, value = ""] of file.text.matchAll(YAML_SETTING)) templates.add(unquoted(value.trim()));
      for (const text of templatesOfExpressions(file)) templates.add(text);
      if (/(^|\/)dbt_project\.ya?ml$/i.test(file.path)) Object.assign(vars, varsOf(file));
    }
  }
  return {
    templates: [...templates].slice(0, MAX_TEMPLATES),
    vars: {...vars, ...settings.vars},
    env: settings.env ?? {},
    target: {
      name: settings.target ?? "default",
      schema: settings.schema ?? "",
      database: settings.database ?? "",
    },
  };
}

/** The templates in the expressions of a file. A file without the word `expr`, or without a template, is not parsed. */
function templatesOfExpressions(file: SourceFile): string[] {
  if (!/\bexpr\b/.test(file.text) || !file.text.includes("{{")) return [];
  return readDocuments(file, new Notes()).flatMap(({root}) => expressionTemplates(root));
}

function unquoted(value: string): string {
  return /^'(.*)'$/.exec(value)?.[1]?.replaceAll("''", "'") ?? /^"(.*)"$/.exec(value)?.[1] ?? value;
}

/** The project's `vars`: those under its own name take precedence over the common ones. */
function varsOf(file: SourceFile): PlainMap {
  const root = readDocuments(file, new Notes())[0]?.root;
  if (!isPlainMap(root) || !isPlainMap(root["vars"])) return {};
  const own = root["vars"][String(root["name"])];
  return {...root["vars"], ...(isPlainMap(own) ? own : {})};
}
