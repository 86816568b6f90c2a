import {fieldError} from "../../layer/field-error.ts";
import type {Query} from "../../query/query.ts";
import {dimensionNames, measureNames, ownMeasures} from "../../query/selected-names.ts";
import {calculationNames} from "../calculations.ts";
import {comparedNames} from "../result-columns.ts";
import {SUBTOTAL} from "../subtotals.ts";

/** Throws `invalid_request` if `name` is not valid for `what`, a column that the query names itself. */
export function checkOwnName(name: string | undefined, what: string, pointer: string): void {
  const refuse = (message: string) => fieldError("invalid_request", pointer, {message});
  if (name?.includes(".") === true) {
    throw refuse(`"${name}" has a dot, as fields have in their names. Give ${what} a name without one.`);
  }
  if (name !== undefined && (/\p{Cc}/u.test(name) || name.trim() !== name)) {
    throw refuse(
      `"${name}" contains a control character or begins or ends with a space. Choose another name.`,
    );
  }
}

/** Throws `invalid_request` if bins or a measure that the query names itself have the name of another column. */
export function refuseTaken(query: Query): void {
  const others = [...calculationNames(query), ...(query.subtotals === true ? [SUBTOTAL] : [])];
  const dimensions = dimensionNames(query);
  const bins = dimensions.findIndex(name => others.includes(name));
  if (bins >= 0) throw taken(dimensions[bins] ?? "", "the dimension", `/dimensions/${bins}/name`);
  const own = new Set(ownMeasures(query).map(({name}) => name));
  const measures = measureNames(query);
  const added = query.compare === undefined ? [] : measures.flatMap(name => comparedNames(name).slice(1));
  const at = measures.findIndex(name => own.has(name) && [...others, ...dimensions, ...added].includes(name));
  if (at >= 0) throw taken(measures[at] ?? "", "the measure", `/measures/${at}/name`);
}

function taken(name: string, what: string, pointer: string) {
  return fieldError("invalid_request", pointer, {
    message: `"${name}" is the name of another column. Choose another one for ${what}.`,
  });
}
