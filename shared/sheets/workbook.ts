import type {Place} from "./a1.ts";

/** A sheet on its way to be calculated: what is typed into it, and what its queries answered. */
export interface Workbook {
  tabs: WorkbookTab[];
}

export interface WorkbookTab {
  name: string;
  /** Cell → what is typed into it; what begins with `=` is a formula. */
  cells: Readonly<Record<string, string | number | boolean>>;
  /** Cell or range → number format. */
  formats: Readonly<Record<string, string>>;
  blocks: Block[];
}

/** The result of a query in its place: a header, where there is one, and rows below it. */
export interface Block {
  anchor: Place;
  header: string[] | undefined;
  columns: {kind: "number" | "text" | "boolean" | "date" | "timestamp"; format: string | undefined}[];
  /** Values as JSON has them; a number whose digits a spreadsheet does not hold is text. */
  rows: (string | number | boolean | null)[][];
}

/** The value of a cell: an error is one too. */
export type Value = string | number | boolean | {error: string};

/** What is in a cell once everything is calculated; `formula` as it was typed. */
export interface CalculatedCell {
  cell: string;
  value: Value;
  formula?: string;
  /** The cells that the formula's array fills, this one first. */
  spill?: string;
  format?: string;
}

export interface CalculatedTab {
  name: string;
  cells: CalculatedCell[];
}
