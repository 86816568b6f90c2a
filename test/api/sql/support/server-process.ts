import {SqlServer} from "../../../../api/sql/server.ts";
import {makeLogger} from "../../../../shared/core/log.ts";
import {emptyDatabase} from "../../../support/postgres.ts";
import {type Target, targetOf} from "./raw-client.ts";
import {RealBackend} from "./real-backend.ts";

/** What a server in a process of its own reports about itself. */
export interface Usage {
  /** Resident memory after a garbage collection. */
  rssBytes: number;
  sessions: number;
}

export interface ServerProcess {
  target: Target;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts a server in front of the tests' Postgres in a process of its own, so that its memory does not include its clients'.
 */
export async function openServerProcess(options: {
  maxSessions: number;
  stallMs: number;
}): Promise<ServerProcess> {
  const database = await emptyDatabase();
  const real = targetOf(database.url);
  const child = Bun.spawn([process.execPath, import.meta.path], {
    env: {...process.env, SERVER_OPTIONS: JSON.stringify({real, ...options})},
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(child.stdout);
  const next = async () => JSON.parse((await lines.next()).value ?? "null");
  const {port} = await next();
  return {
    target: {...real, host: "127.0.0.1", port, password: "secret"},
    async usage() {
      child.stdin.write("usage\n");
      await child.stdin.flush();
      return next();
    },
    async stop() {
      child.kill();
      await child.exited;
      await database.drop();
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    text += decoder.decode(chunk, {stream: true});
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}

if (import.meta.main) {
  const {real, ...options} = JSON.parse(process.env.SERVER_OPTIONS ?? "{}");
  const server = new SqlServer(new RealBackend(real), makeLogger("web", "silent"), {
    host: "127.0.0.1",
    port: 0,
    allowsPlaintext: false,
    maxSessionsOfOrg: options.maxSessions,
    failureDelayMs: 1,
    cursorBytes: {session: 64 * 1024 * 1024, org: 256 * 1024 * 1024, all: 256 * 1024 * 1024},
    ...options,
  });
  process.stdout.write(`${JSON.stringify({port: await server.listen()})}\n`);
  for await (const _ of linesOf(Bun.stdin.stream())) {
    Bun.gc(true);
    const usage: Usage = {rssBytes: process.memoryUsage.rss(), sessions: server.sessions};
    process.stdout.write(`${JSON.stringify(usage)}\n`);
  }
}
