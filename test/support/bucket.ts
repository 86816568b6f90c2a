import {createHash, createHmac} from "node:crypto";

export interface Bucket {
  environment: Record<string, string>;
  /** Key → the stored object. */
  objects: Map<string, {bytes: Buffer; at: Date}>;
  /** Multipart uploads that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** `GET org_…/ds_….parquet`, in order, with part numbers and ranges. */
  requests: string[];
  /** The number of requests with a wrong signature, which are not among `requests`. */
  refusals(): number;
  /** Answers 500 to the next `times` requests, or to those of them that match. */
  fail(times: number, matches?: (request: string) => boolean): void;
  /**
   * Never answers the next `times` requests, or those of them that match. With `afterBytes` their senders get the head
   * of the answer and that many bytes of the object, and then nothing.
   */
  hang(times: number, matches?: (request: string) => boolean, afterBytes?: number): void;
  /**
   * Holds back the requests that match until the returned function is called. Then all are carried out and answered,
   * even those whose senders have left.
   */
  delay(matches: (request: string) => boolean): () => void;
  /** Objects are sent in pieces of this size, with a pause before each piece. */
  pace: {pieceBytes: number; pauseMs: number} | undefined;
  stop(): Promise<void>;
}

const NAME = "snapshots";
const REGION = "eu-central-1";
const ACCESS_KEY = "AKIATEST";
const SECRET = "a secret/with+signs";

/**
 * A stand-in for S3's REST interface with one bucket, addressed by path. It checks the Signature Version 4 of requests,
 * accepts whole and multipart uploads, and answers in S3's XML.
 */
