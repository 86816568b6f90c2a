import type {Journey} from "../../plan/plan.ts";
import {withRanks} from "../ranks.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {ownDimensions, timeOf} from "./columns.ts";

/**
 * One row for each combination of the query's dimensions, with the number of entities that reach each step and the
 * median of their seconds since the step before. An entity's moments are those of the try that it counts with. Of
 * several tries at one moment with equal dimensions, the one with the earliest next steps counts; where rows have keys,
 * it is the row with the least key.
 */
export function nameTimed(writer: Writer, journey: Journey, tries: string, steps: number): string {
  const {dialect} = writer;
  const [entity, moment, reached] = [writer.own("entity"), writer.own("moment"), writer.own("reached")];
  const number = writer.own("number");
  const dimensions = ownDimensions(writer, journey);
  const later = Array.from({length: steps - 1}, (_, i) => i + 2);
  const order = [
    `${reached} desc`,
    moment,
    ...dimensions.map(key => dialect.order(key, false, key)),
    // Steps that are not reached come last in the order, so their moments do not change the result.
    ...later.map(step => timeOf(writer, step)),
  ];
  const seconds = later.map(step => {
    const before = step === 2 ? moment : timeOf(writer, step - 1);
    const between = dialect.seconds(before, timeOf(writer, step), journey.timeType);
    return `case when ${reached} >= ${step} then ${between} end as ${writer.own(`s${step}`)}`;
  });
  const place = `row_number() over (partition by ${entity} order by ${order.join(", ")}) as ${number}`;
  const best = writer.nameSelect(
    "best",
    writeSelect({columns: [...dimensions, reached, ...seconds, place], from: tries}, "  "),
  );
  const isRanked = dialect.needsRank("median");
  const inputs = [reached, ...later.map(step => writer.own(`s${step}`))];
  const rows = {from: best, where: `${number} = 1`, dimensions, inputs};
  const ranked = isRanked
    ? withRanks(writer, rows, [false, ...later.map(() => true)], "  ")
    : {...rows, ranks: []};
  const [furthest = "", ...spans] = ranked.inputs;
  const columns = [
    ...ranked.dimensions,
    ...[1, ...later].map(
      step => `count(case when ${furthest} >= ${step} then 1 end) as ${writer.own(`n${step}`)}`,
    ),
    ...later.map((step, i) => {
      const median = dialect.aggregate("median", spans[i] ?? "", 0.5, ranked.ranks[i + 1]);
      return `${median} as ${writer.own(`q${step}`)}`;
    }),
  ];
  const {from, where} = ranked;
  return writer.nameSelect("counted", writeSelect({columns, from, where, groupBy: dimensions.length}, "  "));
}
