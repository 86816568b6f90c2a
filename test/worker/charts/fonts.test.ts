import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {copyFile, mkdir, mkdtemp, readdir, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {DrawRequest} from "../../../shared/core/workers/calls.ts";
import {drawPicture} from "../../../worker/charts/draw-picture.ts";
import {FONT_FILES, fallbackFonts} from "../../../worker/charts/fonts.ts";
import {rasterize} from "../../../worker/charts/rasterize.ts";
import {CITY, drawing, ORDERS} from "../../charts/vega/drawings.ts";
import {textOfPages} from "./read-pdf.ts";

let folder: string;
const unpacked = () => join(folder, "unpacked");
const faults: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fonts-"));
});

afterAll(() => rm(folder, {recursive: true, force: true}));

async function pixelsOf(text: string, fonts = {unpacked: unpacked()}): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><text x="5" y="30" font-size="24">${text}</text></svg>`;
  return Buffer.from(rasterize(svg, 1, await fallbackFonts(svg, fonts, faults))).toString("base64");
}

describe("a character that the pictures' font lacks", () => {
  test("unpacks no font as long as no picture has one", async () => {
    await pixelsOf("Zürich, Łódź, Ñuñoa, Αθήνα, Київ — 1 €");
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ["Chinese", "上", "海"],
    ["Chinese, traditional", "臺", "灣"],
    ["Japanese", "ひ", "カ"],
    ["Korean", "서", "울"],
    ["symbols", "🎉", "🚀"],
    ["Arabic", "ق", "ة"],
    ["joined symbols beside text", "👨‍👩‍👧 a", "👩‍👩‍👦 a"],
    ["joined symbols with variants", "🏳️‍🌈 a", "🏴‍🌊 a"],
    ["symbols with a skin tone beside text", "👍🏽 a", "👎🏽 a"],
  ])("is drawn with its own shape: %s", async (_, one, other) => {
    expect(await pixelsOf(one)).not.toBe(await pixelsOf(other));
  });

  test("is a letter in the flag of a country", async () => {
    expect(await pixelsOf("🇩🇪 a🎉")).toBe(await pixelsOf("DE a🎉"));
  });

  test("leaves the digit of a key, without a box over the text after it", async () => {
    expect(await pixelsOf("7\ufe0f\u20e3 a🎉")).toBe(await pixelsOf("7 a🎉"));
  });

  test("is a box if no font has it", async () => {
    expect(await pixelsOf("ก")).toBe(await pixelsOf("ข"));
  });

  test("is text in a PDF, beside other characters and in the title", async () => {
    const tile = drawing(
      "horizontal_bar",
      [CITY, ORDERS],
      [
        ["東京 (Tokyo)", 3],
        ["서울 & Seoul", 2],
        ["🎉 Party", 1],
      ],
    );
    const request: DrawRequest = {
      ...{format: "pdf", scale: 1, width: 600, height: 300, theme: "light"},
      title: "売上 <Board>",
      pieces: [{x: 0, y: 0, width: 600, height: 300, drawing: tile}],
    };
    const {content} = await drawPicture({...request, fonts: {unpacked: unpacked()}});
    const [page = ""] = textOfPages(Buffer.from(content, "base64"));
    for (const text of ["売上<Board>", "東京(Tokyo)", "서울&Seoul", "🎉Party"]) expect(page).toContain(text);
  });
});

describe("FONT_DIR", () => {
  test("is searched before the packaged fonts; other files in it are logged and skipped", async () => {
    const own = join(folder, "own");
    await mkdir(own);
    const emoji = Bun.fileURLToPath(
      import.meta.resolve("@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf"),
    );
    await copyFile(emoji, join(own, "mine.TTF"));
    await copyFile(FONT_FILES.bold, join(own, "other.ttf"));
    await writeFile(join(own, "broken.otf"), "no font");
    await writeFile(join(own, "readme.txt"), "no font either");
    const told: string[] = [];
    const fonts = await fallbackFonts("🎉 東京", {unpacked: unpacked(), own}, told);
    expect(fonts.map(({file}) => file.slice(folder.length))).toEqual([
      "/own/mine.TTF",
      expect.stringMatching(/^\/unpacked\/[0-9a-f]{16}\.otf$/),
    ]);
    expect(told).toEqual([expect.stringContaining("FONT_DIR: broken.otf is not a readable font")]);
  });
});
