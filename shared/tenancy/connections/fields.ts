import {Type} from "@sinclair/typebox";

export const closed = {additionalProperties: false} as const;
const NO_CONTROL = "^[^\\u0000-\\u001f\\u007f]+$";

/** A host, without the path of a unix socket or anything else that could smuggle in a URL or connection string. */
export const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: "^\\[?[A-Za-z0-9_.:-]+\\]?$",
  description: "A host name or an IP address, not the path of a socket.",
});

/** A name in the warehouse, without control characters. */
export function Name(options: {maxLength: number; pattern?: string; description?: string}) {
  return Type.String({minLength: 1, pattern: NO_CONTROL, ...options});
}

/** A field that is stored encrypted and never returned. */
export function secret(description: string, maxLength = 4096) {
  return Type.String({
    maxLength,
    writeOnly: true,
    description: `Stored encrypted, never returned. ${description}`.trim(),
  });
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
