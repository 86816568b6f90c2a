/**
 * Where a Chromium is installed, or `undefined` on a machine without one. The headless shell is preferred: a new context
 * costs it 0.1 s of processor time, and 0.4 s the browser that opens a window which nobody sees.
 */
export function chromiumPath(): string | undefined {
  for (const name of ["chromium-headless-shell", "chromium", "chromium-browser"]) {
    const path = Bun.which(name);
    if (path !== null) return path;
  }
  return undefined;
}

/** For what a page may wait: below the timeout of a test, so that the failure says what was waited for. */
export const PAGE_WAIT_MS = 500_000;

/** Without a window, and without calls to the vendor's hosts. */
export const BROWSER_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
