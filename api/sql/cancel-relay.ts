/** Carries requests to cancel to the other web processes, one of which may have the session. */
export interface CancelRelay {
  /** Sends a request on. Never rejects: no client is told what becomes of its request. */
  forward(processId: number, key: Buffer): Promise<void>;
  /** Calls `onRequest` with what arrives; `isKey` says whether a key is that of the request. Returns what ends it. */
  listen(onRequest: (processId: number, isKey: (key: Buffer) => boolean) => void): () => void;
}
