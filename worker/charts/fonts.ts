import {existsSync, readdirSync} from "node:fs";
import {mkdir, rename} from "node:fs/promises";
import {dirname, extname, join} from "node:path";
import * as fontkit from "fontkit";
import {decompress} from "wawoff2";
import type {FontFolders} from "./font-folders.ts";

const folder = join(dirname(Bun.fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/package.json"))), "ttf");

/** The files of the font that pictures are drawn in. */
export const FONT_FILES = {
  regular: join(folder, "DejaVuSans.ttf"),
  bold: join(folder, "DejaVuSans-Bold.ttf"),
} as const;

/** Chinese, Japanese and Korean, and symbols of which the renderer draws outlines only. */
const FALLBACKS = [
  import.meta.resolve("@librescore/fonts/SourceHanSansCN.min.woff2"),
  import.meta.resolve("@librescore/fonts/SourceHanSansKR.min.woff2"),
  import.meta.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
].map(Bun.fileURLToPath);
const KINDS = new Set([".ttf", ".otf", ".ttc"]);
const MOST_OWN = 50;
/** Characters that the pictures' own font surely has: most pictures hold no others. */
const PLAIN = /^[\s!-\u017f\u0391-\u03c9\u0400-\u045f\u2010-\u2026\u20ac\u2205]*$/u;

/** A font that has characters which the pictures' own font lacks. */
export interface FallbackFont {
  file: string;
  has(codePoint: number): boolean;
}

/**
 * The fonts that these texts need beside the pictures' own, each for characters that those before it lack. Nothing is
 * read from the disk for a text of European letters. A file of the operator's that is no font is added to `faults`.
 */
export async function fallbackFonts(
  texts: string,
  {unpacked, own}: FontFolders,
  faults: string[],
): Promise<FallbackFont[]> {
  if (PLAIN.test(texts)) return [];
  const regular = openFont(FONT_FILES.regular);
  const missing = new Set(
    [...new Set(texts)].map(codePointOf).filter(point => !isMark(point) && !regular.has(point)),
  );
  const chosen: FallbackFont[] = [];
  for (const open of [
    ...ownFonts(own, faults),
    ...FALLBACKS.map(file => () => openPackaged(file, unpacked)),
  ]) {
    if (missing.size === 0) break;
    const font = await open();
    if (!font) continue;
    const found = [...missing].filter(point => font.has(point));
    if (found.length === 0) continue;
    for (const point of found) missing.delete(point);
    chosen.push(font);
  }
  return chosen;
}

/** Whether the pictures' own font has the character, or needs no glyph for it. */
export function isOwn(own: Pick<FallbackFont, "has">, codePoint: number): boolean {
  return isMark(codePoint) || own.has(codePoint);
}

/** Joiners and variation selectors go with the character before them. */
function isMark(codePoint: number): boolean {
  return codePoint < 0x20 || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f);
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

export function openFont(file: string): FallbackFont {
  const opened = fontkit.openSync(file);
  const font = "fonts" in opened ? opened.fonts[0] : opened;
  if (!font) throw new Error(`${file} holds no font`);
  return {file, has: point => font.hasGlyphForCodePoint(point)};
}

function ownFonts(own: string | undefined, faults: string[]): (() => FallbackFont | undefined)[] {
  if (own === undefined) return [];
  return readdirSync(own)
    .filter(name => KINDS.has(extname(name).toLowerCase()))
    .sort()
    .slice(0, MOST_OWN)
    .map(name => () => {
      try {
        return openFont(join(own, name));
      } catch (error) {
        faults.push(`FONT_DIR: ${name} is no font that can be read: ${String(error)}`);
        return undefined;
      }
    });
}

/** The renderer reads no WOFF2, so such a file is unpacked once. Processes that do so at the same time write the same. */
async function openPackaged(file: string, unpacked: string): Promise<FallbackFont> {
  if (extname(file) !== ".woff2") return openFont(file);
  const bytes = await Bun.file(file).bytes();
  const hash = Bun.CryptoHasher.hash("sha256", bytes, "hex").slice(0, 16);
  const target = join(unpacked, `${hash}.otf`);
  if (!existsSync(target)) {
    await mkdir(unpacked, {recursive: true});
    const part = `${target}.${process.pid}`;
    await Bun.write(part, await decompress(bytes));
    await rename(part, target);
  }
  return openFont(target);
}
