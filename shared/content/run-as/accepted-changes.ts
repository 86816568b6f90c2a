import type {Actor} from "../../core/actor.ts";
import type {Db} from "../../core/db.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import {type ChartRow, requireChart} from "../charts/charts.ts";
import {chartsOfTiles, type TileChart} from "../dashboards/tile-charts.ts";
import {hashOfCells} from "../sheets/cells.ts";
import {requireSheet, type SheetRow} from "../sheets/sheets.ts";
import type {Accepted} from "./schemas.ts";

/**
 * A snapshot of the resources' current state. Content that the principal cannot see is left out, and therefore counts
 * as added later.
 */
export async function acceptedOf(
  db: Db,
  actor: Actor,
  resources: readonly {resourceType: string; resourceId: string}[],
): Promise<Accepted> {
  const accepted: Accepted = {};
  for (const {resourceType, resourceId: id} of resources) {
    if (resourceType === "chart") {
      const chart = await unlessHidden(() => requireChart(db, actor, id, "view"));
      if (chart) noteQuery(accepted, chart);
    } else if (resourceType === "dashboard") {
      accepted[id] = "tiles";
      for (const {chart, ...tile} of await chartsOfTiles(db, actor, id)) {
        if (!chart) continue;
        noteQuery(accepted, chart);
        const key = keyOfTile(id, tile);
        accepted[key] = [...timesIn(accepted[key]), timeOf(tile.placedAt)].join(" ");
      }
    } else if (resourceType === "sheet") {
      const sheet = await unlessHidden(() => requireSheet(db, actor, id, "view"));
      if (!sheet) continue;
      accepted[id] = hashOfCells(sheet.tabs);
      accepted[keyOfTime(id)] = timeOf(sheet.cells.at);
    }
  }
  return accepted;
}

export function isQueryAccepted(accepted: Accepted, chart: ChartRow): boolean {
  return accepted[chart.id] === hashOfQuery(chart) && isTimeAccepted(accepted, chart.id, chart.query_at);
}

export function isTileAccepted(
  accepted: Accepted,
  dashboardId: string,
  tile: Omit<TileChart, "chart">,
): boolean {
  if (accepted[dashboardId] === undefined) return accepted[tile.chartId] !== undefined;
  return timesIn(accepted[keyOfTile(dashboardId, tile)]).includes(timeOf(tile.placedAt));
}

export function areCellsAccepted(
  accepted: Accepted,
  {id, tabs, cells}: Pick<SheetRow, "id" | "tabs" | "cells">,
): boolean {
  return accepted[id] === hashOfCells(tabs) && isTimeAccepted(accepted, id, cells.at);
}

function isTimeAccepted(accepted: Accepted, id: string, at: Date): boolean {
  const noted = accepted[keyOfTime(id)];
  return noted === undefined || noted === timeOf(at);
}

function noteQuery(accepted: Accepted, chart: ChartRow): void {
  accepted[chart.id] = hashOfQuery(chart);
  accepted[keyOfTime(chart.id)] = timeOf(chart.query_at);
}

const keyOfTime = (id: string) => `${id} since`;
const keyOfTile = (dashboardId: string, {chartId}: {chartId: string}) => `${dashboardId} ${chartId}`;
const timesIn = (noted = "") => noted.split(" ").filter(time => time !== "");
const timeOf = (at: Date) => at.toISOString();

function hashOfQuery({project_id, dataset_id, query}: ChartRow): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify([project_id, dataset_id, query]), "base64url");
}

async function unlessHidden<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ServiceError && statusOf(error) < 500) return undefined;
    throw error;
  }
}
