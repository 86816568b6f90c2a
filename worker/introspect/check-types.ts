import type {GraphNote} from "../../shared/ground/wire/catalog.ts";
import type {Merged} from "../../shared/modeling/layer-versions/merge-graph.ts";
import type {Dimension, DimensionType} from "../../shared/semantic/documents.ts";
import {tableKey} from "../../shared/semantic/layers.ts";
import type {ColumnKind, WarehouseColumn} from "../warehouses/tables.ts";
import type {ConcernedTables} from "./concerned-tables.ts";

/** What goes wrong, without an error, where a dimension has the type and its column is of the kind. */
const WRONG: Readonly<Partial<Record<DimensionType, Partial<Record<ColumnKind, string>>>>> = {
  date: {
    timestamp:
      'is declared a date, and its column holds moments: each moment of a day is a group, and a day in a filter is its midnight. Declare it a "timestamp", and ask for its day.',
    text: "is declared a date, and its column holds texts, which some warehouses do not compare with days. Cast them in its SQL.",
  },
  timestamp: {
    date: 'is declared a timestamp, and its column holds dates: in timezones west of UTC they are taken for the day before. Declare it a "date".',
    text: "is declared a timestamp, and its column holds texts, which some warehouses do not compare with moments. Cast them in its SQL.",
  },
  number: {
    text: "is declared a number, and its column holds texts: it is ordered as texts are. Cast them in its SQL.",
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
      const wrong = column && whatIsWrong(dimension, column);
      if (!wrong) return [];
      const message = `"${model.name}.${dimension.name}" ${wrong} (The column "${column.name}" is ${column.type}.)`;
      return [{model: model.name, field: dimension.name, code: "type_differs", message}];
    });
  });
}

function whatIsWrong({type, path}: Dimension, {kind}: WarehouseColumn): string | undefined {
  return path === undefined ? WRONG[type]?.[kind] : undefined;
}
