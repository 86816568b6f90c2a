import {run} from "./cli/main.ts";

/** `npm run --silent analytics -- …`, or `npx analytics-service …` once packed: a client of the service's API. */
process.exitCode = await run(process.argv.slice(2), process.env);
