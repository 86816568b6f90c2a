import {type Static, Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/validate.ts";

/** The name under which a delivery's mail is kept among its files. No file for people begins with a dot. */
export const MAIL_FILE = ".mail.json";
/** What stands for each recipient's own token in the address at which they stop the mail. */
export const STOP_TOKEN = "0stop0token0of0the0recipient0";

/** A mail as it was rendered: every recipient gets these bytes but for their address and their stop token. */
export const StoredMail = Type.Object({
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
  /** By the names of their files; with `cid` a picture inside the HTML. */
  attachments: Type.Array(
    Type.Object({name: Type.String(), contentType: Type.String(), cid: Type.Optional(Type.String())}),
  ),
});
export type StoredMail = Static<typeof StoredMail>;

export const readStoredMail = readerOf(StoredMail, "the mail of a delivery");
