import {readFileSync} from "node:fs";
import {domainOf, readAddress} from "../mail-address.ts";

/** The configuration of mail. */
export interface MailConfig {
  /** `smtp://` or `smtps://` with user and password. `undefined`: mail is written to `dataDir/outbox`. */
  smtpUrl: string | undefined;
  /** `Name <address>`, or an address. */
  from: string;
  replyTo: string | undefined;
  /** For each worker: connections to the mail server that are kept open, and messages a second over all of them. */
  poolSize: number;
  ratePerSecond: number;
  dkim: {domainName: string; keySelector: string; privateKey: string} | undefined;
  /** The domains that mail may be sent to. `undefined`: every domain. */
  allowedDomains: string[] | undefined;
  /** The recipients that one organization may mail per day. */
  dailyLimit: number;
  /** Whether permanent failures are reported by mail. */
  mailsFailures: boolean;
}

/** The functions with which `readConfig` reads a variable: a fault is recorded, and reading continues. */
export interface Reading {
  text(name: string, fallback: string): string;
  integer(name: string, fallback: number, min: number, max: number): number;
  choice(name: string, fallback: string, allowed: readonly string[]): string;
  list(name: string): string[] | undefined;
  fault(message: string): void;
}

const DEFAULT_FROM = "Analytics Service <analytics@localhost.localdomain>";

export function readMailConfig(reading: Reading): MailConfig {
  const {text, integer, choice, list} = reading;
  return {
    smtpUrl: smtpUrl(reading),
    from: mailbox(reading, "MAIL_FROM", DEFAULT_FROM),
    replyTo: text("MAIL_REPLY_TO", "") === "" ? undefined : mailbox(reading, "MAIL_REPLY_TO", ""),
    poolSize: integer("MAIL_POOL_SIZE", 5, 1, 100),
    ratePerSecond: integer("MAIL_RATE_PER_SECOND", 100, 1, 100_000),
    dkim: dkim(reading),
    allowedDomains: list("MAIL_ALLOWED_DOMAINS")?.map(domain => domain.toLowerCase()),
    dailyLimit: integer("MAIL_DAILY_LIMIT", 10_000, 1, 100_000_000),
    mailsFailures: choice("FAILURE_MAIL", "true", ["true", "false"]) === "true",
  };
}

function smtpUrl({text, fault}: Reading): string | undefined {
  const raw = text("SMTP_URL", "");
  if (raw === "") return undefined;
  const url = URL.parse(raw);
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname && !url.search && !url.hash) return raw;
  // The address holds a password, so the fault does not repeat it.
  fault("SMTP_URL is not an address of a mail server: smtp://user:password@host:587 or smtps://… is needed");
  return undefined;
}

/** https://www.rfc-editor.org/rfc/rfc5322#section-3.4, as far as it is needed: `Name <address>`, or an address. */
function mailbox({text, fault}: Reading, name: string, fallback: string): string {
  const value = text(name, fallback);
  if (readAddress(addressIn(value)) !== undefined && !/[\r\n"]/.test(value)) return value;
  fault(`${name} is "${value}": an address, or Name <address>, is needed`);
  return value;
}

function dkim({text, fault}: Reading): MailConfig["dkim"] {
  const domainName = text("MAIL_DKIM_DOMAIN", "");
  const keySelector = text("MAIL_DKIM_SELECTOR", "");
  const file = text("MAIL_DKIM_KEY", "");
  if (!domainName && !keySelector && !file) return undefined;
  if (!domainName || !keySelector || !file) {
    fault(
      "MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY (a file) go together: give all of them, or none",
    );
    return undefined;
  }
  try {
    return {domainName, keySelector, privateKey: readFileSync(file, "utf8")};
  } catch (error) {
    fault(
      `MAIL_DKIM_KEY is "${file}", which cannot be read: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

/** The address in a mailbox such as `Name <address>`. */
export function addressIn(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
}

/** Whether mail may be sent to an address: `allowed` are domains, which do not include their subdomains. */
export function isAllowed(address: string, allowed: readonly string[] | undefined): boolean {
  return allowed === undefined || allowed.includes(domainOf(address));
}
