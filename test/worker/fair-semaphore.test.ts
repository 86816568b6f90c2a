import {describe, expect, test} from "bun:test";
import type {Work} from "../../shared/core/wire/run-request.ts";
import {FairSemaphore, type Permit, PermitRequest, shareOf} from "../../worker/concurrency/fair-semaphore.ts";

const patient = new AbortController().signal;
const claimOf = (holder: string, work: Work = "interactive") => new PermitRequest(shareOf(holder, work));

/** A semaphore with a record of who holds permits at each moment. */
function pool(permits: number) {
  const semaphore = new FairSemaphore(permits);
  const held: {name: string; permit: Permit}[] = [];
  return {
    /** Waits for a permit, and holds it once it is granted. */
    async ask(name: string, work: Work = "interactive", claim = claimOf(name, work), signal = patient) {
      held.push({name, permit: await semaphore.acquire(claim, signal)});
    },
    /** Requests many permits without waiting for them. */
    flood(count: number, name: string, work: Work = "interactive") {
      for (let n = 0; n < count; n++) void this.ask(name, work);
    },
    async holders() {
      await settled();
      return held.map(({name}) => name).join("");
    },
    async release(name: string) {
      const index = held.findIndex(one => one.name === name);
      held.splice(index, 1)[0]!.permit.release();
      await settled();
    },
  };
}

/** Resolves when every granted permit is held. */
const settled = () => new Promise<void>(resolve => setImmediate(resolve));

describe("the permits of a semaphore", () => {
  test("are granted to one holder alone, except for the last ones, which are reserved for those who hold none", async () => {
    const places = pool(16);
    places.flood(100, "a");
    expect(await places.holders()).toBe("a".repeat(14));
    void places.ask("b");
    void places.ask("c");
    void places.ask("d");
    expect(await places.holders()).toBe(`${"a".repeat(14)}bc`);
    await places.release("a");
    expect(await places.holders()).toBe(`${"a".repeat(13)}bcd`);
  });

  test("are granted to exports up to a half, whoever requests them, so that interactive work gets one", async () => {
    const places = pool(16);
    places.flood(150, "a", "export");
    expect(await places.holders()).toBe("a".repeat(7));
    void places.ask("a", "interactive");
    void places.ask("b", "export");
    void places.ask("c", "export");
    expect(await places.holders()).toBe(`${"a".repeat(8)}b`);
    // The ninth is an interactive one of a: exports have eight.
    await places.release("b");
    expect(await places.holders()).toBe(`${"a".repeat(8)}c`);
  });

  test("are granted to background work up to a quarter, and never all to work that can wait", async () => {
    const many = pool(16);
    many.flood(20, "a", "background");
    many.flood(20, "b", "background");
    expect(await many.holders()).toBe("aaab");
    const few = pool(2);
    few.flood(3, "a", "export");
    few.flood(3, "b", "background");
    expect(await few.holders()).toBe("a");
    void few.ask("c");
    expect(await few.holders()).toBe("ac");
  });

  test("are granted to the waiting holder that holds the fewest, and within a share in order of arrival", async () => {
    const places = pool(4);
    places.flood(3, "a");
    places.flood(1, "b");
    expect(await places.holders()).toBe("aaab");
    const order: string[] = [];
    const waiting = (name: string, label: string) =>
      void places.ask(name).then(() => {
        order.push(label);
      });
    waiting("a", "a1");
    waiting("c", "c1");
    waiting("c", "c2");
    waiting("d", "d1");
    waiting("b", "b1");
    for (const name of ["a", "a", "a", "b", "c", "d", "c"]) await places.release(name);
    expect(order).toEqual(["c1", "d1", "a1", "b1", "c2"]);
  });

  test("are granted one after the other if there is only one, whatever the kind of work", async () => {
    const places = pool(1);
    void places.ask("a", "export");
    void places.ask("b", "background");
    void places.ask("c");
    for (const name of ["a", "b", "c"]) {
      expect(await places.holders()).toBe(name);
      await places.release(name);
    }
    expect(await places.holders()).toBe("");
  });

  test("are all free again when everybody has left, and none is granted twice", async () => {
    const places = pool(5);
    const works: Work[] = ["interactive", "export", "background"];
    for (let n = 0; n < 300; n++) void places.ask(["a", "b", "c", "d"][n % 4]!, works[n % 3]);
    let served = 0;
    for (let holders = await places.holders(); holders !== ""; holders = await places.holders()) {
      expect(holders.length).toBeLessThanOrEqual(5);
      await places.release(holders[served % holders.length]!);
      served++;
    }
    expect(served).toBe(300);
    places.flood(9, "a");
    expect(await places.holders()).toBe("aaaa");
  });
});

describe("a request that waits", () => {
  test("can leave, and does not hold up those behind it", async () => {
    const places = pool(1);
    void places.ask("a");
    const leaving = new AbortController();
    const left = places.ask("a", "interactive", claimOf("a"), leaving.signal);
    void places.ask("a");
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await places.release("a");
    expect(await places.holders()).toBe("a");
    await expect(places.ask("a", "interactive", claimOf("a"), leaving.signal)).rejects.toThrow("gone");
  });

  test("is served with the share of a holder that joins it", async () => {
    const places = pool(4);
    places.flood(9, "a");
    const claim = claimOf("a");
    void places.ask("j", "interactive", claim);
    expect(await places.holders()).toBe("aaa");
    claim.join(shareOf("b", "interactive"));
    expect(await places.holders()).toBe("aaaj");
    // The permit is now held by b, and not by a.
    await places.release("j");
    void places.ask("b");
    expect(await places.holders()).toBe("aaab");
  });
});

test("a request that several holders join counts as the most urgent kind of their work", async () => {
  const places = pool(4);
  void places.ask("a", "background", claimOf("org", "background"));
  const first = claimOf("p", "background");
  using joined = first.heldBy("org");
  void places.ask("b", "background", joined.request);
  expect(await places.holders()).toBe("a");
  first.join(shareOf("q", "interactive"));
  expect(await places.holders()).toBe("ab");
  using late = first.heldBy("other");
  expect(late.request.shares).toEqual([shareOf("other", "background"), shareOf("other", "interactive")]);
});
