/** What a person has typed and not sent, for this tab and this page, so that it outlives signing in again. */
export class Draft {
  readonly #key: string;

  constructor(place: string) {
    const user = document.body.dataset["user"] ?? "";
    this.#key = `draft ${user} ${place}`;
    dropOthers(`draft ${user} `);
  }

  get text(): string {
    return sessionStorage.getItem(this.#key) ?? "";
  }

  keep(text: string): void {
    if (text === "") sessionStorage.removeItem(this.#key);
    else sessionStorage.setItem(this.#key, text);
  }
}

/** Nobody reads in the same tab what somebody else has typed before them. */
function dropOthers(own: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith("draft ") && !key.startsWith(own)) sessionStorage.removeItem(key);
}
