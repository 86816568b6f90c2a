const terminal = process.stderr.isTTY;

/** One line that says what is being done; in a terminal the next one takes its place. */
export function say(what: string): void {
  process.stderr.write(terminal ? `\r\x1b[2K${what} …` : `${what} …\n`);
}

export function clearLine(): void {
  if (terminal) process.stderr.write("\r\x1b[2K");
}
