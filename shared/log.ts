import pino, {type Logger} from "pino";

export type {Logger};

/** JSON lines on standard output. Keys that can hold a secret are never written. */
export function makeLogger(process: string, level: string): Logger {
  return pino({
    level,
    base: {process},
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {level: label => ({level: label})},
    redact: {
      paths: [
        "token",
        "password",
        "secret",
        "secrets",
        "authorization",
        "*.token",
        "*.password",
        "*.secrets",
        "*.authorization",
      ],
      censor: "[redacted]",
    },
  });
}
