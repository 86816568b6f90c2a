import {describe, expect, test} from "bun:test";
import {foreignLinks} from "../../../shared/automation/agents/report/links.ts";
import {processorMs} from "../../support/processor-time.ts";
import {BASE, check} from "./support.ts";

/** The text as readers see it. */
function shown(text: string): string {
  let left = text;
  for (const {start, end, text: put} of [...foreignLinks(BASE, text)].sort((a, b) => b.start - a.start)) {
    left = left.slice(0, start) + put + left.slice(end);
  }
  return left;
}

describe("an address that leads out of the service, and that mail programs would link, is removed", () => {
  test.each([
    ["with its scheme", "https://evil.com/?q=42"],
    ["without one", "evil.com/?q=42"],
    ["of www", "www.evil.com"],
    ["of a newer domain", "evil.zip/login?q=42"],
    ["of another newer domain", "pay.evil.shop/q/42"],
    ["of a company's domain", "evil.google/q42"],
    ["of a domain in its own script", "пример.рф/q42"],
    ["of a Chinese domain", "例子.网址/q42"],
    ["of a domain in Punycode", "xn--e1afmkfd.xn--p1ai/q42"],
    ["in capitals", "EVIL.ZIP/Q42"],
    ["with a port", "evil.xyz:8080"],
    ["with a user", "analytics.example.com@evil.app/q"],
    ["with an ideographic full stop", "evil。com"],
    ["with an ideographic full stop and a path", "https://evil。com/?q=42"],
    ["with a halfwidth ideographic full stop", "evil｡com/q"],
    ["with a full-width full stop", "evil．com/q"],
    ["with a dot leader", "evil․com/q"],
    ["in full-width letters", "ｅｖｉｌ．ｃｏｍ／q42"],
    ["in mathematical letters", "𝐞𝐯𝐢𝐥.𝐜𝐨𝐦/q42"],
    ["in circled letters", "ⓔⓥⓘⓛ.ⓒⓞⓜ/q42"],
    ["with a full-width scheme", "ｈｔｔｐｓ：／／evil.com"],
    ["with our address as spelling of another", "https://analytics.example.com。evil.com/"],
    ["of a mail with a body", "mailto:a@evil.example?body=42"],
    ["of a mail with a subject", "MAILTO:a@evil.example?subject=42"],
    ["of a message", "sms:+491701234567?body=42"],
    ["of a machine", "http://intranet/q42"],
    ["of another scheme", "slack://evil/42"],
  ])("%s", (_how, address) => {
    expect(shown(`before ${address} after`)).toBe("before (link removed) after");
    expect(shown(`(${address}), then`)).not.toMatch(/evil|42|пример|例子|intranet/i);
    // The title of a report is the subject of its mail.
    const report = check("Nothing.", [], {title: `See ${address} now`});
    expect(report.title).toBe("See (link removed) now");
  });
});

describe("a text that is no address is unchanged", () => {
  test.each([
    "売上は増加しました。AI は便利です。",
    "很好。商店很多。com 是域名。",
    "By orders.date and customers.name, not orders.total.",
    "A bare host of a row: google.com, evil.zip.",
    "Ask ada@example.com or mailto:ada@example.com.",
    "file.zip is a file… and so is ½ of report.pdf",
    "½ ㎏ ＡＢＣ ① №",
    `${BASE}/charts/chart_1 stays`,
  ])("%s", text => {
    expect(shown(text)).toBe(text);
  });
});

test("a long text of addresses and of near addresses is checked quickly", () => {
  for (const part of ["evil。com/q ", "ａ。", "mailto:", "a.zip/", "㏇.com/x ", "𝐞."]) {
    const text = part.repeat(Math.ceil(30_000 / part.length));
    const before = processorMs();
    foreignLinks(BASE, text);
    expect(processorMs() - before).toBeLessThan(3000);
  }
});

test("the list of domains can be loaded next to a mail library that loads it differently", async () => {
  const {simpleParser} = await import("mailparser");
  const {textAsHtml} = await simpleParser("Subject: a\n\nSee http://google.com.\n");
  expect(textAsHtml).toContain('href="http://google.com"');
});
