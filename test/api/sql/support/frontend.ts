/** Builds the messages of a client: https://www.postgresql.org/docs/18/protocol-message-formats.html */

export function startupPacket(version: number, parameters: Readonly<Record<string, string>>): Buffer {
  const words = Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]);
  return withLength(Buffer.concat([int32(version), ...words, Buffer.from([0])]));
}

export function cancelPacket(processId: number, key: Buffer): Buffer {
  return withLength(Buffer.concat([int32(80_877_102), int32(processId), key]));
}

export const SSL_REQUEST = withLength(int32(80_877_103));
export const GSS_REQUEST = withLength(int32(80_877_104));
export const SYNC = message("S");
export const FLUSH = message("H");
export const TERMINATE = message("X");

export function query(sql: string): Buffer {
  return message("Q", text(sql));
}

export function password(value: string): Buffer {
  return message("p", text(value));
}

export function parse(name: string, sql: string, types: readonly number[] = []): Buffer {
  return message("P", text(name), text(sql), int16(types.length), ...types.map(int32));
}

export interface Bound {
  portal?: string;
  statement?: string;
  parameterFormats?: readonly number[];
  parameters?: readonly (string | Buffer | null)[];
  resultFormats?: readonly number[];
}

export function bind(bound: Bound = {}): Buffer {
  const {parameterFormats = [], parameters = [], resultFormats = []} = bound;
  const values = parameters.flatMap(value => {
    if (value === null) return [int32(-1)];
    const bytes = Buffer.from(value);
    return [int32(bytes.length), bytes];
  });
  return message(
    "B",
    text(bound.portal ?? ""),
    text(bound.statement ?? ""),
    int16(parameterFormats.length),
    ...parameterFormats.map(int16),
    int16(parameters.length),
    ...values,
    int16(resultFormats.length),
    ...resultFormats.map(int16),
  );
}

export function describe(kind: "S" | "P", name = ""): Buffer {
  return message("D", Buffer.from(kind), text(name));
}

export function execute(portal = "", most = 0): Buffer {
  return message("E", text(portal), int32(most));
}

export function close(kind: "S" | "P", name = ""): Buffer {
  return message("C", Buffer.from(kind), text(name));
}

export function message(type: string, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(type), withLength(Buffer.concat(parts))]);
}

export function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

export function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
}

function withLength(body: Buffer): Buffer {
  return Buffer.concat([int32(body.length + 4), body]);
}
