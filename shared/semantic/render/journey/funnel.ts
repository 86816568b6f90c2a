import type {Journey} from "../../plan/plan.ts";
import type {FunnelShape} from "../../resolve/resolved.ts";
import {writeNumbers, writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {ownDimensions, timeOf} from "./columns.ts";
import {nameTimed} from "./timing.ts";

/**
 * The steps of a funnel with the number of entities that reach each, from the rows of all steps. Every row of the first
 * step is a try: its next step is the earliest row of the second step after it, and so on. An entity counts with the
 * try that gets furthest; of several such tries, with the earliest.
 */
export function writeFunnel(writer: Writer, journey: Journey, shape: FunnelShape, events: string): string {
  const steps = shape.names.length;
  const followed = nameFollowed(writer, journey, events, steps);
  const tries = nameTries(writer, journey, shape, followed);
  const counted = shape.timing
    ? nameTimed(writer, journey, tries, steps)
    : nameCounted(writer, journey, tries, steps);
  return writeSteps(writer, journey, shape, counted);
}

/**
 * Adds to the rows of each step the moments of the later steps. The moments of the last step are added first; in the
 * end the rows of the first step have those of the second and all later ones. The followers of a later row are never
 * earlier, so the minimum over all later rows is the moment of the next row.
 */
function nameFollowed(writer: Writer, journey: Journey, events: string, steps: number): string {
  const [entity, moment, step] = [writer.own("entity"), writer.own("moment"), writer.own("step")];
  const keys = Array.from({length: journey.keys}, (_, i) => writer.own(`k${i}`));
  const place = journey.isRanked ? [writer.own("place")] : [];
  // The order is descending, so that the frame only grows. A row that counts as several steps does not follow itself.
  const isOne = journey.keys === 0 && journey.models.length === steps;
  const order = isOne
    ? [`${moment} desc`, `${step} desc`]
    : [`${moment} desc`, ...place.map(key => `${key} desc`), ...keys.map(key => `${key} desc`), step];
  const over =
    `over (partition by ${entity} order by ${order.join(", ")}` +
    " rows between unbounded preceding and 1 preceding)";
  const rowColumns = [entity, moment, step, ...place, ...ownDimensions(writer, journey), ...keys];
  let from = events;
  for (let next = steps; next >= 2; next--) {
    const times = Array.from({length: steps - next + 1}, (_, i) => next + i);
    const windows = times.map(number => {
      const value = number === next ? moment : timeOf(writer, number);
      return `min(case when ${step} = ${next} then ${value} end) ${over} as ${timeOf(writer, number)}`;
    });
    from = writer.nameSelect("followed", writeSelect({columns: [...rowColumns, ...windows], from}, "  "));
  }
  return from;
}

/** The rows of the first step, each with the number of steps that are reached from it. */
function nameTries(
  writer: Writer,
  journey: Journey,
  {names, within, timing}: FunnelShape,
  followed: string,
): string {
  const [entity, moment, step] = [writer.own("entity"), writer.own("moment"), writer.own("step")];
  const end = within && writer.shift(moment, "+", within, journey.timeType);
  const reached = names.slice(1).map((_, i) => {
    const time = timeOf(writer, i + 2);
    return `case when ${end === undefined ? `${time} is not null` : `${time} < ${end}`} then 1 else 0 end`;
  });
  const columns = [
    entity,
    moment,
    ...ownDimensions(writer, journey),
    ...(timing ? names.slice(1).map((_, i) => timeOf(writer, i + 2)) : []),
    `1 + ${reached.join(" + ")} as ${writer.own("reached")}`,
  ];
  return writer.nameSelect("tries", writeSelect({columns, from: followed, where: `${step} = 1`}, "  "));
}

/** One row for each combination of the query's dimensions, with the number of entities that reach each step. */
function nameCounted(writer: Writer, journey: Journey, tries: string, steps: number): string {
  const [entity, moment, reached] = [writer.own("entity"), writer.own("moment"), writer.own("reached")];
  const dimensions = ownDimensions(writer, journey);
  const order = [`${reached} desc`, moment, ...dimensions.map(key => writer.dialect.order(key, false, key))];
  const number = `row_number() over (partition by ${entity} order by ${order.join(", ")}) as ${writer.own("number")}`;
  const best =
    dimensions.length === 0
      ? writeSelect(
          {columns: [`max(${reached}) as ${reached}`], from: `${tries}\n    group by ${entity}`},
          "    ",
        )
      : writeSelect({columns: [...dimensions, reached, number], from: tries}, "    ");
  const counts = Array.from(
    {length: steps},
    (_, i) => `count(case when ${reached} >= ${i + 1} then 1 end) as ${writer.own(`n${i + 1}`)}`,
  );
  return writer.nameSelect(
    "counted",
    writeSelect(
      {
        columns: [...dimensions, ...counts],
        from: `(\n    ${best}\n  ) as ${writer.own("best")}`,
        ...(dimensions.length === 0 ? {} : {where: `${writer.own("number")} = 1`}),
        groupBy: dimensions.length,
      },
      "  ",
    ),
  );
}

/** A row for each step: its name, the counts and the shares, and its position to sort by. */
function writeSteps(writer: Writer, journey: Journey, {names, timing}: FunnelShape, counted: string): string {
  const {dialect} = writer;
  const [step, name, first] = [writer.own("step"), writer.own("name"), writer.own("n1")];
  const listed = writeNumbers([1, names.length], step, number => {
    const text = writer.bind({kind: "text", value: names[number - 1] ?? ""});
    return `, ${dialect.cast(text, "text")} as ${name}`;
  });
  const pick = (offset: number, column = "n", first = 1) => {
    const cases = names.flatMap((_, i) =>
      i + 1 - offset < first ? [] : [`when ${i + 1} then ${writer.own(`${column}${i + 1 - offset}`)}`],
    );
    return `case ${step} ${cases.join(" ")} end`;
  };
  const share = (of: string) => `${writer.exact(false)}${pick(0)} / nullif(${of}, 0)`;
  const columns = [
    ...ownDimensions(writer, journey),
    `${name} as ${writer.own(`d${journey.width}`)}`,
    `${pick(0)} as ${writer.own("m0")}`,
    `${share(first)} as ${writer.own("m1")}`,
    `${share(pick(1))} as ${writer.own("m2")}`,
    ...(timing ? [`${pick(0, "q", 2)} as ${writer.own("m3")}`] : []),
    `${step} as ${writer.own(timing ? "m4" : "m3")}`,
  ];
  const from = `${counted}\n  cross join (\n    ${listed}\n  ) as ${writer.own("steps")}`;
  return `(\n  ${writeSelect({columns, from}, "  ")}\n) as ${writer.own("funnel")}`;
}
