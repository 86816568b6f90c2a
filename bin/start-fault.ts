import {isDatabaseUnavailable} from "../shared/core/database/watch.ts";
import {withSecretFiles} from "../shared/core/process/secret-files.ts";

const UNREACHABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "ETIMEDOUT",
  "57P03",
]);
/** Messages of `pg` about a server that does not speak its protocol, or does not answer. */
const NO_POSTGRES =
  /^(timeout expired|Connection terminated|received invalid response|Received unexpected|unknown message|Query read timeout)/i;

/** The reason why a command cannot start, and the remedy, in one line where the reason is known. */
export function startFault(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  if (!(error instanceof Error)) return String(error);
  // The cause says why the database cannot be used. Other faults of the service have a message of their own.
  if (isDatabaseUnavailable(error) && error.cause !== undefined) return startFault(error.cause, env);
  const code = "code" in error ? String(error.code) : "";
  return databaseFault(error, code, databaseUrlOf(env)) ?? folderFault(error, code) ?? error.message;
}

/**
 * The database's address, which may be in a file. A fault of the file itself is reported when the configuration is
 * read.
 */
function databaseUrlOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return withSecretFiles(env, () => undefined)["DATABASE_URL"];
}

function databaseFault(error: Error, code: string, raw: string | undefined): string | undefined {
  const url = raw === undefined ? null : URL.parse(raw.trim());
  if (!url || isOfFile(error)) return undefined;
  const server = `Postgres at ${url.searchParams.get("host") ?? url.host} (DATABASE_URL)`;
  if (UNREACHABLE_CODES.has(code))
    return `${server} does not answer (${code}): start it, or correct DATABASE_URL`;
  if (NO_POSTGRES.test(error.message))
    return `What answers at ${url.host} (DATABASE_URL) is not Postgres, or does not answer in time: correct DATABASE_URL`;
  if (code === "28P01" || code === "28000")
    return `${server} refuses the user "${decodeURIComponent(url.username)}": correct user and password in DATABASE_URL, or let the user in (pg_hba.conf)`;
  if (code === "3D000")
    return `${server} has no database "${decodeURIComponent(url.pathname.slice(1))}": create it, or correct DATABASE_URL`;
  if (code === "42501")
    return `${server} does not let the user "${decodeURIComponent(url.username)}" make tables (${error.message}): make the user the owner of the database`;
  if (code === "53100") return `The disk of ${server} is full: make room there`;
  return undefined;
}

function isOfFile(error: Error): boolean {
  return "path" in error && !("syscall" in error && error.syscall === "connect");
}

function folderFault(error: Error, code: string): string | undefined {
  const path = "path" in error ? String(error.path) : "the folder of DATA_DIR";
  switch (code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "SQLITE_READONLY":
    case "SQLITE_CANTOPEN":
      return `${path} cannot be written (${code}): make it writable for this user, or set DATA_DIR to another folder`;
    case "EDQUOT":
    case "ENOSPC":
    case "SQLITE_FULL":
      return `The disk of ${path} is full: make room, or set DATA_DIR to a folder on another disk`;
    case "EEXIST":
    case "ENOTDIR":
      return `${path} is a file where a folder is needed: set DATA_DIR to another folder`;
    default:
      return undefined;
  }
}
