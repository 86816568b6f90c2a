import type {Page, Route} from "playwright-core";

/** Whether of the answers that are awaited the oldest or the newest comes next. */
type Order = "oldest first" | "newest first";

/**
 * Opens a page whose answers come one at a time, each after the one before it was painted. Returns the sum of its layout
 * shifts, and what has moved.
 */
export async function shiftsOf(
  page: Page,
  url: string,
  order: Order,
): Promise<{sum: number; moved: string[]}> {
  const held: Route[] = [];
  const isCall = (asked: URL) => /^\/(api\/|session-token$)/.test(asked.pathname);
  let arrived = () => {};
  const hold = (route: Route) => {
    held.push(route);
    arrived();
  };
  await page.addInitScript(OBSERVE);
  await page.route(isCall, hold);
  await page.goto(url);
  let isIdle = false;
  // No answer is awaited any more, as a held one would be.
  const idle = page.waitForLoadState("networkidle").then(() => {
    isIdle = true;
  });
  while (!isIdle) {
    const route = order === "oldest first" ? held.shift() : held.pop();
    if (!route) {
      const next = new Promise<void>(resolve => {
        arrived = resolve;
      });
      await Promise.race([next, idle]);
      continue;
    }
    await route.continue();
    await route.request().response();
    await page.evaluate(PAINTED);
  }
  await page.unroute(isCall, hold);
  return page.evaluate<{sum: number; moved: string[]}>("window.shifts");
}

const OBSERVE = `window.shifts = {sum: 0, moved: []};
  new PerformanceObserver(list => {
    for (const {value, hadRecentInput, sources} of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shifts.sum += value;
      for (const {node, previousRect, currentRect} of sources)
        window.shifts.moved.push(
          [value.toFixed(3), node?.nodeName, node?.className, node?.textContent?.slice(0, 40), previousRect.y, "to", currentRect.y].join(" "),
        );
    }
  }).observe({type: "layout-shift", buffered: true});`;

const PAINTED =
  "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))";
