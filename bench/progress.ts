const terminal = process.stderr.isTTY;

/** Prints the current step as one line; in a terminal the next line replaces it. */
export function say(what: string): void {
  process.stderr.write(terminal ? `\r\x1b[2K${what} …` : `${what} …\n`);
}

export function clearLine(): void {
  if (terminal) process.stderr.write("\r\x1b[2K");
}
