import type {LayerModel} from "../../semantic/layers.ts";
import type {CatalogJoin, CatalogTable} from "./catalog-types.ts";

/** The columns of a model's primary key, if each column of it is a dimension that the caller sees. */
export function primaryKeyOf(table: CatalogTable, model: LayerModel | undefined): string[] {
  return columnsFor(table, model, model?.source.primaryKey ?? []) ?? [];
}

/** The to-one joins that compare with the whole primary key of another table of the caller. */
export function foreignKeysOf(
  table: CatalogTable,
  model: LayerModel | undefined,
  tables: readonly CatalogTable[],
): CatalogTable["foreignKeys"] {
  if (model === undefined) return [];
  return model.edges.flatMap(edge => {
    if (edge.toMany || edge.validity !== undefined || edge.day !== undefined) return [];
    const target = tables.find(({schema, model: name}) => schema === "public" && name === edge.to.name);
    const key = edge.to.source.primaryKey ?? [];
    const far = edge.on.map(([, column]) => column);
    if (target === undefined || key.length !== far.length || !key.every(column => far.includes(column)))
      return [];
    const near = edge.on.map(([column]) => column);
    const columns = columnsFor(table, model, near);
    const targetColumns = columnsFor(target, edge.to, far);
    if (columns === undefined || targetColumns === undefined || columns.length === 0) return [];
    return [{columns, table: target.name, targetColumns}];
  });
}

/** The to-one joins whose columns are columns of both tables. */
export function joinsOf(
  table: CatalogTable,
  model: LayerModel | undefined,
  tables: readonly CatalogTable[],
): CatalogJoin[] {
  if (model === undefined) return [];
  return model.edges.flatMap(edge => {
    if (edge.toMany || edge.validity !== undefined || edge.day !== undefined) return [];
    const target = tables.find(({schema, model: name}) => schema === "public" && name === edge.to.name);
    const columns = columnsFor(
      table,
      model,
      edge.on.map(([near]) => near),
    );
    const far = edge.on.map(([, column]) => column);
    const targetColumns = target && columnsFor(target, edge.to, far);
    if (target === undefined || columns === undefined || targetColumns === undefined) return [];
    return [{role: edge.role, columns, schema: "public", table: target.name, targetColumns}];
  });
}

/** The table's columns for these columns of the warehouse's table; `undefined` if one of them has no column here. */
function columnsFor(
  table: CatalogTable,
  model: LayerModel | undefined,
  names: readonly string[],
): string[] | undefined {
  const columns = names.map(name => {
    const dimension = model?.source.dimensions.find(({column, hidden}) => column === name && hidden !== true);
    const field = dimension && `${table.model}.${dimension.name}`;
    return table.columns.find(column => column.kind === "dimension" && column.field === field)?.name;
  });
  return columns.every(column => column !== undefined) ? columns : undefined;
}
