import type {FieldFormat} from "../../../core/wire/drawing.ts";
import {formatShort, NO_VALUE} from "../vega/format.ts";
import {type Field, fieldNamed, type Source} from "../vega/read.ts";

/** The most values that a description lists. */
export const MAX_LISTED = 30;
const MAX_NAME_LENGTH = 80;

/** `a`, `a and b`, `a, b and c`. */
export function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** The value, as written in the label of its mark in the picture. */
export function figure(value: number | undefined, format: FieldFormat | undefined): string {
  return value === undefined ? NO_VALUE : formatShort(value, format);
}

/** A name. For a long name, a beginning that is short enough for a listener. */
export function shortName(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1).toWellFormed()}…` : name;
}

/** Sentences as one paragraph. */
export function paragraph(sentences: readonly string[]): string {
  return sentences
    .filter(text => text !== "")
    .map(text => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(" ");
}

/** The dimensions: first that of the axis, then those of the series. */
export function dimensionsInOrder({dimensions, config}: Source): Field[] {
  const x = fieldNamed(dimensions, config.x) ?? dimensions.find(({column}) => column.name !== config.series);
  return x ? [x, ...dimensions.filter(field => field !== x)] : dimensions;
}
