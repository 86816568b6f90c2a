import {isTimeOf, type Model} from "../fields.ts";
import type {Query, Question} from "../question.ts";

/** The dimension whose values become series: of two dimensions the one that is not a time, else the second. */
function splitOf(
  {dimensions}: Pick<Question, "dimensions">,
  model: Pick<Model, "dimensions">,
): string | undefined {
  if (dimensions.length !== 2) return undefined;
  const [first = "", second] = dimensions;
  return second !== undefined && isTimeOf(model, second) && !isTimeOf(model, first) ? first : second;
}

/** The dimension whose greatest or least values can be selected: that of the series, or the only one. */
export function choosableOf(question: Question, model: Model): string | undefined {
  const [first = ""] = question.dimensions;
  if (question.dimensions.length !== 1) return splitOf(question, model);
  return isTimeOf(model, first) ? undefined : first;
}

/** The query's `top`; empty without such a dimension, or without a column to rank `by`. */
export function topOf(question: Question, model: Model, by: string | undefined): Pick<Query, "top"> {
  const {top, bins} = question;
  const dimension = choosableOf(question, model);
  if (top === undefined || dimension === undefined || by === undefined) return {};
  // The other values become one group, "Other", only where a value may be that text: for strings, and for numbers, which
  // are then written as text.
  const isNamed = model.dimensions.some(
    ({name, type}) => name === dimension && (type === "string" || type === "number"),
  );
  return {
    top: {
      dimension: bins.has(dimension) ? `${dimension}.bin` : dimension,
      by,
      count: top.count,
      ...(top.isLeast ? {direction: "asc"} : {}),
      ...(isNamed ? {others: "Other"} : {}),
    },
  };
}
