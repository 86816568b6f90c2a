import type {Command} from "./command.ts";
import type {Options} from "./flags.ts";
import {COMMON} from "./settings.ts";

export function overview(commands: Readonly<Record<string, Command>>): string {
  const names = Object.entries(commands).map(([name, {takes, summary}]) => [
    `${name} ${takes}`.trim(),
    summary,
  ]);
  return [
    "Usage: analytics <command> [options]",
    "",
    ...columns(names),
    "",
    "Options of every command:",
    ...optionLines(COMMON),
    "",
    "analytics --version prints the client's version.",
    "The exit code is 0; 1 when the service refuses or an assertion fails; 2 for a wrong command line or file; 3 when the",
    "service cannot be reached.",
  ].join("\n");
}

export function helpOf(name: string, {takes, summary, about, options}: Command): string {
  return [
    `Usage: analytics ${`${name} ${takes}`.trim()} [options]`,
    "",
    summary,
    ...(about.length > 0 ? ["", ...about] : []),
    "",
    ...(Object.keys(options).length > 0 ? ["Options:", ...optionLines(options), ""] : []),
    "Options of every command:",
    ...optionLines(COMMON),
  ].join("\n");
}

function optionLines(options: Options): string[] {
  return columns(
    Object.entries(options).map(([name, {value, short, help}]) => [
      `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
      help,
    ]),
  );
}

function columns(lines: readonly string[][]): string[] {
  const width = Math.max(...lines.map(([left = ""]) => left.length));
  return lines.map(([left = "", right = ""]) => `  ${left.padEnd(width)}  ${right}`);
}
