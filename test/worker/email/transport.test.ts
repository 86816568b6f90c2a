import {afterAll, afterEach, beforeAll, describe, expect, test} from "bun:test";
import {generateKeyPairSync} from "node:crypto";
import {mkdtemp, readdir, readFile, rm} from "node:fs/promises";
import net from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {simpleParser} from "mailparser";
import type {SMTPServerOptions} from "smtp-server";
import {openEmlFolder} from "../../../worker/email/eml-folder.ts";
import {MailError, type MailTransport, type Message} from "../../../worker/email/message.ts";
import {openSmtp, type SmtpOptions} from "../../../worker/email/smtp.ts";
import {refusal, smtpServer, type TestSmtp} from "../../support/smtp.ts";

const SENDER = {from: "Analytics <reports@example.com>", replyTo: "team@example.com"};
const DELIVERY = "dlv_01kah5e8x4f2vbqz7n9t3m6r0c";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const message: Message = {
  to: "ann@example.org",
  subject: "Größe der Flüge – 10:00",
  html: {
    content: '<p>Flüge: <b>312.907</b></p><img src="cid:chart-1" alt="Flights by state">',
    mark: "0mark",
  },
  text: {content: "Flüge: 312.907", mark: "0mark"},
  attachments: [
    {name: "chart.png", contentType: "image/png", content: PNG, cid: "chart-1"},
    {name: "Flüge.csv", contentType: "text/csv; charset=utf-8", content: Buffer.from("state,n\nCA,312907\n")},
  ],
  messageId: `<${DELIVERY}.3f9a@example.com>`,
  unsubscribeUrl: `https://analytics.example.com/unsubscribe?t=${"a".repeat(120)}`,
  feedbackId: "sched_1:org_1:schedule:analytics",
};
const never = new AbortController().signal;

const open: {close(): void | Promise<void>}[] = [];
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "mail-"));
});

afterAll(() => rm(dir, {recursive: true, force: true}));

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function server(
  options?: SMTPServerOptions,
  judge?: Parameters<typeof smtpServer>[1],
): Promise<TestSmtp> {
  const started = await smtpServer(options, judge);
  open.push({close: () => started.stop()});
  return started;
}

function smtp(url: string, more: Partial<SmtpOptions> = {}, sender: object = SENDER): MailTransport {
  const transport = openSmtp({url, poolSize: 2, ratePerSecond: 1000, ...more}, {...SENDER, ...sender});
  open.unshift(transport);
  return transport;
}

async function fault(sending: Promise<unknown>): Promise<MailError> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MailError)) throw new Error(`no MailError: ${error}`);
  return error;
}

test("a message arrives with its parts and headers, and with nothing of another recipient", async () => {
  const {url, received} = await server();
  expect(await smtp(url).send(message, never)).toStartWith("250");
  const [{from, to, raw, mail} = {from: "", to: [], raw: Buffer.of(), mail: await simpleParser("")}] =
    received;
  expect({from, to}).toEqual({from: "reports@example.com", to: ["ann@example.org"]});
  expect(mail.subject).toBe(message.subject);
  expect(mail.text?.trim()).toBe("Flüge: 312.907");
  expect(mail.replyTo?.text).toBe("team@example.com");
  expect(mail.messageId).toBe(message.messageId);
  expect(
    mail.attachments.map(({filename, contentType, cid, related}) => ({
      filename,
      contentType,
      cid,
      related: related ?? false,
    })),
  ).toEqual([
    {filename: "chart.png", contentType: "image/png", cid: "chart-1", related: true},
    {filename: "Flüge.csv", contentType: "text/csv", cid: undefined, related: false},
  ]);
  expect(mail.attachments[0]?.content.equals(PNG)).toBe(true);
  const text = raw.toString();
  // One line each, so that no relay breaks the signature over them.
  expect(text).toContain(`List-Unsubscribe: <${message.unsubscribeUrl}>\r\n`);
  expect(text).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(text).toContain("\r\nAuto-Submitted: auto-generated\r\n");
  expect(text).toContain(`\r\nFeedback-ID: ${message.feedbackId}\r\n`);
});

