import {expect, test} from "bun:test";
import {plannedConfig} from "../../../bin/start/environment.ts";
import {requireFreePort} from "../../../bin/start/startup-checks.ts";
import {freePort} from "../../../shared/core/postgres/server.ts";

test.skipIf(process.platform !== "linux")(
  "of two starts on one port at once, one is refused although nothing listens on it yet",
  async () => {
    const port = await freePort();
    const {config} = plannedConfig({PORT: String(port)});
    const [first, second] = await Promise.allSettled([1, 2].map(() => requireFreePort(config, false)));
    expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
    await expect(requireFreePort(config, false)).rejects.toThrow(`Port ${port} is in use`);
    const {config: other} = plannedConfig({PORT: String(await freePort())});
    await requireFreePort(other, false);
  },
);
