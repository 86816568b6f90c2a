import {existsSync} from "node:fs";
import {readFile, rm} from "node:fs/promises";
import {join, relative} from "node:path";
import type {Config} from "../../shared/core/config.ts";
import {ownCommand} from "../../shared/core/process/own-command.ts";

const EXAMPLE =
  '{"model": "flights", "dimensions": ["origin.name"], "measures": ["flights.count", "flights.late_share"], "orderBy": ["flights.count desc"], "limit": 5}';

/** The file in the data folder with the admin user's link to set a password, until the first start has shown it. */
export const PASSWORD_LINK_FILE = "password-link";

/** The message for a person who has just started the service. */
export async function welcome(
  {baseUrl, dataDir, mail, sql}: Config,
  {firstStart, seconds}: {firstStart: boolean; seconds: number},
): Promise<string> {
  const tokenFile = join(dataDir, "admin-token");
  const displayPath = tidyPath(tokenFile);
  const lines = [
    "",
    `The Analytics Service is ready (${seconds.toFixed(1)} s).`,
    "",
    `  Service        ${baseUrl}`,
    ...(sql ? [`  SQL            postgres://${sql.host}:${sql.port}, with a token as the password`] : []),
    `  Documentation  ${baseUrl}/swagger`,
    `  Logs           ${tidyPath(join(dataDir, "logs"))}`,
    `  Mail           ${mail.smtpUrl === undefined ? `is not sent, as SMTP_URL is not set: it lies in ${tidyPath(join(dataDir, "outbox"))}` : "is sent"}`,
  ];
  if (existsSync(tokenFile)) {
    const token = firstStart
      ? `${(await readFile(tokenFile, "utf8")).trim()}\n                 shown this once, and kept in ${displayPath}`
      : `in ${displayPath}`;
    lines.push(
      `  Admin token    ${token}`,
      ...(await passwordLinkLines(dataDir)),
      "",
      "Ask it something. The five busiest airports, and the share of their flights that are late:",
      "",
      `  curl ${baseUrl}/api/query \\`,
      `    -H "Authorization: Bearer $(cat ${displayPath})" -H "Content-Type: application/json" \\`,
      `    -d '${EXAMPLE}'`,
    );
  } else {
    lines.push(
      "",
      `The database had its organizations already; \`${ownCommand("org-create")}\` makes another.`,
    );
  }
  return [...lines, "", "Ctrl-C stops it.", ""].join("\n");
}

/** The link works only once, so it is shown once and then deleted. */
async function passwordLinkLines(dataDir: string): Promise<string[]> {
  const file = join(dataDir, PASSWORD_LINK_FILE);
  if (!existsSync(file)) return [];
  const link = (await readFile(file, "utf8")).trim();
  await rm(file);
  return [
    `  Password       ${link}`,
    "                 to set it for the user admin@localhost: once, within 24 hours",
  ];
}

function tidyPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}
