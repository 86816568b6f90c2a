import type {MeasureField} from "../layer/layer.ts";
import {writeAggregate, writeOnly} from "./field.ts";
import type {Writer} from "./writer.ts";

/** A partial aggregate, from which the aggregate of more rows is computed: sums for a sum, minima for a minimum. */
interface Part {
  name: string;
  field: MeasureField;
  kind: "sum" | "count" | "end";
  sql: string;
}

/** The partial aggregates of one select, and those from which each measure is computed. */
export interface Parts {
  all: Part[];
  of: Part[][];
}

/**
 * The parts of measures, computed from each measure's input (`undefined` for a count of rows). Their names count from
 * `offset`. A measure for which `isWhole` holds is its own only part, because its groups are not combined.
 */
export function partsOf(
  writer: Writer,
  measures: readonly MeasureField[],
  input: (field: MeasureField, index: number) => string | undefined,
  {offset = 0, isWhole}: {offset?: number; isWhole?: (index: number) => boolean} = {},
): Parts {
  const all: Part[] = [];
  const add = (field: MeasureField, kind: Part["kind"], sql: string): Part => {
    const known = all.find(part => part.kind === kind && part.sql === sql);
    if (known !== undefined) return known;
    const part = {name: writer.own(`s${offset + all.length}`), field, kind, sql};
    all.push(part);
    return part;
  };
  const {aggregate, averaged} = writer.dialect;
  const of = measures.map((field, i) => {
    const given = input(field, i);
    const {type} = field.source;
    if (type === "count")
      return [add(field, "count", given === undefined ? "count(*)" : aggregate("count", given, 0))];
    if (type !== "avg" || given === undefined || isWhole?.(i) === true) {
      return [add(field, type === "sum" ? "sum" : "end", writeAggregate(writer, field, given))];
    }
    return [
      add(field, "sum", aggregate("sum", averaged?.addend?.(given) ?? given, 0)),
      add(field, "count", aggregate("count", given, 0)),
    ];
  });
  return {all, of};
}

/** The columns of the select that computes the parts. */
export function nameParts({all}: Parts): string[] {
  return all.map(({sql, name}) => `${sql} as ${name}`);
}

/** The aggregate of a part that combines it over several groups. */
export function combine(writer: Writer, {field, kind, name}: Part): string {
  if (kind === "count") return `sum(${name})`;
  return kind === "sum" ? writer.dialect.aggregate("sum", name, 0) : writeAggregate(writer, field, name);
}

/** The columns of a select that combines the parts over several groups. */
export function nameCombined(writer: Writer, {all}: Parts): string[] {
  return all.map(part => `${combine(writer, part)} as ${part.name}`);
}

/** The measure at an index, computed from its parts combined over several groups. */
export function writeCombined(writer: Writer, {of}: Parts, index: number): string {
  return writeWhole(writer, of[index] ?? [], part => combine(writer, part));
}

/** The measure at an index, for groups in which one row has the parts already combined. */
export function writeOnlyWhole(writer: Writer, {of}: Parts, index: number): string {
  return writeWhole(writer, of[index] ?? [], ({field, kind, name}) =>
    kind === "end" ? writeOnly(writer, field, name) : `max(${name})`,
  );
}

function writeWhole({dialect}: Writer, parts: readonly Part[], value: (part: Part) => string): string {
  const [first, second] = parts;
  if (first === undefined) throw new Error("a measure without parts");
  if (second !== undefined) {
    const [sum, count] = [value(first), `nullif(${value(second)}, 0)`];
    return `(${dialect.averaged?.quotient?.(sum, count) ?? `${sum} / ${count}`})`;
  }
  if (first.kind !== "count") return value(first);
  const count = `coalesce(${value(first)}, 0)`;
  return dialect.countOf?.(count) ?? count;
}
