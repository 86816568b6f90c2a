import {expect, test} from "bun:test";
import {parseProcfile, readProcfile} from "../../../bin/start/procfile.ts";

test("a line is variables and a command, and bun is the one that runs us", () => {
  expect(parseProcfile("# a note\n\nworker: UV_THREADPOOL_SIZE=32 A= bun worker/main.ts --flag=1\n")).toEqual(
    {
      worker: {
        environment: {UV_THREADPOOL_SIZE: "32", A: ""},
        command: [process.execPath, "worker/main.ts", "--flag=1"],
      },
    },
  );
});

test("what only a shell could run is refused", () => {
  expect(() => parseProcfile("web: bun api/main.ts | tee log")).toThrow('"web" needs a shell');
  expect(() => parseProcfile("bun api/main.ts")).toThrow("is no process");
});

test("the Procfile names what a platform needs, gives the worker its threads and a small heap, and both as many requests as they have", () => {
  const {release, web, worker} = readProcfile();
  expect(release?.command.at(-1)).toBe("bin/release.ts");
  expect(web?.command.at(-1)).toBe("api/main.ts");
  // Bun sends 256 requests at once unless told otherwise: queries of one member that wait would hold up everybody's.
  const requests = {BUN_CONFIG_MAX_HTTP_REQUESTS: "65336"};
  expect(web?.environment).toEqual(requests);
  // On machines of more than 16 GB the heap would grow to three times its size before garbage is collected.
  const heap = {BUN_JSC_heapGrowthMaxIncrease: "1.5"};
  expect(worker?.environment).toEqual({...requests, ...heap, UV_THREADPOOL_SIZE: "32"});
});
