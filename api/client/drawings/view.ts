import {element, notice} from "../document/dom.ts";
import type {Filtering} from "../filters/control.ts";
import {FilterForm} from "../filters/form.ts";
import {Refusal, type Resource, type Source} from "../service/api.ts";
import {refreshSeconds} from "./refresh.ts";
import {type Theme, TileView, type Tool} from "./tile.ts";

const RESIZE_MS = 150;

/** The content of a page, and the source of its rows. */
export interface Opened {
  source: Source;
  resource: Resource;
  /** The filters that a reader can set. */
  filtering?: Filtering;
  /** An element that is appended to the form of the filters. */
  besideFilters?: HTMLElement;
  /** When the source stops answering, in milliseconds since 1970. */
  endsAt?: number;
  /** The commands on each tile that shows a chart. */
  tools?: readonly Tool[];
  /** The page of a chart, to which the heading of its tile leads. */
  pageOf?: (chartId: string) => string;
  /** The commands on the whole content, beside its heading. */
  actions?: HTMLElement;
  /** The input for a question about the whole content. */
  asking?: HTMLElement;
}

/**
 * Fills the page's `main` with the content that `open` resolves with, and refreshes the content. When `open` fails, or
 * the source stops answering, the element that `explain` returns replaces the content.
 */
export function view(open: () => Promise<Opened>, explain: (error: unknown) => HTMLElement): void {
  const main = document.querySelector("main")!;
  const over = new AbortController();
  const end = (error: unknown) => {
    over.abort();
    main.removeAttribute("aria-busy");
    main.className = "";
    main.replaceChildren(explain(error));
  };
  show(main, open, {end, over: over.signal}).catch(end);
}

interface Ending {
  end(error: unknown): void;
  /** Aborted when `end` has replaced the content. */
  over: AbortSignal;
}

async function show(main: HTMLElement, open: () => Promise<Opened>, ending: Ending): Promise<void> {
  document.documentElement.dataset["theme"] = theme();
  const opened = await open();
  const {source, resource, filtering, tools = [], pageOf} = opened;
  document.title = resource.name;
  const isAlone = resource.type === "chart";
  const labels = new Map(filtering?.offered.map(({field, label}) => [field, label]));
  const labelOf = (field: string) => labels.get(field) ?? field;
  const tiles = resource.tiles.map(
    tile => new TileView(tile, {theme, tools, labelOf, isAlone, ...(pageOf && {pageOf})}),
  );
  const load = async () => {
    const filters = form?.filled ?? [];
    await Promise.all(tiles.map(tile => tile.load(source, filters)));
  };
  const form =
    filtering && filtering.offered.length > 0
      ? new FilterForm(untilRefused(filtering, ending), () => load().catch(ending.end), ending.over)
      : undefined;
  if (form && opened.besideFilters) form.root.append(opened.besideFilters);
  const grid = element("div", {class: "grid"}, ...tiles.map(({root}) => root));
  main.className = resource.type;
  // With actions, a chart's heading moves out of the chart's tile to the place beside the actions.
  const own = opened.actions ? tiles.slice(0, 1).map(({heading}) => heading) : [];
  const heading = isAlone ? own : [element("h1", {}, resource.name)];
  const head = opened.actions ? [element("div", {class: "titled"}, ...heading, opened.actions)] : heading;
  main.replaceChildren(
    ...head,
    ...(opened.asking ? [opened.asking] : []),
    ...(form ? [form.root] : []),
    grid,
  );
  if (tiles.length === 0) grid.append(notice("This dashboard is empty."));
  await load();
  main.removeAttribute("aria-busy");
  refreshOnChange(opened, tiles, load, ending);
}

/**
 * The filters and their values. When the service refuses a request for values with 401, `end` replaces the page's
 * content.
 */
function untilRefused({offered, values}: Filtering, {end}: Ending): Filtering {
  return {
    offered,
    values: (field, search) =>
      values(field, search).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 401) end(error);
        throw error;
      }),
  };
}

const parameters = new URLSearchParams(location.search);
const dark = matchMedia("(prefers-color-scheme: dark)");

function theme(): Theme {
  const asked = parameters.get("theme");
  return asked === "dark" || asked === "light" ? asked : dark.matches ? "dark" : "light";
}

function refreshOnChange(
  {endsAt}: Opened,
  tiles: readonly TileView[],
  load: () => Promise<void>,
  {end, over}: Ending,
): void {
  if (over.aborted) return;
  const redraw = () => {
    document.documentElement.dataset["theme"] = theme();
    for (const tile of tiles) void tile.draw();
  };
  dark.addEventListener("change", redraw, {signal: over});
  let resized: ReturnType<typeof setTimeout> | undefined;
  let width = innerWidth;
  const resize = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(resized);
    resized = setTimeout(redraw, RESIZE_MS);
  };
  addEventListener("resize", resize, {signal: over});
  const seconds = refreshSeconds(parameters.get("refresh"));
  const refresh = () => {
    if (!document.hidden) load().catch(end);
  };
  const timer = seconds > 0 ? setInterval(refresh, seconds * 1000) : undefined;
  const expiry =
    endsAt === undefined
      ? undefined
      : setTimeout(() => end(new Refusal(401, "")), Math.max(0, endsAt - Date.now()));
  over.addEventListener("abort", () => {
    clearInterval(timer);
    clearTimeout(expiry);
  });
}
