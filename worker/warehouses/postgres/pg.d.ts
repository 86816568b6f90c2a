import "pg";

/** Declarations that the published types of pg lack, or have with arguments that no longer exist. */
declare module "pg" {
  interface Connection {
    connect(portOrSocket: number | string, host?: string): void;
    /** Asks the server to cancel the statement of another session. */
    cancel(processId: number, secretKey: number): void;
    requestSsl?(): void;
    parse(query: {name: string; text: string; types?: readonly number[]}): void;
    bind(config: {statement: string; values?: readonly (string | null)[]}): void;
    describe(target: {type: "P" | "S"; name: string}): void;
    execute(config: {rows?: number}): void;
    close(target: {type: "S"; name: string}): void;
  }
}
