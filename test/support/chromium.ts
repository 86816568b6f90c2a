/**
 * The path of Chromium, or `undefined` on a machine without it. The headless shell is preferred: a new context costs
 * 0.1 s of processor time there, and 0.4 s in the full browser, which opens a hidden window.
 */
export function chromiumPath(): string | undefined {
  for (const name of ["chromium-headless-shell", "chromium", "chromium-browser"]) {
    const path = Bun.which(name);
    if (path !== null) return path;
  }
  return undefined;
}

/** The timeout of a wait in a page. It is below a test's timeout, so that the failure names the awaited element. */
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
