/** A file that goes with a message; with `cid` it is a picture inside its HTML. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
  cid?: string;
  /** The encoded part of a message, which is made for the first recipient and is the same for all others. */
  part?: Buffer;
}

/** A text that is the same for all recipients of a mail, except for the address at which they unsubscribe. */
export interface SharedText {
  content: string;
  /** The placeholder for that address in the content. */
  mark: string;
  /** The content around the marks, encoded once for all messages; `null` where quoted-printable would be too long. */
  pieces?: readonly string[] | null;
}

/** One message to one recipient. It is complete: nothing is fetched when it is sent. */
export interface Message {
  /** An address that was checked by `readAddress`. */
  to: string;
  subject: string;
  html: SharedText;
  text: SharedText;
  attachments: readonly Attachment[];
  /** The message id `<…@…>`, equal for each attempt, so that a mail server can recognize a repetition. */
  messageId: string;
  /** The address to which the recipient unsubscribes by one POST (RFC 8058). */
  unsubscribeUrl: string;
  /** The identifier under which mail providers count complaints: `campaign:customer:type:sender`. */
  feedbackId: string;
}

/** The reason why a message was not accepted. */
export class MailError extends Error {
  override readonly name = "MailError";

  /**
   * @param isFinal whether the refusal is permanent
   * @param answer the server's last answer, or what went wrong with the connection: for the record
   */
  constructor(
    readonly isFinal: boolean,
    readonly answer: string,
    options?: ErrorOptions,
  ) {
    super(answer, options);
  }
}

export interface MailTransport {
  /** Resolves with the server's answer once it has taken the message. Rejects with a `MailError`. */
  send(message: Message, signal: AbortSignal): Promise<string>;
  /**
   * Removes messages to addresses for which `isErased` is true, where messages are stored: in the folder that replaces
   * a mail server. `foreign` returns those of the deliveries that belong to another organization.
   */
  erase?(
    foreign: (deliveryIds: readonly string[]) => Promise<ReadonlySet<string>>,
    isErased: (email: string) => boolean,
  ): Promise<void>;
  close(): void;
}

/** The sender of all mail, and the key that signs it. */
export interface Sender {
  /** `Name <address>`, or an address. */
  from: string;
  replyTo?: string;
  dkim?: {domainName: string; keySelector: string; privateKey: string};
}
