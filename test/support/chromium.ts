/** Where a Chromium is installed, or `undefined` on a machine without one. */
export function chromiumPath(): string | undefined {
  return Bun.which("chromium") ?? Bun.which("chromium-browser") ?? undefined;
}

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
