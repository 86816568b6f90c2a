import {readConfig} from "../shared/config.ts";
import {migrate} from "./migrate.ts";

async function release(): Promise<void> {
  const ran = await migrate(readConfig().databaseUrl);
  console.log(ran.length === 0 ? "The database is current." : `Migrated: ${ran.join(", ")}.`);
}

await release().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
