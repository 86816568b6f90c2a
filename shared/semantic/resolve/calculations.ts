import {fieldError} from "../layer/field-error.ts";
import {isPeriod} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {Calculation, CalculationType} from "../query/calculations.ts";
import type {Query} from "../query/query.ts";
import {dimensionNames, measureNames} from "../query/selected-names.ts";
import type {Faults} from "./faults.ts";
import type {AlongValue, ResolvedCalculation, ResolvedDimension, ResolvedMeasure} from "./resolved.ts";
import {besideSameTime, isOfSameTime} from "./same-time.ts";
import {indexAmong} from "./selected.ts";

/** The keys that each type takes besides `name`, `type` and `of`. */
const TAKES: Record<CalculationType, readonly (keyof Calculation)[]> = {
  percent_of_total: ["within"],
  rank: ["within", "direction"],
  running_total: ["within", "along", "direction"],
  difference: ["within", "along", "offset"],
  percent_change: ["within", "along", "offset"],
  moving_average: ["within", "along", "count"],
  first: ["within", "along"],
  last: ["within", "along"],
};
const KEYS = ["within", "along", "direction", "offset", "count"] as const;
/** Types that compare a period with those before it, so that missing periods count as rows. */
const COUNTS_PERIODS: readonly CalculationType[] = ["difference", "percent_change", "moving_average"];
const KEEPS_TYPE: readonly CalculationType[] = ["first", "last"];

/** The names of a query's calculations, which `orderBy` and `filters` can refer to. */
export function calculationNames({calculations = []}: Query): string[] {
  return calculations.map(({name}) => name);
}

/**
 * Resolves the calculations of a query whose dimensions and measures are resolved. Faults of single calculations
 * (`invalid_request`, `unknown_field`) are collected in `faults`.
 */
export function resolveCalculations(
  query: Query,
  dimensions: readonly ResolvedDimension[],
  measures: readonly ResolvedMeasure[],
  faults: Faults,
): ResolvedCalculation[] {
  const {calculations = []} = query;
  const resolved: ResolvedCalculation[] = [];
  for (const [i, calculation] of calculations.entries()) {
    const pointer = `/calculations/${i}`;
    const reader = new Reader(query, dimensions, measures, resolved, calculation, pointer);
    faults.attempt(() => reader.checkName(calculations.slice(0, i)));
    faults.attempt(() => reader.checkKeys());
    const of = faults.attempt(() => reader.readInput());
    const along = faults.attempt(() => reader.readAlong());
    faults.attempt(() => reader.checkDirection(along));
    const within = faults.attempt(() => reader.readWithin(along));
    if (of !== undefined && within !== undefined) resolved.push(reader.made(of, within, along));
  }
  return resolved;
}

/** The dimension, measure or calculation by which the rows of a calculation are ordered. */
type Along = AlongValue | {kind: "dimension"; index: number};

/** The input of a calculation: a measure, or an earlier calculation (`behind`) of a measure. */
interface Input {
  of: number;
  type: DimensionType;
  behind?: number;
}

class Reader {
  constructor(
    readonly query: Query,
    readonly dimensions: readonly ResolvedDimension[],
    readonly measures: readonly ResolvedMeasure[],
    readonly before: readonly ResolvedCalculation[],
    readonly calculation: Calculation,
    readonly pointer: string,
  ) {}

