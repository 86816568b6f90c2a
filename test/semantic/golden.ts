import {join} from "node:path";
import {structuredPatch} from "diff";
import {type CompiledQuery, compile, type Statement} from "../../shared/semantic/compile.ts";
import type {DialectName} from "../../shared/semantic/dialects/dialect.ts";
import {buildLayer, type Layer} from "../../shared/semantic/layer/layer.ts";
import {CASES, type CorpusCase, type CorpusFile, contextOf, DIALECT_NAMES, NEVER_RUN} from "./corpus.ts";

/**
 * The golden SQL of a topic, in one file for all dialects: each case has Postgres' SQL in full, and for other dialects the
 * lines that differ from it. Dialects with the same differences share them.
 */
export function goldenPath(topic: string): string {
  return join(CASES, `${topic}.sql`);
}

/** The content of the golden file of a topic. */
export function goldenText(file: CorpusFile): string {
  const layer = buildLayer(file.layer);
  return [HEADER, ...file.cases.map(one => caseText(layer, one))].join("\n");
}

/** The SQL of the cases of a topic that run on a dialect. */
export function statementsOf(file: CorpusFile, dialect: DialectName): Statement[] {
  const layer = buildLayer(file.layer);
  return file.cases
    .filter(one => takes(one, dialect))
    .map(one => compile(layer, one.query, contextOf(one, dialect)))
    .flatMap(({sql, parameters, totals}) => [{sql, parameters}, ...(totals ? [totals] : [])]);
}

const HEADER = `\
-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- ${NEVER_RUN.join(", ")} (how they are checked instead: shared/semantic/dialects/README.md).
`;

function caseText(layer: Layer, one: CorpusCase): string {
  const texts = DIALECT_NAMES.filter(dialect => takes(one, dialect)).map(dialect => ({
    dialect,
    text: compiledText(compile(layer, one.query, contextOf(one, dialect))),
  }));
  const [{dialect: whole, text: base} = {dialect: "", text: ""}] = texts;
  const others = texts.slice(1).map(({dialect, text}) => ({
    dialect,
    difference: differenceOf(quotedAs(dialect, base), text),
  }));
  const differences = [...Map.groupBy(others, ({difference}) => difference)].map(
    ([difference, dialects]) => `-- ${namesOf(dialects)}:${difference}`,
  );
  const title = whole === "postgres" ? one.name : `${one.name} (as a whole: ${whole})`;
  return `-- ${title}\n${base}${differences.map(part => `${part}\n`).join("")}`;
}

function takes(one: CorpusCase, dialect: DialectName): boolean {
  return one.not?.includes(dialect) !== true;
}

function namesOf(dialects: readonly {dialect: string}[]): string {
  return dialects.map(({dialect}) => dialect).join(", ");
}

function differenceOf(base: string, text: string): string {
  if (text === base) return " the same";
  const {hunks} = structuredPatch("", "", base, text, "", "", {context: 0});
  return hunks
    .flatMap(({oldStart, oldLines, lines}) => {
      const added = lines.filter(line => line.startsWith("+")).map(line => line.slice(1));
      return Array.from({length: Math.max(oldLines, added.length)}, (_, at) => {
        if (at >= added.length) return `${oldStart + at} is left out`;
        return at < oldLines ? `${oldStart + at}| ${added[at]}` : `${oldStart + oldLines - 1}+| ${added[at]}`;
      });
    })
    .map(line => `\n-- ${line}`)
    .join("");
}

/** Postgres' text with names quoted as in the dialect, so that quotes are no difference. */
function quotedAs(dialect: DialectName, text: string): string {
  if (!["mysql", "bigquery", "databricks"].includes(dialect)) return text;
  return text.replaceAll(/^(?!-- ).*$/gm, line =>
    line.replaceAll(/"([^"]*)"/g, (_, name) =>
      dialect === "bigquery" ? `\`${name.replaceAll(".", "__")}\`` : `\`${name}\``,
    ),
  );
}

function compiledText(compiled: CompiledQuery): string {
  const totals = compiled.totals === undefined ? "" : `-- totals\n${statementText(compiled.totals)}`;
  return statementText(compiled) + totals;
}

function statementText({sql, parameters}: Statement): string {
  const bound = parameters.length === 0 ? "" : `-- ${JSON.stringify(parameters)}\n`;
  return `${bound}${sql};\n`;
}
