import type {Socket} from "node:net";
import type {Config} from "../../shared/core/config.ts";
import {allowedAddresses} from "./addresses.ts";
import {FIRST_ANSWER_MS} from "./limits.ts";
import {MAX_ANSWER_BYTES, orUnanswered, tooLarge, type Warehouse, WarehouseError} from "./warehouse.ts";

interface Server {
  host: string;
  port: number;
  database: string;
  user: string;
}

/** Checks for a type of server, before and after it was opened. */
interface Guards {
  addresses?(addresses: readonly string[]): Promise<void>;
  warehouse?(warehouse: Warehouse, timeoutSignal: AbortSignal): Promise<void>;
}

/**
 * Opens a server that is used over lasting connections, at the first of its host's addresses that answers. The
 * connection goes to the address that was checked.
 */
export async function openServer<C extends Server>(
  config: C,
  serviceConfig: Config,
  open: (target: C & {serverName: string}) => Warehouse,
  guards: Guards = {},
): Promise<Warehouse> {
  const addresses = await allowedAddresses(serviceConfig, config.host);
  await guards.addresses?.(addresses);
  let unreachable: unknown;
  for (const address of addresses) {
    const warehouse = open({...config, host: address, serverName: config.host});
    const timeoutSignal = AbortSignal.timeout(FIRST_ANSWER_MS);
    try {
      await warehouse.rows({sql: "select 1", parameters: []}, timeoutSignal);
      await guards.warehouse?.(warehouse, timeoutSignal);
      return warehouse;
    } catch (thrown) {
      await warehouse.close();
      const error = orUnanswered(thrown, timeoutSignal, FIRST_ANSWER_MS);
      if (!(error instanceof WarehouseError) || error.details.kind !== "unreachable") throw error;
      unreachable ??= error;
    }
  }
  throw unreachable;
}

/** The error codes of a server that have their own explanation. */
interface ServerCodes {
  password: RegExp;
  notIn: RegExp;
  noDatabase: RegExp;
  noRight: RegExp;
  noneFree: RegExp;
}

export function explainServer(
  {message, details: {errorClass, kind, cause}}: WarehouseError,
  config: Server,
  codes: ServerCodes,
): string {
  const at = `${config.host}:${config.port}`;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : errorClass;
  if (codes.password.test(code)) return `${at} refused the password of the user "${config.user}".`;
  if (codes.notIn.test(code)) return `${at} does not let the user "${config.user}" in.`;
  if (codes.noDatabase.test(code)) return `There is no database "${config.database}" at ${at}.`;
  if (codes.noRight.test(code))
    return `The user "${config.user}" has no right to use the database "${config.database}".`;
  if (codes.noneFree.test(code)) return `${at} has no free connection.`;
  if (/does not support (SSL|secure)/i.test(message)) {
    return `${at} does not support TLS. Set ssl to "disable" if the network is safe.`;
  }
  if (/certificate|self[- ]signed|altname/i.test(`${message} ${code}`)) {
    return `The certificate of ${at} could not be verified, which "verify-full" requires.`;
  }
  if (code === "ECONNREFUSED") return `Nothing listens at ${at}.`;
  if (/timeout|timed out|ETIMEDOUT/i.test(`${message} ${code}`)) return `${at} did not answer in time.`;
  if (kind === "unreachable") return `${at} cannot be reached, or closed the connection.`;
  return `${at} answered, but refused a first statement.`;
}

/** The most that a server may send before a session begins. What real servers send has some kilobytes. */
export const MAX_SIGN_IN_BYTES = 1024 * 1024;
/** How often the bytes are counted. A server on a fast network sends a few megabytes meanwhile. */
const CHECK_MS = 20;

/**
 * Breaks off a connection whose server sends more than `maxBytes` without ending a message: drivers hold a message in
 * memory until it ends. The bytes are those of the network: with TLS they are hardly more than the messages.
 */
export class ByteBound {
  #timer: NodeJS.Timeout | undefined;
  #from = 0;
  #hasEnded = false;

  constructor(
    private readonly socket: Pick<Socket, "bytesRead" | "destroy">,
    private readonly maxBytes = MAX_ANSWER_BYTES,
  ) {}

  /** Counts the bytes that the socket reads from now on, until `stop`. */
  start(): void {
    this.stop();
    this.#from = this.socket.bytesRead;
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
  }

  /** Records the end of a message: the following bytes belong to another message. */
  messageEnded(): void {
    this.#hasEnded = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const {bytesRead} = this.socket;
    if (this.#hasEnded) this.#from = bytesRead;
    this.#hasEnded = false;
    if (bytesRead - this.#from <= this.maxBytes) return;
    this.stop();
    this.socket.destroy(tooLarge());
  }
}
