import {afterAll, beforeAll, expect, test} from "bun:test";
import {type TestApp, testApp} from "../../support/app.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test.each([
  ["/", "Analytics Service"],
  ["/swagger", 'id="swagger-ui"'],
])("the page at %s loads nothing from elsewhere", async (path, content) => {
  const {status, headers, text} = await t.call("GET", path, {token: null});
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  expect(text).toContain(content);
  expect(text).toContain('<html lang="en">');
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test("the page at / is styled under its own policy", async () => {
  const {headers, text} = await t.call("GET", "/", {token: null});
  const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
});

test("the only script of the documentation page is the one that its policy allows", async () => {
  const {headers, text} = await t.call("GET", "/swagger", {token: null});
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
  expect(scripts).toHaveLength(1);
  const hash = new Bun.CryptoHasher("sha256").update(scripts[0] ?? "").digest("base64");
  expect(headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(text).not.toMatch(/\son\w+=/);
  expect(text).toContain("<noscript>");
});

test("the files of the documentation page exist, and no others are served beside them", async () => {
  const {text: page} = await t.call("GET", "/swagger", {token: null});
  const loaded = [...page.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, address]) => address);
  expect(loaded).toEqual(["/swagger/swagger-ui.css", "/swagger/swagger-ui.js"]);
  for (const [file, type] of [
    ["swagger-ui.css", "text/css"],
    ["swagger-ui.js", "text/javascript"],
  ]) {
    const {status, headers, text} = await t.call("GET", `/swagger/${file}`, {token: null});
    expect(status).toBe(200);
    expect(headers.get("content-type")).toStartWith(type ?? "");
    expect(text.length).toBeGreaterThan(100);
  }
  for (const file of ["package.json", "..%2Fpackage.json", "constructor", "swagger-ui-bundle.js"]) {
    expect((await t.call("GET", `/swagger/${file}`, {token: null})).status).toBe(404);
  }
});
