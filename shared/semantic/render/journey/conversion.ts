import type {Branch, Conversion, EventPlace} from "../../plan/plan.ts";
import {nameOwn, writeDimensions} from "../branch-source.ts";
import {type TableName, writeColumn, writeInput, writeMeasureFilter} from "../field.ts";
import {type GroupKey, writeKey} from "../group-membership.ts";
import {nameBranch, writeBranchFrom, writePassed} from "../kept-groups.ts";
import {nameTables, type ScopeNames, writeConditions, writeFrom} from "../scope.ts";
import {writeSelect} from "../select.ts";
import type {BranchSource} from "../sources/source.ts";
import type {Writer} from "../writer.ts";

/** Rows that only form groups, base rows (which other rows can follow), and the rows that follow. */
const [GROUP, BASE, FOLLOWS] = [0, 1, 2];

/**
 * The base rows of a branch and the rows that follow them. A following row takes the dimensions of the last base row of
 * the same entity before it. Both tables are read once and sorted together; each base row begins a stretch, which ends
 * before the next base row.
 */
export function conversionSource(
  writer: Writer,
  branch: Branch,
  conversion: Conversion,
  pad: string,
): BranchSource {
  const {dialect} = writer;
  const own = (name: string, count: number) =>
    Array.from({length: count}, (_, i) => writer.own(`${name}${i}`));
  const [entity, moment, step] = [writer.own("entity"), writer.own("moment"), writer.own("step")];
  const [stretch, since] = [writer.own("stretch"), writer.own("since")];
  const markColumns = isShortened(writer, branch) ? [writer.own("shown")] : [];
  const dimensions = own("d", branch.dimensions.length);
  const inputs = own("v", branch.measures.length);
  const constants = own("p", conversion.base.constants.length);
  const keys = own("k", (conversion.of.model.source.primaryKey ?? []).length);
  const order = `order by ${[moment, step, ...keys].join(", ")}`;
  const within = [entity, ...constants];
  const [one, two, three] = [`${pad}  `, `${pad}    `, `${pad}      `];

  const events = `${writeBase(writer, branch, conversion, three)}\n${three}union all\n${three}${writeFollowing(writer, branch, conversion, three)}`;
  const begun = `sum(case when ${step} = ${BASE} then 1 else 0 end) over (partition by ${within.join(", ")} ${order} rows between unbounded preceding and current row)`;
  const ordered = writeSelect(
    {
      columns: [
        ...within,
        moment,
        step,
        ...keys,
        ...dimensions,
        ...inputs,
        ...markColumns,
        `${begun} as ${stretch}`,
      ],
      from: `(\n${three}${events}\n${two}) as ${writer.own("events")}`,
    },
    two,
  );
  const over = `over (partition by ${[...within, stretch].join(", ")} ${order} rows between unbounded preceding and unbounded following)`;
  const first = (column: string) => `${dialect.firstValue?.(column) ?? `first_value(${column})`} ${over}`;
  const attributed = writeSelect(
    {
      columns: [
        moment,
        step,
        stretch,
        ...inputs,
        `${first(moment)} as ${since}`,
        ...[...dimensions, ...markColumns].map(
          column => `case when ${step} = ${FOLLOWS} then ${first(column)} else ${column} end as ${column}`,
        ),
      ],
      from: `(\n${two}${ordered}\n${one}) as ${writer.own("ordered")}`,
    },
    one,
  );
  const {window} = conversion.source;
  const inTime =
    window === undefined ? "" : ` and ${since} > ${writer.shift(moment, "-", window, conversion.timeType)}`;
  return {
    from: `(\n${one}${attributed}\n${pad}) as ${writer.own("attributed")}`,
    where: [`(${step} < ${FOLLOWS} or ${stretch} > 0)`, ...markColumns.map(column => `${column} = 1`)].join(
      " and ",
    ),
    dimensions,
    input: (_field, i) => `case when ${step} = ${FOLLOWS}${inTime} then ${inputs[i]} end`,
  };
}

/** Whether some of the base rows are left out of the result. */
function isShortened(writer: Writer, {picked, conversion}: Branch): boolean {
  return conversion?.resultCondition !== undefined || (picked !== undefined && writer.picked !== undefined);
}

