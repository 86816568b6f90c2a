import {launch} from "./start/launch.ts";
import {linesFrom} from "./start/log-file.ts";

/**
 * `npm start`. Until the service is ready its processes warn that they cannot reach each other; these warnings are not
 * shown.
 */
await launch({
  watch: false,
  visibleLines: (name, isReady) => linesFrom(name, () => (isReady() ? "warn" : "error")),
});
