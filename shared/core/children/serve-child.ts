import {existsSync, writeFileSync, writeSync} from "node:fs";
import {getPriority, setPriority} from "node:os";
import {FrameReader, frameOf, type Outcome} from "./frames.ts";
import {BUSY, IDLE} from "./serving-state.ts";

/** A fault that the caller can fix, thrown inside a child process. */
export class Refused extends Error {}

const STDERR = 2;
/** Lowers the child's priority, so that requests that people wait for go first. */
const NICENESS = 5;
const MAX_REQUEST_BYTES = 256 * 1024 * 1024;
/** If the process uses more memory than this after a job, the pool replaces it: it would return little memory by itself. */
const REUSE_LIMIT_BYTES = 512 * 1024 * 1024;
/**
 * The file with the score of this process: when memory runs out, Linux first ends the process with the highest score,
 * which must be a child rather than the service.
 */
const OOM_SCORE_FILE = "/proc/self/oom_score_adj";

let isRetired = false;

/** Makes the pool replace this process after its current answer, because the state of the process is broken. */
export function retireChild(): void {
  isRetired = true;
}

/** The body of a pool's script: answers requests with `work`, one after the other, until the parent is gone. */
export async function serveChild<Q, A>(work: (request: Q) => A | Promise<A>): Promise<never> {
  const state = startWatching();
  // A process whose priority is lower already may not raise it, unless it is root's.
  if (getPriority() < NICENESS) setPriority(NICENESS);
  if (existsSync(OOM_SCORE_FILE)) writeFileSync(OOM_SCORE_FILE, "1000");
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  // Standard output carries the answers, so a library's prints go to standard error.
  // biome-ignore lint/suspicious/noConsole: a library's own
  console.log = console.error;
  const requests = new FrameReader(Bun.stdin.stream());
  // A library may have made standard output non-blocking. `Bun.write` starts again from the first byte if such an
  // output accepts only a part of the bytes.
  const answers = Bun.stdout.writer();
  const give = async (text: string) => {
    answers.write(frameOf(text));
    await answers.flush();
  };
  await give("");
  for (;;) {
    const request = await requests.next(MAX_REQUEST_BYTES);
    if (request === undefined) process.exit(0);
    setState(state, BUSY);
    const outcome = await outcomeOf(work, JSON.parse(request));
    const retired = isRetired || process.memoryUsage.rss() > REUSE_LIMIT_BYTES;
    await give(JSON.stringify(retired ? {...outcome, retired} : outcome));
    setState(state, IDLE);
  }
}

function fail(error: unknown): never {
  writeSync(STDERR, String(error instanceof Error ? (error.stack ?? error) : error));
  process.exit(1);
}

/**
 * Starts the watchdog in a thread of its own, which still runs when this thread is stuck in a loop. Returns the state that
 * the watchdog reads.
 */
function startWatching(): Int32Array<SharedArrayBuffer> {
  const watching = new Worker(new URL("./watch-child.ts", import.meta.url).href, {
    smol: true,
    argv: process.argv.slice(2),
  });
  watching.unref();
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  watching.postMessage(state.buffer);
  return state;
}

function setState(state: Int32Array<SharedArrayBuffer>, value: number): void {
  Atomics.store(state, 0, value);
  Atomics.notify(state, 0);
}

async function outcomeOf<Q, A>(work: (request: Q) => A | Promise<A>, request: Q): Promise<Outcome<A>> {
  try {
    return {answer: await work(request)};
  } catch (error) {
    if (error instanceof Refused) return {refused: error.message};
    return {fault: error instanceof Error ? (error.stack ?? error.message) : String(error)};
  }
}
