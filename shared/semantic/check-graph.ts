import type {ErrorDetail} from "../errors.ts";
import {checkJoins} from "./check-joins.ts";
import {checkModel} from "./check-model.ts";
import {checkReferences} from "./check-references.ts";
import type {Graph, Model} from "./graph.ts";
import {buildLayer} from "./layer.ts";
import {isName} from "./names.ts";

/** Columns by table, the table written as `tableKey` writes it. */
export type Catalog = ReadonlyMap<string, readonly string[]>;

/** How a catalog names a table: its catalog, schema and name as far as a model gives them, dotted. */
export function tableKey(table: {catalog?: string; schema?: string; name: string}): string {
  return [table.catalog, table.schema, table.name].filter(part => part !== undefined).join(".");
}

/**
 * Every fault of a graph that fits its schema, all at once; `path` is a JSON pointer into the graph. With a
 * catalog, tables and columns are looked up too. An empty list means that the graph can be applied.
 */
export function checkGraph(graph: Graph, catalog?: Catalog): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const models = new Map<string, Model>();
  for (const [i, model] of graph.models.entries()) {
    const path = `/models/${i}`;
    if (!isName(model.name)) faults.push(badName(`${path}/name`, model.name));
    if (models.has(model.name)) {
      faults.push({path: `${path}/name`, message: `There are two models "${model.name}". Rename one.`});
    } else {
      models.set(model.name, model);
    }
    checkModel(model, path, catalog, faults);
  }
  checkJoins(graph, models, catalog, faults);
  const layer = buildLayer(graph);
  for (const [i, model] of graph.models.entries()) {
    checkReferences(layer, model, `/models/${i}`, faults);
  }
  return faults;
}

export function badName(path: string, name: string): ErrorDetail {
  return {
    path,
    message: `${JSON.stringify(name)} cannot be a name: 1 to 128 characters, no dot and no control character.`,
  };
}
