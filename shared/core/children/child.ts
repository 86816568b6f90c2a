import {readFileSync} from "node:fs";
import {FrameReader, FrameTooLarge, frameOf, OUT_OF_MEMORY} from "./frames.ts";
import {processorMsOf} from "./processor-time.ts";

export interface ChildOptions {
  /** The script that the child runs. It answers each request with an `Outcome`; see `serveChild`. */
  script: URL;
  /** Limit of its memory, of all kinds. */
  maxBytes: number;
  maxAnswerBytes: number;
}

/** Thrown after the child was ended because it used too much memory or its answer was too large. */
export class ChildOverrun extends Error {}

/** The number of characters that are stored from the end of the child's standard error. */
const STORED_CHARACTERS = 2000;

/**
 * A process for work that may hang, run out of memory or crash. It gets no secrets and no file descriptors of its
 * parent, and ends with it. A thread would not do: an endless loop in WebAssembly cannot be stopped there.
 */
export class Child {
  readonly #process: Bun.Subprocess<"pipe", "pipe", "pipe">;
  readonly #frames: FrameReader;
  readonly #errorOutput: Promise<string>;
  /** Resolves when the child is ready for requests; rejects if it ends before. */
  readonly loaded: Promise<void>;

  constructor(private readonly options: ChildOptions) {
    const {script, maxBytes} = options;
    this.#process = Bun.spawn(
      [
        process.execPath,
        "--no-env-file",
        "--no-install",
        Bun.fileURLToPath(script),
        String(process.pid),
        String(maxBytes),
      ],
      // Detached, so that a terminal's signals reach only the parent and work under way can end.
      {env: {TZ: "UTC"}, cwd: "/", stdin: "pipe", stdout: "pipe", stderr: "pipe", detached: true},
    );
    this.#process.unref();
    this.#frames = new FrameReader(this.#process.stdout);
    this.#errorOutput = lastOf(this.#process.stderr);
    this.loaded = this.#frame().then(() => undefined);
    this.loaded.catch(() => undefined);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get exited(): Promise<unknown> {
    return this.#process.exited;
  }

  /** The processor time that the child has used so far; `undefined` where the system does not report it. */
  processorMs(): number | undefined {
    try {
      return processorMsOf(readFileSync(`/proc/${this.pid}/stat`, "utf8"));
    } catch {
      return undefined;
    }
  }

  /** The answer to a request, both as JSON. One request at a time. After a rejection the child is gone. */
  async ask(request: string): Promise<string> {
    await this.loaded;
    const {stdin} = this.#process;
    // Writing to a child that has ended fails; reading its answer below reports why it ended.
    const sent = (async () => {
      stdin.write(frameOf(request));
      await stdin.flush();
    })();
    sent.catch(() => undefined);
    return this.#frame();
  }

  /** Ends the process at once, even in the middle of work. */
  end(): void {
    this.#process.kill("SIGKILL");
  }

  async #frame(): Promise<string> {
    let text: string | undefined;
    try {
      text = await this.#frames.next(this.options.maxAnswerBytes);
    } catch (error) {
      this.end();
      if (error instanceof FrameTooLarge) throw new ChildOverrun(error.message);
      throw error;
    }
    if (text !== undefined) return text;
    this.end();
    await this.#process.exited;
    const errorOutput = await this.#errorOutput;
    if (errorOutput.endsWith(OUT_OF_MEMORY))
      throw new ChildOverrun(`more than ${this.options.maxBytes} bytes of memory`);
    const {exitCode, signalCode} = this.#process;
    throw new Error(`a child process ended (${signalCode ?? exitCode}): ${errorOutput}`);
  }
}

async function lastOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let last = "";
  for await (const chunk of stream)
    last = (last + decoder.decode(chunk, {stream: true})).slice(-STORED_CHARACTERS);
  return last;
}
