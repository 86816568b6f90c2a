import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {UsageError} from "./errors.ts";
import type {Flags, Options} from "./flags.ts";
import {isThisMachine} from "./this-machine.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options of every command. */
export const COMMON: Options = {
  url: {type: "string", value: "URL", help: "The service (ANALYTICS_URL, default http://127.0.0.1:3000)."},
  token: {
    type: "string",
    value: "TOKEN",
    help: "An API token. ANALYTICS_TOKEN is better: other users of a machine can see its command lines.",
  },
  project: {type: "string", value: "NAME", help: "A project's name or id; default: the organization's."},
  format: {type: "string", value: "FORMAT", help: "table (default), json or csv."},
  help: {type: "boolean", short: "h", help: "Prints this help."},
};

const FORMATS = ["table", "json", "csv"] as const;
export type Format = (typeof FORMATS)[number];

export interface Settings {
  url: URL;
  token: string;
  /** A name or an id. */
  project: string | undefined;
  format: Format;
}

export function readSettings(flags: Flags, env: Environment): Settings {
  const url = readUrl(flags.text("url") ?? env["ANALYTICS_URL"]?.trim());
  const token = flags.text("token")?.trim() || env["ANALYTICS_TOKEN"]?.trim() || localToken(url, env);
  if (!token) {
    throw new UsageError(
      "A token is needed: set ANALYTICS_TOKEN to one of a service account (svc_pat_…). For a service that runs here, " +
        "run this command in the folder in which the service was started.",
    );
  }
  // The message does not show the text, because it may be most of a real token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError("The token has invalid characters.");
  const format = FORMATS.find(one => one === (flags.text("format") ?? "table"));
  if (!format) throw new UsageError(`--format is one of ${FORMATS.join(", ")}.`);
  return {url, token, project: flags.text("project"), format};
}

function readUrl(text = "http://127.0.0.1:3000"): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `The service's address is "${text}". It must be an address such as https://analytics.example.com.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError("The service's address has more than a host and a path.");
  }
  return url;
}

/** The admin token that `npm start` has stored. It is sent only to this machine. */
function localToken(url: URL, env: Environment): string | undefined {
  if (!isThisMachine(url)) return undefined;
  const file = join(env["DATA_DIR"]?.trim() || ".data", "admin-token");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}
