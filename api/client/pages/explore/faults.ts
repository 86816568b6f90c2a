import {type PlacedFault, Refusal} from "../../service/api.ts";
import type {Question} from "./question.ts";

const NO_SPAN = "Filter by a span of time first, such as this month.";

/**
 * Replaces the service's message for a comparison without a span of time. That message explains how to write the span in a
 * query, which does not help the reader of the page.
 */
export function withoutSpan(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const isOfSpan = ({path}: PlacedFault) => path.startsWith("/query/compare");
  if (!error.faults.some(isOfSpan)) return error;
  const faults = error.faults.map(fault => (isOfSpan(fault) ? {...fault, message: NO_SPAN} : fault));
  return new Refusal(error.status, faults.map(({message}) => message).join(" "), faults, error.code);
}

/** The faults that the service reports for a query, found by the JSON pointers of the query's parts. */
export class PlacedFaults {
  constructor(private readonly faults: readonly PlacedFault[]) {}

  /** The messages at this pointer and below it; empty if there are none. */
  under(place: string): string {
    const own = this.faults.filter(({path}) => path === place || path.startsWith(`${place}/`));
    return [...new Set(own.map(({message}) => message))].join(" ");
  }

  /** The message at exactly this pointer; empty if there is none. */
  at(place: string): string {
    return this.faults.find(({path}) => path === place)?.message ?? "";
  }

  /** The messages of a list's faulty entries, by their indexes. */
  byIndex(list: string): ReadonlyMap<number, string> {
    const below = this.faults.filter(({path}) => path.startsWith(`${list}/`));
    const indexes = new Set(below.map(({path}) => Number.parseInt(path.slice(list.length + 1), 10)));
    return new Map([...indexes].map(index => [index, this.under(`${list}/${index}`)]));
  }

  /** The messages of fields, by their names. `measureOf` names the field of each of the query's measures. */
  byField({kind, dimensions}: Question, measureOf: readonly string[]): ReadonlyMap<string, string> {
    const fields = new Map<string, string>();
    // In a distribution, the query's first dimension is the value, which is not among the picked dimensions.
    const values = kind === "values" ? 1 : 0;
    for (const [i, text] of this.byIndex("/query/dimensions")) fields.set(dimensions[i - values] ?? "", text);
    for (const [i, text] of this.byIndex("/query/measures")) fields.set(measureOf[i] ?? "", text);
    return fields;
  }
}
