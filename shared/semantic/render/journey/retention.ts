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

/** A select of the rows that are returns, and what is measured of them, each with its input there if it has any. */
interface Returns {
  rows: string;
  measures: readonly MeasureField[];
  inputs: readonly (string | undefined)[];
}

/** A select with what is measured of the returning rows by the columns `g0 …`, `begun` and `place`. */
interface Measured {
  name: string;
  measures: readonly MeasureField[];
}

/**
 * How many entities of each cohort return in each period after it, from the rows of both steps. The cohort is the
 * period of an entity's first event; periods end with the last that any of the rows lies in. The measures are of the
 * rows that make an entity count as returned.
 */
export function writeRetention(
  writer: Writer,
  journey: Journey,
  shape: RetentionShape,
  events: string,
  returns?: Returns,
): string {
  const first = nameFirst(writer, journey, namePeriods(writer, journey, events));
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

/**
 * One row for all events of an entity in a period, of which the first can begin a cohort and the last is a return if
 * any is. There are far fewer of these, and the windows over them cost accordingly less.
 */
function namePeriods(writer: Writer, journey: Journey, events: string): string {
  const [moment, step] = [writer.own("moment"), writer.own("step")];
  const keys = [writer.own("entity"), writer.own("period"), step, ...ownDimensions(writer, journey)];
  const columns = [...keys, `case when ${step} = 1 then min(${moment}) else max(${moment}) end as ${moment}`];
  return writer.nameSelect("periods", writeSelect({columns, from: events, groupBy: keys.length}, "  "));
}

/** Every row beside the first event of its entity. */
function nameFirst(writer: Writer, journey: Journey, events: string): string {
  const [entity, moment, period] = [writer.own("entity"), writer.own("moment"), writer.own("period")];
  const step = writer.own("step");
  const dimensions = ownDimensions(writer, journey);
  const least = (of: string) => `min(case when ${step} = 1 then ${of} end) over (partition by ${entity})`;
  const order = [step, moment, ...dimensions.map(key => writer.dialect.order(key, false, key))].join(", ");
  const over = `over (partition by ${entity} order by ${order} rows between unbounded preceding and unbounded following)`;
  const columns = [
    entity,
    moment,
    period,
    step,
    `${least(moment)} as ${writer.own("since")}`,
    `${least(period)} as ${writer.own("cohort")}`,
    `max(${period}) over () as ${writer.own("latest")}`,
    ...dimensions.map(
      (key, i) =>
        `${writer.dialect.firstValue?.(key) ?? `first_value(${key})`} ${over} as ${writer.own(`f${i}`)}`,
    ),
  ];
  return writer.nameSelect("started", writeSelect({columns, from: events}, "  "));
}

/** One row for each entity, which says of each period whether the entity returned in it. */
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

/** One row for each cohort and each of its periods in which anybody returns, with the measures `x0 …` of the returns. */
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

/** The join of what is measured of a cohort in a period, which may be nothing. */
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
