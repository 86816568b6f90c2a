import {changedNames} from "../../shared/modeling/github/changed-names.ts";
import type {AskedBy} from "../../shared/modeling/github/write-back-schemas.ts";
import type {LayerChange} from "../../shared/modeling/layer-formats/common/apply-changes.ts";

const TRAILER = "Write-back-request:";
const MAX_VALUE_LENGTH = 300;
const MAX_LINES = 100;
const MAX_LINE_LENGTH = 600;
/** GitHub accepts 65,536 characters. */
const MAX_BODY_LENGTH = 60_000;

/** A commit's message, which names the request that the commit was made for. */
export function commitBody({id, ...run}: Written & {id: string}): string {
  return `${linesOf(run).join("\n")}\n\n${TRAILER} ${id}`;
}

/** Whether a commit was made for this request. */
export function isCommitFor(id: string, message: string): boolean {
  return message.split(/\r?\n/).includes(`${TRAILER} ${id}`);
}

/** The content of a request. */
interface Written {
  changes: readonly LayerChange[];
  withQuestions: boolean;
}

interface Asked extends Written {
  askedBy: AskedBy;
}

/** The description of a pull request, with all changes that were requested. */
export function pullBody(projectName: string, requests: readonly Asked[], isPrivate: boolean): string {
  const parts = requests.map(({askedBy: {serviceAccount, person}, ...written}) => {
    // A public repository does not reveal who works for an organization.
    const who = isPrivate
      ? `${code(serviceAccount.name)}${person ? `, of ${code(person.name)}` : ""}`
      : "a service account";
    return `Requested by ${who}:\n\n${linesOf(written).join("\n")}`;
  });
  return [
    `Changes of the semantic layer${isPrivate ? ` of ${code(projectName)}` : ""}, written back from the service.`,
    ...parts,
    "_The changed files were read again, and define exactly these changes. Once merged, the layer is synced automatically._",
  ]
    .join("\n\n")
    .slice(0, MAX_BODY_LENGTH);
}

function linesOf({changes, withQuestions}: Written): string[] {
  const questions = withQuestions ? ["- Writes the verified questions that members have saved"] : [];
  const lines = [...questions, ...changes.slice(0, MAX_LINES).map(lineOf)];
  const more = changes.length - MAX_LINES;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}

function lineOf(change: LayerChange): string {
  const what = `${change.kind} ${code(changedNames(change)[0] ?? change.model)}`;
  if (change.op === "remove") return `- Removes the ${what}`;
  const keys = Object.entries(change.value ?? {}).filter(([key]) => key !== "name");
  const settings = keys.map(([key, value]) =>
    value === null ? `no ${key}` : `${key} ${code(formatValue(value))}`,
  );
  const line = `- Sets the ${what}: ${settings.join(", ")}`;
  return line.length > MAX_LINE_LENGTH ? `- Sets the ${what}: ${keys.map(([key]) => key).join(", ")}` : line;
}

function formatValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : text;
}

/** The text as inline code, in which nothing is a mention, a link or a word that closes an issue. */
function code(text: string): string {
  return `\`${text.replaceAll("`", "'").replaceAll(/\s+/g, " ")}\``;
}
