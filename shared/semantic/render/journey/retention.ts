import type {MeasureField} from "../../layer/layer.ts";
import type {Journey} from "../../plan/plan.ts";
import type {RetentionShape} from "../../resolve/resolved.ts";
import {rankedSource} from "../branch.ts";
import {writeValue} from "../branch-source.ts";
import {isCount} from "../field.ts";
import {writeTest} from "../predicate.ts";
import {writeNumbers, writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {ownDimensions} from "./columns.ts";
import {nameStarted, type Started} from "./started.ts";

/** A select of the returning rows, and the measures over them, each with the column of its input if it has one. */
interface Returns {
  rows: string;
  measures: readonly MeasureField[];
  inputs: readonly (string | undefined)[];
}

/** A select with the measures of the returning rows, grouped by the columns `g0 …`, `begun` and `place`. */
interface Measured {
  name: string;
  measures: readonly MeasureField[];
}

/**
 * The number of entities of each cohort that return in each later period, from selects of the rows of both steps. The
 * cohort is the period of an entity's first event; the periods end with the last one in which any row lies. Measures
 * aggregate the rows that make an entity count as returned.
 */
export function writeRetention(
  writer: Writer,
  journey: Journey,
  shape: RetentionShape,
  steps: readonly string[],
  returns?: Returns,
): string {
  const started = nameStarted(writer, journey, steps);
  const cohorts = nameCohorts(writer, journey, shape, nameCells(writer, journey, shape, started));
  const measured = returns && nameMeasured(writer, journey, shape, started.nameFirsts(), returns);
  return writeCohorts(writer, journey, shape, cohorts, measured);
}

function periodAfter(writer: Writer, {grain}: RetentionShape, count: number): string {
  const cohort = writer.own("cohort");
  return count === 0 ? cohort : writer.shift(cohort, "+", {count, unit: grain});
}

function numbersOf({periods}: RetentionShape): number[] {
  return Array.from({length: periods + 1}, (_, i) => i);
}

/** The cases of a `case` that returns the number of the row's period, counted from its cohort. */
function casesOf(writer: Writer, shape: RetentionShape): string[] {
  const period = writer.own("period");
  return numbersOf(shape).map(count => `when ${period} = ${periodAfter(writer, shape, count)} then ${count}`);
}

/** The conditions that the query has on an entity's first event. */
function testsOf(writer: Writer, {tests}: RetentionShape): string[] {
  return tests.map(test => writeTest(writer, writer.own("since"), test));
}

/** Replaces the period's number for rows that are first events. */
const BEGUN = -1;

/** The number of entities (`came`) that begin in each cohort, and that return in each of its periods. */
function nameCells(writer: Writer, journey: Journey, shape: RetentionShape, started: Started): string {
  const [cohort, number, latest] = [writer.own("cohort"), writer.own("number"), writer.own("latest")];
  const [step, moment, since] = [writer.own("step"), writer.own("moment"), writer.own("since")];
  const dimensions = ownDimensions(writer, journey);
  const cases = [`when ${step} = 1 then ${BEGUN}`, ...casesOf(writer, shape)];
  const columns = [
    ...dimensions.map((key, i) => `${writer.own(`f${i}`)} as ${key}`),
    cohort,
    `case ${cases.join(" ")} end as ${number}`,
    `max(${latest}) as ${latest}`,
    `count(*) as ${writer.own("came")}`,
  ];
  const counts = `(${started.isFirst} or ${step} = 2 and ${moment} >= ${since})`;
  const where = [counts, ...testsOf(writer, shape)].join("\n    and ");
  const select = {columns, from: started.name, where, groupBy: dimensions.length + 2};
  return writer.nameSelect("cells", writeSelect(select, "  "));
}

/** One row for each cohort, with its `size` and a column `n0 …` for each period. */
function nameCohorts(writer: Writer, journey: Journey, shape: RetentionShape, cells: string): string {
  const [cohort, number, latest] = [writer.own("cohort"), writer.own("number"), writer.own("latest")];
  const dimensions = ownDimensions(writer, journey);
  const cameIn = (of: number) => `max(case when ${number} = ${of} then ${writer.own("came")} end)`;
  const columns = [
    ...dimensions,
    cohort,
    `max(${latest}) as ${latest}`,
    `${cameIn(BEGUN)} as ${writer.own("size")}`,
    ...numbersOf(shape).map(count => `coalesce(${cameIn(count)}, 0) as ${writer.own(`n${count}`)}`),
  ];
  const select = {columns, from: cells, groupBy: dimensions.length + 1};
  return writer.nameSelect("cohorts", writeSelect(select, "  "));
}

/** One row for each cohort and each of its periods with returns, with the measures `x0 …` of the returns. */
function nameMeasured(
  writer: Writer,
  journey: Journey,
  shape: RetentionShape,
  firsts: string,
  {rows, measures, inputs}: Returns,
): Measured {
  const [entity, moment] = [writer.own("entity"), writer.own("moment")];
  const [cohort, since, number] = [writer.own("cohort"), writer.own("since"), writer.own("number")];
  const dimensions = [...ownDimensions(writer, journey), cohort, number];
  const sourceAt = (pad: string) => {
    const inner = `${pad}  `;
    const each = writeSelect(
      {
        columns: [
          ...ownDimensions(writer, journey),
          cohort,
          `case ${casesOf(writer, shape).join(" ")} end as ${number}`,
          ...new Set(inputs.flatMap(input => input ?? [])),
        ],
        from: `${rows}\n${inner}join ${firsts} on ${firsts}.${entity} = ${rows}.${entity}`,
        where: [`${moment} >= ${since}`, ...testsOf(writer, shape)].join(`\n${inner}  and `),
      },
      inner,
    );
    return {
      from: `(\n${inner}${each}\n${pad}) as ${writer.own("returned")}`,
      where: `${number} is not null`,
      dimensions,
      input: (_field: MeasureField, i: number) => inputs[i],
    };
  };
  const source = rankedSource(writer, measures, sourceAt, "  ");
  const keys = [
    ...ownDimensions(writer, journey).map((_, i) => writer.own(`g${i}`)),
    writer.own("begun"),
    writer.own("place"),
  ];
  const columns = [
    ...source.dimensions.map((dimension, i) => `${dimension} as ${keys[i]}`),
    ...measures.map((field, i) => `${writeValue(writer, source, field, i)} as ${writer.own(`x${i}`)}`),
  ];
  const {from, where} = source;
  return {
    name: writer.nameSelect(
      "measured",
      writeSelect({columns, from, where, groupBy: dimensions.length}, "  "),
    ),
    measures,
  };
}

/** The left join of the measures by cohort and period. A cohort has none in a period without returns. */
function joinMeasured(writer: Writer, journey: Journey, measured: Measured): string {
  const same = [
    ...ownDimensions(writer, journey).map((key, i) => writer.dialect.sameAs(writer.own(`g${i}`), key)),
    `${writer.own("begun")} = ${writer.own("cohort")}`,
    `${writer.own("place")} = ${writer.own("number")}`,
  ];
  return `\n  left join ${measured.name} on ${same.join(" and ")}`;
}

/** A row for each cohort and period that has begun. */
function writeCohorts(
  writer: Writer,
  journey: Journey,
  shape: RetentionShape,
  cohorts: string,
  measured: Measured | undefined,
): string {
  const [cohort, latest, size] = [writer.own("cohort"), writer.own("latest"), writer.own("size")];
  const number = writer.own("number");
  const numbers = numbersOf(shape);
  const pick = (of: (count: number) => string) =>
    `case ${number} ${numbers.map(count => `when ${count} then ${of(count)}`).join(" ")} end`;
  const retained = pick(count => writer.own(`n${count}`));
  const columns = [
    ...ownDimensions(writer, journey),
    `${cohort} as ${writer.own(`d${journey.width}`)}`,
    `${number} as ${writer.own(`d${journey.width + 1}`)}`,
    `${writer.exact(false)}${retained} / nullif(${size}, 0) as ${writer.own("m0")}`,
    `${retained} as ${writer.own("m1")}`,
    `${size} as ${writer.own("m2")}`,
    ...(measured?.measures ?? []).map((field, i) => {
      const value = writer.own(`x${i}`);
      const known = isCount(field) ? `coalesce(${value}, 0)` : value;
      return `${known} as ${writer.own(`m${journey.ownMeasures + i}`)}`;
    }),
  ];
  const all = `${cohorts}\n  cross join (\n    ${writeNumbers([0, shape.periods], number)}\n  ) as ${writer.own("numbers")}`;
  const from = measured === undefined ? all : `${all}${joinMeasured(writer, journey, measured)}`;
  const where = `${latest} >= ${pick(count => periodAfter(writer, shape, count))}`;
  return `(\n  ${writeSelect({columns, from, where}, "  ")}\n) as ${writer.own("retention")}`;
}
