import {fromUUIDBytes} from "typeid-js";
import type {CONTENT_PREFIXES, ContentType} from "./content-types.ts";

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
