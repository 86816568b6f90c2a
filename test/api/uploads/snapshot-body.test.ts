import {describe, expect, test} from "bun:test";
import {readSnapshotBody} from "../../../api/uploads/snapshot-body.ts";
import {ServiceError} from "../../../shared/core/errors.ts";

const LIMITS = {bodyBytes: 1_000_000, otherBytes: 10_000};
const CSV = 'id,"näme"\r\n1,"a ""b"" \\ / \t"\n2,→ 😀\n';

function requestOf(body: string | Uint8Array, pieceBytes: number): Request {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
  return new Request("http://service.test/", {method: "POST", body: stream});
}

async function read(body: string | Uint8Array, pieceBytes = 7, limits = LIMITS) {
  const {csv, members} = await readSnapshotBody(requestOf(body, pieceBytes), limits, given => given);
  if (!csv) return {csv, members: await members};
  const parts: Uint8Array[] = [];
  for await (const part of csv) parts.push(part);
  return {csv: Buffer.concat(parts).toString(), members: await members};
}

async function codeOf(body: string | Uint8Array, pieceBytes = 7, limits = LIMITS): Promise<string> {
  const error = await read(body, pieceBytes, limits).then(
    () => undefined,
    thrown => thrown,
  );
  return error instanceof ServiceError ? error.code : String(error);
}

const sha256 = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("base64url");

describe("a body with a CSV", () => {
  const text = JSON.stringify(CSV);
  const ascii = text.replace(
    /[^\0-\u007f]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const others = {name: "x", nested: {snapshotCsv: "not this", list: ['"', "\\", {a: 1}]}};
  const [open, close] = [JSON.stringify(others).slice(0, -1), JSON.stringify(others).slice(1)];

  test.each([
    ["last", `${open},"snapshotCsv":${text}}`],
    ["first", `{"snapshotCsv" :\n ${text}, ${close}`],
    ["in the middle", `{"n":"\\"snapshotCsv\\":","snapshotCsv":${text},${close}`],
    ["in escapes", `${open},"snapshotCsv":${ascii}}`],
    ["under an escaped name", `${open},"snapshot\\u0043sv":${text.replaceAll("/", "\\/")}}`],
  ])("is read in pieces of any size: %s", async (_, body) => {
    for (let pieceBytes = 1; pieceBytes < 40; pieceBytes++) {
      const {csv, members} = await read(body, pieceBytes);
      expect(csv).toBe(CSV);
      expect(members).toMatchObject({...others, snapshotCsv: sha256(CSV)});
    }
  });

  test("has no CSV if the member is nested, or is no string", async () => {
    expect(await read('{"a": {"snapshotCsv": "x"}}')).toEqual({
      csv: undefined,
      members: {a: {snapshotCsv: "x"}},
    });
    expect(await read('{"snapshotCsv": 5}')).toEqual({csv: undefined, members: {snapshotCsv: 5}});
    expect(await read('[":", "snapshotCsv"]')).toEqual({csv: undefined, members: [":", "snapshotCsv"]});
  });

  test("is refused if it is not valid JSON, before its CSV has ended", async () => {
    for (const body of [
      "",
      "{",
      '{"snapshotCsv": "a',
      '{"snapshotCsv": "a"',
      '{"snapshotCsv": "a"} x',
      '{"snapshotCsv": "a", }',
      '{"snapshotCsv" "a": "b"}',
      '{"snapshotCsv": "a" "b"}',
      '{"snapshotCsv": "a\\x"}',
      '{"snapshotCsv": "a\\u12g4"}',
      '{"snapshotCsv": "a\nb"}',
      '["snapshotCsv": "a"]',
    ]) {
      expect([body, await codeOf(body)]).toEqual([body, "malformed_json"]);
      expect([body, await codeOf(body, 1)]).toEqual([body, "malformed_json"]);
    }
  });

  test("is refused if it has two CSVs, or half of a surrogate pair", async () => {
    expect(await codeOf('{"snapshotCsv": "a", "snapshotCsv": "b"}')).toBe("invalid_request");
    expect(await codeOf('{"snapshotCsv": "a\\ud83d"}')).toBe("invalid_request");
    expect(await codeOf('{"snapshotCsv": "a\\ude00\\ud83d"}')).toBe("invalid_request");
  });

  test("is refused if it, or its part beside the CSV, is too large", async () => {
    const large = JSON.stringify({snapshotCsv: "x".repeat(20_000), name: "n"});
    expect(await codeOf(large, 1000)).not.toBe("payload_too_large");
    expect(await codeOf(large, 1000, {...LIMITS, bodyBytes: 19_000})).toBe("payload_too_large");
    const wide = JSON.stringify({snapshotCsv: "x", name: "n".repeat(20_000)});
    expect(await codeOf(wide, 1000)).toBe("payload_too_large");
  });

  test("fails at its end if the check of the other members fails", async () => {
    const {csv, members} = await readSnapshotBody(
      requestOf('{"snapshotCsv": "a,b", "z": 1}', 5),
      LIMITS,
      () => {
        throw new ServiceError("invalid_request", "z is unknown");
      },
    );
    const reading = Array.fromAsync(csv ?? []);
    await expect(reading).rejects.toThrow("z is unknown");
    await expect(members).rejects.toThrow("z is unknown");
  });
});
