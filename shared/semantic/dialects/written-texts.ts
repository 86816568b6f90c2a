import type {Dialect} from "./dialect.ts";

type Convert = (expression: string) => string;

/** Conversions of texts, where a statement means another equality or order of them than the engine. */
export interface WrittenTexts {
  /** Of the query's own dimensions, as they are grouped or, in rows, sorted. */
  selected?: Convert | undefined;
  /** Of the dimensions of groups, in the order of these alone: what is one group may not depend on the order. */
  sorted?: Convert | undefined;
  /** Of dimensions that are compared with each other. */
  compared?: Convert | undefined;
}

/** The conversions with which texts are told apart, compared and sorted by the code points of their characters. */
export function byCodePoints({exactText, codePointText}: Dialect, hasSortedRows: boolean): WrittenTexts {
  const compared = exactText ?? codePointText;
  return {selected: hasSortedRows ? compared : exactText, sorted: codePointText, compared};
}
