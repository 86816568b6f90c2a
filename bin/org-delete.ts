import {parseArgs} from "node:util";
import {readConfig} from "../shared/core/config.ts";
import {type Db, openDatabase} from "../shared/core/db.ts";
import {ServiceError} from "../shared/core/errors.ts";
import {isId} from "../shared/core/ids.ts";
import {makeLogger} from "../shared/core/log.ts";
import {ownCommand} from "../shared/core/process/own-command.ts";
import {EngineThreads} from "../worker/concurrency/engine-threads.ts";
import {deleteOrganization} from "./org-delete/delete-organization.ts";
import {overviewOf} from "./org-delete/overview.ts";
import {commandEnvironment} from "./start/environment.ts";
import {startFault} from "./start-fault.ts";

const USAGE = `Usage: ${ownCommand("org-delete", '--org org_… [--confirm "Acme"] [--leave-subscription] [--leave-tables]')}`;
/** Counting and deleting may read a whole table. */
const LIMITS = {statementMs: 600_000, lockMs: 60_000};
const MAX_LISTED = 50;

/**
 * `analytics org-delete --org ID`: shows what the service has stored of an organization. With `--confirm` and the
 * organization's name or id, deletes all of it. Can be repeated after an interruption.
 */
async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      org: {type: "string"},
      confirm: {type: "string"},
      "leave-subscription": {type: "boolean"},
      "leave-tables": {type: "boolean"},
    },
  });
  const config = readConfig(await commandEnvironment(process.env));
  const log = makeLogger("org-delete", config.logLevel);
  const {db, pool} = openDatabase(config.databaseUrl, 2, log, LIMITS);
  try {
    const {org: orgId, confirm} = values;
    if (orgId === undefined || !isId("org", orgId))
      throw new ServiceError("invalid_request", `${USAGE}\n${await listed(db)}`);
    const {name, lines} = await overviewOf({config, db}, orgId);
    console.log(lines.join("\n"));
    if (confirm !== orgId && (confirm === undefined || confirm !== name)) {
      const options = `--org ${orgId} --confirm ${name === undefined ? orgId : JSON.stringify(name)}`;
      throw new ServiceError(
        "invalid_request",
        `Nothing was deleted${confirm === undefined ? "" : `, because --confirm is neither the organization's name nor its id`}. To delete all of this for good: ${ownCommand("org-delete", options)}`,
      );
    }
    const {tablesLeft} = await deleteOrganization(
      {config, db, log, threads: new EngineThreads(config.threadPoolSize)},
      orgId,
      {
        leaveTables: values["leave-tables"] ?? false,
        leaveSubscription: values["leave-subscription"] ?? false,
      },
    );
    console.log("The organization is deleted. Back-ups and logs that were made before still have it.");
    for (const table of tablesLeft) console.log(`Left in the warehouse: ${table}`);
  } finally {
    await pool.end();
  }
}

async function listed(db: Db): Promise<string> {
  const orgs = await db.selectFrom("orgs").select(["id", "name"]).orderBy("id").limit(MAX_LISTED).execute();
  return ["The organizations:", ...orgs.map(({id, name}) => `  ${id}  ${name}`)].join("\n");
}

await main().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
