import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {BodyReader} from "./body-reader.ts";

/**
 * The first packets of a client, which have no type byte:
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
export type StartupPacket =
  | {kind: "tls"}
  | {kind: "gss"}
  | {kind: "cancel"; processId: number; key: Buffer}
  | {
      kind: "startup";
      /** The protocol version of the answers. */
      version: number;
      /** Whether the server must send `version` and `unknownOptions` in a `NegotiateProtocolVersion`. */
      isNegotiated: boolean;
      unknownOptions: readonly string[];
      parameters: ReadonlyMap<string, string>;
    };

const CANCEL = 80_877_102;
const TLS = 80_877_103;
const GSS = 80_877_104;
const NEWEST_MINOR = 2;
export const PROTOCOL_3_2 = (3 << 16) | NEWEST_MINOR;

/** Throws 0A000 for an unsupported protocol, and 08P01 for a packet that cannot be read. */
export function readStartup(body: Buffer): StartupPacket {
  const reader = new BodyReader(body);
  const code = reader.uint32();
  if (code === TLS) return {kind: "tls"};
  if (code === GSS) return {kind: "gss"};
  if (code === CANCEL) {
    const processId = reader.int32();
    const key = reader.bytes(body.length - 8);
    if (key.length < 4 || key.length > 256) throw new SqlError("08P01", "invalid length of cancel key");
    return {kind: "cancel", processId, key};
  }
  const major = code >>> 16;
  const minor = code & 0xffff;
  if (major !== 3) {
    throw new SqlError(
      "0A000",
      `unsupported frontend protocol ${major}.${minor}: server supports 3.0 to 3.${NEWEST_MINOR}`,
    );
  }
  const parameters = readParameters(reader);
  // Protocol extensions, of which there are none yet: https://www.postgresql.org/docs/18/protocol-extensions.html
  const unknownOptions = [...parameters.keys()].filter(name => name.startsWith("_pq_."));
  return {
    kind: "startup",
    version: (3 << 16) | Math.min(minor, NEWEST_MINOR),
    isNegotiated: minor > NEWEST_MINOR || unknownOptions.length > 0,
    unknownOptions,
    parameters,
  };
}

function readParameters(reader: BodyReader): Map<string, string> {
  const parameters = new Map<string, string>();
  for (;;) {
    const name = reader.text();
    if (name === "") break;
    parameters.set(name, reader.text());
  }
  reader.end();
  return parameters;
}

/** The settings in `options`: `-c name=value`, `-cname=value`, `--name=value`, with a backslash before spaces in values. */
export function readOptions(options: string): [string, string][] {
  const words = options.match(/(?:\\.|[^\s\\])+/g)?.map(word => word.replaceAll(/\\(.)/g, "$1")) ?? [];
  const settings: [string, string][] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const text = word === "-c" ? (words[++i] ?? "") : word.replace(/^(-c|--)/, "");
    const equals = text.indexOf("=");
    if (equals < 0 || (word !== "-c" && text === word))
      throw new SqlError("42601", `invalid command-line argument for server process: ${word}`);
    settings.push([text.slice(0, equals).replaceAll("-", "_"), text.slice(equals + 1)]);
  }
  return settings;
}
