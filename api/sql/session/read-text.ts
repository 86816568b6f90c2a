import {type ParsedStatement, parseStatements} from "../commands/parse.ts";
import {checkText} from "./limits.ts";
import type {SessionState} from "./state.ts";

/** Characters that one call of the rate limit pays for: as many take the parser about two milliseconds. */
const CHARACTERS_PER_CALL = 32 * 1024;

/**
 * The statements of a text of the client. Planning them counts against the caller's rate limit; a long text, and one
 * that cannot be parsed, does so here. Throws 54000 for one that is too long.
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
