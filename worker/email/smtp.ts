import {createTransport} from "nodemailer";
import {isLoopback} from "../../shared/core/network.ts";
import {compose} from "./compose.ts";
import {MailError, type MailTransport, type Message, type Sender} from "./message.ts";

const CONNECT_MS = 15_000;
const SILENCE_MS = 60_000;
/**
 * The time limit of a whole message, because a server that answers one byte at a time never exceeds the idle timeout.
 */
const MESSAGE_MS = 120_000;

/** The mail library's messages about a server that did not answer a connection. */
const SILENCE = /^(Greeting never received|Connection timeout)/;

export interface SmtpOptions {
  /** `smtp://` with STARTTLS, `smtps://` with TLS from the first byte; contains user and password. */
  url: string;
  /** The number of connections that are kept open. */
  poolSize: number;
  ratePerSecond: number;
  connectMs?: number;
  messageMs?: number;
}

/** Signs in at the mail server and leaves. Rejects with the server's or the network's reason. */
export async function checkSmtp(options: SmtpOptions): Promise<void> {
  const library = openLibrary(options);
  try {
    await library.verify();
  } finally {
    library.close();
  }
}

function openLibrary({url, poolSize, ratePerSecond, connectMs = CONNECT_MS}: SmtpOptions) {
  const {protocol, hostname, port, username, password} = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isImplicit = protocol === "smtps:";
  return createTransport({
    host,
    port: Number(port) || (isImplicit ? 465 : 587),
    secure: isImplicit,
    requireTLS: !isImplicit && !isLoopback(host),
    ...(username ? {auth: {user: decodeURIComponent(username), pass: decodeURIComponent(password)}} : {}),
    pool: true,
    maxConnections: poolSize,
    maxMessages: 100,
    rateDelta: 1000,
    rateLimit: ratePerSecond,
    // Messages of a broken connection are not repeated here, because the caller does that.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Sends through a mail server. Nothing is sent, least of all the login, before the connection is encrypted; only a
 * server on this machine may do without encryption. After a timeout the server is left alone for as long as the timeout
 * took: otherwise each message would wait for it, and all other background work behind the messages.
 */
export function openSmtp(options: SmtpOptions, sender: Sender): MailTransport {
  const {poolSize, connectMs = CONNECT_MS, messageMs = MESSAGE_MS} = options;
  const library = openLibrary(options);
  /** After a timeout: until when the server is left alone, and the error of messages until then. */
  let silence: {until: number; answer: string} | undefined;
  const places = new Places(poolSize);
  return {
    async send(message, signal) {
      await places.take();
      try {
        return await handOver(message, signal);
      } finally {
        places.leave();
      }
    },
    close: () => library.close(),
  };

  async function handOver(message: Message, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (silence && performance.now() < silence.until) throw new MailError(false, silence.answer);
    const timeout = AbortSignal.timeout(messageMs);
    try {
      const sent = await library.sendMail(compose(sender, message, AbortSignal.any([signal, timeout])));
      silence = undefined;
      return sent.response;
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) {
        throw new MailError(false, `The mail server did not end within ${messageMs / 1000} s.`, {
          cause: error,
        });
      }
      const fault = faultOf(error, connectMs);
      if (isSilence(error)) silence = {until: performance.now() + connectMs, answer: fault.answer};
      throw fault;
    }
  }
}

/**
 * A refusal of the sender, the recipient or the message with 5xx is final (RFC 5321 §4.2.1). A refused login, a
 * certificate or a host name can be corrected on the server or in the configuration, so the message is tried again
 * later.
 */
function faultOf(error: unknown, connectMs: number): MailError {
  if (!(error instanceof Error)) return new MailError(false, String(error));
  const errorField = (name: string) => (name in error ? String(Reflect.get(error, name)) : undefined);
  const [code, command = "", response] = [errorField("code"), errorField("command"), errorField("response")];
  const responseCode = Number(errorField("responseCode") ?? 0);
  const isOfMessage = code === "EENVELOPE" || code === "EMESSAGE" || /^(MAIL|RCPT|DATA)/.test(command);
  const isFinal = isOfMessage && responseCode >= 500 && responseCode < 600;
  return new MailError(isFinal, inWords(code, error.message, response, connectMs), {cause: error});
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && SILENCE.test(error.message);
}

/** The error for the record. The server's answer to a message is quoted in its own words. */
function inWords(
  code: string | undefined,
  message: string,
  response: string | undefined,
  connectMs: number,
): string {
  const serverText = response ?? message;
  if (code === "EAUTH") return `The mail server refused the login (SMTP_URL): ${serverText}`;
  const unencrypted = `The connection to the mail server could not be encrypted: ${serverText}`;
  if (code === "ETLS") return unencrypted;
  // The message of the library quotes the answer, which may contain any word.
  if (response !== undefined) return response;
  if (/certificate|TLS|SSL/.test(message)) return unencrypted;
  if (SILENCE.test(message)) {
    return `The mail server did not answer within ${connectMs / 1000} s.`;
  }
  if (code === "ETIMEDOUT") return "The mail server stopped answering.";
  if (code === "EDNS" || /^connect |ECONNREFUSED|ENOTFOUND/.test(message)) {
    return `The mail server could not be reached (SMTP_URL): ${message}`;
  }
  return code === "ECONNECTION" || code === "ESOCKET"
    ? `The connection to the mail server broke off: ${message}`
    : message;
}

/**
 * A semaphore with as many permits as there are connections. The library would keep further messages in a queue of its
 * own, where each message would run into a timeout itself.
 */
class Places {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.free++;
  }
}
