/** Runs a command to its end and returns its output. Where the command fails, rejects with that output. */
export async function runCommand(command: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...command], {cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe"});
  const [code, output, errors] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()]);
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(" ")} failed (${code}):\n${output}${errors}`);
  return output;
}
