import pino, {type Logger} from "pino";

export type {Logger};

/** JSON lines on standard output. Keys that can hold a secret are never written. */
export function makeLogger(process: string, level: string): Logger {
  return pino({
    level,
    base: {process},
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {level: label => ({level: label})},
    // pg attaches a lost connection's client to the error, with the key that cancels its statements.
    serializers: {err: pino.stdSerializers.wrapErrorSerializer(({client: _, ...error}) => error)},
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
