import {describe, expect, test} from "bun:test";
import {outlinesOf} from "../../shared/content/charts/map-outlines.ts";
import {chartSpec} from "../../shared/content/charts/vega/chart-spec.ts";
import type {Drawing} from "../../shared/core/wire/drawing.ts";
import {renderSvg} from "../../worker/charts/render-svg.ts";
import {drawing, LATITUDE, LONGITUDE, ORDERS} from "./vega/drawings.ts";

const mapOf = (...places: [latitude: number, longitude: number][]) =>
  drawing(
    "map",
    [LATITUDE, LONGITUDE, ORDERS],
    places.map(([latitude, longitude]) => [latitude, longitude, 1]),
  );

type Outlines = NonNullable<Drawing["outlines"]>;

function pairsOf(line: readonly number[]): [number, number][] {
  return Array.from({length: line.length / 2}, (_, i) => [line[2 * i] ?? 0, line[2 * i + 1] ?? 0]);
}

/** Degrees from a place to the nearest line of a kind. */
function distanceTo(outlines: Outlines, kind: string, [y, x]: [latitude: number, longitude: number]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const {line} of outlines.filter(one => one.kind === kind)) {
    const points = pairsOf(line);
    points.forEach(([bx, by], i) => {
      const [ax, ay] = points[i - 1] ?? [bx, by];
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      const at = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
      const share = Math.min(1, Math.max(0, at));
      least = Math.min(least, Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y));
    });
  }
  return least;
}

async function around(...places: [number, number][]): Promise<Outlines> {
  const outlines = await outlinesOf(mapOf(...places));
  if (!outlines) throw new Error("there are none");
  return outlines;
}

describe("the outlines behind the points of a map", () => {
  test("are coasts, countries and states at their places on the globe", async () => {
    const outlines = await around([40.7, -74], [34, -118.2], [41.9, -87.6], [29.7, -95.4]);
    // Lake Tahoe to the Colorado is a straight border; Cape Hatteras; the Rio Grande at El Paso.
    expect(distanceTo(outlines, "state", [37.12, -117.5])).toBeLessThan(0.1);
    expect(distanceTo(outlines, "coast", [35.25, -75.53])).toBeLessThan(0.4);
    expect(distanceTo(outlines, "country", [31.78, -106.53])).toBeLessThan(0.2);
    // There are none in the middle of Kansas.
    for (const kind of ["state", "coast", "country"])
      expect(distanceTo(outlines, kind, [38.5, -98.4])).toBeGreaterThan(1);
  });

  test("are coarser on a map of the world, and do not show where it is cut open", async () => {
    const outlines = await around([52.5, 13.4], [-33.9, 151.2], [35.7, 139.7], [-12, -77]);
    expect(distanceTo(outlines, "coast", [36, -5.6])).toBeLessThan(1);
    const cut = outlines.flatMap(({line}) => {
      const points = pairsOf(line);
      const isCut = (at: number | undefined) => Math.abs(Math.abs(at ?? 0) - 180) < 0.02;
      return points.filter(([x], i) => isCut(x) && isCut(points[i + 1]?.[0]));
    });
    expect(cut).toEqual([]);
    expect(JSON.stringify(outlines).length).toBeLessThan(200_000);
  });

  test("continue beyond the date line", async () => {
    const fiji = await around([-17.8, 178], [-16.5, 180.1], [-13.8, 188]);
    // Samoa at a longitude counted to the east of 180.
    expect(distanceTo(fiji, "coast", [-13.6, 187.6])).toBeLessThan(0.3);
  });

  test("are left out if they would be too coarse, or if there is no map", async () => {
    expect(await outlinesOf(mapOf([52.52, 13.4], [52.5, 13.45]))).toEqual([]);
    expect(await outlinesOf(drawing("map", [ORDERS], [[1]]))).toBeUndefined();
    expect(await outlinesOf({...mapOf([1, 2], [30, 40]), type: "table"})).toBeUndefined();
  });

  test("are drawn below the points, whose colours stay", async () => {
    const plain = mapOf([48.1, 11.6], [52.5, 13.4], [50.9, 6.9]);
    const outlines = await outlinesOf(plain);
    const size = {width: 500, height: 400};
    const without = await renderSvg(chartSpec(plain, size));
    const whole = await renderSvg(chartSpec({...plain, ...(outlines ? {outlines} : {})}, size));
    const filled = (svg: string) => [...svg.matchAll(/ fill="(#\w{6})"/g)].map(([, colour]) => colour);
    expect(filled(whole)).toEqual(filled(without));
    expect(whole.split("<path").length).toBeGreaterThan(without.split("<path").length + 20);
    expect(whole.lastIndexOf("mark-line")).toBeLessThan(whole.lastIndexOf("mark-symbol"));
  });
});
