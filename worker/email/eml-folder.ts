import {mkdir, readdir, rename, rm, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {createTransport} from "nodemailer";
import {compose} from "./compose.ts";
import type {MailTransport, Sender} from "./message.ts";

/**
 * Used where no mail server is configured: writes each message to a file, `<dir>/<delivery>/<address>.eml`, which a
 * mail program can open.
 */
export function openEmlFolder(dir: string, sender: Sender): MailTransport {
  const library = createTransport({streamTransport: true, buffer: true, newline: "windows"});
  return {
    async send(message, signal) {
      const {message: bytes} = await library.sendMail(compose(sender, message));
      signal.throwIfAborted();
      const path = join(dir, deliveryOf(message.messageId), `${encodeURIComponent(message.to)}.eml`);
      await mkdir(dirname(path), {recursive: true, mode: 0o700});
      // Renamed when it is complete, so that a reader never sees an incomplete message.
      const unfinished = `${path}.${crypto.randomUUID()}`;
      await writeFile(unfinished, bytes, {mode: 0o600});
      await rename(unfinished, path);
      return `written to ${path}`;
    },
    async erase(foreign, isErased) {
      const found = await readdir(dir, {recursive: true}).catch(() => []);
      const addressed = found.flatMap(path => {
        const [, id = "", to = ""] = /^(dlv_[0-9a-z]{26})\/([^/]+)\.eml$/.exec(path) ?? [];
        return id !== "" && isErased(decodeURIComponent(to)) ? [{id, path}] : [];
      });
      const others = await foreign(addressed.map(({id}) => id));
      for (const {id, path} of addressed) if (!others.has(id)) await rm(join(dir, path), {force: true});
    },
    close: () => library.close(),
  };
}

/** The id of the delivery, with which the message id begins: `<dlv_….…@…>`. */
function deliveryOf(messageId: string): string {
  const id = /^<(dlv_[0-9a-z]{26})\./.exec(messageId)?.[1];
  if (id === undefined) throw new Error(`"${messageId}" names no delivery`);
  return id;
}
