import {atRate} from "./at-rate.ts";
import type {Ask} from "./client.ts";
import {inSlices, percentile, quotient} from "./rounds.ts";
import {type Row, rowOf} from "./scenario.ts";

const PER_SECOND = 200;
const SLICE_SECONDS = 0.5;

/** The request with that number. */
type MakeAsk = (n: number) => Ask | Promise<Ask>;

/**
 * The p99 of a receiver at a fixed rate, against that of a route that writes the same and checks nothing. A p99 depends on
 * the few slowest requests, so each round sends many requests, in short turns.
 */
export async function receiverRow(
  what: string,
  {anchor, subject}: {anchor: MakeAsk; subject: MakeAsk},
  quick: boolean,
): Promise<Row> {
  const slice = async (makeAsk: MakeAsk) => {
    const asks = await Promise.all(Array.from({length: PER_SECOND * SLICE_SECONDS}, (_, n) => makeAsk(n)));
    return atRate(asks, PER_SECOND);
  };
  const p99 = (values: readonly number[]) => percentile(values, 0.99);
  await slice(anchor);
  await slice(subject);
  const received: number[] = [];
  const summary = await inSlices({
    anchor: () => slice(anchor),
    subject: async () => {
      const values = await slice(subject);
      received.push(...values);
      return values;
    },
    figureOf: p99,
    turns: quick ? 4 : 24,
    compare: quotient,
    roundCount: quick ? 2 : 4,
  });
  const note = `${p99(received).toFixed(1)} ms`;
  return rowOf(`${what}, ${PER_SECOND} a second: p99 ÷ bare route`, {atMost: 2}, summary, note);
}
