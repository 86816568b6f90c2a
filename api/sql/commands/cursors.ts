import type {ClosePortalStmt, DeclareCursorStmt, FetchStmt} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {fetchRows} from "../rows/fetch.ts";
import type {RowBatch, RowSource} from "../rows/row-source.ts";
import {ScrollRows} from "../rows/scroll-rows.ts";
import type {Portal} from "../session/portals.ts";
import type {SessionState} from "../session/state.ts";
import {type Command, command} from "./command.ts";
import {type ParsedStatement, partOf, tokensOf} from "./parse.ts";
import {planRows} from "./rows.ts";
import {readOnly, writingCommand} from "./write-commands.ts";

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/nodes/parsenodes.h: `CURSOR_OPT_…` */
const BINARY = 0x1;
const SCROLL = 0x2;
const NO_SCROLL = 0x4;
const HOLD = 0x20;

export async function planDeclare(
  state: SessionState,
  statement: ParsedStatement,
  {portalname: name = "", options = 0, query}: DeclareCursorStmt,
  parameterTypes: readonly number[],
): Promise<Command> {
  if (!query || !("SelectStmt" in query)) throw readOnly(query ? writingCommand(query) : "DECLARE");
  if (options & SCROLL && options & NO_SCROLL)
    throw new SqlError("42P11", "cannot specify both SCROLL and NO SCROLL");
  const tokens = tokensOf(statement);
  const select = tokens[tokens.findIndex(({text}, i) => i > 1 && text === "for") + 1];
  const rows = await planRows(state, partOf(statement, select), query.SelectStmt, parameterTypes);
  return {
    parameterTypes: rows.parameterTypes,
    fields: undefined,
    run: async ({parameters}) => {
      const isHoldable = (options & HOLD) !== 0;
      if (!isHoldable && !state.transaction.isMultiple) state.transaction.require("DECLARE CURSOR");
      state.portals.add(cursorOf(state, statement, {name, options, rows, parameters}));
      return {kind: "done", tag: "DECLARE CURSOR"};
    },
  };
}

interface Declaration {
  name: string;
  options: number;
  rows: Command;
  parameters: readonly (string | null)[];
}

function cursorOf(state: SessionState, {sql}: ParsedStatement, declaration: Declaration): Portal {
  const {name, options, rows, parameters} = declaration;
  const abort = new AbortController();
  const lazy = new LazyRows(async () => {
    const outcome = await rows.run({parameters, signal: abort.signal});
    if (outcome.kind !== "rows") throw new SqlError("XX000", "a cursor has no rows");
    return outcome.rows;
  });
  const isBinary = (options & BINARY) !== 0;
  const source = options & SCROLL ? new ScrollRows(lazy, state.scrolledRows) : lazy;
  return {
    name,
    command: rows,
    fields: rows.fields,
    parameters,
    formats: (rows.fields ?? []).map(() => (isBinary ? 1 : 0)),
    outcome: {kind: "rows", rows: source, tag: count => `SELECT ${count}`},
    abort,
    isOver: false,
    depth: state.transaction.depth,
    cursor: {sql, rows: source, isHoldable: (options & HOLD) !== 0, isHeld: false, isBinary},
  };
}

export function planFetch(state: SessionState, statement: FetchStmt): Command {
  const {portalname: name = "", ismove: isMove = false} = statement;
  const {fields} = state.portals.cursor(name);
  return {
    parameterTypes: [],
    fields: isMove ? undefined : fields,
    async run({signal}) {
      const portal = state.portals.cursor(name);
      if (portal.outcome?.kind !== "rows") throw new SqlError("55000", `portal "${name}" cannot be run`);
      // Cancelling the fetch also cancels the cursor's statement.
      const stop = () => portal.abort.abort(signal.reason);
      signal.addEventListener("abort", stop, {once: true});
      const rows = fetchRows(portal.outcome.rows, statement, () => signal.removeEventListener("abort", stop));
      if (!isMove) return {kind: "rows", rows, tag: count => `FETCH ${count}`, formats: portal.formats};
      let moved = 0;
      for (;;) {
        const batch = await rows.next(Number.POSITIVE_INFINITY);
        if (!batch) return {kind: "done", tag: `MOVE ${moved}`};
        moved += batch.rows;
      }
    },
  };
}

export function planClose(state: SessionState, {portalname: name}: ClosePortalStmt): Command {
  return command(() => {
    if (name === undefined) {
      for (const cursor of [...state.portals.cursors()]) state.portals.close(cursor.name);
      return "CLOSE CURSOR ALL";
    }
    state.portals.cursor(name);
    state.portals.close(name);
    return "CLOSE CURSOR";
  });
}

/** Rows whose statement runs when the first row is requested. */
class LazyRows implements RowSource {
  #rows: RowSource | undefined;
  #isClosed = false;

  constructor(private readonly start: () => Promise<RowSource>) {}

  async next(most: number): Promise<RowBatch | undefined> {
    if (this.#isClosed) return undefined;
    this.#rows ??= await this.start();
    return this.#rows.next(most);
  }

  close(): void {
    this.#isClosed = true;
    this.#rows?.close();
  }
}
