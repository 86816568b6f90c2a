import {useEffect, useState} from "preact/hooks";
import type {Graph} from "../../../../../shared/semantic/documents.ts";
import {messageOf} from "../../../parts/failed.tsx";
import type {AdminAccess} from "../../../service/admin-access.ts";
import {Refusal} from "../../../service/api.ts";
import {checkChange, type LayerChange} from "../changes.ts";

/** Debounce: how long typing must pause before the change is checked. */
const PAUSE_MS = 500;

interface Check {
  state: "none" | "checking" | "good" | "bad";
  /** Whether the compiler and the warehouse have answered. */
  isChecked: boolean;
  words: string;
  broken: readonly {id: string; name: string; resourceType: string; message: string}[];
}

const NO_CHECK: Check = {state: "none", isChecked: false, words: "", broken: []};

/** Checks a change by a dry run, once the change has stayed the same for `PAUSE_MS`. */
export function useCheck(
  access: AdminAccess,
  projectId: string,
  graph: Graph,
  change: LayerChange | undefined,
): Check {
  const [check, setCheck] = useState(NO_CHECK);
  const text = change && JSON.stringify(change);
  useEffect(() => {
    if (!change) return setCheck(NO_CHECK);
    const controller = new AbortController();
    setCheck({...NO_CHECK, state: "checking", words: "Checking …"});
    const timer = setTimeout(() => {
      checkChange(access, projectId, graph, change, controller.signal).then(
        ({broken}) =>
          setCheck({
            state: broken.length > 0 ? "bad" : "good",
            isChecked: true,
            words:
              broken.length > 0
                ? "This would break saved content:"
                : "The layer compiles, and the warehouse accepts it.",
            broken,
          }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setCheck({state: "bad", isChecked: true, words: faultMessages(error), broken: []});
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return check;
}

function faultMessages(error: unknown): string {
  if (error instanceof Refusal && error.faults.length > 0)
    return error.faults.map(({message}) => message).join(" ");
  return messageOf(error);
}

export function CheckState({check: {state, words, broken}}: {check: Check}) {
  return (
    <div role="status" class={`check-state ${state}`}>
      {words}
      {broken.length > 0 && (
        <ul>
          {broken.map(({id, resourceType, name, message}) => (
            <li key={id}>
              {resourceType} <bdi>{name}</bdi>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
