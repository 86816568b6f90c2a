import {expect, test} from "bun:test";
import {type InMemory, toClose} from "../../worker/execute/open-memory.ts";

interface Named extends InMemory {
  name: string;
}

function open(name: string, memoryBytes: number, usedAt: number, uses = 0): Named {
  return {name, orgId: name.slice(0, 1), memoryBytes, usedAt, uses};
}

const names = (list: readonly Named[]) => list.map(({name}) => name);

test("no file is closed while there is memory", () => {
  expect(toClose([open("a1", 60, 1), open("b1", 40, 2)], 100)).toEqual([]);
});

test("the files that were used least recently are closed first, and no more than necessary", () => {
  const all = [open("a1", 30, 3), open("a2", 30, 1), open("a3", 30, 2), open("a4", 30, 4)];
  expect(names(toClose(all, 90))).toEqual(["a2"]);
  expect(names(toClose(all, 60))).toEqual(["a2", "a3"]);
});

test("an org that holds much memory has its files closed, and not the orgs that hold little", () => {
  const all = [
    open("b1", 20, 1),
    ...[2, 3, 4, 5].map(usedAt => open(`a${usedAt}`, 30, usedAt)),
    open("c1", 20, 6),
  ];
  // 160 are held, 120 of them by one org.
  expect(names(toClose(all, 100))).toEqual(["a2", "a3"]);
  // Once each org holds 30, files of the other org are closed, too.
  expect(names(toClose(all, 40))).toEqual(["a2", "a3", "a4", "a5"]);
  expect(names(toClose(all, 20))).toEqual(["a2", "a3", "a4", "a5", "b1"]);
});

test("a file in use remains open, and its memory counts", () => {
  const all = [open("a1", 80, 1, 2), open("a2", 10, 3), open("b1", 30, 2)];
  expect(names(toClose(all, 100))).toEqual(["a2", "b1"]);
  expect(names(toClose(all, 10))).toEqual(["a2", "b1"]);
});

test("a file that holds no rows remains open", () => {
  expect(names(toClose([open("a1", 0, 1), open("a2", 50, 2)], 10))).toEqual(["a2"]);
});
