import type {Dialect} from "./dialect.ts";

type Convert = (expression: string) => string;

/**
 * Conversions of texts, for a statement that compares or sorts texts in another way than the engine does by default.
 */
export interface WrittenTexts {
  /** For the query's own dimensions: the form in which they are grouped or, in a query for rows, sorted. */
  selected?: Convert | undefined;
  /** For the dimensions of groups, in `order by` alone: which values form one group must not depend on the order. */
  sorted?: Convert | undefined;
  /** The form of dimensions that are compared with each other. */
  compared?: Convert | undefined;
}

/** The conversions with which texts are grouped, compared and sorted by the code points of their characters. */
export function byCodePoints({exactText, codePointText}: Dialect, hasSortedRows: boolean): WrittenTexts {
  const compared = exactText ?? codePointText;
  return {selected: hasSortedRows ? compared : exactText, sorted: codePointText, compared};
}
