import {existsSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type Config, readConfig} from "../shared/core/config.ts";
import {type Db, openDatabase} from "../shared/core/db.ts";
import {makeLogger} from "../shared/core/log.ts";
import {hashToken, newToken} from "../shared/core/secrets.ts";
import {createOrganization} from "../shared/identity/organization/create-organization.ts";
import {addPasswordLink} from "../shared/identity/sign-in/passwords.ts";
import {loadDemo} from "./demo/load-demo.ts";
import {loadOrCreateSecret, localAddress} from "./start/environment.ts";
import {PASSWORD_LINK_FILE} from "./start/welcome.ts";
import {startFault} from "./start-fault.ts";

/**
 * The first start: creates the first organization and the demo. Each step checks whether an interrupted run
 * has done it already. A database with organizations of its own is left as it is.
 */
async function firstStart(): Promise<void> {
  const config = readConfig();
  const {db, pool} = openDatabase(config.databaseUrl, 2, makeLogger("first-start", config.logLevel));
  try {
    const tokenFile = join(config.dataDir, "admin-token");
    const orgId = await firstOrganization(db, tokenFile);
    if (orgId) {
      const token = loadOrCreateSecret(tokenFile, newToken);
      await loadDemo({address: localAddress(config), token, warehouseDir: config.warehouseDir, orgId});
      await storePasswordLink(db, orgId, config);
    }
    await writeFile(join(config.dataDir, "first-start"), `${new Date().toISOString()}\n`);
  } finally {
    await pool.end();
  }
}

/**
 * The organization of the token in the file. The organization and the token are created if there is no organization at
 * all.
 */
async function firstOrganization(db: Db, tokenFile: string): Promise<string | undefined> {
  const isNew = (await db.selectFrom("orgs").select("id").limit(1).executeTakeFirst()) === undefined;
  if (!isNew && !existsSync(tokenFile)) return undefined;
  // The token is written to the disk before the organization is created, because it could not be recovered later.
  const token = loadOrCreateSecret(tokenFile, newToken);
  if (isNew) {
    const organization = {name: "My organization", adminEmail: "admin@localhost", adminName: "Admin", token};
    return (await createOrganization(db, organization)).orgId;
  }
  const known = await db
    .selectFrom("tokens")
    .select("org_id")
    .where("hash", "=", hashToken(token))
    .executeTakeFirst();
  return known?.org_id;
}

/** Stores the link by which the admin user, who has no password yet, sets one; `welcome` shows it once. */
async function storePasswordLink(
  db: Db,
  orgId: string,
  {dataDir, baseUrl, passwordSignIn}: Config,
): Promise<void> {
  if (!passwordSignIn) return;
  const admin = await db
    .selectFrom("principals")
    .select("id")
    .where("org_id", "=", orgId)
    .where("kind", "=", "user")
    .where("org_role", "=", "admin")
    .orderBy("id")
    .executeTakeFirst();
  if (!admin) return;
  const {url} = await addPasswordLink(db, orgId, admin.id, baseUrl);
  await writeFile(join(dataDir, PASSWORD_LINK_FILE), `${url}\n`, {mode: 0o600});
}

await firstStart().catch((error: unknown) => {
  console.error(startFault(error, process.env));
  process.exitCode = 1;
});
