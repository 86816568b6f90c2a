import type {SelectStmt} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import {ChunkedRows, WholeRows} from "../rows/row-source.ts";
import {SpooledChunks} from "../rows/spooled-chunks.ts";
import {abortWith} from "../session/send.ts";
import type {SessionState} from "../session/state.ts";
import type {Command} from "./command.ts";
import {atPosition, type ParsedStatement} from "./parse.ts";
import {refuseWrites} from "./write-commands.ts";

const ROWS_NOT_NEEDED = new SqlError("57014", "the rest of the rows is not needed");

/** A `select`, `values`, `table` or `with`: the backend plans and runs it. */
export async function planRows(
  state: SessionState,
  statement: ParsedStatement,
  select: SelectStmt,
  parameterTypes: readonly number[],
): Promise<Command> {
  refuseWrites(select);
  const {startCharacter, sql} = statement;
  try {
    const prepared = await state.sql.prepare(sql, parameterTypes, state.settings.forBackend);
    return {
      parameterTypes: prepared.parameterTypes,
      fields: prepared.fields,
      prepared,
      async run({parameters, signal, owner}) {
        const ended = owner ?? new AbortController();
        const unlink = owner ? undefined : abortWith(ended, signal);
        try {
          const {chunks} = await prepared.run(parameters, ended.signal);
          if (chunks instanceof Uint8Array) unlink?.();
          const rows =
            chunks instanceof Uint8Array
              ? new WholeRows(chunks)
              : new ChunkedRows(new SpooledChunks(chunks, state.spooling), () =>
                  ended.abort(ROWS_NOT_NEEDED),
                );
          return {kind: "rows", rows, tag: count => `SELECT ${count}`};
        } catch (error) {
          throw atPosition(error, startCharacter);
        }
      },
    };
  } catch (error) {
    throw atPosition(error, startCharacter);
  }
}
