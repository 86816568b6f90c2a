import {describe, expect, test} from "bun:test";
import {readJson} from "../../../api/http/body.ts";

const read = (body: string) =>
  readJson(
    new Request("http://service.test/", {
      method: "POST",
      body,
      headers: {"content-type": "application/json"},
    }),
    10_000_000,
  );

describe("a JSON body", () => {
  test.each(["[", '{"a":'])(
    "with a hundred thousand nested levels of %s is refused before it is walked",
    async open => {
      const close = open === "[" ? "]" : "}";
      const body = open.repeat(100_000) + (open === "[" ? "" : "1") + close.repeat(100_000);
      await expect(read(body)).rejects.toMatchObject({code: "invalid_request"});
    },
  );

  test("may have any number of brackets in its texts", async () => {
    const text = '[{"\\'.repeat(5000);
    expect(await read(JSON.stringify({text}))).toEqual({text});
  });

  test("keeps the digits of numbers that a double would round", async () => {
    expect(
      await read(
        '{"a":9007199254740993,"b":1.5,"c":0.1234567890123456789,"d":"9007199254740993","e":12345678901234567}',
      ),
    ).toEqual({
      a: "9007199254740993",
      b: 1.5,
      c: "0.1234567890123456789",
      d: "9007199254740993",
      e: "12345678901234567",
    });
  });
});