/** A column that is 1 for base rows of the result. The other base rows are still read, and other rows can follow them. */
function writeResultMark(writer: Writer, branch: Branch, names: ScopeNames, pad: string): string {
  const {resultCondition} = branch.conversion ?? {};
  const passed = writePassed(writer, branch, names, pad);
  const all = [
    ...(resultCondition === undefined ? [] : [writeConditions(writer, [resultCondition], names, pad)]),
    ...(passed === undefined ? [] : [passed]),
  ];
  return `case when ${all.join(`\n${pad}  and `)} then 1 else 0 end as ${writer.own("shown")}`;
}

interface Written {
  entity: GroupKey;
  time: GroupKey;
  constants: GroupKey[];
}

function writePlaces(writer: Writer, {entity, time, constants}: EventPlace, names: ScopeNames): Written {
  const key = (place: EventPlace["entity"]) => writeKey(writer, place, names.table(place.node));
  return {entity: key(entity), time: key(time), constants: constants.map(key)};
}

function momentOf(writer: Writer, {mixesTimes}: Conversion, {time}: Written): string {
  return mixesTimes ? writer.dialect.cast(time.operand, "timestamp") : time.value;
}

/** The columns with the entity, the constant properties, the moment and the step of a row. */
function writeEvent(writer: Writer, conversion: Conversion, written: Written, step: string): string[] {
  return [
    `${written.entity.value} as ${writer.own("entity")}`,
    ...written.constants.map(({value}, i) => `${value} as ${writer.own(`p${i}`)}`),
    `${momentOf(writer, conversion, written)} as ${writer.own("moment")}`,
    `${step} as ${writer.own("step")}`,
  ];
}

function writeBase(writer: Writer, branch: Branch, conversion: Conversion, pad: string): string {
  const names = nameBranch(writer, branch);
  const home = names.table(branch.scope.root);
  const {of} = conversion;
  const places = writePlaces(writer, conversion.base, names);
  // Nothing follows a row without a time, wherever an engine sorts nulls.
  const conditions = [
    `${places.time.operand} is not null`,
    ...(of.source.where === undefined ? [] : [`(${writeMeasureFilter(writer, of, home)})`]),
  ];
  const isBase = `case when ${conditions.join(" and ")} then ${BASE} else ${GROUP} end`;
  const key = of.model.source.primaryKey ?? [];
  const columns = [
    ...writeEvent(writer, conversion, places, isBase),
    ...key.map((column, i) => {
      const value = writeColumn(writer, column, home);
      const text = writer.dialect.writeKeyText?.(value) ?? writer.dialect.cast(value, "text");
      return `${text} as ${writer.own(`k${i}`)}`;
    }),
    ...writeDimensions(writer, branch, branch.dimensions, names).map((sql, i) =>
      nameOwn(sql, writer.own(`d${i}`)),
    ),
    ...branch.measures.map((_, i) => `null as ${writer.own(`v${i}`)}`),
    ...(isShortened(writer, branch) ? [writeResultMark(writer, branch, names, pad)] : []),
  ];
  const where = writeConditions(writer, branch.scope.conditions, names, pad);
  return writeSelect({columns, from: writeBranchFrom(writer, branch, names, pad), where}, pad);
}

/** The rows that follow. Rows without an entity, a time or a constant property are left out: they follow no row. */
function writeFollowing(writer: Writer, branch: Branch, conversion: Conversion, pad: string): string {
  const {scope, of} = conversion;
  const names = nameTables(writer, scope);
  const home: TableName = names.table(scope.root);
  const written = writePlaces(writer, conversion.follows, names);
  const key = of.model.source.primaryKey ?? [];
  const columns = [
    ...writeEvent(writer, conversion, written, String(FOLLOWS)),
    ...key.map((_, i) => `${writer.dialect.nullOf("string", false)} as ${writer.own(`k${i}`)}`),
    ...branch.dimensions.map((_, i) => `null as ${writer.own(`d${i}`)}`),
    ...branch.measures.map(
      (field, i) => `${writeInput(writer, field, home) ?? "1"} as ${writer.own(`v${i}`)}`,
    ),
    ...(isShortened(writer, branch) ? [`null as ${writer.own("shown")}`] : []),
  ];
  const there = [written.entity, written.time, ...written.constants].map(
    ({operand}) => `${operand} is not null`,
  );
  return writeSelect(
    {columns, from: writeFrom(writer, scope, names, pad), where: there.join(`\n${pad}  and `)},
    pad,
  );
}
