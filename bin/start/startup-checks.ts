import {createServer} from "node:net";
import {Type} from "@sinclair/typebox";
import type {Config} from "../../shared/core/config.ts";
import {ownCommand} from "../../shared/core/process/own-command.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {localAddress} from "./environment.ts";

/**
 * Throws when something else listens on the port, or another launcher is about to. With `leftover`, processes of a killed
 * launcher get time to end.
 */
export async function requireFreePort({host, port}: Config, leftover: boolean): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const fault = await new Promise<NodeJS.ErrnoException | undefined>(resolve => {
      const probe = createServer().once("error", resolve);
      probe.listen(port, host, () => probe.close(() => resolve(undefined)));
    });
    if (!fault && (await isReserved(`${host}:${port}`))) return;
    if (fault && fault.code !== "EADDRINUSE") {
      throw new Error(`The service cannot listen on ${host}:${port} (${fault.code}): check HOST and PORT`);
    }
    if (!leftover || attempt >= 60) {
      throw new Error(
        `Port ${port} is in use: set PORT to another, for example \`PORT=${port + 1} ${ownCommand("start")}\``,
      );
    }
    await Bun.sleep(100);
  }
}

/**
 * Reserves the address for this process until it ends, because web processes share a port, so that those of two launchers
 * would each answer a part of the requests. False if another process has reserved it. The reservation is a name among
 * Linux's abstract sockets (unix(7)), which have the scope of the network; elsewhere nothing is reserved.
 */
function isReserved(address: string): Promise<boolean> {
  if (process.platform !== "linux") return Promise.resolve(true);
  return new Promise(resolve => {
    const reservation = createServer();
    reservation.once("error", () => resolve(false));
    reservation.listen({path: `\0analytics-service ${address}`}, () => resolve(true));
    reservation.unref();
  });
}

const parseReadiness = parserOf(
  Type.Object({checks: Type.Record(Type.String(), Type.Object({ok: Type.Boolean()}))}),
  "readiness",
);

/** Resolves once the service reports that it is ready for the demo to be loaded. */
export async function waitUntilReady(config: Config): Promise<void> {
  const url = `${localAddress(config)}/readyz`;
  for (;;) {
    const found = await fetch(url, {signal: AbortSignal.timeout(2000)})
      .then(async answer => parseReadiness(await answer.json()))
      .catch(() => undefined);
    if (found && Object.entries(found.checks).every(([name, {ok}]) => ok || name === "demo")) return;
    await Bun.sleep(25);
  }
}
