import {inTabStorage} from "../service/tab-storage.ts";

/** Text that a person has typed and not sent, stored for this tab and page, so that it survives signing in again. */
export class Draft {
  readonly #key: string;

  constructor(place: string) {
    const user = document.body.dataset["user"] ?? "";
    this.#key = `draft ${user} ${place}`;
    inTabStorage(storage => deleteDraftsOfOthers(storage, `draft ${user} `));
  }

  get text(): string {
    return inTabStorage(storage => storage.getItem(this.#key)) ?? "";
  }

  keep(text: string): void {
    inTabStorage(storage => {
      if (text === "") storage.removeItem(this.#key);
      else storage.setItem(this.#key, text);
    });
  }
}

/** Deletes the drafts of other users of this tab, so that the person who has signed in now cannot read them. */
function deleteDraftsOfOthers(storage: Storage, own: string): void {
  for (const key of Object.keys(storage))
    if (key.startsWith("draft ") && !key.startsWith(own)) storage.removeItem(key);
}
