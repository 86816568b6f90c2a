import type {Config} from "../shared/core/config.ts";
import {layerChildren} from "../shared/modeling/layer-formats/layer-children.ts";
import {fontFolders} from "./charts/font-folders.ts";
import {pictureChildren} from "./charts/picture-children.ts";
import {mailChildren} from "./email/mails.ts";
import {sheetChildren} from "./sheets/sheets.ts";
import type {Worker} from "./worker.ts";

/** The pools of child processes, each of which starts its children when they are first needed. */
export type WorkerChildren = Pick<Worker, "pictures" | "mails" | "sheets" | "layers">;

export function openChildren(config: Config): WorkerChildren {
  return {
    pictures: pictureChildren(fontFolders(config)),
    mails: mailChildren(),
    sheets: sheetChildren(),
    layers: layerChildren(),
  };
}

export function stopChildren({pictures, mails, sheets, layers}: WorkerChildren): void {
  for (const pool of [pictures, mails, sheets, layers]) pool.stop();
}
