import type {ErrorDetail} from "../errors.ts";
import type {Graph, Model} from "../layer/graph.ts";
import {buildLayer} from "../layer/layer.ts";
import {badName, isName} from "../layer/names.ts";
import {checkCalendar, checkTimes} from "./calendar.ts";
import type {Catalog} from "./catalog.ts";
import {checkJoins} from "./joins.ts";
import {checkModel} from "./model.ts";
import {checkReferences} from "./references.ts";
import {checkRollups} from "./rollups.ts";

/**
 * Checks a graph that fits its schema. Returns all faults, except that some are left out once fifty others were found;
 * `path` is a JSON pointer into the graph. With a catalog, tables and columns are looked up too. Without faults the
 * graph can be applied.
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
  checkCalendar(graph, faults);
  checkTimes(graph, faults);
  const layer = buildLayer(graph);
  for (const [i, model] of graph.models.entries()) {
    checkReferences(layer, model, `/models/${i}`, faults);
  }
  if (faults.length === 0) checkRollups(layer, faults);
  return faults;
}
