import {expect, test} from "bun:test";
import {domainOf, readAddress, spellingsOf} from "../../shared/core/mail-address.ts";

test.each([
  ["ann@example.com", "ann@example.com"],
  ["Ann.O'Hara+reports@Example.COM", "Ann.O'Hara+reports@example.com"],
  ["a@b.co", "a@b.co"],
  ["jan@bücher.example", "jan@xn--bcher-kva.example"],
  ["x@mail.example.co.uk", "x@mail.example.co.uk"],
])("%p is an address", (text, address) => {
  expect(readAddress(text)).toBe(address);
});

test.each([
  ["ann"],
  ["@example.com"],
  ["ann@"],
  ["ann@localhost"],
  ["ann@example..com"],
  ["ann@-example.com"],
  ["ann@127.0.0.1"],
  ["ann@[127.0.0.1]"],
  ["ann@example.com:25"],
  ["ann@example.com/x"],
  ["a nn@example.com"],
  [".ann@example.com"],
  ["ann..b@example.com"],
  ['"ann b"@example.com'],
  ["Ann <ann@example.com>"],
  ["ann@example.com, bob@example.com"],
  ["ann@example.com\r\nBcc: eve@example.com"],
  ["ann\n@example.com"],
  ["ann@exam\u0000ple.com"],
  [`${"a".repeat(65)}@example.com`],
  [`ann@${"a".repeat(64)}.com`],
  [`ann@${"abcdefghi.".repeat(26)}com`],
])("%j is no address", text => {
  expect(readAddress(text)).toBeUndefined();
});

test("the domain of an address is the part behind the last @", () => {
  expect(domainOf("ann@example.com")).toBe("example.com");
});

test.each([
  ["Ann@Example.com", ["ann@example.com"]],
  ["admin@localhost", ["admin@localhost"]],
  ["Jan@BÜCHER.example", ["jan@xn--bcher-kva.example", "jan@bücher.example"]],
  ["jan@xn--bcher-kva.example", ["jan@xn--bcher-kva.example", "jan@bücher.example"]],
  ["jan@xn--bcher-kva.Example", ["jan@xn--bcher-kva.example", "jan@bücher.example"]],
  ["jürgen@example.com", ["jürgen@example.com"]],
  ["jan@xn--zzzz--bad", ["jan@xn--zzzz--bad"]],
  ["jan@b%75cher.example", ["jan@b%75cher.example"]],
  ["nobody", ["nobody"]],
  ["", [""]],
])("%p is spelled %p in accounts", (text, spellings) => {
  expect(spellingsOf(text)).toEqual(spellings);
});
