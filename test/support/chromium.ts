/** Where a Chromium is installed, or `undefined` on a machine without one. */
export function chromiumPath(): string | undefined {
  return Bun.which("chromium") ?? Bun.which("chromium-browser") ?? undefined;
}
