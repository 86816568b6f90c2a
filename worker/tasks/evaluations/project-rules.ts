import {isDeepStrictEqual} from "node:util";
import type {Graph, TableSource} from "../../../shared/semantic/documents.ts";
import {LayerFault} from "../../github/read-layer.ts";

type Model = Graph["models"][number];

/**
 * Another commit's graph, whose models have the row access of the project's models of the same names, whatever they declare
 * themselves. Throws `LayerFault` where that could show rows which the project's rules hide: a model reads the table of a
 * model with row access under another name, or an SQL statement that the project has not, or what a rule compares is
 * something else.
 */
export function withProjectRules(current: Graph, next: Graph): Graph {
  const byName = new Map(current.models.map(model => [model.name, model]));
  const limited = current.models.filter(({rowAccess = []}) => rowAccess.length > 0);
  if (limited.length === 0) return next;
  requireSameRules(limited, current, next);
  const models = next.models.map(model => {
    const own = byName.get(model.name);
    if (isDeepStrictEqual(own?.table, model.table)) return ruledBy(own, model);
    if ("sql" in model.table)
      throw new LayerFault(
        `The model "${model.name}" reads an SQL statement that the project's layer has not, which may read rows that the project's row access hides.`,
        [],
      );
    const ruled = limited.find(one => one !== own && isSameTable(one.table, model.table));
    if (ruled)
      throw new LayerFault(
        `The model "${model.name}" reads the table of the project's model "${ruled.name}" without its row access.`,
        [],
      );
    return ruledBy(own, model);
  });
  return {...next, models};
}

function ruledBy(own: Model | undefined, model: Model): Model {
  return own?.rowAccess?.length ? {...model, rowAccess: own.rowAccess} : model;
}

/** The dimensions that rules compare must be those of the project. One over joins can be of any model that has its name. */
function requireSameRules(limited: readonly Model[], current: Graph, next: Graph): void {
  for (const {name, rowAccess = []} of limited) {
    // Without the model there is nothing to compare.
    if (!next.models.some(model => model.name === name)) continue;
    for (const {dimension} of rowAccess) {
      const isJoined = dimension.includes(".");
      const field = dimension.slice(dimension.lastIndexOf(".") + 1);
      const compared = (graph: Graph) =>
        isJoined
          ? [graph.joins ?? [], graph.models.filter(model => fieldOf(model, field)).map(sourceOf(field))]
          : graph.models.filter(model => model.name === name).map(model => fieldOf(model, field));
      if (isDeepStrictEqual(compared(current), compared(next))) continue;
      throw new LayerFault(
        `What the row access of the project's model "${name}" compares, "${dimension}", is something else there.`,
        [],
      );
    }
  }
}

function sourceOf(field: string) {
  return (model: Model) => [model.name, model.table, fieldOf(model, field)];
}

/** What decides the values of a dimension: its label and the like do not. */
function fieldOf({dimensions = []}: Model, name: string) {
  const found = dimensions.find(one => one.name === name);
  if (!found) return undefined;
  const {label: _, description: __, hint: ___, synonyms: ____, hidden: _____, ...values} = found;
  return values;
}

/** Whether they can be the same: a schema or a catalog that one of them does not name is any. */
function isSameTable(a: TableSource, b: TableSource): boolean {
  if ("sql" in a || "sql" in b) return isDeepStrictEqual(a, b);
  const can = (x?: string, y?: string) =>
    x === undefined || y === undefined || x.toLowerCase() === y.toLowerCase();
  return can(a.name, b.name) && can(a.schema, b.schema) && can(a.catalog, b.catalog);
}
