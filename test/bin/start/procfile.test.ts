import {expect, test} from "bun:test";
import {parseProcfile, readProcfile} from "../../../bin/start/procfile.ts";

test("a line has variables and a command, and bun is the running one", () => {
  expect(parseProcfile("# a note\n\nworker: UV_THREADPOOL_SIZE=32 A= bun worker/main.ts --flag=1\n")).toEqual(
    {
      worker: {
        environment: {UV_THREADPOOL_SIZE: "32", A: ""},
        command: [process.execPath, "worker/main.ts", "--flag=1"],
      },
    },
  );
});

test("a command that needs a shell is refused", () => {
  expect(() => parseProcfile("web: bun api/main.ts | tee log")).toThrow('"web" needs a shell');
  expect(() => parseProcfile("bun api/main.ts")).toThrow("is not a process");
});

test("the Procfile has what a platform needs: a small heap and many requests for both processes, and the worker's threads", () => {
  const {release, web, worker} = readProcfile();
  expect(release?.command.at(-1)).toBe("bin/release.ts");
  expect(web?.command.at(-1)).toBe("api/main.ts");
  // Bun sends 256 concurrent requests by default: waiting queries of one member would hold up everybody.
  const requests = {BUN_CONFIG_MAX_HTTP_REQUESTS: "65336"};
  // On machines with more than 16 GB the heap would triple before a garbage collection.
  const heap = (growth: string) => ({BUN_JSC_heapGrowthMaxIncrease: growth});
  expect(web?.environment).toEqual({...requests, ...heap("1")});
  expect(worker?.environment).toEqual({...requests, ...heap("1.5"), UV_THREADPOOL_SIZE: "32"});
});
