import {expect, test} from "bun:test";
import {SpoolQuota} from "../../../api/sql/rows/spool.ts";
import {SpooledChunks} from "../../../api/sql/rows/spooled-chunks.ts";

const chunk = (i: number) => Buffer.from(`chunk ${i} ${"x".repeat(i % 100)}`);

/** A source of this many chunks that counts the requested ones. `fault` is thrown after the last. */
function source(count: number, fault?: Error) {
  const state = {asked: 0, isClosed: false};
  async function* chunks() {
    try {
      for (let i = 0; i < count; i++) {
        state.asked = i + 1;
        yield chunk(i);
      }
      state.asked++;
      if (fault) throw fault;
    } finally {
      state.isClosed = true;
    }
  }
  return {state, chunks: chunks()};
}

function spooled(
  chunks: AsyncIterable<Uint8Array>,
  quota = new SpoolQuota({session: 1e6, org: 1e6, all: 1e6}),
) {
  const errors: unknown[] = [];
  const spooling = {
    share: quota.forSession("org_1"),
    afterMs: 1,
    onError: (error: unknown) => errors.push(error),
  };
  return {reader: new SpooledChunks(chunks, spooling), errors};
}

async function read(reader: SpooledChunks, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < most) {
    const {done, value} = await reader.next();
    if (done) return texts;
    texts.push(Buffer.from(value).toString());
  }
  return texts;
}

const all = (count: number) => Array.from({length: count}, (_, i) => chunk(i).toString());

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await Bun.sleep(1);
}

test("chunks are read to their end without a reader, and are there when a reader requests them", async () => {
  const {state, chunks} = source(1000);
  const {reader} = spooled(chunks);
  const first = await read(reader, 3);
  expect(state.asked).toBe(3);
  await until(() => state.isClosed);
  expect([...first, ...(await read(reader))]).toEqual(all(1000));
});

test("pauses of the reader at any place do not change the rows", async () => {
  // There is room for little more than a dozen chunks, so that the source has to wait, too.
  const quota = new SpoolQuota({session: 1000, org: 1e6, all: 1e6});
  for (const pauseEvery of [1, 2, 7, 50]) {
    const {chunks} = source(200);
    const {reader} = spooled(chunks, quota);
    const texts: string[] = [];
    for (let part = await read(reader, pauseEvery); part.length > 0; part = await read(reader, pauseEvery)) {
      texts.push(...part);
      if (texts.length % 14 < pauseEvery) await Bun.sleep(4);
    }
    expect(texts).toEqual(all(200));
  }
});

test("a reader that is closed while it waits spools nothing afterwards", async () => {
  const quota = new SpoolQuota({session: 1e6, org: 1e6, all: 1e6});
  const first = Promise.withResolvers<void>();
  let asked = 0;
  const chunks: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => chunks,
    async next() {
      asked++;
      await first.promise;
      return {done: false, value: chunk(asked)};
    },
    return: async () => ({done: true, value: undefined}),
  };
  let waits = 0;
  const reader = new SpooledChunks(chunks, {
    share: quota.forSession("org_1"),
    get afterMs() {
      waits++;
      return 1;
    },
    onError: () => undefined,
  });
  const waiting = reader.next();
  await reader.return();
  first.resolve();
  await waiting;
  // A timer that still waits would create a file that nobody closes.
  expect(waits).toBe(0);
});

test("an error comes after the rows that precede it", async () => {
  const {state, chunks} = source(20, new Error("the warehouse is gone"));
  const {reader, errors} = spooled(chunks);
  await read(reader, 1);
  await until(() => state.isClosed);
  expect(await read(reader, 19)).toEqual(all(20).slice(1));
  await expect(reader.next()).rejects.toThrow("the warehouse is gone");
  expect(errors).toHaveLength(1);
});

test("without room the source waits, and if it ends meanwhile, the error names a remedy", async () => {
  const quota = new SpoolQuota({session: 100, org: 1e6, all: 1e6});
  const stalled = Promise.withResolvers<void>();
  let taken = 0;
  async function* chunks() {
    for (; taken < 20; taken++) yield chunk(taken);
    // The worker ends a result that nobody reads for a while.
    await stalled.promise;
    throw new Error("the result was not read");
  }
  const {reader} = spooled(chunks(), quota);
  await read(reader, 1);
  // Chunks 1 to 8 have a hundred bytes; the ninth was requested, and finds no room.
  await until(() => taken === 9);
  const rest = read(reader);
  stalled.resolve();
  await expect(rest).rejects.toMatchObject({
    sqlState: "54000",
    more: {detail: "Its statement has ended: the result was not read"},
  });

  let asked = 0;
  async function* waiting() {
    for (; asked < 7; asked++) yield chunk(asked);
    await stalled.promise;
    throw new Error("the result was not read");
  }
  const second = spooled(waiting(), new SpoolQuota({session: 40, org: 1e6, all: 1e6}));
  const texts = await read(second.reader, 1);
  while (asked < 4) await Bun.sleep(1);
  await Bun.sleep(5);
  expect(asked).toBeLessThan(6);
  texts.push(...(await read(second.reader, 4)));
  expect(texts).toEqual(all(5));
  await second.reader.return();
});

test("the disk space of a cursor is free again when the cursor is closed, and when it is read", async () => {
  const quota = new SpoolQuota({session: 3000, org: 4000, all: 4000});
  const share = quota.forSession("org_1");
  const spoolOf = async (isRead: boolean) => {
    const {state, chunks} = source(40);
    const reader = new SpooledChunks(chunks, {share, afterMs: 1, onError: () => undefined});
    await read(reader, 1);
    await until(() => state.isClosed);
    expect(share.take(2000)).toBe(false);
    if (isRead) await read(reader);
    await reader.return();
    expect(share.take(3000)).toBe(true);
    share.giveBack(3000);
  };
  await spoolOf(false);
  await spoolOf(true);
  // Others take the rest of the process' room.
  share.take(3000);
  const other = quota.forSession("org_1");
  expect([other.take(1001), other.take(1000)]).toEqual([false, true]);
});

test("the disk space is free again if the source ends with an error", async () => {
  const quota = new SpoolQuota({session: 3000, org: 3000, all: 3000});
  const share = quota.forSession("org_1");
  const {state, chunks} = source(40);
  const failing: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => failing,
    next: () => chunks.next(),
    return: () => Promise.reject(new Error("the worker is gone")),
  };
  const reader = new SpooledChunks(failing, {share, afterMs: 1, onError: () => undefined});
  await read(reader, 1);
  await until(() => state.isClosed);
  await expect(reader.return()).rejects.toThrow("the worker is gone");
  expect(share.take(3000)).toBe(true);
});

test("the cursors of one organization leave room for those of others", () => {
  const quota = new SpoolQuota({session: 3000, org: 5000, all: 8000});
  const [a, b, other] = [quota.forSession("org_1"), quota.forSession("org_1"), quota.forSession("org_2")];
  expect([a.take(3000), b.take(2001), b.take(2000), b.take(1)]).toEqual([true, false, true, false]);
  expect([other.take(3000), other.take(1)]).toEqual([true, false]);
  a.giveBack(3000);
  expect([b.take(1000), quota.forSession("org_2").take(2001)]).toEqual([true, false]);
});
