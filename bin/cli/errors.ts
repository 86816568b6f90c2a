import {Type} from "@sinclair/typebox";
import {ServiceError} from "../../shared/core/errors.ts";
import {isReadable} from "../../shared/core/validate.ts";
import type {ErrorDetail} from "../../shared/semantic/coded-error.ts";
import {plain} from "./printable-text.ts";

/** The program's exit codes, which docs/cli.md documents. */
export const EXIT = {ok: 0, refused: 1, usage: 2, unreachable: 3} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line, or a file that it names, is invalid; nothing was sent. */
export class UsageError extends Error {}

/** The service could not be reached. */
export class Unreachable extends Error {}

const Problem = Type.Object({
  detail: Type.String(),
  code: Type.String(),
  requestId: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String(),
        message: Type.String(),
        allowed: Type.Optional(Type.Array(Type.String())),
        suggestions: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
});
const isProblem = isReadable(Problem);

/** The service answered with an error. `details` has a line for each fault in the answer. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Reads the error from a response whose status is 400 or more. */
export async function refusalOf(response: Response): Promise<Refused> {
  const text = await response.text().catch(() => "");
  const answer = jsonOf(text);
  if (!isProblem(answer)) {
    const bodyText = text.trim().slice(0, 200);
    return new Refused(`The service answered ${response.status}${bodyText === "" ? "." : `: ${bodyText}`}`);
  }
  const {detail, errors = [], requestId} = answer;
  const own = response.status >= 500 && requestId !== undefined ? [`Request ${requestId}`] : [];
  return new Refused(detail, [...errors.map(faultLine), ...own]);
}

/** A fault in one line. Suggested and allowed names are added unless the message has them already. */
function faultLine({path, message, allowed = [], suggestions = []}: ErrorDetail): string {
  const missing = (names: readonly string[]) => names.some(name => !message.includes(name));
  const hints = [
    ...(suggestions.length > 0 && missing(suggestions) ? [`nearest: ${suggestions.join(", ")}`] : []),
    ...(allowed.length > 0 && missing(allowed) ? [`allowed: ${allowed.slice(0, 30).join(", ")}`] : []),
  ];
  return `${path === "" ? "/" : path}: ${message}${hints.length > 0 ? ` (${hints.join("; ")})` : ""}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Prints the error on standard error, and returns the exit code for it. */
export function reportError(error: unknown): ExitCode {
  if (!(error instanceof Error)) throw error;
  if (error instanceof ServiceError) {
    printError([error.message, ...(error.details.errors ?? []).map(faultLine)]);
    return EXIT.usage;
  }
  printError([error.message, ...(error instanceof Refused ? error.details : [])]);
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof Unreachable ? EXIT.unreachable : EXIT.refused;
}

function printError([message = "", ...details]: readonly string[]): void {
  const others = details.filter(line => line !== `/: ${message}`);
  console.error([message, ...others.map(line => `  ${line}`)].map(plain).join("\n"));
}
