import {fromUUIDBytes} from "typeid-js";

/** The types of content, each with a table of its own beside `content`, and the prefixes of their ids. */
export const CONTENT_PREFIXES = {
  chart: "chart",
  dashboard: "dash",
  sheet: "sheet",
  dataset: "ds",
  schedule: "sched",
  action: "act",
  agent: "agent",
} as const;

export type ContentType = keyof typeof CONTENT_PREFIXES;

/** The types of content that can be granted to others, and starred. */
export const SHARED_TYPES = ["chart", "dashboard", "sheet", "dataset"] as const satisfies ContentType[];

export type IdPrefix =
  | (typeof CONTENT_PREFIXES)[ContentType]
  | "org"
  | "user"
  | "team"
  | "svc"
  | "conn"
  | "proj"
  | "dlv"
  | "grant"
  | "evt"
  | "run"
  | "conv"
  | "worker"
  | "oauth"
  | "client"
  | "emb"
  | "sync"
  | "wb"
  | "rollup"
  | "rlb"
  | "rlf"
  | "rlp"
  | "vq"
  | "eval"
  | "req";

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether the text is an id of that kind, which consists of letters, digits and one underscore only. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && SUFFIX.test(text.slice(prefix.length + 1));
}

/** A new TypeID: the prefix, `_`, and a UUIDv7 in 26 base32 characters, so that ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return fromUUIDBytes(prefix, Bun.randomUUIDv7("buffer"));
}
