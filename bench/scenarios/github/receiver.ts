import {atRate} from "../../at-rate.ts";
import {say} from "../../progress.ts";
import {inRounds, percentile, quotient} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {type GithubStage, pushAsk} from "./service.ts";

const PER_SECOND = 200;

/** The receiver's p99 at a fixed rate, against a route that writes the same and checks nothing. */
export async function receiver(stage: GithubStage, quick: boolean): Promise<Row> {
  say("two hundred deliveries a second");
  const seconds = quick ? 2 : 10;
  const p99 = async (address: string, path: string) => {
    const asks = Array.from({length: PER_SECOND * seconds}, (_, n) =>
      pushAsk(address, path, 1 + (n % 100), n.toString(16).padStart(40, "0")),
    );
    return percentile(await atRate(asks, PER_SECOND), 0.99);
  };
  const anchor = () => p99(stage.bareAddress, "/events");
  const subject = () => p99(stage.address, "/api/webhooks/github");
  await anchor();
  await subject();
  const subjects: number[] = [];
  const summary = await inRounds({
    anchor,
    subject: async () => {
      subjects.push(await subject());
      return subjects.at(-1)!;
    },
    compare: quotient,
    wanted: quick ? 2 : 5,
  });
  const note = `${percentile(subjects, 0.5).toFixed(1)} ms`;
  return rowOf(`deliveries, ${PER_SECOND} a second: p99 ÷ bare route`, {atMost: 2}, summary, note);
}
