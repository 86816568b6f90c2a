import {readdirSync, readlinkSync} from "node:fs";
import {Refused, retireChild, serveChild} from "../../shared/core/children/serve-child.ts";

let done = 0;

/** The open file descriptors of this process, without the standard three and without files of the process itself. */
function descriptors(): string[] {
  return readdirSync("/proc/self/fd").flatMap(name => {
    if (Number(name) < 3) return [];
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`);
      return /^(socket|pipe|\/)/.test(target) && !target.startsWith("/proc/") ? [target] : [];
    } catch {
      // The descriptor of the folder, which is closed by now.
      return [];
    }
  });
}

/** Read before the process opens anything itself: its watch reads a script. */
const inherited = descriptors();

/** Does what the order says. */
await serveChild(async (order: string): Promise<string> => {
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
    case "takes a moment":
      await Bun.sleep(200);
      return "done";
    case "is held up":
      await Bun.sleep(2000);
      return "done";
    case "says its id":
      return String(process.pid);
    case "says what it holds":
      return JSON.stringify({environment: process.env, descriptors: inherited});
    case "takes all memory":
      for (const held: Buffer[] = []; ; ) held.push(Buffer.alloc(10_000_000, 1));
    case "answers without end":
      return "x".repeat(20_000_000);
    case "answers 230,000 characters":
      // As libraries do that check for a terminal. The check makes the descriptor non-blocking.
      void process.stdout.isTTY;
      return "x".repeat(230_000);
    case "prints":
      // biome-ignore lint/suspicious/noConsole: it is what a library may do
      console.log("a library's note");
      return "printed";
    case "fails":
      throw new Error("no such colour");
    case "refuses":
      throw new Refused("Ask for less.");
    case "is spent":
      retireChild();
      throw new Refused("Too much.");
    case "counts":
      return String(++done);
    default:
      return `done: ${order}`;
  }
});
