import type {ParsedStatement} from "../commands/parse.ts";
import {recoder} from "../rows/recode.ts";
import type {Channel} from "../wire/channel.ts";
import {commandComplete, EMPTY_QUERY, rowDescription} from "../wire/messages.ts";
import {readText} from "./read-text.ts";
import type {Run} from "./run.ts";
import {sendCopy, sendRows} from "./send.ts";
import type {SessionState} from "./state.ts";

/**
 * A `Query` message: runs all statements of a text, and answers each. The first error ends the message. If the text
 * cannot be parsed, no statement runs. https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-SIMPLE-QUERY
 */
export async function answerQuery(
  channel: Channel,
  state: SessionState,
  text: string,
  tell: () => void,
  answer: Run,
): Promise<void> {
  state.portals.close("");
  state.statements.delete("");
  state.transaction.start();
  const statements = readText(state, text);
  if (statements.length === 0) channel.write(EMPTY_QUERY);
  state.transaction.isMultiple = statements.length > 1;
  try {
    for (const statement of statements) {
      await answerStatement(channel, state, statement, tell, answer);
      if (channel.isFull) await channel.flush();
    }
  } finally {
    state.transaction.isMultiple = false;
  }
}

async function answerStatement(
  channel: Channel,
  state: SessionState,
  statement: ParsedStatement,
  tell: () => void,
  answer: Run,
): Promise<void> {
  const command = await answer.until(state.plan(statement, []));
  const outcome = await answer.until(command.run({parameters: [], signal: answer.signal}));
  if (outcome.kind === "done") {
    tell();
    channel.write(commandComplete(outcome.tag));
    return;
  }
  const {rows} = outcome;
  try {
    if (outcome.kind === "copy") {
      const count = await sendCopy(channel, rows, outcome.copy, answer);
      tell();
      channel.write(commandComplete(`COPY ${count}`));
      return;
    }
    const fields = command.fields ?? [];
    const formats = outcome.formats ?? fields.map(() => 0);
    const recode = recoder(fields, formats);
    const sending = {head: rowDescription(fields, formats), recode, most: Number.POSITIVE_INFINITY};
    const {count} = await sendRows(channel, rows, sending, answer);
    tell();
    channel.write(commandComplete(outcome.tag(count)));
  } finally {
    rows.close();
  }
}
