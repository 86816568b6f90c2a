import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Chance} from "../../semantic/differential/random-layer.ts";

const OWN = ["w", "w", "w", "n", "is_a", "size", "next"];
const ADDED = "count total mean least latest total_a count_a ratio filled unsure papers about about".split(
  " ",
);
/** Measures whose values in several groups cannot be combined. */
const WHOLE = ["words", "middle", "kinds"];
const TIME_GRAINS = ["day", "day", "month", "week", "hour"] as const;
const COARSER = ["day", "week", "month", "quarter", "year", "day_of_week"];

/** Facts that are joined to one model, with the dimensions of that model that the roll-ups of each fact store. */
export interface SharedFacts {
  base: string;
  facts: string[];
  dimensions: string[];
  rollups: Rollup[];
  timezone: string;
}

/** Roll-ups of two or three facts by shared dimensions; `undefined` if the layer has no shared model. */
export function randomFactRollups(
  chance: Chance,
  {models, joins = []}: Graph,
  zones: readonly string[],
): SharedFacts | undefined {
  const isOpen = (name: string) => models.find(one => one.name === name)?.rowAccess === undefined;
  // Other measures cannot be stored, or would answer nothing.
  const isKept = (name: string) =>
    models
      .find(one => one.name === name)
      ?.rowAccess?.every(({dimension}) => ["w", "size", "n"].includes(dimension)) !== false;
  const factsOf = (name: string) => [
    ...new Set(joins.filter(({from, to}) => to === name && isKept(from)).map(({from}) => from)),
  ];
  const shared = models.map(({name}) => name).filter(name => isOpen(name) && factsOf(name).length > 1);
  if (shared.length === 0) return undefined;
  const base = chance.pick(shared);
  const facts = factsOf(base).slice(0, 3);
  const fields = [...new Set(Array.from({length: 1 + chance.below(3)}, () => chance.pick(OWN)))];
  const timezone = chance.pick(zones);
  const rollups = facts.map((fact, i): Rollup => {
    const own = (field: string) => `${fact}.${field}`;
    const model = models.find(({name}) => name === fact);
    const access = (model?.rowAccess ?? []).map(({dimension}) =>
      dimension.includes(".") ? dimension : own(dimension),
    );
    const join = joins.find(({from, to}) => from === fact && to === base);
    const common = fields.map(field => `${join?.name ?? base}.${field}`);
    const more = chance.chance(0.3) ? [own(chance.pick(OWN))] : [];
    const measures = new Set([own("count")]);
    for (let n = 1 + chance.below(6); n > 0; n--)
      measures.add(own(chance.pick(chance.chance(0.15) ? WHOLE : ADDED)));
    const time = {
      dimension: own(chance.chance(0.8) ? (model?.time ?? "at") : chance.pick(["at", "d"])),
      grain: chance.pick(TIME_GRAINS),
      timezone: chance.chance(0.9) ? timezone : chance.pick(zones),
    };
    if (time.dimension.endsWith(".d") && time.grain === "hour") time.grain = "day";
    return {
      name: `f${i}`,
      model: fact,
      dimensions: [...new Set([...access, ...common, ...more])],
      measures: [...measures],
      ...(chance.chance(0.8) ? {time} : {}),
    };
  });
  return {base, facts, dimensions: fields.map(field => `${base}.${field}`), rollups, timezone};
}

/** A query over several facts that their roll-ups can probably answer. */
export function nearFacts(chance: Chance, {base, rollups, dimensions, timezone}: SharedFacts): Query {
  const asked = new Set(dimensions.filter(() => chance.chance(0.5)));
  const isTimed = rollups.every(({time}) => time !== undefined) && chance.chance(0.5);
  if (isTimed) asked.add(`metric_time.${chance.pick([rollups[0]?.time?.grain ?? "day", "day", ...COARSER])}`);
  const measures = new Set<string>();
  for (const rollup of rollups)
    for (let n = chance.below(3); n > 0; n--) measures.add(chance.pick(rollup.measures));
  const [first = `${rollups[0]?.model}.count`] = measures;
  measures.add(first);
  const named = [...asked, ...measures];
  const anyMeasure = () => chance.pick(rollups.flatMap(rollup => rollup.measures));
  const filters: Filter[] = [];
  if (chance.chance(0.3)) filters.push(rowFilter(chance, dimensions));
  if (chance.chance(0.1)) filters.push({not: rowFilter(chance, dimensions)});
  if (isTimed && chance.chance(0.3))
    filters.push({
      field: "metric_time",
      op: chance.pick([">=", "<", "="]),
      value: chance.pick(["2024", "2024-02", "2024-03-10"]),
    });
  if (chance.chance(0.15))
    filters.push({field: anyMeasure(), op: chance.pick([">", "is_not_null"]), value: 1});
  if (chance.chance(0.1))
    filters.push({
      or: [
        {field: anyMeasure(), op: ">", value: 1},
        {field: anyMeasure(), op: "is_null"},
      ],
    });
  for (const filter of filters) if ("op" in filter && filter.op.startsWith("is_")) delete filter.value;
  const [dimension] = asked;
  const hasTop = dimension !== undefined && chance.chance(0.12);
  return {
    model: chance.chance(0.85) ? base : chance.pick(rollups).model,
    dimensions: [...asked],
    measures: [...measures],
    filters,
    ...(chance.chance(0.3) ? {orderBy: [`${chance.pick(named)} ${chance.pick(["asc", "desc"])}`]} : {}),
    ...(hasTop
      ? {
          top: {
            dimension,
            by: chance.chance(0.8) ? first : anyMeasure(),
            count: 2,
            ...(chance.chance(0.4) ? {others: "x"} : {}),
          },
        }
      : {}),
    ...(asked.size > 0 && chance.chance(0.12)
      ? {calculations: [randomCalculation(chance, first, [...asked], "metric_time.")]}
      : {}),
    limit: chance.pick([3, 1000, 20_000, 20_000]),
    timezone: chance.chance(0.9) ? timezone : "UTC",
    ...(chance.chance(0.25) ? {totals: true} : {}),
  };
}

/** A calculation over the groups, often along a time whose names begin with this prefix. */
export function randomCalculation(
  chance: Chance,
  of: string,
  asked: readonly string[],
  time: string,
): NonNullable<Query["calculations"]>[number] {
  const along = asked.find(name => name.startsWith(time));
  if (along !== undefined && chance.chance(0.6))
    return {name: "moved", type: chance.pick(["difference", "running_total"] as const), of, along};
  return {name: "place", type: chance.pick(["rank", "percent_of_total"] as const), of};
}

function rowFilter(chance: Chance, dimensions: readonly string[]): Filter {
  const field = chance.pick(dimensions);
  const op = chance.pick(["=", "!=", "is_null", "is_not_null"]);
  if (op.startsWith("is_")) return {field, op};
  const name = field.split(".").at(-1) ?? "";
  if (name === "is_a") return {field, op: "=", value: chance.chance(0.5)};
  if (name === "n") return {field, op: chance.pick([op, ">", "<="]), value: chance.below(5)};
  if (name === "next") return {field, op: chance.pick([op, ">"]), value: "2024-02-01"};
  return {field, op, value: chance.pick(["a", "b", "B", "large", "á"])};
}
