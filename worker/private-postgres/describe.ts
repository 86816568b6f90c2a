import type pg from "pg";
import type {Calls} from "../../shared/core/workers/calls.ts";

type Described = Calls["describe_sql"]["answer"];

interface Field {
  name: string;
  dataTypeID: number;
  dataTypeSize: number;
  dataTypeModifier: number;
}

/** Prepares a statement without running it, and reports its columns and the types of its parameters. */
export class PostgresDescribe implements pg.Submittable {
  readonly #done = Promise.withResolvers<Described>();
  #fields: Described["fields"] = [];
  #parameterTypes: number[] = [];
  #error: unknown;
  #connection: pg.Connection | undefined;
  readonly #onParameters = ({dataTypeIDs}: {dataTypeIDs: number[]}) => {
    this.#parameterTypes = [...dataTypeIDs];
  };

  constructor(
    private readonly sql: string,
    private readonly parameterTypes: readonly number[],
  ) {
    this.#done.promise.catch(() => undefined);
  }

  get described(): Promise<Described> {
    return this.#done.promise;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.once("parameterDescription", this.#onParameters);
    connection.stream.cork();
    try {
      connection.parse({name: "", text: this.sql, types: this.parameterTypes});
      connection.describe({type: "S", name: ""});
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({fields}: {fields: Field[]}): void {
    this.#fields = fields.map(({name, dataTypeID, dataTypeSize, dataTypeModifier}) => ({
      name,
      typeOid: dataTypeID,
      typeSize: dataTypeSize,
      typeModifier: dataTypeModifier,
    }));
  }

  handleDataRow(): void {}

  handleCommandComplete(): void {}

  handlePortalSuspended(): void {}

  handleEmptyQuery(): void {}

  handleError(error: unknown): void {
    this.#error = error;
    this.#connection?.off("parameterDescription", this.#onParameters);
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined)
      this.#done.resolve({fields: this.#fields, parameterTypes: this.#parameterTypes});
  }
}