test("the signature covers the headers for unsubscribing", async () => {
  const {privateKey} = generateKeyPairSync("rsa", {modulusLength: 2048});
  const key = privateKey.export({type: "pkcs8", format: "pem"}).toString();
  const {url, received} = await server();
  const dkim = {domainName: "example.com", keySelector: "mail", privateKey: key};
  await smtp(url, {}, {dkim}).send(message, never);
  const unfolded = (received[0]?.raw.toString() ?? "").replaceAll(/\r\n[ \t]+/g, "");
  const signed = /^DKIM-Signature: .*?;\s*h=([^;]+);/m.exec(unfolded)?.[1]?.split(":");
  expect(signed).toEqual(expect.arrayContaining(["list-unsubscribe", "list-unsubscribe-post", "from", "to"]));
});

describe("the connection to the mail server", () => {
  const logins: string[] = [];
  const options: SMTPServerOptions = {
    allowInsecureAuth: true,
    onAuth: ({username = ""}, _session, done) => {
      logins.push(username);
      done(null, {user: username});
    },
  };

  test("is encrypted before the login, except on this machine", async () => {
    const {url, received} = await server(options);
    const own = url.replace("//", "//ann:secret@");
    await smtp(own).send(message, never);
    expect(logins.splice(0)).toEqual(["ann"]);
    // The same server under a name that could be another machine's.
    const {isFinal} = await fault(smtp(own.replace("127.0.0.1", "127.1")).send(message, never));
    expect({isFinal, logins, received: received.length}).toEqual({isFinal: false, logins: [], received: 1});
  });

  test("must have a trusted certificate", async () => {
    const cert = {
      cert: await readFile(join(import.meta.dir, "../../support/worker-cert.pem")),
      key: await readFile(join(import.meta.dir, "../../support/worker-key.pem")),
    };
    const {url} = await server({...options, secure: true, ...cert});
    const {isFinal, answer} = await fault(smtp(url.replace("//", "//ann:secret@")).send(message, never));
    expect({isFinal, logins}).toEqual({isFinal: false, logins: []});
    expect(answer).toMatch(/certificate/i);
  });
});

test("a line break in a header is refused before anything is sent", async () => {
  const {url, received} = await server();
  const evil = {...message, to: "ann@example.org\r\nBcc: eve@example.net"};
  await expect(smtp(url).send(evil, never)).rejects.toThrow("more than one line");
  expect(received).toEqual([]);
});

describe("a refusal of the mail server", () => {
  test.each([
    [550, true, "no such user"],
    [452, false, "too many recipients"],
  ])("with %p at the recipient is final from 500 on", async (code, isFinal, text) => {
    const {url} = await server({onRcptTo: (_address, _session, done) => done(refusal(code, text))});
    const {isFinal: found, answer} = await fault(smtp(url).send(message, never));
    expect({isFinal: found, answer}).toEqual({isFinal, answer: `${code} ${text}`});
  });

  test.each([
    [554, true, "this is spam"],
    [451, false, "try again later"],
    [550, true, "ann@TLS.example is not known here; see https://example.com/SSL"],
  ])("with %p after the message is final from 500 on", async (code, isFinal, text) => {
    const {url} = await server({}, () => refusal(code, text));
    const {isFinal: found, answer} = await fault(smtp(url).send(message, never));
    expect({isFinal: found, answer}).toEqual({isFinal, answer: `${code} ${text}`});
  });

  test("of one bad address concerns that address alone", async () => {
    const {url, received} = await server({
      onRcptTo: ({address}, _session, done) =>
        done(address.startsWith("bad") ? refusal(550, "no such user") : undefined),
    });
    const transport = smtp(url);
    const sent = await Promise.allSettled(
      ["ann@example.org", "bad@example.org", "bob@example.org"].map(to =>
        transport.send({...message, to}, never),
      ),
    );
    expect(sent.map(({status}) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(received.flatMap(({to}) => to).sort()).toEqual(["ann@example.org", "bob@example.org"]);
  });

  test("with 421 at the greeting is temporary", async () => {
    const {url} = await server({onConnect: (_session, done) => done(refusal(421, "busy"))});
    const {isFinal, answer} = await fault(smtp(url).send(message, never));
    expect(isFinal).toBe(false);
    expect(answer).toContain("421");
  });

  test("of the login is temporary, because the configuration can be corrected", async () => {
    const {url} = await server({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, "wrong password")),
    });
    const {isFinal, answer} = await fault(smtp(url.replace("//", "//ann:secret@")).send(message, never));
    expect(isFinal).toBe(false);
    expect(answer).toContain("535");
    expect(answer).not.toContain("secret");
  });
});

