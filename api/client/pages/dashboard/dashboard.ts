import type {ChartView} from "../../../../shared/content/charts/schemas.ts";
import type {
  DashboardView as Dashboard,
  DashboardFilter as DeclaredFilter,
  TileView as Tile,
} from "../../../../shared/content/dashboards/schemas.ts";
import {segment, service, type Versioned} from "../../service/service.ts";

export type {Dashboard, DeclaredFilter, Tile};

export type ChartSummary = Pick<ChartView, "id" | "name" | "type">;

/** The parts of a dashboard that its editor changes. */
export type Draft = Pick<Dashboard, "name" | "tiles" | "filters">;

export const COLUMNS = 36;
/** The size of a tile when it is added. */
const NEW_TILE = {w: 18, h: 12};

export function loadDashboard(id: string, signal?: AbortSignal): Promise<Versioned<Dashboard>> {
  return service.getVersioned(`/api/dashboards/${segment(id)}`, signal ? {signal} : {});
}

/**
 * Saves what differs from `before`: first the layout, then the name and the filters, each with the ETag of the known
 * version. Rejects with a `Refusal` of status 412 where somebody else has changed the dashboard. `onPart` is called
 * when the layout is saved.
 */
export async function saveDashboard(
  before: Versioned<Dashboard>,
  draft: Draft,
  onPart: (saved: Versioned<Dashboard>) => void = () => {},
): Promise<Versioned<Dashboard>> {
  const path = `/api/dashboards/${segment(before.value.id)}`;
  let current = before;
  const places = (tiles: readonly Tile[]) => tiles.map(({chartId, x, y, w, h}) => ({chartId, x, y, w, h}));
  if (JSON.stringify(places(draft.tiles)) !== JSON.stringify(places(current.value.tiles))) {
    const body = {tiles: places(draft.tiles)};
    current = await service.change("PUT", `${path}/layout`, body, {ifMatch: current.etag});
    onPart(current);
  }
  const {name, filters} = draft;
  if (name !== current.value.name || JSON.stringify(filters) !== JSON.stringify(current.value.filters)) {
    current = await service.change("PATCH", path, {name, filters}, {ifMatch: current.etag});
  }
  return current;
}

/** Makes a dashboard with these tiles and filters. */
export async function createDashboard(name: string, draft?: Omit<Draft, "name">): Promise<Dashboard> {
  const made = await service.post<Dashboard>("/api/dashboards", {name});
  if (!draft) return made;
  const saved = await saveDashboard(await loadDashboard(made.id), {name, ...draft});
  return saved.value;
}

/** The first free place for a new tile, from the top, and from the left within a row. */
export function freePosition(tiles: readonly Tile[]): Pick<Tile, "x" | "y" | "w" | "h"> {
  const {w, h} = NEW_TILE;
  const bottom = Math.max(0, ...tiles.map(tile => tile.y + tile.h));
  for (let y = 0; y < bottom; y++) {
    for (let x = 0; x + w <= COLUMNS; x++) {
      const place = {x, y, w, h};
      if (!tiles.some(tile => overlaps(tile, place))) return place;
    }
  }
  return {x: 0, y: bottom, w, h};
}

type Position = Pick<Tile, "x" | "y" | "w" | "h">;

function overlaps(a: Position, b: Position): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
