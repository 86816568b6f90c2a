import type {ExitCode} from "./errors.ts";
import type {Flags, Options} from "./flags.ts";
import type {Service} from "./service.ts";
import type {Format} from "./settings.ts";
import type {Paint} from "./text.ts";

/** What a command works with. */
export interface Call {
  service: Service;
  flags: Flags;
  /** What stands on the command line beside options. */
  words: readonly string[];
  format: Format;
  width: number;
  paint: Paint;
}

export interface Command {
  /** What is behind its name in the usage. */
  takes: string;
  /** The least and the most words that it takes. */
  words: readonly [number, number];
  summary: string;
  /** More for its help, in lines. */
  about: readonly string[];
  options: Options;
  run(call: Call): Promise<ExitCode>;
}
