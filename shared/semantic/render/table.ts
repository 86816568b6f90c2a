import type {LayerModel} from "../layer/layer.ts";
import type {Writer} from "./writer.ts";

/**
 * A model's table without row access, with its alias. `exposed`: the table is inside another query. If the model's table
 * is a statement, it is then written in the `with`, where its names cannot mean columns of that query's tables.
 */
export function writeTable(
  writer: Writer,
  model: LayerModel,
  alias: string,
  pad: string,
  exposed: boolean,
): string {
  const {table} = model.source;
  if ("sql" in table) {
    const sql = writer.fragment(table.sql.trim());
    if (exposed) return `${writer.nameSelect("source", sql)} as ${writer.quote(alias)}`;
    return `(\n${pad}  ${sql}\n${pad}) as ${writer.quote(alias)}`;
  }
  const name = [table.catalog, table.schema, table.name]
    .filter(part => part !== undefined)
    .map(part => writer.quote(part))
    .join(".");
  return table.name === alias ? name : `${name} as ${writer.quote(alias)}`;
}
