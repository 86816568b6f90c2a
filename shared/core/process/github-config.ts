import {createPrivateKey} from "node:crypto";
import {readFileSync} from "node:fs";
import type {Reading} from "./mail-config.ts";

/** The configuration of the GitHub App: complete, or absent. */
export interface GithubConfig {
  appId: number;
  /** The App's name in addresses: `https://github.com/apps/<slug>`. */
  appSlug: string;
  /** PKCS#8 in PEM. */
  privateKey: string;
  clientId: string;
  clientSecret: string;
  /** The secrets that sign deliveries: the current one, followed by older ones that are still accepted. */
  webhookSecrets: string[];
  /** The API's address without a slash at its end, such as `https://api.github.com`. */
  apiUrl: string;
  /** The address of GitHub's pages for people, without a slash at its end. */
  webUrl: string;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const PUBLIC_API = "https://api.github.com";

/** Reads the variables of the App. `undefined` if none is configured. Faults never repeat secrets. */
export function readGithubConfig({text, list, fault}: Reading): GithubConfig | undefined {
  const appId = text("GITHUB_APP_ID", "");
  const key = text("GITHUB_APP_PRIVATE_KEY", "");
  const given = {
    GITHUB_APP_ID: appId,
    GITHUB_APP_PRIVATE_KEY: key,
    GITHUB_APP_SLUG: text("GITHUB_APP_SLUG", ""),
    GITHUB_CLIENT_ID: text("GITHUB_CLIENT_ID", ""),
    GITHUB_CLIENT_SECRET: text("GITHUB_CLIENT_SECRET", ""),
    GITHUB_WEBHOOK_SECRET: text("GITHUB_WEBHOOK_SECRET", ""),
  };
  const apiUrl = readApiUrl(text("GITHUB_API_URL", PUBLIC_API), fault);
  const missing = Object.entries(given).filter(([, value]) => value === "");
  if (missing.length === Object.keys(given).length) return undefined;
  if (missing.length > 0) {
    fault(`GitHub is configured in part: ${missing.map(([name]) => name).join(", ")} is missing`);
    return undefined;
  }
  const webhookSecrets = list("GITHUB_WEBHOOK_SECRET") ?? [];
  if (webhookSecrets.length === 0) fault("GITHUB_WEBHOOK_SECRET holds nothing but commas");
  if (!/^[1-9]\d{0,14}$/.test(appId)) fault(`GITHUB_APP_ID is "${appId}": the number of an App is needed`);
  const slug = given.GITHUB_APP_SLUG;
  if (!/^[\w-]{1,100}$/.test(slug))
    fault(`GITHUB_APP_SLUG is "${slug}": the App's name in github.com/apps/… is needed`);
  const privateKey = readPrivateKey(key, fault);
  if (!privateKey || !apiUrl) return undefined;
  return {
    appId: Number(appId),
    appSlug: slug,
    privateKey,
    clientId: given.GITHUB_CLIENT_ID,
    clientSecret: given.GITHUB_CLIENT_SECRET,
    webhookSecrets,
    apiUrl,
    webUrl: webUrlOf(apiUrl),
  };
}

/** A PEM, with line ends or with `\n` in their place, or the path to a file with one. */
function readPrivateKey(given: string, fault: (message: string) => void): string | undefined {
  try {
    const pem = given.includes("-----BEGIN") ? given.replaceAll("\\n", "\n") : readFileSync(given, "utf8");
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "rsa") return key.export({type: "pkcs8", format: "pem"}).toString();
  } catch {
    // The error is not repeated, because it may contain the key.
  }
  fault("GITHUB_APP_PRIVATE_KEY must hold the App's RSA key in PEM, or the path of a file with it");
  return undefined;
}

function readApiUrl(raw: string, fault: (message: string) => void): string | undefined {
  const url = URL.parse(raw);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (url && isSafe && !url.search && !url.hash && !url.username) return url.href.replace(/\/+$/, "");
  fault(
    "GITHUB_API_URL must be an https address (http on loopback only), such as https://github.example.com/api/v3: the App's key signs what is sent to it",
  );
  return undefined;
}

/** The address of GitHub's pages: the API's host or, if the API has a host of its own, that host without `api.`. */
function webUrlOf(apiUrl: string): string {
  const {protocol, host} = new URL(apiUrl);
  return `${protocol}//${host.replace(/^api\./, "")}`;
}
