import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {arch, cpus, platform, totalmem} from "node:os";
import {join} from "node:path";
import type {Row} from "./scenario.ts";

const FILE = join(import.meta.dir, "results.md");
const HEAD = ["Scenario", "Measure", "Target", "Result", "Met", "Rounds", "Date", "Processor"];

export type NamedRow = Row & {scenario: string};

/** The rows as a table for a terminal. */
export function tableOf(rows: readonly NamedRow[]): string {
  const cells = [HEAD.slice(0, 6), ...rows.map(row => cellsOf(row))];
  const widths = (cells[0] ?? []).map((_, c) => Math.max(...cells.map(line => (line[c] ?? "").length)));
  return cells
    .map(line =>
      line
        .map((cell, c) => cell.padEnd(widths[c] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Updates the results file; scenarios that were not run keep their rows. */
export function writeResults(
  rows: readonly NamedRow[],
  order: readonly string[],
  about: string,
  versions: {postgres: string; duckdb: string},
): void {
  const date = new Date().toISOString().slice(0, 10);
  const processor =
    cpus()[0]
      ?.model.replace(/\(R\)|Processor/g, "")
      .trim() || arch();
  const earlierLines = existsSync(FILE) ? readFileSync(FILE, "utf8").split("\n") : [];
  const lines = order.flatMap(scenario => {
    const now = rows.filter(row => row.scenario === scenario);
    return now.length > 0
      ? now.map(row => `| ${[...cellsOf(row), date, processor].join(" | ")} |`)
      : earlierLines.filter(line => line.startsWith(`| ${scenario} |`));
  });
  const machine = `${navigator.hardwareConcurrency} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${platform()} ${arch()}`;
  const text = [
    "# Results",
    "",
    "Made by `npm run bench`.",
    "",
    `- Machine: ${machine}. Service, warehouse, raw server and load client share this machine. Each row names the processor that it was measured on.`,
    `- Versions: Bun ${Bun.version}, Postgres ${versions.postgres}, DuckDB ${versions.duckdb}.`,
    `- Data: 3,000,000 flights and 3,376 airports, in DuckDB and in Postgres.`,
    "",
    about,
    "",
    `| ${HEAD.join(" | ")} |`,
    `|${" --- |".repeat(HEAD.length)}`,
    ...lines,
    "",
  ];
  writeFileSync(FILE, text.join("\n"));
}

function cellsOf({scenario, measure, target, result, met, rounds}: NamedRow): string[] {
  return [scenario, measure, target, result, met ? "yes" : "**no**", rounds];
}
