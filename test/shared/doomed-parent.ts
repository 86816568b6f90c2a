import {ChildPool} from "../../shared/core/children/child-pool.ts";

/** Starts a child that never ends and an idle one, prints their ids, and waits to be killed. */
const pool = new ChildPool<string, string>({
  script: new URL("./misbehaving-child.ts", import.meta.url),
  maxBytes: 512 * 1024 * 1024,
  maxAnswerBytes: 1000,
  timeoutMs: 60_000,
  timeoutMessage: "It took too long.",
  memoryMessage: "It was too much.",
});
const {signal} = new AbortController();

const busy = await pool.run("org_a", "says its id", signal);
const endless = pool.run("org_a", "never ends", signal);
const idle = await pool.run("org_b", "says its id", signal);
process.stdout.write(`${busy} ${idle}\n`);
await endless;
