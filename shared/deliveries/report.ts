/** The content of a mail; every value is already formatted as text. */
export interface Report {
  /** The report's name, which is the heading. */
  title: string;
  /** Plain text that the report's owner has written. */
  message?: string;
  /** The filters that apply, each in words. */
  filters: readonly string[];
  /** The time at which the rows were read, with its timezone. */
  asOf: string;
  sections: readonly Section[];
  /** What is attached, or why nothing is. */
  notes: readonly string[];
  /** Why the recipient gets this mail. */
  reason: string;
  openUrl?: string;
  unsubscribeUrl: string;
}

interface Named {
  title: string;
  /** The address at which the section can be opened. */
  url?: string;
}

export type Section =
  | (Named & {kind: "heading"})
  | (Named & {
      kind: "picture";
      cid: string;
      /** The picture's numbers in words. */
      alt: string;
      note?: string;
    })
  | (Named & {kind: "number"; value: string; change?: string})
  | (Named & {
      kind: "table";
      columns: readonly {label: string; isNumber: boolean}[];
      rows: readonly (readonly string[])[];
      /** For example "1,234 rows in all: attached". */
      note?: string;
    })
  | (Named & {kind: "failure"; reason: string});
