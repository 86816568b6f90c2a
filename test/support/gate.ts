import net from "node:net";

export interface Gate {
  port: number;
  /** Nothing passes any more, and nobody is told: what a cut cable or a machine that is stopped looks like. */
  shut(): void;
  /** What has waited passes. */
  open(): void;
  stop(): void;
}

/** A TCP relay on loopback to a server, which can fall silent. */
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
  let waiting: (() => void)[] = [];
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    shut: () => {
      isShut = true;
    },
    open: () => {
      isShut = false;
      for (const pass of waiting) pass();
      waiting = [];
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
