import type {DrawRequest} from "../../../shared/calls.ts";

declare const self: {
  onmessage: (event: MessageEvent<DrawRequest>) => void;
  postMessage(message: unknown): void;
};

/** Does what the picture's title says. */
self.onmessage = ({data}) => {
  switch (data.title) {
    case "never ends":
      for (;;) performance.now();
    case "crashes":
      setTimeout(() => {
        throw new Error("out of everything");
      });
      return;
    case "exits":
      process.exit(3);
      return;
    case "fails":
      self.postMessage({fault: "no such colour"});
      return;
    default:
      self.postMessage({content: `drawn: ${data.title}`, faults: []});
  }
};
