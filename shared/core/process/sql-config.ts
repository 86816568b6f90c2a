import {isLoopback} from "../network.ts";
import type {Reading} from "./mail-config.ts";

const MEGABYTE = 1024 * 1024;

/** The web process's listener of Postgres' protocol. */
export interface SqlConfig {
  host: string;
  port: number;
  /** Certificate and key: each the path of a file, or PEM itself. */
  tls: {cert: string; key: string} | undefined;
  /** Whether passwords are also taken from other machines without TLS. */
  allowsPlaintext: boolean;
  /** The most sessions at once, in all and of one organization. */
  maxSessions: number;
  maxSessionsOfOrg: number;
  /** Bytes on the disk for rows that clients have not fetched: of one session, of one organization, and in all. */
  cursorBytes: {session: number; org: number; all: number};
}

/** Reads the variables of the SQL endpoint. `undefined` where it is off. */
export function readSqlConfig({text, integer, choice, fault}: Reading): SqlConfig | undefined {
  const listen = text("SQL_LISTEN", "");
  const cert = text("SQL_TLS_CERT", "");
  const key = text("SQL_TLS_KEY", "");
  const allowsPlaintext = choice("SQL_PLAINTEXT", "refuse", ["refuse", "allow"]) === "allow";
  const maxSessions = integer("SQL_MAX_SESSIONS", 4096, 1, 100_000);
  const maxSessionsOfOrg = integer("SQL_MAX_SESSIONS_PER_ORG", 1024, 1, 100_000);
  const cursorBytes = {
    session: integer("SQL_CURSOR_MB", 256, 1, 1_048_576) * MEGABYTE,
    org: integer("SQL_CURSORS_PER_ORG_MB", 1024, 1, 16_777_216) * MEGABYTE,
    all: integer("SQL_CURSORS_MB", 4096, 1, 16_777_216) * MEGABYTE,
  };
  if (!listen) return undefined;
  const match = /^(?:\[([\da-fA-F:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/.exec(listen);
  const port = Number(match?.[3]);
  if (!match || port > 65_535)
    fault(`SQL_LISTEN is "${listen}": host:port is needed, such as 127.0.0.1:5433`);
  if (Boolean(cert) !== Boolean(key))
    fault("SQL_TLS_CERT and SQL_TLS_KEY go together: give both, or neither");
  const host = match?.[1] ?? match?.[2] ?? "";
  const hasTls = cert !== "" && key !== "";
  if (match && !hasTls && !allowsPlaintext && !isLoopback(host)) {
    fault(
      `SQL_LISTEN is "${listen}", which other machines reach: SQL_TLS_CERT and SQL_TLS_KEY are needed, or ` +
        "SQL_PLAINTEXT=allow where something in front of it ends TLS",
    );
  }
  return {
    host,
    port,
    tls: hasTls ? {cert, key} : undefined,
    allowsPlaintext,
    maxSessions,
    maxSessionsOfOrg,
    cursorBytes,
  };
}
