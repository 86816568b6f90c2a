import {useCallback, useEffect, useRef, useState} from "preact/hooks";

/** Something that is asked of the service while a part is on the page. */
export type Loaded<T> = {
  /** The latest value; it stays while it is asked for again. */
  value: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Asks again. */
  reload: () => void;
  /** Replaces the value by what a change has answered. */
  set: (value: T) => void;
};

/** Asks when the part appears and when one of `on` changes; what is overtaken or no longer wanted is cancelled. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{value: T | undefined; error: unknown; isLoading: boolean}>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const controller = new AbortController();
    setState(before => ({...before, error: undefined, isLoading: true}));
    latest.current(controller.signal).then(
      value => {
        if (!controller.signal.aborted) setState({value, error: undefined, isLoading: false});
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState(before => ({...before, error, isLoading: false}));
      },
    );
    return () => controller.abort();
  }, [...on, turn]);
  const reload = useCallback(() => setTurn(before => before + 1), []);
  const set = useCallback((value: T) => setState({value, error: undefined, isLoading: false}), []);
  return {...state, reload, set};
}

/** Asks again a while after each value, as long as what it shows is under way. */
export function useFollowing(value: unknown, isUnderWay: boolean, reload: () => void, afterMs = 2000): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(reload, afterMs);
    return () => clearTimeout(timer);
  }, [value]);
}
