import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {Merged} from "../../shared/modeling/layer-versions/merge-graph.ts";
import type {Dimension, DimensionType} from "../../shared/semantic/documents.ts";
import {tableKey} from "../../shared/semantic/layers.ts";
import type {ColumnKind, WarehouseColumn} from "../warehouses/tables.ts";
import type {ConcernedTables} from "./concerned-tables.ts";

/** Type of a dimension → kind of its column → the wrong result that the two give without an error. */
const WRONG: Readonly<Partial<Record<DimensionType, Partial<Record<ColumnKind, string>>>>> = {
  date: {
    timestamp:
      'is declared as a date, but its column has timestamps: each moment of a day is a separate group, and a day in a filter means its midnight. Declare it as a "timestamp", and query its day.',
    text: "is declared as a date, but its column has texts, which some warehouses do not compare with days. Cast the texts in its SQL.",
  },
  timestamp: {
    date: 'is declared as a timestamp, but its column has dates, which count as the day before in timezones west of UTC. Declare it as a "date".',
    text: "is declared as a timestamp, but its column has texts, which some warehouses do not compare with timestamps. Cast the texts in its SQL.",
  },
  number: {
    text: "is declared as a number, but its column has texts, so it is ordered like texts. Cast the texts in its SQL.",
  },
};

/** Notes on the given models' dimensions whose type, declared wrongly, would give wrong answers in place of errors. */
export function noteWrongTypes({graph, givenModels}: Merged, {tables}: ConcernedTables): GraphNote[] {
  return [...givenModels.keys()].flatMap(index => {
    const model = graph.models[index];
    const table = model && !("sql" in model.table) ? tables.get(tableKey(model.table)) : undefined;
    if (!model || !table) return [];
    const columns = new Map(table.columns.map(column => [column.name, column]));
    return model.dimensions.flatMap(dimension => {
      const column = dimension.column === undefined ? undefined : columns.get(dimension.column);
      const wrong = column && wrongResultOf(dimension, column);
      if (!wrong) return [];
      const message = `"${model.name}.${dimension.name}" ${wrong} (The column "${column.name}" is ${column.type}.)`;
      return [{model: model.name, field: dimension.name, code: "type_differs", message}];
    });
  });
}

function wrongResultOf({type, path}: Dimension, {kind}: WarehouseColumn): string | undefined {
  return path === undefined ? WRONG[type]?.[kind] : undefined;
}
