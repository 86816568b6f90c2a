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
import {nameStarted} from "./started.ts";

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
  const first = nameStarted(writer, journey, steps);
  const entities = nameEntities(writer, journey, shape, first, returns !== undefined);
  const cohorts = nameCohorts(writer, journey, shape, entities);
  const measured = returns && nameMeasured(writer, journey, shape, entities, returns);
  return writeCohorts(writer, journey, shape, cohorts, measured);
}

function periodAfter(writer: Writer, {grain}: RetentionShape, count: number): string {
  const cohort = writer.own("cohort");
  return count === 0 ? cohort : writer.shift(cohort, "+", {count, unit: grain});
}

function numbersOf({periods}: RetentionShape): number[] {
  return Array.from({length: periods + 1}, (_, i) => i);
}

/** One row for each entity, with a column `r0 …` for each period that is 1 if the entity returned in it. */
function nameEntities(
  writer: Writer,
  journey: Journey,
  shape: RetentionShape,
  first: string,
  hasSince: boolean,
): string {
  const [moment, period, step] = [writer.own("moment"), writer.own("period"), writer.own("step")];
  const [since, cohort, latest] = [writer.own("since"), writer.own("cohort"), writer.own("latest")];
  const dimensions = ownDimensions(writer, journey);
  const returns = numbersOf(shape).map(number => {
    const isReturn = `${step} = 2 and ${moment} >= ${since} and ${period} = ${periodAfter(writer, shape, number)}`;
    return `max(case when ${isReturn} then 1 else 0 end) as ${writer.own(`r${number}`)}`;
  });
  const columns = [
    writer.own("entity"),
    cohort,
    ...dimensions.map((key, i) => `${writer.own(`f${i}`)} as ${key}`),
    `max(${latest}) as ${latest}`,
    ...(hasSince ? [`max(${since}) as ${since}`] : []),
    ...returns,
  ];
  const tests = shape.tests.map(test => writeTest(writer, since, test));
  const where = [`${since} is not null`, ...tests].join("\n    and ");
  return writer.nameSelect(
    "entities",
    writeSelect({columns, from: first, where, groupBy: 2 + dimensions.length}, "  "),
  );
}

function nameCohorts(writer: Writer, journey: Journey, shape: RetentionShape, entities: string): string {
  const [cohort, latest] = [writer.own("cohort"), writer.own("latest")];
  const dimensions = ownDimensions(writer, journey);
  const columns = [
    ...dimensions,
    cohort,
    `max(${latest}) as ${latest}`,
    `count(*) as ${writer.own("size")}`,
    ...numbersOf(shape).map(number => `sum(${writer.own(`r${number}`)}) as ${writer.own(`n${number}`)}`),
  ];
  const select = {columns, from: entities, groupBy: dimensions.length + 1};
  return writer.nameSelect("cohorts", writeSelect(select, "  "));
}

/** One row for each cohort and each of its periods with returns, with the measures `x0 …` of the returns. */
function nameMeasured(
  writer: Writer,
  journey: Journey,
  shape: RetentionShape,
  entities: string,
  {rows, measures, inputs}: Returns,
): Measured {
  const [entity, moment, period] = [writer.own("entity"), writer.own("moment"), writer.own("period")];
  const [cohort, since, number] = [writer.own("cohort"), writer.own("since"), writer.own("number")];
  const cases = numbersOf(shape).map(
    count => `when ${period} = ${periodAfter(writer, shape, count)} then ${count}`,
  );
  const dimensions = [...ownDimensions(writer, journey), cohort, number];
  const sourceAt = (pad: string) => {
    const inner = `${pad}  `;
    const each = writeSelect(
      {
        columns: [
          ...ownDimensions(writer, journey),
          cohort,
          `case ${cases.join(" ")} end as ${number}`,
          ...new Set(inputs.flatMap(input => input ?? [])),
        ],
        from: `${rows}\n${inner}join ${entities} on ${entities}.${entity} = ${rows}.${entity}`,
        where: `${moment} >= ${since}`,
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
