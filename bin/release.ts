import {readConfig} from "../shared/config.ts";
import {migrate} from "./migrate.ts";

const ran = await migrate(readConfig().databaseUrl);
console.log(ran.length === 0 ? "The database is current." : `Migrated: ${ran.join(", ")}.`);
