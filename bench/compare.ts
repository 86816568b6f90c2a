import {isDeepStrictEqual} from "node:util";
import type {Ask} from "./client.ts";

/** The answer as text, fetched with the runtime's own client. */
export async function answerOf({port, bytes}: Ask): Promise<string> {
  const request = Buffer.from(bytes).toString();
  const [head = "", body = ""] = request.split("\r\n\r\n", 2);
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body ? {body} : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** Throws where two answers differ after parsing. */
export async function requireSameAnswer(subject: Ask, anchor: Ask): Promise<void> {
  const [ours, theirs] = await Promise.all([answerOf(subject), answerOf(anchor)]);
  if (isDeepStrictEqual(JSON.parse(ours), JSON.parse(theirs))) return;
  throw new Error(
    `The answers differ, so nothing is timed:\n  ${ours.slice(0, 600)}\n  ${theirs.slice(0, 600)}`,
  );
}
