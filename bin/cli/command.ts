import type {ExitCode} from "./errors.ts";
import type {Flags, Options} from "./flags.ts";
import type {Paint} from "./printable-text.ts";
import type {Service} from "./service.ts";
import type {Format} from "./settings.ts";

/** The input of a command: the service, the options and where to print. */
export interface Call {
  service: Service;
  flags: Flags;
  /** The positional arguments. */
  words: readonly string[];
  format: Format;
  width: number;
  paint: Paint;
}

export interface Command {
  /** The arguments after the command's name in the usage line. */
  takes: string;
  /** The minimum and maximum number of positional arguments. */
  words: readonly [number, number];
  summary: string;
  /** Further lines of its help. */
  about: readonly string[];
  options: Options;
  run(call: Call): Promise<ExitCode>;
}
