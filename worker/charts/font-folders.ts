import {join} from "node:path";
import type {Config} from "../../shared/core/config.ts";
import type {DrawRequest} from "../../shared/core/workers/calls.ts";

/** The folders of fallback fonts, for characters that the pictures' own font lacks. */
export interface FontFolders {
  /** Packaged fonts are unpacked here when they are needed for the first time. */
  unpacked: string;
  /** The operator's own fonts, which take precedence. */
  own?: string;
}

export interface PictureRequest extends DrawRequest {
  fonts: FontFolders;
}

export function fontFolders({dataDir, fontDir}: Pick<Config, "dataDir" | "fontDir">): FontFolders {
  return {unpacked: join(dataDir, "fonts"), ...(fontDir === undefined ? {} : {own: fontDir})};
}
