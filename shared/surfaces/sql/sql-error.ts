/** An error with its SQLSTATE: https://www.postgresql.org/docs/18/errcodes-appendix.html */
export class SqlError extends Error {
  override readonly name = "SqlError";

  constructor(
    readonly sqlState: string,
    message: string,
    readonly more: {
      detail?: string;
      hint?: string;
      /** The nearest names, which the hint names too. */
      suggestions?: readonly string[];
      /** From 1, in characters. */
      position?: number;
    } = {},
  ) {
    super(message);
  }
}
