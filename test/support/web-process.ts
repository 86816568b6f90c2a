import {connect, type Socket} from "node:net";
import {freePort} from "../../shared/core/postgres/server.ts";
import {bundled} from "./processes/bundle.ts";
import {until} from "./until.ts";

export interface WebProcess {
  port: number;
  /** The memory of the process in bytes. */
  memoryBytes(): Promise<number>;
  /** Asks the process to stop, and does not wait for that. */
  ask(): void;
  /** The exit code of the process. */
  exited: Promise<number>;
  stop(): Promise<void>;
}

/** Starts a web process of its own, which may open at most `maxFiles` files. */
export async function startWebProcess(
  databaseUrl: string,
  environment: Record<string, string>,
  maxFiles = 15_000,
): Promise<WebProcess> {
  const main = await bundled("api/main.ts");
  const port = await freePort();
  const child = Bun.spawn(["bash", "-c", `ulimit -n ${maxFiles} && exec "${process.execPath}" "${main}"`], {
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      LOG_LEVEL: "fatal",
      ...environment,
    },
    stdout: "inherit",
    stderr: "inherit",
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ok}) => ok,
      () => false,
    );
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the web process ended with code ${child.exitCode}`);
    return isUp();
  });
  return {
    port,
    async memoryBytes() {
      const status = await Bun.file(`/proc/${child.pid}/status`).text();
      return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
    },
    ask: () => child.kill(),
    exited: child.exited,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

export interface Held {
  socket: Socket;
  /** The answer, and the milliseconds until the connection was closed. */
  over: Promise<{text: string; afterMs: number}>;
}

/** Opens a connection that sends `first`, and then the text of `drip` at each interval. */
export function hold(port: number, first: string | Uint8Array, drip?: {text: string; everyMs: number}): Held {
  const startedAt = performance.now();
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let timer: ReturnType<typeof setInterval> | undefined;
  socket.on("connect", () => {
    if (first.length > 0) socket.write(first);
    // Begins only now, because text that is written before the connection is made is sent before `first`.
    if (drip) timer = setInterval(() => socket.write(drip.text), drip.everyMs);
  });
  socket.on("data", data => {
    text += data.toString("latin1");
  });
  socket.on("error", () => undefined);
  const {promise, resolve} = Promise.withResolvers<{text: string; afterMs: number}>();
  const end = () => {
    clearInterval(timer);
    resolve({text, afterMs: performance.now() - startedAt});
    socket.destroy();
  };
  socket.on("end", end);
  socket.on("close", end);
  return {socket, over: promise};
}
