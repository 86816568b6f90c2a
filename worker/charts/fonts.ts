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

/**
 * Packaged fonts for Chinese, Japanese and Korean, and for emoji. The font of the emoji has outlines, because the
 * renderer draws no colour fonts.
 */
const FALLBACKS = [
  import.meta.resolve("@librescore/fonts/SourceHanSansCN.min.woff2"),
  import.meta.resolve("@librescore/fonts/SourceHanSansKR.min.woff2"),
  import.meta.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
].map(Bun.fileURLToPath);
const EXTENSIONS = new Set([".ttf", ".otf", ".ttc"]);
const MAX_OWN = 50;
/** Matches texts whose characters the pictures' own font certainly has, which are those of most pictures. */
const PLAIN = /^[\s!-\u017f\u0391-\u03c9\u0400-\u045f\u2010-\u2026\u20ac\u2205]*$/u;

/** A font that has characters which the pictures' own font lacks. */
export interface FallbackFont {
  file: string;
  has(codePoint: number): boolean;
}

/**
 * The fallback fonts that these texts need beside the pictures' own font, in order of precedence. Texts of European
 * letters need no file to be read. An operator's file that is not a font is reported in `faults`.
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

/** Whether a font has the character, or the character needs no glyph. */
export function isCovered(own: Pick<FallbackFont, "has">, codePoint: number): boolean {
  return isMark(codePoint) || own.has(codePoint);
}

/** Whether a character has no glyph of its own: control characters, joiners and variation selectors. */
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
    .filter(name => EXTENSIONS.has(extname(name).toLowerCase()))
    .sort()
    .slice(0, MAX_OWN)
    .map(name => () => {
      try {
        return openFont(join(own, name));
      } catch (error) {
        faults.push(`FONT_DIR: ${name} is not a readable font: ${String(error)}`);
        return undefined;
      }
    });
}

/**
 * Unpacks a WOFF2 file, which the renderer cannot read, once. Processes that do so at the same time write the same
 * file.
 */
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
