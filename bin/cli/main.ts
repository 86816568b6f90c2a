import manifest from "../../package.json";
import {nearest} from "../../shared/semantic/nearest-names.ts";
import {ask} from "./ask.ts";
import type {Command} from "./command.ts";
import {EXIT, type ExitCode, reportError, UsageError} from "./errors.ts";
import {evaluate} from "./eval.ts";
import {exportLayer} from "./export.ts";
import {readFlags} from "./flags.ts";
import {helpOf, overview} from "./help.ts";
import {importLayer} from "./import.ts";
import {introspect} from "./introspect.ts";
import {apply} from "./layer/apply.ts";
import {diff} from "./layer/diff.ts";
import {test} from "./layer/test.ts";
import {models} from "./models.ts";
import {terminalOf, write} from "./output.ts";
import {query} from "./query.ts";
import {Service} from "./service.ts";
import {COMMON, type Environment, readSettings} from "./settings.ts";
import {sql} from "./sql.ts";
import {upload} from "./upload.ts";

const {version} = manifest;

const COMMANDS: Readonly<Record<string, Command>> = {
  query,
  models,
  import: importLayer,
  introspect,
  "layer diff": diff,
  "layer apply": apply,
  "layer test": test,
  eval: evaluate,
  export: exportLayer,
  sql,
  ask,
  upload,
};

/** Runs one command line. Resolves with the exit code, after errors were printed on standard error. */
export async function run(args: readonly string[], env: Environment): Promise<ExitCode> {
  try {
    const [first] = args;
    if (first === undefined || /^(-h|--help|help)$/.test(first)) {
      await write(`${overview(COMMANDS)}\n`);
      return first === undefined ? EXIT.usage : EXIT.ok;
    }
    if (/^(-V|--version|version)$/.test(first)) {
      await write(`${version}\n`);
      return EXIT.ok;
    }
    const {name, command, rest} = commandOf(args);
    const {flags, words} = readFlags(rest, {...COMMON, ...command.options});
    if (flags.has("help")) {
      await write(`${helpOf(name, command)}\n`);
      return EXIT.ok;
    }
    const [least, most] = command.words;
    if (words.length < least || words.length > most) {
      throw new UsageError(`Usage: analytics ${name} ${command.takes} (see analytics ${name} --help)`);
    }
    const settings = readSettings(flags, env);
    const {format} = settings;
    return await command.run({service: new Service(settings), flags, words, format, ...terminalOf(env)});
  } catch (error) {
    return reportError(error);
  }
}

function commandOf(args: readonly string[]): {name: string; command: Command; rest: readonly string[]} {
  const begin = optionsBefore(args);
  const [first = "", second = ""] = args.slice(begin);
  for (const name of [`${first} ${second}`, first]) {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const end = begin + name.split(" ").length;
    if (command) return {name, command, rest: [...args.slice(0, begin), ...args.slice(end)]};
  }
  if (first === "" || first.startsWith("-"))
    throw new UsageError("A command is missing: analytics query --limit 10 … (see analytics --help)");
  const names = Object.keys(COMMANDS);
  const given = first === "layer" ? `layer ${second}`.trim() : first;
  const hint = nearest(given, names)[0];
  throw new UsageError(
    `"${given}" is not a command.${hint ? ` Did you mean "${hint}"?` : ""} There is: ${names.join(", ")}.`,
  );
}

/** The number of arguments before the command's name: options and their values. */
function optionsBefore(args: readonly string[]): number {
  let count = 0;
  while (args[count]?.startsWith("-")) count += takesNext(args[count] ?? "") ? 2 : 1;
  return Math.min(count, args.length);
}

/** Whether the argument is an option, of any command, whose value is the next argument. */
function takesNext(argument: string): boolean {
  return [COMMON, ...Object.values(COMMANDS).map(({options}) => options)].some(options =>
    Object.entries(options).some(
      ([name, {type, short}]) =>
        type === "string" && (argument === `--${name}` || (short !== undefined && argument === `-${short}`)),
    ),
  );
}
