import type {Rollup} from "../../../../semantic/documents.ts";
import {decidedGrains} from "../../../../semantic/layers.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {MemberFault} from "./member.ts";
import {refreshOf, windowOf} from "./refresh.ts";

type Grain = NonNullable<Rollup["time"]>["grain"];
type Partition = NonNullable<Rollup["incremental"]>["partition"];

const GRAINS: readonly Grain[] = ["hour", "day", "week", "month", "quarter", "year"];
/**
 * The layer's shortest partitions that are at least as long as Cube's, so that no row is rebuilt less often than in
 * Cube.
 */
const PARTITIONS: Readonly<Record<string, Partition>> = {
  hour: "day",
  day: "day",
  week: "month",
  month: "month",
  quarter: "year",
  year: "year",
};
const OTHER_TYPES: Readonly<Record<string, string>> = {
  original_sql: "it keeps the rows of the cube's statement, and a roll-up keeps groups",
  rollup_join: "a roll-up covers one model, and the models that its many-to-one joins lead to",
  rollup_lambda: "rows that are newer than a roll-up are never mixed into its answers",
  auto_rollup: "ask for suggestions, which are computed from the queries that were run",
};
const MOST = {dimensions: 100, measures: 200} as const;

/**
 * Adds a cube's pre-aggregations as roll-ups. Their names are unique within a cube only, so the cube's name is put
 * before them, as in the names of Cube's own tables.
 */
export function addPreAggregations(cube: Entry, model: BuiltModel, builder: GraphBuilder): void {
  const entries = cube.entries("pre_aggregations", "pre-aggregation");
  const isInherited = entries.some(entry => !entry.has("refresh_key"));
  const key = isInherited ? cube.entry("refresh_key") : undefined;
  const own = refreshOf(key);
  key?.rest();
  if (!isInherited) cube.unused("how long Cube keeps a result does not change what it means", "refresh_key");
  for (const entry of entries) {
    entry.about = {model: model.name};
    const name = entry.text("name");
    if (name === undefined) {
      entry.note("not_understood", `A pre-aggregation of "${model.name}" has no name, and is left out.`);
      continue;
    }
    try {
      const of = {cube: cube.text("name") ?? "", name: rollupName(model.name, name), model, own};
      builder.addRollup(rollupOf(entry, of), entry.place);
      entry.rest();
    } catch (fault) {
      if (!(fault instanceof MemberFault)) throw fault;
      entry.note("rollup_dropped", `The pre-aggregation "${name}" is left out: ${fault.message}.`);
    }
  }
}

function rollupName(cube: string, name: string): string {
  const whole = name.startsWith(`${cube}_`) ? name : `${cube}_${name}`;
  return (
    whole
      .replace(/[^A-Za-z0-9_-]/g, "_")
      .replace(/^[^A-Za-z]+/, "")
      .slice(0, 64) || "rollup"
  );
}

function rollupOf(
  entry: Entry,
  {cube, name, model, own}: {cube: string; name: string; model: BuiltModel; own: Rollup["refresh"]},
): Rollup {
  const type = (entry.text("type") ?? "rollup").replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  if (type !== "rollup") throw new MemberFault(OTHER_TYPES[type] ?? `its type "${type}" is not known`);
  const memberOf = (text: string) => memberName(text, cube, model.name);
  const members = (key: string, older: string) => [...entry.texts(key), ...entry.texts(older)].map(memberOf);
  const measures = members("measures", "measure_references");
  const dimensions = [
    ...members("dimensions", "dimension_references"),
    ...members("segments", "segment_references"),
  ];
  const time = timeOf(entry, memberOf);
  if (measures.length === 0) throw new MemberFault("it keeps no measure");
  if (measures.length > MOST.measures || dimensions.length > MOST.dimensions)
    throw new MemberFault(
      `a roll-up has at most ${MOST.dimensions} dimensions and ${MOST.measures} measures`,
    );
  const key = entry.entry("refresh_key");
  const refresh = key ? refreshOf(key) : own;
  const isIncremental = key?.flag("incremental") ?? false;
  const incremental = key && isIncremental ? incrementalOf(entry, key, time) : undefined;
  if (!isIncremental) {
    entry.unused(
      "only a roll-up that is built period by period has a file for each period",
      "partition_granularity",
    );
    key?.unused("it is about incremental builds", "update_window");
  }
  key?.rest();
  leaveOut(entry);
  return {
    name,
    model: model.name,
    ...(dimensions.length > 0 ? {dimensions} : {}),
    measures,
    ...(time ? {time} : {}),
    ...(refresh ? {refresh} : {}),
    ...(incremental ? {incremental} : {}),
  };
}

