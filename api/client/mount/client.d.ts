/**
 * The service's `/embed/client.js`: draws a chart or dashboard in an element of a page, with an embed token that the
 * page's own server gives.
 */

/** A condition as `POST /api/query` takes it, on a field that the dashboard declares as a filter. */
export interface Condition {
  field: string;
  op: string;
  value?: unknown;
  caseSensitive?: boolean;
}

export type Filter = Condition | {or: Filter[]} | {and: Filter[]};

/** Colours are any that CSS knows. What is left out is taken from the page's `--analytics-…`, or of light or dark. */
export interface Look {
  mode?: "light" | "dark" | "auto";
  /** A font family of the page's; its widths should be near those of Verdana. */
  font?: string;
  /** Behind the tiles. */
  page?: string;
  card?: string;
  line?: string;
  text?: string;
  muted?: string;
  accent?: string;
  /** Of the series, in their order. */
  palette?: readonly string[];
}

/** `auto` follows what the reader's system asks for. */
export type Theme = "light" | "dark" | "auto" | Look;

/** A dimension of what was clicked, with its value in the chart's rows. */
export interface Picked {
  field: string;
  value: unknown;
}

/** What was clicked: the first dimension, and all that are known of it. */
export interface Click extends Picked {
  chartId: string;
  all: readonly Picked[];
}

export interface MountOptions {
  /** Asks the page's own server for an embed token. Called at first, and before each token ends. */
  getToken: () => string | Promise<string>;
  /** The service's address; by default the one that this script is from. */
  baseUrl?: string;
  filters?: readonly Filter[];
  theme?: Theme;
  onClick?: (click: Click) => void;
}

export interface Mounted {
  /** Resolves when the charts are drawn with these filters, in place of those before. */
  setFilters(filters: readonly Filter[]): Promise<void>;
  setTheme(theme: Theme): void;
  /** Takes everything away that it has put into the element. */
  destroy(): void;
}

/** Fills the element with what the token opens. Its own content stands there until then. */
export declare function mount(element: Element, options: MountOptions): Mounted;
