import type {RowBatch, RowSource} from "./row-source.ts";

/** Rows whose statement runs when the first of them is asked for. */
export class LazyRows implements RowSource {
  #rows: RowSource | undefined;
  #isClosed = false;

  constructor(private readonly start: () => Promise<RowSource>) {}

  async next(most: number): Promise<RowBatch | undefined> {
    if (this.#isClosed) return undefined;
    this.#rows ??= await this.start();
    return this.#rows.next(most);
  }

  close(): void {
    this.#isClosed = true;
    this.#rows?.close();
  }
}
