import {type ParsedStatement, parseStatements} from "../commands/parse.ts";
import {checkText} from "./limits.ts";
import type {SessionState} from "./state.ts";

/** How many characters one call of the rate limit covers. The parser takes about two milliseconds for this many. */
const CHARACTERS_PER_CALL = 32 * 1024;

/**
 * The statements of a client's text. Planning the statements counts against the caller's rate limit. In addition, this
 * function counts a long text, and a text that cannot be parsed. Throws 54000 for a text that is too long.
 */
export function readText(state: SessionState, text: string): ParsedStatement[] {
  checkText(text);
  for (let paid = CHARACTERS_PER_CALL; paid < text.length; paid += CHARACTERS_PER_CALL) state.sql.charge();
  try {
    return parseStatements(text);
  } catch (error) {
    state.sql.charge();
    throw error;
  }
}
