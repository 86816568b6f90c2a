import {expect, test} from "bun:test";
import {readConfig} from "../../shared/core/config.ts";

const read = (given: Record<string, string>) =>
  readConfig({
    DATABASE_URL: "postgres://localhost/x",
    ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    ...given,
  });

test("the list of sites and the service's address fit into headers, whatever their lines", () => {
  const sites = ["https://app.example.com", "https://other.example.com"];
  const {embedFrameAncestors} = read({EMBED_FRAME_ANCESTORS: ` ${sites.join("\n  ")}\n`});
  expect(embedFrameAncestors).toBe(sites.join(" "));
  for (const end of ["\n/x", "/?", "/#", "/?a=1"])
    expect(() => read({BASE_URL: `https://analytics.example.com${end}`})).toThrow("BASE_URL is");
  expect(() => read({BASE_URL: "https://ann:hush@example.com"})).toThrow(
    'BASE_URL is "https://…@example.com"',
  );
  expect(read({BASE_URL: "https://example.com/at//"}).baseUrl).toBe("https://example.com/at");
});

test("a database's address that cannot be read is refused without its password", () => {
  for (const password of ["hush/hush", "hush#hush", "hush?hush"]) {
    const configured = () => read({DATABASE_URL: `postgres://ann:${password}@db.example.com:5432/x`});
    expect(configured).toThrow("DATABASE_URL cannot be read");
    expect(configured).not.toThrow("hush");
  }
  for (const url of [
    "postgres://ann:hu%2Fsh@db.example.com:5432/x",
    "postgresql://ann:hush@/x?host=/run/postgresql",
    "postgres:///x?host=%2Frun",
  ])
    expect(read({DATABASE_URL: url}).databaseUrl).toBe(url);
});
