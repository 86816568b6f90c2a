import {afterAll, describe, expect, test} from "bun:test";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {makeLogger} from "../../../shared/core/log.ts";
import {DRAWN_TITLE_HEIGHT, type DrawRequest} from "../../../shared/core/workers/calls.ts";
import {draw, pictureChildren} from "../../../worker/charts/picture-children.ts";
import {EXAMPLES, TYPES} from "../../charts/vega/drawings.ts";
import {leastOf} from "../../support/busy-machine.ts";
import {readXml} from "./xml.ts";

const log = makeLogger("test", "silent");
const pictures = pictureChildren({unpacked: join(tmpdir(), "pictures-test-fonts")});
afterAll(() => pictures.stop());

function drawn(request: DrawRequest): Promise<{content: string}> {
  return draw({log, pictures}, {...request, orgId: "org_test"}, new AbortController().signal);
}

function dashboard(format: "svg" | "png", more: Partial<DrawRequest> = {}): DrawRequest {
  const tiles = TYPES.map((type, i) => ({
    x: 12 + (i % 4) * 300,
    y: 12 + Math.floor(i / 4) * 220,
    width: 288,
    height: 208,
    drawing: EXAMPLES[type],
  }));
  const refused = {
    x: 612,
    y: 672,
    width: 288,
    height: 208,
    drawing: {title: "Salaries", message: "You may not see this."},
  };
  return {
    format,
    scale: 1,
    width: 1212,
    height: 892,
    theme: "dark",
    title: "Board <1> & more",
    pieces: [...tiles, refused],
    ...more,
  };
}

function chart(format: "svg" | "png", scale = 1): DrawRequest {
  const piece = {x: 0, y: 0, width: 400, height: 300, drawing: EXAMPLES.bar};
  return {format, scale, width: 400, height: 300, theme: "light", pieces: [piece]};
}

function sizeOf(base64: string): [number, number] {
  const png = Buffer.from(base64, "base64");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("a picture", () => {
  test("of one chart consists of that chart alone", async () => {
    const {content} = await drawn(chart("svg"));
    const {root, texts} = readXml(content);
    expect([root["width"], root["height"]]).toEqual(["400", "300"]);
    expect(texts).toContain("Sales");
    expect(await drawn(chart("svg"))).toEqual({content});
  });

  test("as PNG has the size in pixels times its scale", async () => {
    expect(sizeOf((await drawn(chart("png", 2))).content)).toEqual([800, 600]);
  });

  test("of a dashboard has its title, each tile, and a tile's message in place of a chart", async () => {
    const {content} = await drawn(dashboard("svg"));
    const {root, texts} = readXml(content);
    expect(root["height"]).toBe(String(892 + DRAWN_TITLE_HEIGHT));
    expect(texts).toContain("Board <1> & more");
    expect(texts).toContain("You may not see this.");
    expect(texts.filter(text => text === "Sales")).toHaveLength(TYPES.length);
    const ids = [...content.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of content.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    expect(sizeOf((await drawn(dashboard("png"))).content)).toEqual([1212, 892 + DRAWN_TITLE_HEIGHT]);
  });

  test("of a dashboard with a tile that cannot be drawn is drawn, and the tile says so", async () => {
    const {pieces, ...rest} = dashboard("svg");
    const [first] = pieces;
    if (!first || "message" in first.drawing) throw new Error("the first tile is a chart");
    const broken = {...first, drawing: Object.assign({...first.drawing}, {type: "no such type"})};
    const {content} = await drawn({...rest, pieces: [broken, ...pieces.slice(1)]});
    const {texts} = readXml(content);
    expect(texts).toContain("This chart could not be drawn.");
    expect(texts).toContain("You may not see this.");
  });

  test("that is too large is refused with the reason", async () => {
    expect(drawn({...chart("png"), scale: 100})).rejects.toMatchObject({code: "invalid_request"});
    expect(drawn({...chart("png"), width: Number.NaN})).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(drawn(dashboard("png", {height: 1_000_000}))).rejects.toThrow("too large");
  });

  test.each([...TYPES])("of a %s chart is drawn at the smallest size, alone and as a tile", async type => {
    for (const side of [20, 50, 52, 60]) {
      const tile = {x: 0, y: 0, width: side, height: side, drawing: EXAMPLES[type]};
      const alone = {...chart("png"), width: side, height: side, pieces: [tile]};
      expect(sizeOf((await drawn(alone)).content)).toEqual([side, side]);
      const board = {...alone, width: 100, height: 100};
      expect(sizeOf((await drawn(board)).content)).toEqual([100, 100]);
    }
  });

  test("that cannot be drawn is refused with the reason", async () => {
    expect(drawn({...chart("png"), scale: 0.0001})).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("could not be drawn"),
    });
  });

  test("does not hold up the event loop", async () => {
    await drawn(chart("png"));
    const share = await leastOf(1 / 3, async () => {
      let longest = 0;
      let before = performance.now();
      const beat = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
      }, 2);
      const started = performance.now();
      await drawn(dashboard("png", {scale: 2}));
      clearInterval(beat);
      return longest / (performance.now() - started);
    });
    expect(share).toBeLessThan(1 / 3);
  });
});
