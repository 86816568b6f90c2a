/** Where a Chromium is installed, or `undefined` on a machine without one. */
export function chromiumPath(): string | undefined {
  return Bun.which("chromium") ?? Bun.which("chromium-browser") ?? undefined;
}

/** For what a page may wait: below the timeout of a test, so that the failure says what was waited for. */
export const PAGE_WAIT_MS = 240_000;

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
