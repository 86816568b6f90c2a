import type {Dimension, DimensionType, TableSource} from "../../../../semantic/documents.ts";
import {isPlainMap, type PlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";

/** A dbt model, which may be a time spine. */
interface SpineNode {
  name: string;
  entry: Entry;
  types: ReadonlyMap<string, DimensionType>;
  table(): TableSource | undefined;
}

/** The custom granularities of a time spine: their names, each with its column. */
export function customGranularities(entry: Entry): {day: string; grains: [string, string][]} | undefined {
  const spine = entry.value["time_spine"];
  if (!isPlainMap(spine)) return undefined;
  const {standard_granularity_column: day, custom_granularities: custom} = spine;
  if (typeof day !== "string" || !Array.isArray(custom)) return undefined;
  const grains = custom.filter(isPlainMap).flatMap(({name, column_name: column}): [string, string][] => {
    if (typeof name !== "string") return [];
    return [[name, typeof column === "string" ? column : name]];
  });
  return grains.length > 0 ? {day, grains} : undefined;
}

/** Makes the time spine with custom granularities the layer's calendar: its columns are then grains of every time. */
export function buildCalendar(nodes: readonly SpineNode[], builder: GraphBuilder): void {
  let built = "";
  for (const {name, entry, types, table} of nodes) {
    const spine = customGranularities(entry);
    if (spine === undefined) continue;
    const about = {model: name};
    const {day, grains} = spine;
    const finest = granularityOf(entry, day);
    if (built !== "" || (finest !== undefined && finest !== "day")) {
      const why =
        finest !== undefined && finest !== "day"
          ? `it has a row for each ${finest}, not for each day`
          : `"${built}" is the layer's calendar`;
      builder.notes.add(
        "not_supported",
        `The custom granularities of "${name}" are left out: ${why}.`,
        entry.place,
        about,
      );
      continue;
    }
    const source = table();
    if (source === undefined) continue;
    const known = builder.get(name);
    const model =
      known ??
      builder.addModel({name, hidden: true, table: source, primaryKey: [day], dimensions: []}, entry.place);
    if (model === undefined) continue;
    const field = (dimension: Dimension) => {
      const own = model.dimensions.find(
        one => one.column === dimension.column && one.type === dimension.type,
      );
      return own ?? builder.addDimension(model, dimension, entry.place);
    };
    const dayField = field({name: day, type: "date", column: day});
    const grainFields = grains.flatMap(([grain, column]) => {
      const same = model.dimensions.find(one => one.name === grain);
      const type = types.get(column.toLowerCase()) ?? "string";
      return same ?? builder.addDimension(model, {name: grain, type, column}, entry.place) ?? [];
    });
    if (dayField === undefined || grainFields.length === 0) continue;
    model.calendar = {day: dayField.name, grains: grainFields.map(one => one.name)};
    built = name;
  }
}

/** The granularity of a time spine's column, as its model declares it. */
function granularityOf({value}: Entry, column: string): string | undefined {
  const {columns} = value;
  const all: PlainMap[] = Array.isArray(columns)
    ? columns.filter(isPlainMap)
    : isPlainMap(columns)
      ? Object.values(columns).filter(isPlainMap)
      : [];
  const declaredGrain = all.find(({name}) => name === column)?.["granularity"];
  return typeof declaredGrain === "string" ? declaredGrain.toLowerCase() : undefined;
}
