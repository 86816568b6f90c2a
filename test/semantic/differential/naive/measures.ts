import type {Measure} from "../../../../shared/semantic/layer/graph.ts";
import type {RandomLayer, Row} from "../random-layer.ts";
import {add, between, divide, greatest, least, median, reached, sum} from "./arithmetic.ts";
import type {FieldPath, FieldPaths} from "./field-paths.ts";
import {atEnd, momentRowsKey, rowsAtEnds, rowsKey} from "./groups.ts";
import type {Joins} from "./joins.ts";
import {type Window, windowOf} from "./time.ts";
import {dimensionValue, type Value} from "./values.ts";

/** Computes the measures of a random layer over the rows of a group. */
export class Measures {
  constructor(
    readonly layer: RandomLayer,
    readonly fieldPaths: FieldPaths,
    readonly joins: Joins,
  ) {}

  window(path: FieldPath): Window | undefined {
    const measure = this.#source(path);
    return measure === undefined ? undefined : windowOf(measure, this.#measuresOf(path));
  }

  /** The rows that a conversion measure counts, and its definition. */
  conversion(path: FieldPath): {counted: FieldPath; source: Measure} | undefined {
    const source = this.#source(path);
    if (source?.conversion === undefined) return undefined;
    const [model = "", field = ""] = source.conversion.measure.split(".");
    return {counted: {model, steps: [], field, isExplicit: true}, source};
  }

  /** The value of a measure, or of the quotient of two measures. */
  value([path, other]: FieldPath[], groups: Map<string, Set<Row>>): Value {
    const value = this.measure(path!, groups);
    return other === undefined ? value : divide(value, this.measure(other, groups));
  }

  measure(path: FieldPath, groups: Map<string, Set<Row>>): Value {
    const rows = [...(groups.get(rowsKey(path)) ?? [])];
    const of = (field: string) => this.measure({...path, field}, groups);
    const numbers = numbersOf(rows);
    switch (path.field) {
      case "count":
        return rows.length;
      case "total":
        return sum(numbers);
      case "rolled_mean":
      case "rolled_minutes":
      case "year_to_date":
      case "mean":
        return divide(sum(numbers), numbers.length);
      case "middle":
        return median(numbers);
      case "lower_third":
        return reached(
          numbers.toSorted((a, b) => a - b),
          3,
          10,
        );
      case "upper_third":
        return between(
          numbers.toSorted((a, b) => a - b),
          0.7,
        );
      case "upper_word":
        return reached(rows.flatMap(row => row["w"] ?? []).sort(), 3, 4);
      case "least_in_minutes":
      case "least":
        return numbers.length === 0 ? null : Math.min(...numbers);
      case "rolled_least": {
        const some = numbersOf(rows.filter(row => row["w"] !== null && row["w"] !== "b"));
        return some.length === 0 ? null : Math.min(...some);
      }
      case "running_latest":
      case "latest":
        return greatest(rows.map(row => row["at"] ?? null));
      case "first_word":
        return least(rows.map(row => row["w"] ?? null));
      case "last_day":
        return greatest(rows.map(row => row["d"] ?? null));
      case "rolled_words":
      case "words_in_hours":
      case "words":
        return new Set(rows.map(row => row["w"]).filter(word => word !== null)).size;
      case "filled":
        return rows.filter(row => row["w"] !== null).length;
      case "total_a":
        return sum(
          rows
            .filter(row => row["w"] === "a")
            .map(row => row["n"])
            .filter(n => typeof n === "number"),
        );
      case "count_a":
        return rows.filter(row => row["w"] === "a").length;
      case "rolled_above":
      case "total_above":
        return sum(numbersOf(rows.filter(row => this.#joinedValue(path, row) === "a")));
      case "count_above":
        return rows.filter(
          row => row["w"] !== null && row["w"] !== "b" && this.#joinedValue(path, row) === "small",
        ).length;
      case "unsure":
        return rows.filter(row => row["w"] === null).length;
      case "running_any_a":
      case "any_a": {
        const words = rows.flatMap(row => row["w"] ?? []);
        return words.length === 0 ? null : words.includes("a");
      }
      case "rolled_any_big":
      case "any_big":
        return numbers.length === 0 ? null : numbers.some(n => n > 3);
      case "all_big": {
        const some = numbersOf(rows.filter(row => row["w"] !== null && row["w"] !== "b"));
        return some.length === 0 ? null : some.every(n => n > 3);
      }
      case "papers":
        return rows.filter(row => row["j"] !== null).length;
      case "kinds":
        return new Set(rows.flatMap(row => row["j"] ?? [])).size;
      case "spots":
        return sum(
          rows.map(row => dimensionValue(row, "spot", undefined, "UTC")).filter(n => typeof n === "number"),
        );
      case "last_due":
        return greatest(rows.map(row => dimensionValue(row, "due", undefined, "UTC")));
      case "count_ok":
        return rows.filter(row => dimensionValue(row, "ok", undefined, "UTC") === true).length;
      case "closing":
        return sum(numbersOf(atEnd(rows, "at", "last")));
      case "closing_shifted":
      case "closing_in_hours":
        return sum(numbersOf(atEnd(rows, "at", "last")));
      case "closing_over":
      case "shifted_over":
        return sum(numbersOf([...(groups.get(momentRowsKey(path)) ?? atEnd(rows, "at", "last"))]));
      case "opening_over":
        return (groups.get(momentRowsKey(path)) ?? new Set(rowsAtEnds(rows, "first"))).size;
      case "known_a":
        return rowsAtEnds(rows, "last").length;
      case "opening_a":
        return rowsAtEnds(rows, "first").length;
      case "rolled_up":
        return sum(numbers);
      case "shifted_up":
        return rows.length;
      case "at_start":
      case "to_date":
      case "fiscal_to_date":
      case "to_date_before":
      case "rolled_hours":
      case "rolled_hour_ago":
      case "hour_ago":
      case "minutes_ahead":
      case "month_in_hours":
      case "rolled":
      case "shifted":
      case "week_ago":
      case "days_ago":
      case "days_ahead":
      case "year_ago":
      case "rolled_week_ago":
      case "rolled_year_ago":
      case "weeks_and_month_ago":
      case "months_and_weeks_ago":
      case "before_start":
      case "to_date_year_ago":
        return sum(numbers);
      case "share_ago":
        return divide(sum(numbersOf(rows.filter(row => row["w"] === "a"))), rows.length);
      case "week_in_hours":
        return numbers.length === 0 ? null : Math.max(...numbers);
      case "counted_in_minutes":
      case "counted_hours_ago":
      case "running":
        return rows.length;
      case "followed":
      case "followed_a": {
        const {counted} = this.conversion(path)!;
        return this.measure(counted, new Map([[rowsKey(counted), new Set(rows)]]));
      }
      case "ratio":
        return divide(of("total_a"), of("count"));
      case "ratio_sum":
        return add(of("ratio"), divide(of("total"), of("words")));
      default:
        throw new Error(path.field);
    }
  }

  /** The value that a measure's condition reads from a joined row. */
  #joinedValue({model, field}: FieldPath, row: Row): Value {
    const measures = this.layer.graph.models.find(({name}) => name === model)?.measures ?? [];
    const where = measures.find(({name}) => name === field)?.where ?? "";
    const joined = this.fieldPaths.at(model, /\$\{(.*)\}/.exec(where)?.[1] ?? "");
    return dimensionValue(
      this.joins.rowAt(new Map([["", row]]), joined.steps),
      joined.field,
      undefined,
      "UTC",
    );
  }

  #source(path: FieldPath): Measure | undefined {
    return this.#measuresOf(path).find(({name}) => name === path.field);
  }

  #measuresOf({model}: FieldPath): readonly Measure[] {
    return this.layer.graph.models.find(({name}) => name === model)?.measures ?? [];
  }
}

function numbersOf(rows: Row[]): number[] {
  return rows.map(row => row["n"] ?? null).filter(n => typeof n === "number");
}
