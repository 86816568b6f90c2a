import {type Static, Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/core/validate.ts";

/** The name of the stored mail among the delivery's files. No file for people begins with a dot. */
export const MAIL_FILE = ".mail.json";
/** The placeholder of each recipient's own token in the address at which they unsubscribe. */
export const STOP_TOKEN = "0stop0token0of0the0recipient0";

/** A rendered mail: every recipient gets these bytes, except for the address and the token. */
export const StoredMail = Type.Object({
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
  /** Attachments by the names of their files; one with `cid` is a picture inside the HTML. */
  attachments: Type.Array(
    Type.Object({name: Type.String(), contentType: Type.String(), cid: Type.Optional(Type.String())}),
  ),
});
export type StoredMail = Static<typeof StoredMail>;

export const readStoredMail = readerOf(StoredMail, "the mail of a delivery");
