import {capitalised} from "../../shared/core/one-line.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {SyncError} from "../../shared/modeling/github/sync-schemas.ts";
import type {GraphDiff} from "../../shared/modeling/layer-formats/diff-graph.ts";
import {counted} from "../../shared/tenancy/content-kinds/describe.ts";

/**
 * The changes that a layer would make. Affected content is counted and not named, because not all readers of the check
 * may see it.
 */
export interface Change {
  diff: GraphDiff;
  /** The number of contents that would break, by type. */
  broken: ReadonlyMap<string, number>;
  /** The number of saved charts whose SQL would change. */
  otherSql: number;
  notes: readonly GraphNote[];
}

/** A check run in GitHub's format. */
export interface CheckText {
  conclusion: "success" | "neutral" | "failure";
  output: {title: string; summary: string; annotations: Annotation[]};
}

interface Annotation {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: "failure" | "warning";
  message: string;
}

/** GitHub accepts no more annotations in one request. */
const MAX_ANNOTATIONS = 50;
const MAX_NAMES = 100;

export function changeText(
  {diff, broken, otherSql, notes}: Change,
  {showsNames, holds}: {showsNames: boolean; holds: boolean},
): CheckText {
  const breaks = [...broken.values()].reduce((sum, count) => sum + count, 0);
  const counts = (["added", "changed", "removed"] as const).map(kind => `${diff[kind].length} ${kind}`);
  const title = `${counts.join(", ")}${breaks > 0 ? `; breaks ${breaks} saved ${breaks === 1 ? "thing" : "things"}` : ""}`;
  const policy = holds
    ? "Once merged, the layer waits for an org-admin's consent."
    : "Once merged, the layer is applied, and this content stops working.";
  const summary = [
    breaks === 0
      ? "No saved content would break."
      : `**Breaks ${[...broken].map(([type, count]) => counted(count, type.replace("_", " "))).join(", ")}.** ${policy}`,
    otherSql === 0 ? "" : `${counted(otherSql, "saved chart")} would send different SQL to the warehouse.`,
    ...(showsNames ? (["added", "changed", "removed"] as const).map(kind => listOf(kind, diff[kind])) : []),
    "_Compiled only: nothing was run in the warehouse._",
  ];
  const placed = notes.filter(note => note.file && note.line);
  return {
    conclusion: breaks === 0 ? "success" : holds ? "failure" : "neutral",
    output: {
      title,
      summary: summary.filter(Boolean).join("\n\n"),
      annotations: placed
        .slice(0, MAX_ANNOTATIONS)
        .map(({file = "", line, message}) => annotation("warning", file, line, message)),
    },
  };
}

export function faultText(errors: readonly SyncError[]): CheckText {
  const placed = errors.filter(error => error.file);
  const title =
    errors.length === 0 ? "The layer cannot be applied" : `${counted(errors.length, "error")} in the layer`;
  return {
    conclusion: "failure",
    output: {
      title,
      summary: "Once merged, this layer would not be applied, and the project's layer would not change.",
      annotations: placed
        .slice(0, MAX_ANNOTATIONS)
        .map(({file = "", line, message}) => annotation("failure", file, line, message)),
    },
  };
}

function annotation(
  level: Annotation["annotation_level"],
  path: string,
  line = 1,
  message: string,
): Annotation {
  return {path, start_line: line, end_line: line, annotation_level: level, message: message.slice(0, 4000)};
}

function listOf(kind: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const listed = names.slice(0, MAX_NAMES).map(name => `- \`${name.replaceAll("`", "'")}\``);
  const more = names.length > MAX_NAMES ? [`- and ${names.length - MAX_NAMES} more`] : [];
  return `**${capitalised(kind)}**\n${[...listed, ...more].join("\n")}`;
}
