import pg from "pg";
import type {Actor} from "../actor.ts";
import {goneActor} from "../audit.ts";

const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Turns the error that Postgres reports when a new row refers to a deleted caller into `unauthenticated`. Returns every
 * other error as it is.
 */
export function orGone(error: unknown, actor: Actor | undefined): unknown {
  if (actor === undefined || !(error instanceof pg.DatabaseError)) return error;
  const {code, detail = ""} = error;
  const isOurs = detail.includes(`, ${actor.id}) is not present in table "principals"`);
  return code === FOREIGN_KEY_VIOLATION && isOurs ? goneActor(error) : error;
}
