import type {ControlledTransaction} from "kysely";
import type {DB} from "../../shared/core/database/db-types.ts";
import type {Db} from "../../shared/core/db.ts";

export type OpenTx = ControlledTransaction<DB>;

/**
 * A database whose transactions are all parts of one outer transaction. The first transaction begins the outer
 * transaction, which stays open after the others end, so that more can be written before `commit`. Statements outside
 * of a transaction run by themselves, on another connection.
 */
export class OpenTransaction {
  readonly db: Db;
  #begun: Promise<OpenTx> | undefined;

  constructor(
    db: Db,
    private readonly begin: () => Promise<OpenTx>,
  ) {
    const builder = db.transaction();
    builder.execute = async work => work(await this.begun());
    // A separate Kysely instance over the same connections.
    this.db = db.withoutPlugins();
    this.db.transaction = () => builder;
  }

  begun(): Promise<OpenTx> {
    this.#begun ??= this.begin();
    return this.#begun;
  }

  async commit(): Promise<void> {
    await (await this.begun()).commit().execute();
  }

  /**
   * Rolls the transaction back. If the answer to a commit is lost, it is unknown whether the transaction was committed.
   */
  async rollback(): Promise<void> {
    const tx = await this.#begun?.catch(() => undefined);
    // If the connection is lost, Postgres rolls back by itself.
    await tx
      ?.rollback()
      .execute()
      .catch(() => undefined);
  }
}
