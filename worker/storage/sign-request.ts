import {createHash, createHmac} from "node:crypto";
import type {S3Config} from "../../shared/core/process/s3-config.ts";

/**
 * The headers that sign a request to S3 with its body, which the storage then compares with the received bytes.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest(
  {accessKeyId, secretAccessKey, region}: Pick<S3Config, "accessKeyId" | "secretAccessKey" | "region">,
  {method, url, body}: {method: string; url: URL; body: Uint8Array},
  now = new Date(),
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = time.slice(0, "20260131".length);
  const bodyHash = sha256(body);
  const signed = {host: url.host, "x-amz-content-sha256": bodyHash, "x-amz-date": time};
  const names = Object.keys(signed).join(";");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
  const canonical = [method, url.pathname, query, ...lines, "", names, bodyHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = scope
    .split("/")
    .reduce<string | Buffer>((secret, text) => hmac(secret, text), `AWS4${secretAccessKey}`);
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString(
    "hex",
  );
  return {
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": time,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Percent-encodes as S3 does: all but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
