/** One of several faults: `path` is a JSON pointer into the input (`""` for the whole input). */
export interface ErrorDetail {
  path: string;
  message: string;
  /** The values that would have been accepted, when they are few. */
  allowed?: readonly string[];
  /** The nearest names, best first, when a name was not found. */
  suggestions?: readonly string[];
}

/** The JSON pointer (RFC 6901) with these segments; `""` without segments. */
export function pointerTo(segments: readonly (string | number)[]): string {
  return segments.map(segment => `/${escapeSegment(String(segment))}`).join("");
}

/** A name as a segment of a JSON pointer, in which `~` and `/` are escaped. */
export function escapeSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The segments of a JSON pointer, without its escapes. */
export function segmentsOf(pointer: string): string[] {
  const [, ...segments] = pointer.split("/");
  return segments.map(segment => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export interface CommonDetails<Code extends string> {
  readonly errors: readonly ErrorDetail[];
  readonly cause: unknown;
  /** All errors, where this error reports several at once. */
  readonly faults: readonly CodedError<Code, CommonDetails<Code>>[];
}

/**
 * An error that the caller can fix: `message` names the thing and the remedy, and is shown to the caller; programs rely
 * on `code`. A program around the compiler may throw the same class with codes and details of its own, so that whoever
 * catches the errors of both needs to know only one.
 */
export class CodedError<Code extends string, Details extends CommonDetails<Code>> extends Error {
  override readonly name: string = "CodedError";

  constructor(
    readonly code: Code,
    message: string,
    readonly details: Partial<Details> = {},
  ) {
    super(message, {cause: details.cause});
  }
}
