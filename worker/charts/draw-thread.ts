import type {DrawRequest} from "../../shared/calls.ts";
import {drawPicture} from "./picture.ts";
import type {Drawn} from "./pool.ts";

declare const self: {
  onmessage: (event: MessageEvent<DrawRequest>) => void;
  postMessage(message: Drawn): void;
};

self.onmessage = async ({data}) => {
  try {
    self.postMessage(await drawPicture(data));
  } catch (error) {
    self.postMessage({fault: error instanceof Error ? (error.stack ?? error.message) : String(error)});
  }
};
