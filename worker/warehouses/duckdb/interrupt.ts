import type {DuckDBConnection} from "@duckdb/node-api";

const INTERRUPT_AGAIN_MS = 20;

/**
 * Interrupts the connection's statement once `signal` aborts, and repeats that until the returned function is called:
 * an interrupt has no effect on a statement that still waits for a thread.
 */
export function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setTimeout(interrupt, INTERRUPT_AGAIN_MS);
  };
  if (signal.aborted) interrupt();
  else signal.addEventListener("abort", interrupt, {once: true});
  return () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
  };
}
