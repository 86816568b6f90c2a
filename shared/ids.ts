import {typeid} from "typeid-js";

export type IdPrefix =
  | "org"
  | "user"
  | "team"
  | "svc"
  | "conn"
  | "proj"
  | "chart"
  | "dash"
  | "sheet"
  | "ds"
  | "sched"
  | "dlv"
  | "grant"
  | "act"
  | "agent"
  | "run"
  | "worker"
  | "oauth"
  | "client"
  | "emb"
  | "req";

/** A new TypeID: the prefix, `_`, and a UUIDv7 in 26 base32 characters, so that ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}
