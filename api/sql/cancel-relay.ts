/** Carries requests to cancel to the other web processes, one of which may have the session. */
export interface CancelRelay {
  /** Sends a request on. Never rejects: by the protocol a client gets no answer to a cancel request. */
  forward(processId: number, key: Buffer): Promise<void>;
  /**
   * Calls `onRequest` for each request, until the returned function is called. `isKey` checks whether a key is the key
   * of the request.
   */
  listen(onRequest: (processId: number, isKey: (key: Buffer) => boolean) => void): () => void;
}
