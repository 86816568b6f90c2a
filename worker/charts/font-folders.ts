import {join} from "node:path";
import type {Config} from "../../shared/config.ts";
import type {DrawRequest} from "../../shared/workers/calls.ts";

/** Where fonts are that pictures use beside their own. */
export interface FontFolders {
  /** Packaged fonts are unpacked here when they are needed for the first time. */
  unpacked: string;
  /** The operator's own, which come first. */
  own?: string;
}

export interface PictureRequest extends DrawRequest {
  fonts: FontFolders;
}

export function fontFolders({dataDir, fontDir}: Pick<Config, "dataDir" | "fontDir">): FontFolders {
  return {unpacked: join(dataDir, "fonts"), ...(fontDir === undefined ? {} : {own: fontDir})};
}
