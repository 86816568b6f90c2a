import {parseArgs} from "node:util";
import {readConfig} from "../shared/core/config.ts";
import {openDatabase} from "../shared/core/db.ts";
import {ServiceError} from "../shared/core/errors.ts";
import {makeLogger} from "../shared/core/log.ts";
import {ownCommand} from "../shared/core/process/own-command.ts";
import {createOrganization} from "../shared/identity/organization/create-organization.ts";
import {addPasswordLink} from "../shared/identity/sign-in/passwords.ts";
import {commandEnvironment} from "./start/environment.ts";
import {startFault} from "./start-fault.ts";

const USAGE = `Usage: ${ownCommand("org-create", '--name "Acme" --admin-email ada@example.com [--admin-name "Ada Lovelace"]')}`;

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
    if (!config.passwordSignIn) {
      console.log(
        "The token is shown only once: store it in a safe place. The admin user signs in at the identity provider.",
      );
      return;
    }
    const link = await addPasswordLink(db, created.orgId, created.userId, config.baseUrl);
    console.log(`Password link    ${link.url}`);
    console.log(
      "Both are shown only once: store the token in a safe place, and give the link to the admin user, who",
    );
    console.log(
      "sets a password with it within 24 hours. (POST …/members/{id}/password-link makes another.)",
    );
  } finally {
    await pool.end();
  }
}

await main().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
