import type {EngineKind} from "../batch.ts";
import {MONEY} from "./money.ts";

const INTEGERS = new Set([20, 21, 23, 26]);
const FLOATS = new Set([700, 701]);
const NUMERIC = 1700;
const JSONS = new Set([114, 3802]);
const TIMESTAMPS = new Set([1114, 1184]);

/** The kind of values that a type of Postgres has, by its OID. */
export function engineKindOf(oid: number): EngineKind {
  if (INTEGERS.has(oid)) return "integer";
  if (FLOATS.has(oid)) return "float";
  if (oid === NUMERIC || oid === MONEY) return "decimal";
  if (TIMESTAMPS.has(oid)) return "timestamp";
  return JSONS.has(oid) ? "json" : "other";
}