function leaveOut(entry: Entry): void {
  entry.unsupported(
    "a roll-up stores all periods, so that no missing period counts as empty",
    "build_range_start",
    "build_range_end",
  );
  entry.unsupported(
    "a roll-up stores all periods, so that no missing period counts as empty",
    "refresh_range_start",
    "refresh_range_end",
  );
  entry.unused(
    "a roll-up answers only queries that it can answer exactly",
    "allow_non_strict_date_range_match",
  );
  entry.unused("roll-ups are stored as sorted files, which need no indexes", "indexes");
  entry.unused(
    'roll-ups are stored as files; "storage" keeps one as a table of the warehouse, over a connection that writes',
    "external",
  );
  entry.unused(
    "roll-ups are built by the worker",
    "scheduled_refresh",
    "use_original_sql_pre_aggregations",
    "read_only",
    "stream_offset",
  );
  entry.unused(
    "it is about the tables that Cube makes",
    "sql_alias",
    "unique_key_columns",
    "output_column_types",
  );
}

/** A member as a query over the model names it. */
function memberName(text: string, cube: string, model: string): string {
  const path = text.replace(/[{}$\s]/g, "").split(".");
  if (/\{\{|\{%/.test(text) || !path.every(part => /^\w+$/.test(part)))
    throw new MemberFault(`"${text}" is not the name of a member`);
  const [first = "", ...rest] = path;
  if (rest.length === 0) return `${model}.${first}`;
  if (first !== "CUBE" && first !== "TABLE" && first !== cube) return path.join(".");
  return rest.length === 1 ? `${model}.${rest.join("")}` : rest.join(".");
}

function timeOf(entry: Entry, memberOf: (text: string) => string): Rollup["time"] {
  const several = entry.entries("time_dimensions", "time dimension");
  if (several.length > 1) throw new MemberFault("it has several times, and a roll-up has one");
  const [only] = several;
  const dimension =
    only?.text("dimension") ?? entry.text("time_dimension") ?? entry.text("time_dimension_reference");
  const declaredGrain = only?.text("granularity") ?? entry.text("granularity");
  only?.rest();
  if (dimension === undefined) return undefined;
  const grain = GRAINS.find(known => known === declaredGrain);
  if (grain === undefined)
    throw new MemberFault(
      `its granularity ${declaredGrain === undefined ? "is missing" : `"${declaredGrain}" is none of ${GRAINS.join(", ")}`}`,
    );
  return {dimension: memberOf(dimension), grain};
}

function incrementalOf(entry: Entry, key: Entry, time: Rollup["time"]): Rollup["incremental"] {
  const window = key.text("update_window");
  const partition = entry.text("partition_granularity");
  const whole = (why: string) => {
    key.note("not_supported", `The roll-up is built whole each time: ${why}.`, "incremental");
    return undefined;
  };
  if (time === undefined || partition === undefined) return whole("it declares no partitions");
  const partitionGrain = PARTITIONS[partition];
  if (partitionGrain === undefined) return whole(`a partition of one ${partition} is not known`);
  if (!decidedGrains("timestamp", time.grain, "UTC").includes(partitionGrain))
    return whole(`some of its ${time.grain}s lie in more than one ${partitionGrain}`);
  // Without a window Cube refreshes the last partition alone.
  const made = window === undefined ? "1h" : windowOf(window);
  if (made === undefined) return whole(`a window of "${window}" is not understood`);
  return {window: made, partition: partitionGrain};
}
