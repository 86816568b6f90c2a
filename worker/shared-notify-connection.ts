import type pg from "pg";

type Connected = Parameters<pg.Pool["connect"]>[0];

interface Listener {
  /** The connection as its users see it, and how it is returned to the pool. */
  opening: Promise<{client: pg.PoolClient; release(): void}>;
  users: number;
}

/**
 * A view of the pool in which all who listen share one connection, so that a new job is announced to a worker once and
 * not to each of its runners. graphile-worker has no setting for this. It requests the connection to listen on with a
 * callback, and every other connection with a promise. A lost connection is replaced at the next request.
 */
export function sharingListener(pool: pg.Pool): pg.Pool {
  let current: Listener | undefined;

  function open(): Listener {
    const opening = pool.connect().then(client => {
      client.once("error", dropConnection).once("end", dropConnection);
      return {client: inTurn(client), release: () => client.release()};
    });
    const listener = {opening, users: 0};
    function dropConnection() {
      if (current === listener) current = undefined;
    }
    opening.catch(dropConnection);
    return listener;
  }

  function listen(callback: Connected): void {
    current ??= open();
    const listener = current;
    listener.users++;
    listener.opening.then(
      ({client, release}) =>
        callback(undefined, client, () => {
          listener.users--;
          if (listener.users > 0) return;
          if (current === listener) current = undefined;
          release();
        }),
      error => callback(error, undefined, () => undefined),
    );
  }

  const connect = (callback?: Connected) => (callback ? listen(callback) : pool.connect());
  // The pool's own `query` takes a connection with a callback, too.
  return Object.create(pool, {connect: {value: connect}, query: {value: pool.query.bind(pool)}});
}

/** A view of the client that sends one statement after another: runners that stop together each send one. */
function inTurn(client: pg.PoolClient): pg.PoolClient {
  let last: Promise<unknown> = Promise.resolve();
  const query = (text: string) => {
    const result = last.then(() => client.query(text));
    last = result.catch(() => undefined);
    return result;
  };
  return Object.create(client, {
    query: {value: query},
    on: {value: client.on.bind(client)},
    removeListener: {value: client.removeListener.bind(client)},
  });
}
