import {Refused, serveThread, spendThread} from "../../shared/thread-pool.ts";

let done = 0;

/** Does what it is told to. */
serveThread(async (order: string): Promise<string> => {
  switch (order) {
    case "never ends":
      for (;;) performance.now();
    case "crashes":
      setTimeout(() => {
        throw new Error("out of everything");
      });
      return new Promise(() => undefined);
    case "exits":
      return process.exit(3);
    case "fails":
      throw new Error("no such colour");
    case "refuses":
      throw new Refused("Ask for less.");
    case "is spent":
      spendThread();
      throw new Refused("Too much.");
    case "counts":
      return String(++done);
    default:
      return `done: ${order}`;
  }
});
