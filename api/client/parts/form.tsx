import type {ComponentChildren} from "preact";
import {useLayoutEffect, useRef, useState} from "preact/hooks";
import {type PlacedFault, Refusal} from "../service/api.ts";
import {Button} from "./button.tsx";
import {messageOf} from "./failed.tsx";

/** A call in progress, and the failure of the last call. */
export interface Sending {
  busy: boolean;
  /** The message of the last failure. */
  message: string | undefined;
  /**
   * The message of the first fault that the service reports at this JSON pointer of the request's body, or below it.
   */
  faultAt: (pointer: string) => string | undefined;
  /** Runs the call; resolves with its answer, or with `undefined` where it failed. */
  send: <T>(call: () => Promise<T>) => Promise<T | undefined>;
  reset: () => void;
}

/** The state of a form: one call at a time, and the faults of its answer beside the fields that they point to. */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const faults: readonly PlacedFault[] = error instanceof Refusal ? error.faults : [];
  return {
    busy,
    message: error === undefined ? undefined : messageOf(error),
    faultAt: pointer => faults.find(({path}) => path === pointer || path.startsWith(`${pointer}/`))?.message,
    send: async call => {
      if (busy) return undefined;
      setBusy(true);
      setError(undefined);
      try {
        return await call();
      } catch (failure) {
        setError(failure);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    reset: () => setError(undefined),
  };
}

/** A form with its button. A failure is shown above the button, and nothing that was typed is lost. */
export function Form({
  sending,
  onSubmit,
  submit,
  children,
  other,
}: {
  sending: Sending;
  onSubmit: () => void;
  /** The text of the button. */
  submit: string;
  children: ComponentChildren;
  /** Further buttons. */
  other?: ComponentChildren;
}) {
  return (
    <form
      class="form"
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {sending.message && <Fault key={sending.message} text={sending.message} />}
      <div class="buttons">
        <Button type="submit" look="act" busy={sending.busy}>
          {submit}
        </Button>
        {other}
      </div>
    </form>
  );
}

/**
 * The reason why the form was not sent. Scrolled into view, because Enter sends a long form from its first field, too.
 */
function Fault({text}: {text: string}) {
  const place = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => place.current?.scrollIntoView({block: "center"}), []);
  return (
    <p class="fault" role="alert" ref={place}>
      {text}
    </p>
  );
}

/** Replaces a conflict (412) with a sentence for the form that changes a `thing`. Other errors stay as they are. */
export function changedSince(thing: string): (error: unknown) => never {
  return error => {
    if (!(error instanceof Refusal) || error.status !== 412) throw error;
    throw new Error(
      `Somebody else has changed this ${thing} since you opened it. What you typed is still here: copy what you need, and reload the page.`,
    );
  };
}

/** The message of a failed call outside of a form. */
export function SendingFault({of: {message}}: {of: Pick<Sending, "message">}) {
  if (!message) return undefined;
  return (
    <p class="fault" role="alert">
      {message}
    </p>
  );
}
