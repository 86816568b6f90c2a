import {type Static, type TObject, Type} from "@sinclair/typebox";
import type {Actor} from "../../../ground/actor.ts";
import {parserOf} from "../../../ground/validate.ts";
import {type ContentKind, getResource} from "../../../tenancy/content-kinds/kind.ts";
import {type Pausing, type RecurringRow, setActive} from "../../../tenancy/content-kinds/recurring.ts";
import {argumentsParserOf} from "../parse-arguments.ts";
import type {Runner} from "../tool.ts";

type Changes = Record<string, unknown>;
interface Changed {
  id: string;
  name?: string;
}

/** The change of a resource: the given keys of its input replace those of the resource. */
export type Change = (runner: Runner, actor: Actor, id: string, changes: Changes) => Promise<Changed>;

/**
 * Changes apply to any version: callers have read the resource that they change, and the last change wins, as without
 * `If-Match`.
 */
export const anyVersion = () => undefined;

const readActive = parserOf(Type.Object({active: Type.Boolean()}, {additionalProperties: false}), "body");

/**
 * The change of a resource that is replaced as a whole. It keeps the part of the current resource that `pick` picks,
 * and null clears an optional key.
 */
export function replacing<S, R, V extends Changed, L, I extends TObject>(
  kind: ContentKind<S, R, V, Runner, L>,
  input: I,
  replace: (
    runner: Runner,
    actor: Actor,
    id: string,
    readBody: () => Promise<Static<I>>,
    checkCurrent: () => void,
  ) => Promise<V>,
  pick: (current: V) => object = current => current,
): Change {
  const read = argumentsParserOf(input, "body");
  return async (runner, actor, id, changes) => {
    const current = pick(await getResource(runner, actor, kind, id));
    return replace(runner, actor, id, async () => read({...current, ...changes}), anyVersion);
  };
}

/** The change of a recurring resource: `replace` takes the keys of its input, and `pausing` the key `active`. */
export function pausable<S, R extends RecurringRow, V extends Changed, L>(
  kind: ContentKind<S, R, V, Runner, L>,
  pausing: Pausing<R>,
  replace: Change,
): Change {
  return async (runner, actor, id, {active, ...changes}) => {
    if (Object.keys(changes).length > 0) await replace(runner, actor, id, changes);
    if (active === undefined) return getResource(runner, actor, kind, id);
    return setActive(runner, actor, kind, id, async () => readActive({active}), anyVersion, pausing);
  };
}
