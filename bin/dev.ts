import {launch} from "./start/launch.ts";
import {readableLines} from "./start/readable-log.ts";

/**
 * `npm run dev`: like `npm start`, but each process restarts when a file that it has loaded changes, and the terminal
 * shows both complete logs, one line for each entry, including every request.
 */
process.env["LOG_LEVEL"] ??= "debug";
await launch({watch: true, visibleLines: readableLines});
