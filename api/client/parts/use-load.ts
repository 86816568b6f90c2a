import {useCallback, useEffect, useRef, useState} from "preact/hooks";

/** A value that is requested from the service while a component is on the page. */
export type Loaded<T> = {
  /** The latest value; it stays during a reload. */
  value: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Requests the value again. */
  reload: () => void;
  /** Replaces the value with the answer to a change. */
  set: (value: T) => void;
};

/**
 * Requests a value when the component appears, and whenever one of `on` changes. Outdated requests, and requests of a
 * component that is gone, are cancelled.
 */
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

/** Reloads the value `afterMs` after it has arrived, as long as `isUnderWay` is true. */
export function useFollowing(value: unknown, isUnderWay: boolean, reload: () => void, afterMs = 2000): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(reload, afterMs);
    return () => clearTimeout(timer);
  }, [value]);
}
