import {spyOn} from "bun:test";
import {run} from "../../bin/cli/main.ts";
import type {AskService} from "../ask/service.ts";

/** Runs `analytics eval` as the organization's admin, against the service, which must be listening. */
export async function evaluate(
  t: Pick<AskService, "app" | "org">,
  ...args: string[]
): Promise<{code: number; out: string; err: string}> {
  let [out, err] = ["", ""];
  const stdout = spyOn(process.stdout, "write").mockImplementation((content, ...rest) => {
    out += typeof content === "string" ? content : Buffer.from(content).toString();
    for (const done of rest) if (typeof done === "function") done();
    return true;
  });
  const stderr = spyOn(console, "error").mockImplementation(line => {
    err += `${line}\n`;
  });
  try {
    const env = {
      ANALYTICS_URL: `http://127.0.0.1:${t.app.server?.port}`,
      ANALYTICS_TOKEN: t.org.admin.token,
    };
    return {code: await run(["eval", ...args], env), out, err};
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}
