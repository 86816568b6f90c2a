import {element} from "../dom.ts";
import type {Model} from "./picker.ts";
import {type Query, type Question, TOPS} from "./question.ts";

/** The dimension whose values become series: of two dimensions the one that is no time, or the second. */
export function splitOf(
  {dimensions}: Pick<Question, "dimensions">,
  isTime: (field: string) => boolean,
): string | undefined {
  if (dimensions.length !== 2) return undefined;
  const [first = "", second] = dimensions;
  return second !== undefined && isTime(second) && !isTime(first) ? first : second;
}

/** The part of the query that keeps the greatest series; nothing where there are no series, or no measure. */
export function topOf(
  {top: count, dimensions, measures}: Question,
  {dimensions: fields}: Model,
  isTime: (field: string) => boolean,
): Pick<Query, "top"> {
  const dimension = splitOf({dimensions}, isTime);
  const [by] = measures;
  if (count === undefined || dimension === undefined || by === undefined) return {};
  // Only texts have a name for the rest.
  const isText = fields.some(({name, type}) => name === dimension && type === "string");
  return {top: {dimension, by, count, ...(isText ? {others: "Other"} : {})}};
}

/** Which series are shown. */
export class GreatestSelect {
  readonly root: HTMLElement;
  readonly #select = element(
    "select",
    {id: "top"},
    element("option", {value: ""}, "All"),
    ...TOPS.map(count => element("option", {value: String(count)}, `The ${count} greatest, and the others`)),
  );

  constructor(top: number | undefined, changed: (top: number | undefined) => void) {
    this.set(top);
    this.#select.addEventListener("change", () =>
      changed(TOPS.find(count => String(count) === this.#select.value)),
    );
    this.root = element("p", {}, element("label", {for: "top"}, "Series"), this.#select);
  }

  set(top: number | undefined): void {
    this.#select.value = top === undefined ? "" : String(top);
  }
}
