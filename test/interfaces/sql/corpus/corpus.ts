/** A statement as a tool sends it. */
export interface CorpusStatement {
  tool: string;
  about: string;
  sql: string;
  /** The SQLSTATE with which it is refused, where that is the answer. */
  refused?: string | undefined;
}
