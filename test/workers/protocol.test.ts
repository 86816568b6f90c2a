import {expect, test} from "bun:test";
import {readFileSync} from "node:fs";
import {
  OLDEST_PROTOCOL,
  PROTOCOL,
  parseVersionedPath,
  tasksUpTo,
} from "../../shared/core/process/protocol-version.ts";
import {RECORDED, wireForms} from "./wire-forms.ts";

test("what web processes send to workers equals the recording for this version of the protocol", () => {
  const recorded = JSON.parse(readFileSync(RECORDED, "utf8"));
  // Would a worker of the earlier form misread or refuse it? Then raise `PROTOCOL` and let the readers take both forms.
  // In both cases: `bun test/workers/accept.ts`.
  expect(wireForms()).toEqual(recorded);
});

test("a path names its version, and paths of unsupported versions are not recognized", () => {
  expect(parseVersionedPath(`/v${PROTOCOL}/call/draw`)).toBe("/call/draw");
  expect(parseVersionedPath(`/v${OLDEST_PROTOCOL}/run`)).toBe("/run");
  for (const path of [
    `/v${PROTOCOL + 1}/run`,
    `/v${OLDEST_PROTOCOL - 1}/run`,
    "/run",
    "/v/run",
    "/v1e0/run",
    "/v1",
  ])
    expect([path, parseVersionedPath(path)]).toEqual([path, undefined]);
});

test("a worker takes queued requests of all versions up to its own, and of none after it", () => {
  expect(tasksUpTo("run_query")).toContain("run_query");
  expect(tasksUpTo("run_query")).toContain(`run_query_v${PROTOCOL}`);
  expect(tasksUpTo("run_query")).not.toContain(`run_query_v${PROTOCOL + 1}`);
});
