import {expect, test} from "bun:test";
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {ownCommand} from "../../../shared/core/process/own-command.ts";

test("messages name the command of the installation: npm's in a checkout, the archive's own in an archive", async () => {
  const root = await mkdtemp(join(tmpdir(), "own-command-"));
  expect(ownCommand("start")).toBe("npm start");
  expect(ownCommand("start", "--new-key", root)).toBe("npm start -- --new-key");
  await mkdir(join(root, "runtime"));
  await writeFile(join(root, "runtime", "bun"), "");
  expect(ownCommand("start", "", root)).toBe("bin/analytics start");
  expect(ownCommand("start", "--new-key", root)).toBe("bin/analytics start --new-key");
  expect(ownCommand("org-create", "", root)).toBe("bin/analytics org-create");
  await rm(root, {recursive: true});
});
