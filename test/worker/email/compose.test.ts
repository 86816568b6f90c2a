import {expect, test} from "bun:test";
import {simpleParser} from "mailparser";
import {createTransport} from "nodemailer";
import {compose} from "../../../worker/email/compose.ts";
import type {Attachment, Message, SharedText} from "../../../worker/email/message.ts";

const SENDER = {from: "Analytics <reports@example.com>"};
/** A placeholder for the address at which a recipient unsubscribes. */
const MARK = "https://analytics.example.com/unsubscribe?t=0mark";
const library = createTransport({streamTransport: true, buffer: true, newline: "windows"});

function messageTo(to: string, attachments: readonly Attachment[]): Message {
  return {
    to,
    subject: "Flights",
    html: {content: "<p>Flüge</p>", mark: MARK},
    text: {content: "Flüge", mark: MARK},
    attachments,
    messageId: "<dlv_1.1@example.com>",
    unsubscribeUrl: "https://analytics.example.com/unsubscribe?t=1",
    feedbackId: "sched_1:org_1:schedule:analytics",
  };
}

type Composed = ReturnType<typeof compose>;

/** The message's bytes as text, with its random boundaries replaced by numbers. */
async function bytesOf(composed: Composed): Promise<string> {
  const {message} = await library.sendMail({...composed, date: new Date(0)});
  return message.toString().replaceAll(/--_NmP-[0-9a-f]+-Part_/g, "--boundary-");
}

/** The message with its files encoded by the library. */
function encodedByLibrary(message: Message): Composed {
  return {
    ...compose(SENDER, {...message, attachments: []}),
    attachments: message.attachments.map(({name, contentType, content, cid}) => ({
      filename: name,
      contentType,
      content,
      ...(cid === undefined ? {} : {cid, contentDisposition: "inline" as const}),
    })),
  };
}

const picture = {name: "chart.png", contentType: "image/png", content: Buffer.alloc(4000, "png"), cid: "c-1"};

test.each<[string, Attachment[]]>([
  ["a picture of the HTML", [picture]],
  [
    "a file whose name is long, quoted and not in ASCII",
    [
      {
        name: `"Flüge" – ${"2026 ".repeat(40)}.csv`,
        contentType: "text/csv; charset=utf-8",
        content: Buffer.from("a;b\r\n"),
      },
    ],
  ],
  ["an empty file", [{name: "empty.csv", contentType: "text/csv", content: Buffer.alloc(0)}]],
  [
    "several, with lines that end where base64 does",
    [
      picture,
      ...[56, 57, 58, 114].map(n => ({
        name: `${n}.bin`,
        contentType: "application/pdf",
        content: Buffer.alloc(n),
      })),
    ],
  ],
])("%s is encoded in the message as by the library", async (_, attachments) => {
  const message = messageTo("ann@example.org", attachments);
  expect(await bytesOf(compose(SENDER, message))).toBe(await bytesOf(encodedByLibrary(message)));
});

test("files are encoded once for all recipients, and each recipient gets them whole", async () => {
  const attachments: Attachment[] = [{...picture}];
  const first = compose(SENDER, messageTo("ann@example.org", attachments));
  const [part] = first.attachments ?? [];
  expect(part?.raw).toBeInstanceOf(Buffer);
  for (const to of ["bob@example.org", "cem@example.org"]) {
    const message = messageTo(to, attachments);
    const composed = compose(SENDER, message);
    expect(composed.attachments?.[0]?.raw).toBe(part?.raw);
    expect(await bytesOf(composed)).toBe(await bytesOf(encodedByLibrary(message)));
  }
});

/** A page with lines of different lengths, so that marks stand at all positions of a line. */
const page = Array.from(
  {length: 400},
  (_, n) => `<p>${"Größe = 1 ".repeat(n % 17)}${".".repeat(n % 5)}</p>  `,
);

test.each([
  ["a page with marks at all places of its lines", page.join(`\n<a href="${MARK}">stop</a>`)],
  ["a page without a line break", page.join(MARK)],
  ["a page that begins and ends with the mark", `${MARK}\r\n${MARK}`],
  ["a page without the mark", "<p>Flüge</p>"],
  ["a page in Chinese", `<p>${"按州统计的航班".repeat(200)}</p><a href="${MARK}">${MARK}</a>`],
])("%s is encoded once for all recipients, and each gets it with their own address", async (_, content) => {
  const html: SharedText = {content, mark: MARK};
  const text: SharedText = {content, mark: MARK};
  const attachments = [{...picture}];
  let first: SharedText["pieces"];
  for (const token of ["a".repeat(120), "b".repeat(500), "c"]) {
    const unsubscribeUrl = `https://analytics.example.com/unsubscribe?t=${token}`;
    const message = {...messageTo(`${token[0]}@example.org`, attachments), html, text, unsubscribeUrl};
    const sent = (await library.sendMail(compose(SENDER, message))).message.toString();
    const lines = sent.slice(sent.indexOf("\r\n\r\n")).split("\r\n");
    expect(lines.filter(line => line.length > 76 && !line.includes("_NmP-"))).toEqual([]);
    const read = await simpleParser(sent, {skipImageLinks: true});
    expect(read.html).toBe(content.replaceAll("\r\n", "\n").replaceAll(MARK, unsubscribeUrl));
    expect(read.text?.trimEnd()).toBe(
      content.replaceAll("\r\n", "\n").replaceAll(MARK, unsubscribeUrl).trimEnd(),
    );
    first ??= html.pieces;
    expect(html.pieces).toBe(first);
  }
});
