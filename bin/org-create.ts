import {parseArgs} from "node:util";
import {readConfig} from "../shared/config.ts";
import {openDatabase} from "../shared/db.ts";
import {ServiceError} from "../shared/errors.ts";
import {makeLogger} from "../shared/log.ts";
import {createOrganization} from "../shared/organization/create-organization.ts";
import {commandEnvironment} from "./environment.ts";

const USAGE =
  'Usage: npm run org:create -- --name "Acme" --admin-email ada@example.com [--admin-name "Ada Lovelace"]';

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {name: {type: "string"}, "admin-email": {type: "string"}, "admin-name": {type: "string"}},
  });
  const {name, "admin-email": adminEmail, "admin-name": adminName} = values;
  if (!name || !adminEmail) throw new ServiceError("invalid_request", USAGE);
  const config = readConfig(await commandEnvironment(process.env));
  const {db, pool} = openDatabase(config.databaseUrl, 2, makeLogger("org-create", config.logLevel));
  try {
    const created = await createOrganization(db, {name, adminEmail, ...(adminName ? {adminName} : {})});
    console.log(`Organization     ${created.orgId}`);
    console.log(`Admin user       ${created.userId} (${adminEmail})`);
    console.log(`Service account  ${created.serviceAccountId}`);
    console.log(`Token            ${created.token}`);
    console.log("The token is shown this once: keep it in a safe place.");
  } finally {
    await pool.end();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
