import {type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement} from "@duckdb/node-api";
import {answerByHand, CONNECTIONS, QUESTIONS, type QuestionName} from "../questions.ts";

interface Session {
  connection: DuckDBConnection;
  prepared: Map<string, DuckDBPreparedStatement>;
}

/** The questions answered directly with `@duckdb/node-api`: prepared once per connection, the answer as one string. */
export async function rawDuckdb(file: string) {
  const instance = await DuckDBInstance.create(file, {access_mode: "READ_ONLY"});
  const first = await instance.connect();
  await first.run("set memory_limit = '1GB'");
  await first.run(`set threads = ${navigator.hardwareConcurrency}`);
  first.closeSync();
  const idle: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  for (let i = 0; i < CONNECTIONS; i++)
    idle.push({connection: await instance.connect(), prepared: new Map()});

  async function within<T>(use: (session: Session) => Promise<T>): Promise<T> {
    const session = idle.pop() ?? (await new Promise<Session>(resolve => waiting.push(resolve)));
    try {
      return await use(session);
    } finally {
      const next = waiting.shift();
      if (next) next(session);
      else idle.push(session);
    }
  }

  async function prepare({connection, prepared}: Session, sql: string): Promise<DuckDBPreparedStatement> {
    const held = prepared.get(sql);
    if (held) return held;
    const made = await connection.prepare(sql);
    prepared.set(sql, made);
    return made;
  }

  return {
    answer: (name: QuestionName, values: readonly string[]) =>
      within(async session => {
        const question = QUESTIONS.duckdb[name];
        const statement = await prepare(session, question.sql);
        for (const [i, value] of values.entries()) statement.bindVarchar(i + 1, value);
        return answerByHand(question, (await statement.runAndReadAll()).getRowsJS());
      }),
    /** Makes the engine encode each row as JSON, then reads and discards every row. */
    drain: (name: QuestionName) =>
      within(async session => {
        const {sql, columns} = QUESTIONS.duckdb[name];
        const names = columns.map((_, c) => `c${c}`).join(", ");
        const statement = await prepare(session, `select json_array(${names}) from (${sql}) as t(${names})`);
        const result = await statement.stream();
        let count = 0;
        for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
          count += chunk.getColumnValues(0).length;
        }
        return count;
      }),
  };
}
