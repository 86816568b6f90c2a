/** A statement as a tool sends it. */
export interface CorpusStatement {
  tool: string;
  about: string;
  sql: string;
  /** The SQLSTATE of the refusal; `undefined` for a statement that must run. */
  refused?: string | undefined;
}
