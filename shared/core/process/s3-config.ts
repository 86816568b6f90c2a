import type {Reading} from "./mail-config.ts";

export interface S3Config {
  bucket: string;
  /** `undefined`: the AWS endpoint of the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Reads the variables of the bucket. `undefined` if none is configured. Faults never repeat secrets. */
export function readS3Config({text, fault}: Reading): S3Config | undefined {
  const bucket = text("S3_BUCKET", "");
  const endpoint = text("S3_ENDPOINT", "");
  const region = text("S3_REGION", "");
  const accessKeyId = text("S3_ACCESS_KEY_ID", "");
  const secretAccessKey = text("S3_SECRET_ACCESS_KEY", "");
  if (![bucket, endpoint, region, accessKeyId, secretAccessKey].some(Boolean)) return undefined;
  if (endpoint) {
    const url = URL.parse(endpoint);
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
      fault(`S3_ENDPOINT is "${endpoint}": an http(s) address is needed`);
  }
  if (!bucket || !accessKeyId || !secretAccessKey) {
    fault("S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: give all of them, or none");
    return undefined;
  }
  return {
    bucket,
    endpoint: endpoint || undefined,
    region: region || "us-east-1",
    accessKeyId,
    secretAccessKey,
  };
}
