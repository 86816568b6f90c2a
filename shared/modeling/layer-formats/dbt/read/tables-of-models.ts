import type {TableSource} from "../../../../semantic/documents.ts";
import {
  isPlainMap,
  type Plain,
  type PlainMap,
  type SourceDocument,
  type SourceFile,
} from "../../common/document.ts";
import type {Notes, Place} from "../../common/notes.ts";
import {readSqlConfig} from "./sql-config.ts";
import {type DbtSettings, RELATION_KEYS, type Rendered} from "./templates.ts";

type Key = (typeof RELATION_KEYS)[number];
type Config = Partial<Record<Key, string>>;

interface Root {
  folder: string;
  name: string;
  modelPaths: string[];
  models: PlainMap;
}

/** The settings of a YAML file for the location of a dbt model's table. */
export interface YamlModel {
  config: PlainMap;
  place: Place;
}

/** The reason why the table of a dbt model is unknown. */
export type Unplaced = {missing: string};

/**
 * Finds the tables of a dbt project's models. A model's own `config()` comes first, then its YAML, then
 * `dbt_project.yml` with the nearest folder first.
 */
export class DbtProject {
  readonly #roots: Root[] = [];
  readonly #sql = new Map<string, SourceFile>();

  constructor(
    documents: readonly SourceDocument[],
    files: readonly SourceFile[],
    readonly settings: DbtSettings,
    readonly rendered: Rendered,
    readonly notes: Notes,
  ) {
    for (const {file, root} of documents) {
      if (/(^|\/)dbt_project\.ya?ml$/i.test(file) && isPlainMap(root)) this.#roots.push(rootOf(file, root));
    }
    this.#roots.sort((a, b) => b.folder.length - a.folder.length);
    for (const file of files) {
      if (!/\.(sql|py)$/i.test(file.path)) continue;
      const name = baseName(file.path);
      if (this.#isModel(file.path)) this.#sql.set(name, file);
      this.#noteMacros(file);
    }
  }

  /** The model's table. `file` is the name of the model's SQL file; `name` is the table's name unless an alias is set. */
  tableOf(name: string, file: string, yaml: YamlModel | undefined, place: Place): TableSource | Unplaced {
    const source = this.#sql.get(file);
    if (!source && !yaml && this.#sql.size > 0) return {missing: `the project has no model "${name}"`};
    const config: Config = {
      ...(source ? this.#projectConfig(source.path) : {}),
      ...this.#yamlConfig(yaml),
      ...(source ? this.#sqlConfig(source) : {}),
    };
    if (config.enabled === "false") return {missing: `the dbt model "${name}" is disabled`};
    if (config.materialized === "ephemeral") {
      return {missing: `the dbt model "${name}" is ephemeral, and so has no table`};
    }
    const schema = this.#schemaOf(config.schema, name, place);
    const catalog = config.database ?? this.settings.database;
    return {...(catalog ? {catalog} : {}), ...(schema ? {schema} : {}), name: config.alias ?? name};
  }

  #schemaOf(custom: string | undefined, name: string, place: Place): string | undefined {
    const target = this.settings.schema;
    if (custom === undefined || custom === "none" || custom === "") return target;
    if (target) return `${target}_${custom}`;
    const message =
      `The table of "${name}" is taken to be in the schema "${custom}": dbt puts the target's schema before it, ` +
      'and no target schema was given. Give it as the setting "schema".';
    this.notes.add("schema_assumed", message, place, {model: name});
    return custom;
  }

  #isModel(path: string): boolean {
    const root = this.#rootOf(path);
    const inside = path.slice(root?.folder.length ?? 0);
    return (root?.modelPaths ?? ["models"]).some(folder => inside.startsWith(`${folder}/`));
  }

  #rootOf(path: string): Root | undefined {
    return this.#roots.find(({folder}) => path.startsWith(folder));
  }

  #projectConfig(path: string): Config {
    const root = this.#rootOf(path);
    if (!root) return {};
    const inside = path.slice(root.folder.length);
    const folder = root.modelPaths.find(one => inside.startsWith(`${one}/`)) ?? "";
    const steps = inside
      .slice(folder.length + 1)
      .replace(/\.\w+$/, "")
      .split("/");
    const config: Config = {};
    let at: Plain | undefined = root.models;
    for (const step of ["", root.name, ...steps]) {
      if (step !== "") at = isPlainMap(at) ? at[step] : undefined;
      if (!isPlainMap(at)) break;
      for (const key of RELATION_KEYS) {
        const value: Plain | undefined = at[`+${key}`] ?? at[key];
        if (value === undefined || isPlainMap(value)) continue;
        const text = this.#render(String(value), {file: `${root.folder}dbt_project.yml`});
        if (text !== undefined) config[key] = text;
      }
    }
    return config;
  }

  #yamlConfig(yaml: YamlModel | undefined): Config {
    const config: Config = {};
    for (const key of RELATION_KEYS) {
      const value = yaml?.config[key];
      if (!yaml || value === undefined || value === null || typeof value === "object") continue;
      const text = this.#render(String(value), yaml.place);
      if (text !== undefined) config[key] = text;
    }
    return config;
  }

  #sqlConfig({path, text}: SourceFile): Config {
    const found = readSqlConfig(text);
    const config: Config = {};
    for (const key of RELATION_KEYS) {
      const setting = found.get(key);
      if (!setting) continue;
      const value = setting.literal ?? this.#render(setting.template ?? "", {file: path, line: setting.line});
      if (value !== undefined) config[key] = value;
    }
    return config;
  }

  /** A text with its templates rendered; booleans in lower case. */
  #render(text: string, place: Place): string | undefined {
    if (!text.includes("{{") && !text.includes("{%")) return text;
    const found = this.rendered.get(text);
    if (found && "text" in found)
      return /^(true|false|none)$/i.test(found.text) ? found.text.toLowerCase() : found.text;
    const why = found?.fault ?? "this template is not supported";
    this.notes.add("template_failed", `\`${text.slice(0, 200)}\` is ignored: ${why}.`, place);
    return undefined;
  }

  /** A project's macros may change schema names, but macros are not run. */
  #noteMacros({path, text}: SourceFile): void {
    const found = /\bmacro\s+(generate_(?:schema|alias|database)_name)\b/.exec(text);
    if (!found) return;
    const line = text.slice(0, found.index).split("\n").length;
    const message = `The macro "${found[1]}" is not run: tables are named as dbt does without it. A manifest.json has their real names.`;
    this.notes.add("macro_not_run", message, {file: path, line});
  }
}

function rootOf(file: string, root: PlainMap): Root {
  const paths = root["model-paths"] ?? root["source-paths"];
  return {
    folder: file.replace(/[^/]*$/, ""),
    name: String(root["name"] ?? ""),
    modelPaths: Array.isArray(paths) ? paths.map(path => String(path).replace(/\/+$/, "")) : ["models"],
    models: isPlainMap(root["models"]) ? root["models"] : {},
  };
}

function baseName(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.\w+$/, "");
}
