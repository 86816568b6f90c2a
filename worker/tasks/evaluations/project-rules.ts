import {isDeepStrictEqual} from "node:util";
import type {Graph, TableSource} from "../../../shared/semantic/documents.ts";
import {LayerFault} from "../../github/read-layer.ts";

/**
 * Another commit's graph, whose models have the row access of the project's models of the same names, whatever they declare
 * themselves. Throws `LayerFault` for a model that reads the table of a model with row access under another name.
 */
export function withProjectRules(current: Graph, next: Graph): Graph {
  const byName = new Map(current.models.map(model => [model.name, model]));
  const limited = current.models.filter(({rowAccess = []}) => rowAccess.length > 0);
  const models = next.models.map(model => {
    const own = byName.get(model.name);
    const ruled = limited.find(one => one !== own && isSameTable(one.table, model.table));
    if (ruled && !isDeepStrictEqual(own?.table, model.table))
      throw new LayerFault(
        `The model "${model.name}" reads the table of the project's model "${ruled.name}" without its row access.`,
        [],
      );
    return own?.rowAccess?.length ? {...model, rowAccess: own.rowAccess} : model;
  });
  return {...next, models};
}

/** Whether they can be the same: a schema or a catalog that one of them does not name is any. */
function isSameTable(a: TableSource, b: TableSource): boolean {
  if ("sql" in a || "sql" in b) return isDeepStrictEqual(a, b);
  const can = (x?: string, y?: string) =>
    x === undefined || y === undefined || x.toLowerCase() === y.toLowerCase();
  return can(a.name, b.name) && can(a.schema, b.schema) && can(a.catalog, b.catalog);
}
