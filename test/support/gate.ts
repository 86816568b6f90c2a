import net from "node:net";

const GARBAGE = 0xd7;

export interface Gate {
  port: number;
  /** The number of open connections through the relay. */
  readonly connections: number;
  /** Stops all traffic without closing connections, as when a cable is cut or a machine is suspended. */
  shut(): void;
  /** Lets traffic pass again, beginning with the held-back bytes. */
  open(): void;
  /** Breaks every connection; new ones are accepted. */
  cut(): void;
  /** From now on replaces the bytes that the server sends by others of the same number. */
  garble(): void;
  stop(): void;
}

/** A TCP relay on loopback to a server, which can fall silent, break connections or garble answers. */
export async function openGate({hostname, port}: URL): Promise<Gate> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer(client => {
    const upstream = net.connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", bytes => {
        if (isGarbling && from === upstream) bytes.fill(GARBAGE);
        if (isShut) waiting.push(() => to.write(bytes));
        else to.write(bytes);
      });
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  let isShut = false;
  let isGarbling = false;
  let waiting: (() => void)[] = [];
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    get connections() {
      return sockets.size / 2;
    },
    shut: () => {
      isShut = true;
    },
    open: () => {
      isShut = false;
      for (const pass of waiting) pass();
      isGarbling = false;
      waiting = [];
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    garble: () => {
      isGarbling = true;
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
