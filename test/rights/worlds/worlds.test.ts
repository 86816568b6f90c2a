import {afterAll, expect, test} from "bun:test";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {planOf, play, shrink} from "./play.ts";
import {type House, type Service, startService} from "./service.ts";

/** The first world and the number of worlds. Each is determined by its seed. */
const FIRST = Number(process.env["TEST_SEED"] ?? 1);
const COUNT = Number(process.env["TEST_WORLDS"] ?? inLongRun(80, 20_000));
const isShrunk = process.env["TEST_SHRINK"] !== "no";
/** The number of concurrent worlds, each in an organization of its own. */
const LANES = 6;
/** After this many worlds the service is replaced, with everything that it has stored. */
const PER_SERVICE = 500;

let service: Service | undefined;

afterAll(() => service?.stop());

test(
  "no output or stored result contains a row because of somebody else's change",
  async () => {
    const last = FIRST + COUNT - 1;
    for (let from = FIRST; from <= last; from += PER_SERVICE) {
      const until = Math.min(from + PER_SERVICE, last + 1);
      service = await startService();
      const found = await playAll(service, from, until);
      process.stdout.write(`Worlds ${from} to ${until - 1}: rows were seen ${found} times.\n`);
      // If nobody sees anything, nothing is tested.
      expect(found).toBeGreaterThan((until - from) * 3);
      await service.stop();
      service = undefined;
    }
  },
  longTimeoutMs(600_000),
);

/** Plays worlds, and returns how often rows were found. Rejects with the history of a world that has a fault. */
async function playAll({addHouse}: Service, from: number, until: number): Promise<number> {
  const lanes = Array.from({length: Math.min(LANES, until - from)}, (_, i) => addHouse(`House ${i + 1}`));
  const houses = await Promise.all(lanes);
  let next = from;
  let found = 0;
  let failed: {seed: number; house: House} | undefined;
  const playOn = async (house: House) => {
    while (next < until && !failed) {
      const seed = next++;
      const world = await play(house, planOf(seed), `w${seed}`);
      found += world.found;
      if (world.faults.length > 0) failed ??= {seed, house};
    }
  };
  await Promise.all(houses.map(playOn));
  if (failed) throw new Error(await historyOf(failed.house, failed.seed));
  return found;
}

/** The fault of a world and the steps that it needs, in words. */
async function historyOf(house: House, seed: number): Promise<string> {
  let tries = 0;
  const name = () => `w${seed}-${++tries}`;
  const plan = planOf(seed);
  const world = isShrunk ? (await shrink(house, plan, name)).world : await play(house, plan, name());
  const faults =
    world.faults.length > 0 ? world.faults : ["Played alone it has no fault: play others with it."];
  const again = `TEST_SEED=${seed} TEST_WORLDS=1 npm test -- test/rights/worlds/worlds.test.ts`;
  return ["In a world", "", ...world.history, "", ...faults, "", `Again: ${again}`].join("\n");
}
