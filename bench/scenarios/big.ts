import {type Ask, askOf, askOnce} from "../client.ts";
import {answerOf} from "../compare.ts";
import {say} from "../progress.ts";
import {BIG, BIG_ROWS, type Engine} from "../questions.ts";
import {inRounds, quotient, summaryOf} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import {rowsOf, type Stage} from "../stage/stage.ts";

/** A million rows as JSON, against the driver reading the same statement's rows. */
export const big: Scenario = {
  name: "big",
  async run(stage) {
    return [...(await bigOn(stage, "postgres")), ...(await bigOn(stage, "duckdb"))];
  },
};

async function bigOn(stage: Stage, engine: Engine): Promise<Row[]> {
  say(`a million rows from ${engine}`);
  const [service, raw] = [await stage.service(), await stage.raw()];
  const subject = service.ask(service.projects[engine], BIG.query);
  const anchor = askOf(raw.address, {path: `/${engine}/drain`, body: []});
  await checkRows(await answerOf(subject), (await stage.data()).postgresUrl);
  const rows = await answerOf(anchor);
  if (Number(rows) < BIG_ROWS) throw new Error(`The driver's own drain gave ${rows} rows`);
  const firsts: number[] = [];
  const time = async (ask: Ask) => (await askOnce(ask)).lastMs;
  const summary = await inRounds({
    anchor: () => time(anchor),
    subject: async () => {
      const {firstMs, lastMs} = await askOnce(subject);
      firsts.push(firstMs);
      return lastMs;
    },
    compare: quotient,
    roundCount: stage.quick ? 2 : 5,
  });
  return [
    rowOf(`${engine}: last byte ÷ reading all rows with the driver`, {atMost: 1.2}, summary),
    rowOf(`${engine}: first byte`, {atMost: 100, unit: "ms"}, summaryOf(firsts)),
  ];
}

/** Checks that there are a million different rows, and compares every thousandth with the table. */
async function checkRows(text: string, postgresUrl: string): Promise<void> {
  const {rows, truncated}: {rows: (string | number)[][]; truncated: boolean} = JSON.parse(text);
  const ids = new Set(rows.map(([id]) => id));
  if (rows.length !== BIG_ROWS || ids.size !== BIG_ROWS || !truncated) {
    throw new Error(`The answer has ${rows.length} rows, ${ids.size} different ones`);
  }
  const some = rows.filter((_, i) => i % 1000 === 0);
  const held = await rowsOf<{id: number; row: string}>(
    postgresUrl,
    `select id::int as id, json_build_array(id, to_char(date, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), delay, distance, origin)::text as row
     from flights where id = any ($1::bigint[])`,
    [some.map(([id]) => id)],
  );
  const byId = new Map(held.map(({id, row}) => [id, JSON.stringify(JSON.parse(row))]));
  for (const row of some) {
    if (byId.get(Number(row[0])) === JSON.stringify(row)) continue;
    throw new Error(`The answer has ${JSON.stringify(row)}, the table ${byId.get(Number(row[0]))}`);
  }
}