export function startBucket(): Bucket {
  const objects: Bucket["objects"] = new Map();
  const uploads: Bucket["uploads"] = new Map();
  const requests: string[] = [];
  let refused = 0;
  let failing = {times: 0, matches: (_: string) => true};
  let hanging: {times: number; matches(request: string): boolean; afterBytes: number | undefined} = {
    times: 0,
    matches: () => true,
    afterBytes: undefined,
  };

  let delayed: {matches(request: string): boolean; until: Promise<void>} | undefined;

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    if (!isSigned(request, url) || !isWhole(request, body)) {
      refused++;
      return fault(403, "SignatureDoesNotMatch");
    }
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
    const key = rest.join("/");
    const part = url.searchParams.get("partNumber");
    const range = request.headers.get("range");
    const described = `${request.method} ${key}${part ? ` part ${part}` : ""}${range ? ` ${range}` : ""}`;
    requests.push(described);
    if (failing.times > 0 && failing.matches(described)) {
      failing.times--;
      return fault(500, "InternalError");
    }
    if (hanging.times > 0 && hanging.matches(described)) {
      hanging.times--;
      const bytes = objects.get(key)?.bytes;
      if (hanging.afterBytes === undefined || !bytes) return new Promise<Response>(() => undefined);
      return inPieces(bytes, hanging.afterBytes, count => (count === 0 ? 0 : undefined));
    }
    if (delayed?.matches(described)) await delayed.until;
    if (bucket !== NAME) return fault(404, "NoSuchBucket");
    if (key === "") return list(url.searchParams);
    const uploadId = url.searchParams.get("uploadId");
    if (request.method === "POST") return inParts(key, url.searchParams, uploadId);
    if (request.method === "PUT") {
      if (uploadId !== null) {
        const parts = uploads.get(uploadId);
        if (!parts) return fault(404, "NoSuchUpload");
        parts.set(Number(part), body);
      } else objects.set(key, {bytes: body, at: new Date()});
      return new Response(null, {headers: {etag: `"${createHash("md5").update(body).digest("hex")}"`}});
    }
    if (request.method === "DELETE") {
      if (uploadId !== null) uploads.delete(uploadId);
      else objects.delete(key);
      return new Response(null, {status: 204});
    }
    const found = objects.get(key);
    if (!found) return fault(404, "NoSuchKey");
    const {pace} = stand;
    if (range === null && pace) return inPieces(found.bytes, pace.pieceBytes, () => pace.pauseMs);
    if (range === null) return new Response(new Uint8Array(found.bytes));
    const [, first = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    if (Number(first) >= found.bytes.length) return fault(416, "InvalidRange");
    return new Response(new Uint8Array(found.bytes.subarray(Number(first), Number(last) + 1)), {status: 206});
  };

  function inParts(key: string, query: URLSearchParams, uploadId: string | null): Response {
    if (query.has("uploads")) {
      const made = crypto.randomUUID();
      uploads.set(made, new Map());
      return xml("InitiateMultipartUploadResult", `<Key>${key}</Key><UploadId>${made}</UploadId>`);
    }
    const parts = uploads.get(uploadId ?? "");
    if (!parts) return fault(404, "NoSuchUpload");
    uploads.delete(uploadId ?? "");
    const inOrder = [...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    objects.set(key, {bytes: Buffer.concat(inOrder), at: new Date()});
    return xml("CompleteMultipartUploadResult", `<Key>${key}</Key><ETag>"x"</ETag>`);
  }

  function list(query: URLSearchParams): Response {
    const after = query.get("start-after") ?? "";
    const most = Number(query.get("max-keys") ?? 1000);
    const keys = [...objects.keys()]
      .filter(key => key.startsWith(query.get("prefix") ?? "") && key > after)
      .sort();
    const contents = keys.slice(0, most).map(key => {
      const {bytes, at} = objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    return xml("ListBucketResult", `<IsTruncated>${keys.length > most}</IsTruncated>${contents.join("")}`);
  }

  const server = Bun.serve({port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: answer});
  const stand: Bucket = {
    environment: {
      S3_BUCKET: NAME,
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    uploads,
    requests,
    refusals: () => refused,
    fail: (times, matches = () => true) => {
      failing = {times, matches};
    },
    hang: (times, matches = () => true, afterBytes) => {
      hanging = {times, matches, afterBytes};
    },
    delay: matches => {
      const {promise, resolve} = Promise.withResolvers<void>();
      delayed = {matches, until: promise};
      return () => {
        delayed = undefined;
        resolve();
      };
    },
    pace: undefined,
    stop: () => server.stop(true),
  };
  return stand;
}

/** An answer in pieces. `pauseMs` says how long to wait before the next one; `undefined`: for ever. */
function inPieces(
  bytes: Buffer,
  pieceBytes: number,
  pauseMs: (count: number) => number | undefined,
): Response {
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const pause = pauseMs(count);
      if (pause === undefined) return new Promise<void>(() => undefined);
      await Bun.sleep(pause);
      const piece = bytes.subarray(count * pieceBytes, ++count * pieceBytes);
      if (piece.length === 0) controller.close();
      else controller.enqueue(new Uint8Array(piece));
    },
  });
  return new Response(body, {headers: {"content-length": String(bytes.length)}});
}

function xml(name: string, content: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${content}</${name}>`, {
    headers: {"content-type": "application/xml"},
  });
}

function fault(status: number, code: string): Response {
  const answer = xml("Error", `<Code>${code}</Code><Message>${code}</Message>`);
  return new Response(answer.body, {status, headers: answer.headers});
}

/** Whether the body has the hash that was signed, if one was. */
function isWhole({headers}: Request, body: Buffer): boolean {
  const hash = headers.get("x-amz-content-sha256");
  return hash === "UNSIGNED-PAYLOAD" || hash === createHash("sha256").update(body).digest("hex");
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned({method, headers}: Request, url: URL): boolean {
  const authorization = headers.get("authorization") ?? "";
  const [, credential = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(authorization) ??
    [];
  const [accessKey, day = "", region = "", service = "", end = ""] = credential.split("/");
  const time = headers.get("x-amz-date") ?? "";
  if (accessKey !== ACCESS_KEY || region !== REGION || service !== "s3" || !time.startsWith(day))
    return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.split(";").map(name => `${name}:${headers.get(name)?.trim() ?? ""}`),
    "",
    names,
    headers.get("x-amz-content-sha256") ?? "",
  ].join("\n");
  const scope = `${day}/${region}/${service}/${end}`;
  const hashed = createHash("sha256").update(canonical).digest("hex");
  const keys = [day, region, service, end].reduce<Buffer>(
    (key, text) => createHmac("sha256", key).update(text).digest(),
    Buffer.from(`AWS4${SECRET}`),
  );
  const expected = createHmac("sha256", keys)
    .update(["AWS4-HMAC-SHA256", time, scope, hashed].join("\n"))
    .digest("hex");
  return signature === expected;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
