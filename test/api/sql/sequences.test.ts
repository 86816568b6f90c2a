import {afterAll, beforeAll, expect, test} from "bun:test";
import type {Message} from "../../support/postgres-messages.ts";
import {MESSAGE_SEQUENCES} from "./support/message-sequences.ts";
import {openServer, type Sides} from "./support/open-server.ts";
import {errorFields, RawClient, type Target} from "./support/raw-client.ts";
import {STATEMENT_SEQUENCES} from "./support/statement-sequences.ts";

let sides: Sides;

beforeAll(async () => {
  sides = await openServer();
});
afterAll(() => sides.stop());

/** A message as one line: its letter, and the parts by which a client decides. */
function shapeOf({type, body}: Message): string {
  switch (type) {
    case "E":
    case "N": {
      const fields = errorFields(body);
      return `${type} ${fields.get("S")} ${fields.get("C")} ${fields.get("M")} ${fields.get("P") ?? ""}`.trim();
    }
    case "C":
      return `C ${body.toString("utf8", 5, body.length - 1)}`;
    case "T":
      return `T ${withoutOrigins(body).toString("hex")}`;
    default:
      return `${type} ${body.toString("hex", 5)}`;
  }
}

/** The origin of a field (its table and column) is not sent by the service. */
function withoutOrigins(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  for (let at = 7; at < copy.length; ) {
    const end = copy.indexOf(0, at);
    copy.fill(0, end + 1, end + 7);
    at = end + 19;
  }
  return copy;
}

async function answers(target: Target, rounds: readonly (readonly Buffer[])[]): Promise<string[]> {
  const client = await RawClient.signIn(target);
  const shapes: string[] = [];
  for (const round of rounds) {
    client.send(...round);
    const answer = (await client.untilReady()).map(shapeOf);
    // The order of changed parameters before `ReadyForQuery` is not defined.
    const told = answer.filter(line => line.startsWith("S ")).sort();
    shapes.push("---", ...answer.filter(line => !line.startsWith("S ")), ...told);
  }
  client.end();
  return shapes;
}

for (const [title, rounds] of Object.entries({...MESSAGE_SEQUENCES, ...STATEMENT_SEQUENCES})) {
  test(`${title}: the messages are the same and in the same order as Postgres'`, async () => {
    expect(await answers(sides.ours, rounds)).toEqual(await answers(sides.real, rounds));
  });
}
