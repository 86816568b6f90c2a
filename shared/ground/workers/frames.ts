/**
 * The messages of a line between a web process and a worker: small requests and their answers over one WebSocket, with
 * all frames of one turn of the event loop in one message. A message is a sequence of frames. A frame is a head of 16
 * bytes, little-endian (the payload's length, the request's id, the kind, whether the answer was shared, two unused
 * bytes, and the milliseconds in the warehouse as a float), followed by its payload.
 */
const HEAD_BYTES = 16;

/** Larger requests and answers use the listener's HTTP, which streams. */
export const MAX_PAYLOAD_BYTES = 32 * 1024;

/** Larger messages are slow in the runtime's WebSocket client. */
const BATCH_BYTES = MAX_PAYLOAD_BYTES + 16 * 1024;

/** The server's limit of a message. */
export const MAX_MESSAGE_BYTES = BATCH_BYTES;

export const FRAME_KINDS = {
  /** A request: a `RunRequest` as JSON. */
  run: 1,
  /** The caller of a request has left. */
  cancel: 2,
  /** An answer: all bytes of a result. */
  whole: 3,
  /** An answer: the token with which the result is read at `/rest`. */
  rest: 4,
  /** An answer: a `WireError` as JSON. */
  refused: 5,
  /** The worker takes no further requests. */
  leaving: 6,
} as const;

export interface Frame {
  kind: number;
  id: number;
  payload: Uint8Array;
  /** Whether an answer was shared with other requests. */
  shared: boolean;
  warehouseMs: number;
}

/** Calls `take` for each frame of a message. A payload is a view of the message. Throws if the message is cut off. */
export function readFrames(message: Buffer, take: (frame: Frame) => void): void {
  for (let at = 0; at < message.length; ) {
    const start = at + HEAD_BYTES;
    const end = start + message.readUInt32LE(at);
    if (end > message.length) throw new Error("a message ends within a frame");
    take({
      id: message.readUInt32LE(at + 4),
      kind: message.readUInt8(at + 8),
      shared: message.readUInt8(at + 9) === 1,
      warehouseMs: message.readFloatLE(at + 12),
      payload: message.subarray(start, end),
    });
    at = end;
  }
}

/** Collects frames, and sends those of one turn of the event loop together. */
export class FrameBatch {
  readonly #buffer = Buffer.alloc(BATCH_BYTES);
  #used = 0;
  #turn: NodeJS.Immediate | undefined;

  /** `send` does not use the bytes after it returns. */
  constructor(private readonly send: (message: Uint8Array) => void) {}

  /** Adds a frame. Throws a `RangeError` if the payload is larger than `MAX_PAYLOAD_BYTES`. */
  add(kind: number, id: number, payload: Uint8Array, shared = false, warehouseMs = 0): void {
    if (payload.byteLength > MAX_PAYLOAD_BYTES) throw new RangeError("a frame's payload is too large");
    if (this.#used + HEAD_BYTES + payload.byteLength > BATCH_BYTES) this.flush();
    const buffer = this.#buffer;
    const at = this.#used;
    buffer.writeUInt32LE(payload.byteLength, at);
    buffer.writeUInt32LE(id, at + 4);
    buffer.writeUInt8(kind, at + 8);
    buffer.writeUInt8(shared ? 1 : 0, at + 9);
    buffer.writeFloatLE(warehouseMs, at + 12);
    buffer.set(payload, at + HEAD_BYTES);
    this.#used = at + HEAD_BYTES + payload.byteLength;
    this.#turn ??= setImmediate(() => this.flush());
  }

  flush(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    if (this.#used === 0) return;
    const message = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    this.send(message);
  }
}