  get #takesAlong(): boolean {
    return TAKES[this.calculation.type].includes("along");
  }

  checkName(before: readonly Calculation[]): void {
    const {name} = this.calculation;
    const refuse = (why: string) => fieldError("invalid_request", `${this.pointer}/name`, {message: why});
    if (name.includes(".")) {
      throw refuse(
        `"${name}" has a dot, as fields have in their names. Give the calculation a name without one.`,
      );
    }
    if (/\p{Cc}/u.test(name)) throw refuse(`"${name}" contains a control character. Choose another name.`);
    if (before.some(other => other.name === name)) {
      throw refuse(`"${name}" is the name of another calculation. Choose another one.`);
    }
  }

  checkKeys(): void {
    const {type, count} = this.calculation;
    const takes = TAKES[type];
    const other = KEYS.find(key => this.calculation[key] !== undefined && !takes.includes(key));
    if (other !== undefined) {
      throw fieldError("invalid_request", `${this.pointer}/${other}`, {
        message: `"${other}" does not go with "${type}". Leave it out.`,
        allowed: takes,
      });
    }
    if (type === "moving_average" && count === undefined) {
      throw fieldError("invalid_request", `${this.pointer}/count`, {
        message: `A moving average is of several rows: say how many with "count".`,
      });
    }
  }

  readInput(): Input {
    const {type, of} = this.calculation;
    const input = this.#inputBefore() ?? this.#measure();
    if (input.type !== "number" && type !== "rank" && !KEEPS_TYPE.includes(type)) {
      throw fieldError("invalid_request", `${this.pointer}/of`, {
        message: `"${of}" is of type ${input.type}, and "${type}" is computed from numbers.`,
      });
    }
    return input;
  }

  #inputBefore(): Input | undefined {
    const behind = this.#calculationBefore("of", this.calculation.of);
    if (behind === undefined) return undefined;
    const found = this.before[behind];
    return found && {of: found.of, type: found.type, behind};
  }

  /**
   * The index of an earlier calculation. A measure of the same name takes precedence: names of calculations have no
   * dot, nor have names of measures in datasets.
   */
  #calculationBefore(key: "of" | "along", name: string): number | undefined {
    if (measureNames(this.query).includes(name)) return undefined;
    const index = this.before.findIndex(one => one.name === name);
    if (index >= 0) return index;
    if (!calculationNames(this.query).includes(name)) return undefined;
    throw fieldError("invalid_request", `${this.pointer}/${key}`, {
      message:
        name === this.calculation.name
          ? `"${name}" is not computed before itself. Name another column.`
          : `"${name}" is computed after "${this.calculation.name}". Name it before.`,
      allowed: namesOf(this.before),
    });
  }

  #measure(): Input {
    const {of} = this.calculation;
    const existing = [...namesOf(this.measures), ...namesOf(this.before)];
    const index = indexAmong(measureNames(this.query), of, "measure", `${this.pointer}/of`, existing);
    const measure = this.measures.find(({pointer}) => pointer === `/measures/${index}`);
    return {of: index, type: measure?.reference.field.type ?? "number"};
  }

  /** The column along which the calculation is computed; by default the only dimension of periods. */
  readAlong(): Along | undefined {
    if (!this.#takesAlong) return undefined;
    const {type, along} = this.calculation;
    const names = dimensionNames(this.query);
    if (along !== undefined)
      return this.#alongValue(along) ?? {kind: "dimension", index: this.#indexOf("along", along)};
    const times = this.dimensions.filter(isOfPeriods);
    const [only, ...others] = times;
    if (only !== undefined && others.length === 0) {
      return {kind: "dimension", index: names.indexOf(only.name)};
    }
    throw fieldError("invalid_request", `${this.pointer}/along`, {
      message:
        names.length === 0
          ? `"${type}" is computed along a dimension, and the query has none: add one, such as a month.`
          : `"${type}" is computed along a dimension: say with "along" which one.`,
      allowed: namesOf(times.length > 0 ? times : this.dimensions),
    });
  }

  /**
   * The measure or earlier calculation along which a running total is computed. Its values have an order, but they are
   * no periods and form no series within each group.
   */
  #alongValue(name: string): AlongValue | undefined {
    const {type} = this.calculation;
    if (dimensionNames(this.query).includes(name)) return undefined;
    const measure = measureNames(this.query).indexOf(name);
    const isMeasure = measure >= 0;
    const index = isMeasure ? measure : this.#calculationBefore("along", name);
    if (index === undefined) return undefined;
    const kind = isMeasure ? "measure" : "calculation";
    if (type === "running_total") return {kind, index};
    throw fieldError("invalid_request", `${this.pointer}/along`, {
      message: `"${type}" is computed along a dimension, and "${name}" is a ${kind}, whose values are not periods. Only a "running_total" can be computed along a measure or calculation.`,
      allowed: namesOf(this.dimensions),
    });
  }

  checkDirection(along: Along | undefined): void {
    const {type, direction} = this.calculation;
    if (direction === undefined || along?.kind !== "dimension" || type !== "running_total") return;
    throw fieldError("invalid_request", `${this.pointer}/direction`, {
      message: `"direction" does not go with a "running_total" along a dimension, which begins with its least value. Leave it out, or name a measure in "along".`,
    });
  }

  /**
   * The dimensions within which a calculation is computed: for a calculation along a dimension, all other dimensions.
   */
  readWithin(resolvedAlong: Along | undefined): number[] {
    const {type, within} = this.calculation;
    const names = dimensionNames(this.query);
    const given = (within ?? []).map((name, i) => this.#indexOf(`within/${i}`, name));
    if (!this.#takesAlong || (resolvedAlong !== undefined && resolvedAlong.kind !== "dimension"))
      return given;
    const along = resolvedAlong?.index;
    const others = names.flatMap((_, i) => (i === along ? [] : [i]));
    const missing = others.filter(i => !given.includes(i)).map(i => names[i] ?? "");
    const wrong = within !== undefined && along !== undefined && missing.length > 0;
    if (wrong || (along !== undefined && given.includes(along))) {
      throw fieldError("invalid_request", `${this.pointer}/within`, {
        message: wrong
          ? `"${type}" is computed along "${names[along ?? 0]}" for each combination of the other dimensions, because several rows would otherwise have the same place. Leave "within" out, or add ${missing.map(name => `"${name}"`).join(", ")}.`
          : `"${type}" is computed along "${names[along ?? 0]}", and cannot have it in "within" as well.`,
        allowed: others.map(i => names[i] ?? ""),
      });
    }
    this.#refuseSameTime(along, others);
    return others;
  }

  /**
   * Refuses a second dimension of the counted time. Beside a day, its month adds nothing, but the first day of each
   * month would have no earlier day to be compared with.
   */
  #refuseSameTime(along: number | undefined, others: readonly number[]): void {
    const {type} = this.calculation;
    const counted = along === undefined ? undefined : this.dimensions[along];
    if (counted === undefined || !COUNTS_PERIODS.includes(type) || !isOfPeriods(counted)) return;
    const other = others.find(i => {
      const reference = this.dimensions[i]?.reference;
      return reference !== undefined && isOfSameTime(reference, counted.reference);
    });
    if (other === undefined) return;
    const name = dimensionNames(this.query)[other] ?? "";
    throw besideSameTime({kind: type, pointer: this.pointer}, counted.name, name);
  }

  made({of, behind, type: ofType}: Input, within: number[], along: Along | undefined): ResolvedCalculation {
    const {name, type, offset = 1, count} = this.calculation;
    const dimension = along?.kind === "dimension" ? this.dimensions[along.index] : undefined;
    // Rank 1 is the greatest value, so a running total along ranks is in ascending order.
    const isRank = along?.kind === "calculation" && this.before[along.index]?.kind === "rank";
    const direction = this.calculation.direction ?? (isRank ? "asc" : "desc");
    return {
      name,
      kind: type,
      type: KEEPS_TYPE.includes(type) ? ofType : "number",
      of,
      ...(behind === undefined ? {} : {behind}),
      within,
      ...(along === undefined ? {} : along.kind === "dimension" ? {along: along.index} : {alongValue: along}),
      countsPeriods: COUNTS_PERIODS.includes(type) && dimension !== undefined && isOfPeriods(dimension),
      descending: direction !== "asc",
      count: count ?? offset,
      pointer: this.pointer,
    };
  }

  #indexOf(key: string, name: string): number {
    const names = dimensionNames(this.query);
    const values = [...namesOf(this.measures), ...namesOf(this.before)];
    const isAny = key === "along" && this.calculation.type === "running_total";
    const existing = [...namesOf(this.dimensions), ...(isAny ? values : [])];
    return indexAmong(names, name, "dimension", `${this.pointer}/${key}`, existing);
  }
}

function namesOf(columns: readonly {name: string}[]): string[] {
  return columns.map(({name}) => name);
}

function isOfPeriods({reference, grain}: ResolvedDimension): boolean {
  if (reference.field.measured !== undefined) return false;
  if (reference.time !== undefined) return true;
  return grain === undefined ? reference.field.type === "date" : isPeriod(grain);
}
