import {type ParsedMail, simpleParser} from "mailparser";
import {SMTPServer, type SMTPServerOptions} from "smtp-server";

export interface ReceivedMail {
  /** The sender of the envelope. */
  from: string;
  to: string[];
  raw: Buffer;
  mail: ParsedMail;
}

export interface TestSmtp {
  /** `smtp://` with the server's port; `smtps://` where the options say `secure`. */
  url: string;
  received: ReceivedMail[];
  stop(): Promise<void>;
}

/** A real SMTP server on loopback that keeps the messages that it accepts. */
export async function smtpServer(
  options: SMTPServerOptions = {},
  /** Decides whether a message is accepted; an error becomes the server's answer. */
  judge: (mail: ReceivedMail) => Error | undefined = () => undefined,
  /** Called when a message was accepted, before its sender gets the answer. */
  onAccepted: (mail: ReceivedMail) => Promise<void> = async () => undefined,
): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...options,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const {mailFrom, rcptTo} = session.envelope;
        const raw = Buffer.concat(parts);
        const mail: ReceivedMail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({address}) => address),
          raw,
          mail: await simpleParser(raw),
        };
        const refusal = judge(mail);
        if (refusal) return done(refusal);
        received.push(mail);
        await onAccepted(mail);
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `${options.secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    received,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}

/** An error with an SMTP code, as the answer to a message. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), {responseCode});
}
