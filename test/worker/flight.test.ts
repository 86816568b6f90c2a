import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, readdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Overflow} from "../../worker/execute/overflow-file.ts";
import {type Chunk, Flight} from "../../worker/execute/shared-result.ts";
import {onBusyMachine} from "../support/busy-machine.ts";

const MB = 1024 * 1024;
const patient = new AbortController().signal;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "flight-"));
});

afterAll(() => rm(dir, {recursive: true, force: true}));

/** A statement whose result is `count` chunks of a megabyte each. All bytes of the n-th chunk are n. */
function flightOf(count: number, overflow = new Overflow(dir, 1024 * MB)) {
  const seen = {pulled: 0, ended: false, left: false, aborted: undefined as unknown, faults: [] as unknown[]};
  async function* source({signal}: AbortController): AsyncIterableIterator<Chunk> {
    signal.addEventListener("abort", () => {
      seen.aborted = signal.reason;
    });
    for (let n = 0; n < count; n++) {
      signal.throwIfAborted();
      seen.pulled++;
      yield {bytes: new Uint8Array(MB).fill(n), rowCount: 1, last: n === count - 1};
    }
  }
  const flight = new Flight(source, overflow, {
    onEnd: () => {
      seen.ended = true;
    },
    onLeft: () => {
      seen.left = true;
    },
    onDiskFault: error => {
      seen.faults.push(error);
    },
  });
  return {flight, seen, overflow};
}

/** Two readers that have joined one statement and have read its first megabyte. */
async function twoReaders(flight: Flight) {
  const [fast, slow] = [flight.read(patient), flight.read(patient)];
  await Promise.all([fast.next(), slow.next()]);
  return {fast, slow};
}

/** The rest of a result: for each megabyte the number that it is filled with. */
async function restOf(chunks: AsyncIterator<Chunk>): Promise<number[]> {
  const numbers: number[] = [];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const {bytes} = next.value;
    const n = bytes[0]!;
    expect(Buffer.alloc(MB, n).equals(bytes)).toBe(true);
    numbers.push(n);
  }
  return numbers;
}

const upTo = (count: number, from = 0) => Array.from({length: count - from}, (_, i) => from + i);