describe("a broken connection", () => {
  /** A server that speaks SMTP by hand, line by line. */
  async function speaking(answer: (line: string, socket: net.Socket) => void): Promise<string> {
    const listener = net.createServer(socket => {
      socket.write("220 hand ESMTP\r\n");
      socket.on("error", () => undefined);
      socket.on("data", bytes => {
        for (const line of bytes.toString().split("\r\n").filter(Boolean)) answer(line, socket);
      });
    });
    await new Promise<void>(resolve => listener.listen(0, "127.0.0.1", resolve));
    open.push({close: () => void listener.close()});
    const address = listener.address();
    return `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  test("to a port without a listener is a temporary fault", async () => {
    const {isFinal} = await fault(smtp("smtp://127.0.0.1:1").send(message, never));
    expect(isFinal).toBe(false);
  });

  test("to a server that says nothing is given up", async () => {
    const listener = net.createServer(() => undefined);
    await new Promise<void>(resolve => listener.listen(0, "127.0.0.1", resolve));
    open.push({close: () => void listener.close()});
    const address = listener.address();
    const url = `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    const {isFinal} = await fault(smtp(url, {connectMs: 300}).send(message, never));
    expect(isFinal).toBe(false);
  });

  test("to a server that never accepts the message is given up, however often the server writes something", async () => {
    const url = await speaking((line, socket) => {
      if (/^EHLO/.test(line)) socket.write("250 hand\r\n");
      else if (/^(MAIL|RCPT)/.test(line)) socket.write("250 ok\r\n");
      else if (line === "DATA") socket.write("354 go\r\n");
    });
    const {isFinal, answer} = await fault(smtp(url, {messageMs: 500}).send(message, never));
    expect(isFinal).toBe(false);
    expect(answer).toContain("within 0.5 s");
  });

  test("that is cut after the message leaves it open whether the message was accepted", async () => {
    const url = await speaking((line, socket) => {
      if (/^EHLO/.test(line)) socket.write("250 hand\r\n");
      else if (/^(MAIL|RCPT)/.test(line)) socket.write("250 ok\r\n");
      else if (line === "DATA") socket.write("354 go\r\n");
      else if (line === ".") socket.destroy();
    });
    const {isFinal} = await fault(smtp(url).send(message, never));
    expect(isFinal).toBe(false);
  });

  test("ends when the sender aborts", async () => {
    const left = new AbortController();
    const url = await speaking((line, socket) => {
      if (/^EHLO/.test(line)) socket.write("250 hand\r\n");
      else if (/^MAIL/.test(line)) left.abort(new Error("the worker stops"));
    });
    await expect(smtp(url).send(message, left.signal)).rejects.toThrow("the worker stops");
  });
});

test("a message without a mail server is written to the outbox, as a file that mail programs open", async () => {
  const outbox = openEmlFolder(join(dir, "outbox"), SENDER);
  const told = await outbox.send({...message, to: "ann/../x@example.org"}, never);
  const folder = join(dir, "outbox", DELIVERY);
  expect(await readdir(folder)).toEqual(["ann%2F..%2Fx%40example.org.eml"]);
  expect(told).toBe(`written to ${join(folder, "ann%2F..%2Fx%40example.org.eml")}`);
  const mail = await simpleParser(await readFile(join(folder, "ann%2F..%2Fx%40example.org.eml")));
  expect(mail.subject).toBe(message.subject);
  expect(mail.attachments.length).toBe(2);
});
