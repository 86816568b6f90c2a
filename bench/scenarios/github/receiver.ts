import {say} from "../../progress.ts";
import {receiverRow} from "../../receiver.ts";
import type {Row} from "../../scenario.ts";
import {type GithubStage, pushAsk} from "./service.ts";

/** The receiver's p99 at a fixed rate, against a route that writes the same and checks nothing. */
export function receiver({address, bareAddress}: GithubStage, quick: boolean): Promise<Row> {
  say("two hundred deliveries a second");
  const push = (to: string, path: string) => (n: number) =>
    pushAsk(to, path, 1 + (n % 100), n.toString(16).padStart(40, "0"));
  const sides = {anchor: push(bareAddress, "/events"), subject: push(address, "/api/webhooks/github")};
  return receiverRow("deliveries", sides, quick);
}
