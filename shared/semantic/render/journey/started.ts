import type {Journey} from "../../plan/plan.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {ownDimensions, unionOf} from "./columns.ts";

/** The events of both steps, aggregated by entity and period. */
export interface Started {
  /**
   * The name of the select of these events. Each row has the moment and the period of the entity's first event
   * (`since`, `cohort`), the dimensions of that event (`f0 …`) and the last period of all events (`latest`). An entity
   * has one row for each period of returns.
   */
  name: string;
  /** The condition that is true of one row of each entity that has a first event. */
  isFirst: string;
  /** Names a select with one row for each entity that has a first event: `entity`, `since`, `cohort` and `d0 …`. */
  nameFirsts: () => string;
}

/** Names the select of the events of both steps. */
export function nameStarted(writer: Writer, journey: Journey, steps: readonly string[]): Started {
  if (journey.width === 0 && writer.dialect.runsNamedOnce === true) return joinFirst(writer, steps);
  const events = writer.nameSelect("events", unionOf(steps));
  const name = nameFirst(writer, journey, namePeriods(writer, journey, events));
  const [step, period, cohort] = [writer.own("step"), writer.own("period"), writer.own("cohort")];
  // Without dimensions an entity has one row of first events in each period.
  const isFirst = `${step} = 1 and ${journey.width === 0 ? `${period} = ${cohort}` : `${writer.own("place")} = 1`}`;
  const nameFirsts = () => {
    const columns = [
      ...["entity", "since", "cohort"].map(column => writer.own(column)),
      ...ownDimensions(writer, journey).map((key, i) => `${writer.own(`f${i}`)} as ${key}`),
    ];
    return writer.nameSelect("firsts", writeSelect({columns, from: name, where: isFirst}, "  "));
  };
  return {name, isFirst, nameFirsts};
}

/** Joins the returns to the first event of each entity, and keeps that event. Aggregates cost less than windows. */
function joinFirst(writer: Writer, [begins = "", returns = ""]: readonly string[]): Started {
  const [entity, moment, period] = [writer.own("entity"), writer.own("moment"), writer.own("period")];
  const [step, since, cohort] = [writer.own("step"), writer.own("since"), writer.own("cohort")];
  const latest = writer.own("latest");
  const first = {
    columns: [
      entity,
      `min(${moment}) as ${since}`,
      `min(${period}) as ${cohort}`,
      `max(${period}) as ${latest}`,
    ],
    from: writer.nameSelect("events", begins),
    groupBy: 1,
  };
  const firsts = writer.nameSelect("firsts", writeSelect(first, "  "));
  const again = {
    columns: [entity, period, `max(${moment}) as ${moment}`],
    from: writer.nameSelect("events", returns),
    groupBy: 2,
  };
  const returned = writer.nameSelect("again", writeSelect(again, "  "));
  const ends = `select ${latest} from ${firsts}\n    union all\n    select ${period} from ${returned}`;
  const last = {
    columns: [`max(${latest}) as ${latest}`],
    from: `(\n    ${ends}\n  ) as ${writer.own("ends")}`,
  };
  const end = writer.nameSelect("latest", writeSelect(last, "  "));
  const known = [since, cohort, `${end}.${latest}`];
  const begun = {
    columns: [entity, `${since} as ${moment}`, `${cohort} as ${period}`, `1 as ${step}`, ...known],
    from: `${firsts}\n  cross join ${end}`,
  };
  const came = {
    columns: [`${firsts}.${entity}`, moment, period, `2 as ${step}`, ...known],
    from: `${firsts}\n  cross join ${end}\n  join ${returned} on ${returned}.${entity} = ${firsts}.${entity}`,
  };
  const name = writer.nameSelect("started", unionOf([begun, came].map(select => writeSelect(select, "  "))));
  return {name, isFirst: `${step} = 1`, nameFirsts: () => firsts};
}

/**
 * One row for each entity, period, step and combination of dimensions. For the first step the row has the first event,
 * which can begin a cohort; for the second step it has the last event, which is a return if any event is. These are far
 * fewer rows, so the window functions over them cost less.
 */
function namePeriods(writer: Writer, journey: Journey, events: string): string {
  const [moment, step] = [writer.own("moment"), writer.own("step")];
  const keys = [writer.own("entity"), writer.own("period"), step, ...ownDimensions(writer, journey)];
  const columns = [...keys, `case when ${step} = 1 then min(${moment}) else max(${moment}) end as ${moment}`];
  return writer.nameSelect("periods", writeSelect({columns, from: events, groupBy: keys.length}, "  "));
}

/**
 * All rows, each with the first event of its entity and, if the query has dimensions, its position among the rows of
 * its entity.
 */
function nameFirst(writer: Writer, journey: Journey, events: string): string {
  const [entity, moment, period] = [writer.own("entity"), writer.own("moment"), writer.own("period")];
  const step = writer.own("step");
  const dimensions = ownDimensions(writer, journey);
  const least = (of: string) => `min(case when ${step} = 1 then ${of} end) over (partition by ${entity})`;
  const order = [step, moment, ...dimensions.map(key => writer.dialect.order(key, false, key))].join(", ");
  const along = `partition by ${entity} order by ${order}`;
  const over = `over (${along} rows between unbounded preceding and unbounded following)`;
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
    ...(journey.width === 0 ? [] : [`row_number() over (${along}) as ${writer.own("place")}`]),
  ];
  return writer.nameSelect("started", writeSelect({columns, from: events}, "  "));
}
