import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, readdir, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {BuildSlice} from "../../../worker/rollup-builds/build-types.ts";
import {prefetchSlices} from "../../../worker/rollup-builds/prefetch-slices.ts";

describe("the rows of slices, of which one is read ahead", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "ahead-"));
  });
  afterAll(() => rm(dir, {recursive: true, force: true}));

  const slices = ["a", "b", "c"].map((value): BuildSlice => ({filters: [{field: "f", op: "=", value}]}));
  const statementOf = ({filters: [filter]}: BuildSlice) => ({
    sql: filter && "value" in filter ? String(filter.value) : "",
    parameters: [],
  });
  /** A warehouse that records the statements that it gets, and stores their rows when allowed. */
  const warehouse = (asked: string[], may: (sql: string, signal: AbortSignal) => Promise<unknown>) => ({
    async store({sql}: {sql: string}, signal: AbortSignal) {
      asked.push(sql);
      await may(sql, signal);
      const path = join(dir, sql);
      await writeFile(path, sql);
      return {path, kinds: []};
    },
  });
  const {signal} = new AbortController();

  test("come in order, and the next slice is requested before one is processed", async () => {
    const asked: string[] = [];
    const seen: string[] = [];
    const store = warehouse(asked, () => Promise.resolve());
    for await (const [slice, rows] of prefetchSlices(store, slices, statementOf, signal)) {
      seen.push(`${statementOf(slice).sql} ${await Bun.file(rows?.path ?? "").text()} of ${asked.length}`);
      await rm(rows?.path ?? "");
    }
    expect(seen).toEqual(["a a of 2", "b b of 3", "c c of 3"]);
  });

  test("are cancelled and deleted if the processing stops early", async () => {
    const asked: string[] = [];
    const reasons: boolean[] = [];
    const store = warehouse(asked, async (sql, end) => {
      if (sql === "b") await new Promise(go => end.addEventListener("abort", go));
      reasons.push(end.aborted);
    });
    const work = async () => {
      for await (const [, rows] of prefetchSlices(store, slices, statementOf, signal)) {
        await rm(rows?.path ?? "");
        throw new Error("no room");
      }
    };
    await expect(work()).rejects.toThrow("no room");
    expect(asked).toEqual(["a", "b"]);
    expect(reasons).toEqual([false, true]);
    expect(await readdir(dir)).toEqual([]);
  });

  test("are deleted if the build ends after they have arrived", async () => {
    const end = new AbortController();
    const seen: string[] = [];
    const work = async () => {
      const store = warehouse([], () => Promise.resolve());
      for await (const [slice, rows] of prefetchSlices(store, slices, statementOf, end.signal)) {
        seen.push(statementOf(slice).sql);
        await rm(rows?.path ?? "");
        end.abort();
      }
    };
    await expect(work()).rejects.toThrow("abort");
    expect(seen).toEqual(["a"]);
    expect(await readdir(dir)).toEqual([]);
  });

  test("have the error of a slice when it is that slice's turn", async () => {
    const asked: string[] = [];
    const seen: string[] = [];
    const store = warehouse(asked, sql =>
      sql === "b" ? Promise.reject(new Error("away")) : Promise.resolve(),
    );
    const work = async () => {
      for await (const [slice, rows] of prefetchSlices(store, slices, statementOf, signal)) {
        seen.push(statementOf(slice).sql);
        await Bun.sleep(1);
        await rm(rows?.path ?? "");
      }
    };
    await expect(work()).rejects.toThrow("away");
    expect(seen).toEqual(["a"]);
    expect(asked).toEqual(["a", "b"]);
    expect(await readdir(dir)).toEqual([]);
  });

  test("are `undefined` if the warehouse stores no files", async () => {
    const seen: unknown[] = [];
    for await (const [, rows] of prefetchSlices({}, slices, statementOf, signal)) seen.push(rows);
    expect(seen).toEqual([undefined, undefined, undefined]);
  });
});
