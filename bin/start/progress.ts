const SHOWN_AFTER_MS = 1000;
const PLAIN_EVERY_MS = 10_000;

/**
 * Waits for one step. A step of more than a second shows its progress: a line that counts the seconds in a terminal, an
 * occasional plain line elsewhere.
 */
export async function step<T>(name: string, work: Promise<T>): Promise<T> {
  const terminal = process.stdout.isTTY;
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  let lastLineAt = Number.NEGATIVE_INFINITY;
  const show = () => {
    const now = performance.now();
    if (now - started < SHOWN_AFTER_MS || (!terminal && now - lastLineAt < PLAIN_EVERY_MS)) return;
    lastLineAt = now;
    process.stdout.write(terminal ? `\r\x1b[2K${name} … ${seconds()} s` : `${name} … ${seconds()} s\n`);
  };
  const timer = setInterval(show, 100);
  try {
    const result = await work;
    if (lastLineAt > 0)
      process.stdout.write(`${terminal ? "\r\x1b[2K" : ""}${name}: done in ${seconds()} s\n`);
    return result;
  } catch (error) {
    if (lastLineAt > 0 && terminal) process.stdout.write("\r\x1b[2K");
    throw error;
  } finally {
    clearInterval(timer);
  }
}
