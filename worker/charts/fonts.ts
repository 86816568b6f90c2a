import {dirname, join} from "node:path";

const folder = join(dirname(Bun.fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/package.json"))), "ttf");

/** The files of the font that pictures are drawn in. */
export const FONT_FILES = {
  regular: join(folder, "DejaVuSans.ttf"),
  bold: join(folder, "DejaVuSans-Bold.ttf"),
} as const;
