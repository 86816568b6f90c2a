import {element, notice} from "./document/dom.ts";
import {refreshSeconds} from "./drawings/refresh.ts";
import tileStyle from "./drawings/tiles.css" with {type: "text"};
import type {Filter, mount as Mount, Mounted, MountOptions, Theme} from "./mount/client.d.ts";
import type {Drawn} from "./mount/drawing.ts";
import {applyLook, lookOf} from "./mount/look.ts";
import mountStyle from "./mount/mount.css" with {type: "text"};
import {MountedService} from "./mount/service.ts";
import {TokenKeeper} from "./mount/token.ts";
import {Refusal} from "./service/api.ts";

const RESIZE_MS = 150;

export const mount: typeof Mount = (target, options) => new View(target, options);

/** One mounted view, in a shadow root, which keeps the styles of the page and of the view apart. */
class View implements Mounted {
  readonly #host = element("div");
  readonly #root = element("div", {class: "root", "aria-busy": "true"}, notice("Loading …"));
  readonly #over = new AbortController();
  readonly #opened: Promise<Drawn | undefined>;
  #filters: readonly Filter[];
  #look: ReturnType<typeof lookOf>;
  #drawn: Drawn | undefined;

  constructor(target: Element, {getToken, baseUrl, filters = [], theme, onClick}: MountOptions) {
    this.#filters = filters;
    this.#look = lookOf(theme);
    const shadow = this.#host.attachShadow({mode: "open"});
    // The page's content security policy can forbid style elements, but not constructed style sheets.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${tileStyle}\n${mountStyle}`);
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.#root);
    target.replaceChildren(this.#host);
    const base = (baseUrl ?? new URL("..", import.meta.url).href).replace(/\/+$/, "");
    const service = new MountedService(base, new TokenKeeper(getToken));
    this.#keepLook();
    this.#opened = this.#open(service, onClick);
  }

  async setFilters(filters: readonly Filter[]): Promise<void> {
    this.#filters = filters;
    const drawn = await this.#opened;
    if (this.#over.signal.aborted) return;
    await drawn?.load(filters).catch(error => this.#explain(error));
  }

  setTheme(theme: Theme): void {
    this.#look = lookOf(theme);
    this.#applyLook();
  }

  destroy(): void {
    this.#over.abort();
    this.#drawn?.end();
    this.#host.remove();
  }

  /** Never rejects: an error is shown in place of the content. */
  async #open(service: MountedService, onClick: MountOptions["onClick"]): Promise<Drawn | undefined> {
    try {
      const [{Drawn}, resource] = await Promise.all([import("./mount/drawing.ts"), service.resource()]);
      if (this.#over.signal.aborted) return undefined;
      const drawn = new Drawn(this.#root, service, resource, onClick);
      this.#drawn = drawn;
      await drawn.load(this.#filters);
      this.#refreshOnChange(drawn);
      return drawn;
    } catch (error) {
      this.#explain(error);
      return undefined;
    }
  }

  #refreshOnChange(drawn: Drawn): void {
    const {signal} = this.#over;
    if (signal.aborted) return;
    const refresh = () => {
      if (!document.hidden) drawn.load(this.#filters).catch(error => this.#explain(error));
    };
    const timer = setInterval(refresh, refreshSeconds(null) * 1000);
    let resized: ReturnType<typeof setTimeout> | undefined;
    let width = this.#root.clientWidth;
    const sizes = new ResizeObserver(() => {
      if (this.#root.clientWidth === width) return;
      width = this.#root.clientWidth;
      clearTimeout(resized);
      resized = setTimeout(() => drawn.redraw(), RESIZE_MS);
    });
    sizes.observe(this.#root);
    signal.addEventListener("abort", () => {
      clearInterval(timer);
      clearTimeout(resized);
      sizes.disconnect();
    });
  }

  #keepLook(): void {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.#applyLook(), {signal: this.#over.signal});
    this.#applyLook();
  }

  #applyLook(): void {
    applyLook(this.#root, this.#look, matchMedia("(prefers-color-scheme: dark)").matches);
    this.#drawn?.redraw();
  }

  /** Replaces the whole content by the error's message. */
  #explain(error: unknown): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#drawn?.end();
    this.#root.removeAttribute("aria-busy");
    this.#root.replaceChildren(notice(sentenceOf(error)));
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Refusal)) return "This view could not be shown. Reload the page to try again.";
  if (error.status === 401) return "This view has expired, or was revoked. Reload the page to get a new one.";
  if (error.status === 404) return "This content no longer exists.";
  return error.message;
}
