import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";

/** The limits of one session. Sizes are in bytes, except the sizes of texts, which are in characters. */
export const LIMITS = {
  /** The text of a `Query` or a `Parse`. `POST /api/sql` has the same limit. */
  text: 1_000_000,
  statements: 1000,
  statementTexts: 8 * 1024 * 1024,
  portals: 500,
  parameters: 32 * 1024 * 1024,
  scrolledRows: 64 * 1024 * 1024,
  /**
   * The number of settings whose names are not parameters of Postgres, such as `app.user`, and the texts of all
   * settings.
   */
  settings: 200,
  settingTexts: 256 * 1024,
  savepoints: 10_000,
  savedSettings: 100_000,
} as const;

const MEGABYTE = 1024 * 1024;

/** Throws 54000 for a text that is longer than a statement may be. */
export function checkText(text: string): void {
  if (text.length <= LIMITS.text) return;
  throw new SqlError("54000", `a text of ${text.length} characters is too long for a statement`, {
    detail: `A text can have at most ${LIMITS.text} characters.`,
    hint: "Give long lists of values as one parameter: column = any ($1).",
  });
}

export function tooMany(what: string, most: number, hint: string): SqlError {
  return new SqlError("53400", `a session has at most ${most} ${what} at once`, {hint});
}

export function tooLarge(what: string, maxBytes: number, hint: string): SqlError {
  return new SqlError("53200", `the ${what} of a session take more than ${maxBytes / MEGABYTE} MB`, {hint});
}

/** Counts the bytes of one kind that a session holds. */
export class ByteCount {
  #bytes = 0;

  constructor(
    private readonly what: string,
    private readonly most: number,
    private readonly hint: string,
  ) {}

  /** Throws 53200 if the session would then hold too many bytes. */
  add(bytes: number): void {
    if (this.#bytes + bytes > this.most) throw tooLarge(this.what, this.most, this.hint);
    this.#bytes += bytes;
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
  }
}
