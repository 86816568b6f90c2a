import type {ResultColumn} from "../../shared/semantic/compile.ts";
import {guardedHttp, type Http} from "../../worker/warehouses/http/http.ts";
import type {Piece, Warehouse, WarehouseLimits} from "../../worker/warehouses/warehouse.ts";

export const limits: WarehouseLimits = {
  concurrency: 2,
  statementTimeoutMs: 5000,
  connectTimeoutMs: 1000,
  duckdbMemoryLimit: "512MB",
  duckdbThreads: 1,
  tempDir: "",
};

/** A stand-in for a vendor's API on loopback. */
export function standIn(answer: (request: Request, url: URL) => Response | Promise<Response>) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 30,
    fetch: request => answer(request, new URL(request.url)),
  });
  const port = server.port ?? 0;
  const loopback = guardedHttp(async () => ["127.0.0.1"]);
  return {
    port,
    /** Sends the requests for every host to the stand-in. */
    http: ((url, request) => {
      const target = new URL(url);
      return loopback(`http://127.0.0.1:${port}/${target.host}${target.pathname}${target.search}`, request);
    }) satisfies Http,
    direct: loopback,
    stop: () => server.stop(true),
  };
}

/** A result as the JSON of its rows. */
export async function jsonRows(
  warehouse: Warehouse,
  sql: string,
  types: readonly ResultColumn["type"][],
  {
    parameters = [],
    limit,
    signal = new AbortController().signal,
  }: {parameters?: (string | number | boolean)[]; limit?: number; signal?: AbortSignal} = {},
): Promise<{text: string; truncated: boolean}> {
  const columns = types.map((type, i) => ({name: `m.c${i}`, type}));
  const texts: string[] = [];
  let truncated = false;
  const options = {columns, format: "json" as const, timezone: "UTC", limit, signal};
  for await (const piece of warehouse.stream({sql, parameters}, options)) {
    if (piece.rowCount > 0) texts.push(textOf(piece));
    truncated ||= piece.truncated;
  }
  return {text: texts.join(), truncated};
}

/** A server that begins an answer and then closes the connection. */
export function hangingUp(body: string) {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n";
  const listener = Bun.listen({
    port: 0,
    hostname: "127.0.0.1",
    socket: {
      data(socket) {
        socket.write(`${head}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`);
        setTimeout(() => socket.end(), 20);
      },
    },
  });
  return {port: listener.port, stop: () => listener.stop(true)};
}

export function textOf({text}: Piece): string {
  return typeof text === "string" ? text : new TextDecoder().decode(text);
}