describe("a slow reader", () => {
  test("holds up the others for a second at most, and gets the whole result", async () => {
    const {flight, seen} = flightOf(60);
    const {fast, slow} = await twoReaders(flight);
    const started = performance.now();
    expect(await restOf(fast)).toEqual(upTo(60, 1));
    expect(performance.now() - started).toBeLessThan(onBusyMachine(10_000));
    // The statement is over: its place in the warehouse is free, although a reader still reads.
    expect(seen).toMatchObject({ended: true, left: false});
    expect(await restOf(slow)).toEqual(upTo(60, 1));
    expect(seen).toMatchObject({pulled: 60, left: true, aborted: undefined});
  });

  test("holds up the others for a second in all, however often it reads a little", async () => {
    const {flight} = flightOf(60);
    const {fast, slow} = await twoReaders(flight);
    let isRead = false;
    const taken: number[] = [];
    const slowly = async () => {
      while (!isRead) {
        taken.push((await slow.next()).value!.bytes[0]!);
        await Bun.sleep(400);
      }
    };
    const reading = slowly();
    const started = performance.now();
    expect(await restOf(fast)).toEqual(upTo(60, 1));
    expect(performance.now() - started).toBeLessThan(onBusyMachine(10_000));
    isRead = true;
    await reading;
    expect([...taken, ...(await restOf(slow))]).toEqual(upTo(60, 1));
  });

  test("continues with the statement itself when the others have left", async () => {
    const {flight, seen} = flightOf(60);
    const {fast, slow} = await twoReaders(flight);
    for (let n = 1; n < 30; n++) await fast.next();
    expect(seen.pulled).toBe(30);
    await fast.return?.();
    expect(await restOf(slow)).toEqual(upTo(60, 1));
    expect(seen).toMatchObject({pulled: 60, aborted: undefined});
  });

  test("is ended if the disk has no room for its part, and the others are not", async () => {
    const {flight, seen} = flightOf(60, new Overflow(dir, 4 * MB));
    const {fast, slow} = await twoReaders(flight);
    expect(await restOf(fast)).toEqual(upTo(60, 1));
    await expect(restOf(slow)).rejects.toMatchObject({code: "query_timeout"});
    expect(seen).toMatchObject({ended: true, left: true});
  });

  test("is ended if the disk fails, and the others are not; the fault is reported", async () => {
    const {flight, seen} = flightOf(40, new Overflow("/proc/no-such-folder", 1024 * MB));
    const {fast, slow} = await twoReaders(flight);
    expect(await restOf(fast)).toEqual(upTo(40, 1));
    await expect(restOf(slow)).rejects.toMatchObject({code: "query_timeout"});
    expect(seen.faults).toEqual([expect.objectContaining({code: "ENOENT"})]);
  });

  test("is ended with the reason if the disk is full", async () => {
    const overflow = new Overflow(dir, 1024 * MB);
    const full = Object.assign(new Error("no space left on device"), {code: "ENOSPC"});
    const file = overflow.file();
    overflow.file = () => Object.assign(file, {write: () => Promise.reject(full)});
    const {flight, seen} = flightOf(40, overflow);
    const {fast, slow} = await twoReaders(flight);
    expect(await restOf(fast)).toEqual(upTo(40, 1));
    await expect(restOf(slow)).rejects.toMatchObject({code: "storage_full"});
    expect(seen.faults).toEqual([full]);
  });

  test("leaves nothing on the disk when it leaves, and frees its room for others", async () => {
    const overflow = new Overflow(dir, 64 * MB);
    for (let round = 0; round < 2; round++) {
      const {flight, seen} = flightOf(60, overflow);
      const {fast, slow} = await twoReaders(flight);
      expect(await restOf(fast)).toEqual(upTo(60, 1));
      expect(overflow.bytes).toBeGreaterThan(40 * MB);
      await slow.return?.();
      expect(seen.left).toBe(true);
      expect(overflow.bytes).toBe(0);
    }
    expect(await readdir(dir)).toEqual([]);
  });

  test("that stalls is ended, even if the statement is over", async () => {
    const {flight, seen, overflow} = flightOf(20);
    const {fast, slow} = await twoReaders(flight);
    expect(await restOf(fast)).toEqual(upTo(20, 1));
    flight.endStalled(60_000);
    expect(seen.left).toBe(false);
    flight.endStalled(-1);
    expect(seen.left).toBe(true);
    expect(overflow.bytes).toBe(0);
    await expect(restOf(slow)).rejects.toMatchObject({code: "query_timeout"});
  });
});

test("a statement whose only reader rests is read no further than that reader needs", async () => {
  const {flight, seen} = flightOf(60);
  const reader = flight.read(patient);
  await reader.next();
  await Bun.sleep(20);
  expect(seen.pulled).toBe(1);
  await reader.return?.();
  expect(seen).toMatchObject({ended: true, left: true});
});

test("a wait that begins while the readers rest counts as waiting when they read on", async () => {
  const {promise: whole, reject} = Promise.withResolvers<void>();
  const flight: Flight = new Flight(
    async function* ({signal}) {
      signal.addEventListener("abort", () => reject(signal.reason));
      // The next chunk is already wanted from the warehouse when this one is sent.
      flight.wait(true);
      yield {bytes: new Uint8Array(1), rowCount: 1, last: false};
      await whole;
    },
    new Overflow(dir, MB),
    {onEnd: () => undefined, onLeft: () => undefined, onDiskFault: () => undefined},
  );
  const reader = flight.read(patient, 100);
  await reader.next();
  await expect(reader.next()).rejects.toMatchObject({code: "worker_unavailable"});
});

test("an abort ends the statement and everyone who reads its result", async () => {
  for (const count of [5, 60]) {
    const {flight, seen} = flightOf(count);
    const {fast, slow} = await twoReaders(flight);
    for (let n = 1; n < 5; n++) await fast.next();
    flight.abort(new Error("stopped"));
    expect(seen).toMatchObject({ended: true, left: true});
    await expect(restOf(slow)).rejects.toThrow("stopped");
  }
});
