import pg from "pg";
import Cursor from "pg-cursor";
import {answerByHand, CONNECTIONS, QUESTIONS, type QuestionName} from "../questions.ts";

const CURSOR_ROWS = 4096;

const rawText: pg.CustomTypesConfig = {getTypeParser: () => (value: string) => value};

/** The questions answered directly with `pg`: named prepared statements, the answer as one string. */
export function rawPostgres(url: string) {
  const pool = new pg.Pool({connectionString: url, max: CONNECTIONS});
  return {
    async answer(name: QuestionName, values: readonly string[]): Promise<string> {
      const question = QUESTIONS.postgres[name];
      const statement = {name, text: question.sql, values: [...values], rowMode: "array" as const};
      const {rows} = await pool.query<unknown[]>(statement);
      return answerByHand(question, rows);
    },
    /** Reads every row of a question through a cursor as raw text and discards it. */
    async drain(name: QuestionName): Promise<number> {
      const client = await pool.connect();
      try {
        const cursor = client.query(
          new Cursor(QUESTIONS.postgres[name].sql, [], {rowMode: "array", types: rawText}),
        );
        let count = 0;
        for (;;) {
          const rows = await cursor.read(CURSOR_ROWS);
          count += rows.length;
          if (rows.length < CURSOR_ROWS) break;
        }
        await cursor.close();
        return count;
      } finally {
        client.release();
      }
    },
  };
}
