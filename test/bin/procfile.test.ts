import {expect, test} from "bun:test";
import {parseProcfile, readProcfile} from "../../bin/procfile.ts";

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

test("the Procfile names what a platform needs, and gives the worker its threads", () => {
  const {release, web, worker} = readProcfile();
  expect(release?.command.at(-1)).toBe("bin/release.ts");
  expect(web?.command.at(-1)).toBe("api/main.ts");
  expect(worker?.environment).toEqual({UV_THREADPOOL_SIZE: "32"});
});
