import type {TableSource} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import {isPlainMap, type PlainMap, type SourceDocument} from "../../common/document.ts";
import {Entry, rootEntry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import type {Notes} from "../../common/notes.ts";
import {tableOf} from "../../common/sql.ts";
import {addDimension, addSegment} from "./dimensions.ts";
import {buildJoins} from "./joins.ts";
import {addMeasure} from "./measures.ts";
import {described} from "./member.ts";
import {addPreAggregations} from "./pre-aggregations.ts";

const ABOUT_STORAGE = "how results are stored does not change what they mean";
const ABOUT_APPEARANCE = "it is about how a page looks";

/** Whether a document belongs to Cube's data model. */
export function isCubeFile({root}: SourceDocument): boolean {
  return isPlainMap(root) && (Array.isArray(root["cubes"]) || Array.isArray(root["views"]));
}

/** Converts the cubes of all files to models, and then their joins, which need all models. */
export function importCubes(documents: readonly SourceDocument[], builder: GraphBuilder, notes: Notes): void {
  const cubes: Entry[] = [];
  for (const document of documents) {
    const root = rootEntry(document, notes);
    if (!root) continue;
    cubes.push(...root.entries("cubes", "cube"));
    for (const view of root.entries("views", "view")) {
      view.note(
        "not_supported",
        `The view "${view.text("name") ?? ""}" is left out: a query joins models as it needs.`,
      );
    }
    root.rest();
  }
  const named = new Map(cubes.map(cube => [cube.text("name") ?? "", cube]));
  const built: [cube: Entry, model: BuiltModel][] = [];
  for (const cube of cubes) {
    const model = buildCube(inherited(cube, named), builder);
    if (model) built.push(model);
  }
  for (const [cube, model] of built) {
    buildJoins(cube, model, builder);
    cube.rest();
  }
}

/** A cube with the members that it inherits (`extends`) and has not redefined. */
function inherited(cube: Entry, named: ReadonlyMap<string, Entry>, depth = 0): Entry {
  const parentName = cube.text("extends")?.replace(/^\{|\}$/g, "");
  if (parentName === undefined) return cube;
  const found = named.get(parentName);
  if (!found || found === cube || depth > 20) {
    cube.note("not_supported", `"extends" names the cube "${parentName}", which is not there.`, "extends");
    return cube;
  }
  const parent = inherited(found, named, depth + 1);
  const value: PlainMap = {...parent.value, ...cube.value};
  for (const list of ["dimensions", "measures", "segments", "joins", "pre_aggregations"]) {
    const [inheritedItems, ownItems] = [parent.value[list], cube.value[list]];
    if (!Array.isArray(inheritedItems) || !Array.isArray(ownItems)) continue;
    const names = new Set(ownItems.map(one => (isPlainMap(one) ? one["name"] : undefined)));
    value[list] = [...inheritedItems.filter(one => !isPlainMap(one) || !names.has(one["name"])), ...ownItems];
  }
  const merged = new Entry(cube.document, cube.notes, value, "cube", cube.line);
  merged.skip("extends");
  return merged;
}

function buildCube(cube: Entry, builder: GraphBuilder): [Entry, BuiltModel] | undefined {
  const name = cube.text("name");
  if (name === undefined) {
    cube.note("not_understood", "A cube has no name, and is left out.");
    return undefined;
  }
  cube.about = {model: name};
  const table = tableOfCube(cube, name);
  if (!table) return undefined;
  const model = builder.addModel({name, ...described(cube), table, dimensions: []}, cube.place);
  if (!model) return undefined;
  const key: string[] = [];
  for (const entry of cube.entries("dimensions", "dimension")) addDimension(entry, model, key, builder);
  if (key.length > 0) model.primaryKey = key;
  for (const entry of cube.entries("segments", "segment")) addSegment(entry, model, builder);
  for (const entry of cube.entries("measures", "measure")) addMeasure(entry, model, builder);
  addPreAggregations(cube, model, builder);
  cube.unused(ABOUT_STORAGE, "data_source", "rewrite_queries", "calendar");
  cube.unused(ABOUT_APPEARANCE, "sql_alias", "hierarchies");
  cube.unsupported("rights are the service's own: see rowAccess of a model", "access_policy");
  return [cube, model];
}

function tableOfCube(cube: Entry, name: string): TableSource | undefined {
  const named = cube.text("sql_table");
  const sql = cube.text("sql");
  const bare = sql === undefined ? undefined : /^\s*select\s+\*\s+from\s+([\w."`]+)\s*;?\s*$/i.exec(sql)?.[1];
  const text = named ?? bare;
  const template = /\{\{|\{%|\{\s*\w/.exec(named ?? sql ?? "");
  if (template) {
    cube.note(
      "model_dropped",
      `The cube "${name}" is left out: its table is made by a template.`,
      named ? "sql_table" : "sql",
    );
    return undefined;
  }
  const table = text === undefined ? undefined : tableOf(text.trim());
  if (table && named !== undefined && sql !== undefined)
    cube.note(
      "not_supported",
      '"sql" is left out: the cube has "sql_table" too, which Cube reads instead.',
      "sql",
    );
  if (table) return table;
  if (sql !== undefined) return {sql: sql.trim().replace(/;\s*$/, "")};
  cube.note("model_dropped", `The cube "${name}" is left out: it has neither "sql_table" nor "sql".`);
  return undefined;
}
