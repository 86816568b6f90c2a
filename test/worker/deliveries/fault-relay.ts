import net from "node:net";

/**
 * The state of the network: `passing`, `silent` (connections are open and transfer nothing), `closed`, or `cutting` (each
 * connection is cut once a message was accepted).
 */
export type RelayState = "passing" | "silent" | "closed" | "cutting";

export interface FaultRelay {
  /** The mail server's address through the relay. */
  url: string;
  state: RelayState;
  /** How many connections were cut after the server had accepted a message. */
  cuts: number;
  stop(): void;
}

/** Opens a relay on loopback to a mail server, which simulates faults of a network. */
export async function openFaultRelay(smtpUrl: string): Promise<FaultRelay> {
  const {hostname, port} = new URL(smtpUrl);
  const sockets = new Set<net.Socket>();
  const server = net.createServer(client => {
    sockets.add(client);
    client.on("error", () => undefined);
    if (relay.state === "closed") client.destroy();
    if (relay.state === "silent" || relay.state === "closed") return;
    const upstream = net.connect(Number(port), hostname);
    sockets.add(upstream);
    upstream.on("error", () => client.destroy());
    let isMessage = false;
    client.on("data", bytes => upstream.write(bytes));
    upstream.on("data", bytes => {
      if (isMessage && relay.state === "cutting" && bytes.toString().startsWith("250")) {
        relay.cuts++;
        client.destroy();
        upstream.destroy();
        return;
      }
      isMessage = /^354/m.test(bytes.toString());
      client.write(bytes);
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const relay: FaultRelay = {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    state: "passing",
    cuts: 0,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return relay;
}
