import {X509Certificate} from "node:crypto";
import {existsSync} from "node:fs";
import {readFile, rm, statfs, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import type {Config} from "../../shared/core/config.ts";
import {checkSmtp} from "../../worker/email/smtp.ts";
import {Bucket} from "../../worker/storage/bucket.ts";
import type {Finding} from "./finding.ts";

const MIN_FREE_BYTES = 2_000_000_000;
const MIN_FREE_SHARE = 0.1;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
const ANSWER_MS = 5000;

/** Whether the folder is writable, and has free space. */
export async function checkDisk({dataDir}: Config): Promise<Finding[]> {
  let dir = dataDir;
  while (!existsSync(dir)) dir = dirname(dir);
  const probe = join(dir, `.doctor-${process.pid}`);
  await writeFile(probe, "");
  await rm(probe);
  const {bavail, blocks, bsize} = await statfs(dir);
  const free = bavail * bsize;
  const found = `${(free / 1e9).toFixed(1)} GB of ${((blocks * bsize) / 1e9).toFixed(1)} GB are free for ${dataDir}.`;
  if (free >= MIN_FREE_BYTES && bavail >= blocks * MIN_FREE_SHARE)
    return [{about: "disk", state: "ok", found}];
  return [
    {
      about: "disk",
      state: "warning",
      found,
      remedy:
        "Free some space, or set DATA_DIR to another disk: queries that spill, imports and snapshots are refused when the disk is full.",
    },
  ];
}

/** Whether the mail server accepts the service's sign-in. Nothing is sent. */
export async function checkMail({mail, dataDir}: Config): Promise<Finding[]> {
  const about = "mail";
  if (mail.smtpUrl === undefined)
    return [
      {
        about,
        state: "warning",
        found: `Mail is not sent, but written to ${join(dataDir, "outbox")}.`,
        remedy: "Set SMTP_URL, unless this is a trial.",
      },
    ];
  await checkSmtp({url: mail.smtpUrl, poolSize: 1, ratePerSecond: 1, connectMs: ANSWER_MS});
  const findings: Finding[] = [{about, state: "ok", found: "The mail server accepts the service's sign-in."}];
  if (/@localhost(\.localdomain)?>?$/.test(mail.from))
    findings.push({
      about,
      state: "warning",
      found: `Mail is sent as ${mail.from}, which other servers refuse.`,
      remedy: "Set MAIL_FROM to an address of your domain.",
    });
  return findings;
}

/** Whether the bucket can be read. */
export async function checkBucket({s3}: Config): Promise<Finding[]> {
  if (s3 === undefined) return [];
  const bucket = new Bucket(s3, "the check of the bucket");
  for await (const _ of bucket.list("doctor-looks-for-nothing/")) break;
  return [{about: "bucket", state: "ok", found: `The bucket ${s3.bucket} can be read.`}];
}

/** How long certificates are still valid. */
export async function checkCertificates({workerTls, sql}: Config): Promise<Finding[]> {
  const given = Object.entries({WORKER_TLS_CERT: workerTls?.cert, SQL_TLS_CERT: sql?.tls?.cert});
  const findings: Finding[] = [];
  for (const [name, cert] of given) {
    if (cert === undefined) continue;
    const pem = cert.includes("-----BEGIN") ? cert : await readFile(cert, "utf8");
    const {validTo} = new X509Certificate(pem);
    const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
    findings.push({
      about: "certificates",
      state: days < 0 ? "fault" : days < CERTIFICATE_DAYS ? "warning" : "ok",
      found: `The certificate of ${name} is valid until ${validTo}.`,
      ...(days < CERTIFICATE_DAYS ? {remedy: "Replace the certificate."} : {}),
    });
  }
  return findings;
}

/** Whether the service is reached at its public address. */
export async function checkAddress({baseUrl, trustedProxies}: Config): Promise<Finding[]> {
  const about = "address";
  const {protocol, hostname} = new URL(baseUrl);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);
  const findings: Finding[] = [];
  try {
    const answer = await fetch(`${baseUrl}/readyz`, {signal: AbortSignal.timeout(ANSWER_MS)});
    findings.push(
      answer.ok
        ? {about, state: "ok", found: `${baseUrl} is ready.`}
        : {
            about,
            state: "warning",
            found: `${baseUrl}/readyz answers ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
            remedy: "See the runbook (docs/runbook.md) for the check that has failed.",
          },
    );
  } catch (error) {
    findings.push({
      about,
      state: "warning",
      found: `${baseUrl} is not reached from here: ${error instanceof Error ? error.message : String(error)}`,
      remedy:
        "Start a web process (analytics web), or correct BASE_URL. Some networks do not let a machine reach its own public address.",
    });
  }
  if (!isLocal && protocol === "http:")
    findings.push({
      about,
      state: "warning",
      found: `BASE_URL is ${baseUrl}: passwords and tokens cross the network in plain text.`,
      remedy: "Let a proxy end TLS, and set BASE_URL to its https address.",
    });
  if (protocol === "https:" && trustedProxies === 0)
    findings.push({
      about,
      state: "warning",
      found:
        "BASE_URL is https and TRUSTED_PROXIES is 0: all callers have the proxy's address, and share its limits.",
      remedy: "Set TRUSTED_PROXIES to the number of proxies before the web process.",
    });
  return findings;
}
