import type {ComponentChildren} from "preact";
import {Failed} from "./failed.tsx";
import {Loading} from "./loading.tsx";
import type {Loaded} from "./use-load.ts";

/** Shows the loaded value. Before that, a notice that it is loading, or the error with a button to try again. */
export function Load<T>({from, children}: {from: Loaded<T>; children: (value: T) => ComponentChildren}) {
  const {value, error, reload} = from;
  if (error !== undefined) return <Failed error={error} retry={reload} />;
  if (value === undefined) return <Loading />;
  return <>{children(value)}</>;
}
