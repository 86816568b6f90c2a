import {Socket} from "node:net";
import pg from "pg";
import {ByteBound, MAX_SIGN_IN_BYTES} from "../server.ts";
import {RowTap} from "./row-tap.ts";

/**
 * A client that closes the connection if its server sends too much before the session begins. From then on, the
 * connection's tap limits the answer to each request.
 */
export class BoundedClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    // The pool makes the password non-enumerable, so that a copy of the configuration would lack it. An object that
    // inherits from the configuration has it.
    const bounded: pg.ClientConfig = Object.create(config, {stream: {value: () => socket}});
    super(bounded);
    const signIn = new ByteBound(socket, MAX_SIGN_IN_BYTES);
    signIn.start();
    this.once("connect", () => {
      signIn.stop();
      RowTap.of(this.connection.stream);
    });
    socket.once("close", () => signIn.stop());
  }
}
