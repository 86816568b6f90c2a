import {Api, Refusal, type Resource} from "./api.ts";
import {element, notice} from "./dom.ts";
import {FilterForm} from "./filters.ts";
import {refreshSeconds} from "./refresh.ts";
import {type Theme, TileView} from "./tile.ts";

const RESIZE_MS = 150;

const main = document.querySelector("main")!;
const dark = matchMedia("(prefers-color-scheme: dark)");
const parameters = new URLSearchParams(location.search);

const theme = (): Theme => {
  const asked = parameters.get("theme");
  return asked === "dark" || asked === "light" ? asked : dark.matches ? "dark" : "light";
};

/** Replaces the whole page by one last message. */
function end(error: unknown): void {
  main.removeAttribute("aria-busy");
  main.className = "";
  main.replaceChildren(notice(sentenceOf(error)));
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Refusal)) return "This view could not be shown. Reload the page to try again.";
  if (error.status === 401)
    return "This view has expired, or was withdrawn. Reload the page that it is on to get a new one.";
  if (error.status === 404) return "What was shown here is no longer there.";
  return error.message;
}

async function start(): Promise<void> {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) throw new Refusal(0, "This address is not complete: the part behind # is missing.");
  document.documentElement.dataset["theme"] = theme();
  const api = new Api(token);
  const resource = await api.resource();
  document.title = resource.name;
  const tiles = resource.tiles.map(tile => new TileView(tile, theme));
  const load = async () => {
    const shown = await Promise.all(tiles.map(tile => tile.load(api, form?.filled ?? [])));
    form?.suggest(shown);
  };
  const form =
    resource.filters.length > 0 ? new FilterForm(resource.filters, () => load().catch(end)) : undefined;
  const grid = element("div", {class: "grid"}, ...tiles.map(({root}) => root));
  main.className = resource.type;
  const heading = resource.type === "dashboard" ? [element("h1", {}, resource.name)] : [];
  main.replaceChildren(...heading, ...(form ? [form.root] : []), grid);
  if (tiles.length === 0) grid.append(notice("This dashboard is empty."));
  await load();
  main.removeAttribute("aria-busy");
  keepCurrent(resource, tiles, load);
}

function keepCurrent({expiresAt}: Resource, tiles: readonly TileView[], load: () => Promise<void>): void {
  const redraw = () => {
    document.documentElement.dataset["theme"] = theme();
    for (const tile of tiles) void tile.draw();
  };
  dark.addEventListener("change", redraw);
  let resized: ReturnType<typeof setTimeout> | undefined;
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(resized);
    resized = setTimeout(redraw, RESIZE_MS);
  });
  const seconds = refreshSeconds(parameters.get("refresh"));
  const refresh = () => {
    if (!document.hidden) load().catch(over);
  };
  const timer = seconds > 0 ? setInterval(refresh, seconds * 1000) : undefined;
  const expiry = setTimeout(
    () => over(new Refusal(401, "")),
    Math.max(0, Date.parse(expiresAt) - Date.now()),
  );
  const over = (error: unknown) => {
    clearInterval(timer);
    clearTimeout(expiry);
    end(error);
  };
}

start().catch(end);
