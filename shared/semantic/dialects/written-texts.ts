import type {Dialect} from "./dialect.ts";

type Convert = (expression: string) => string;

/** Conversions of texts, where a statement means another equality or order of them than the engine. */
export interface WrittenTexts {
  /** Of the query's own dimensions, which are grouped and sorted. */
  selected?: Convert | undefined;
  /** Of dimensions that are compared with each other. */
  compared?: Convert | undefined;
}

/** The conversions with which texts are told apart, compared and sorted by the code points of their characters. */
export function byCodePoints({exactText, codePointText}: Dialect, isSorted: boolean): WrittenTexts {
  const compared = exactText ?? codePointText;
  return {selected: isSorted ? compared : exactText, compared};
}
