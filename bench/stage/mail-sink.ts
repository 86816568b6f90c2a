import type {Socket} from "bun";

/** A mail server that accepts every message immediately and stores none, so that it costs as little as possible. */
export interface MailSink {
  url: string;
  /** Messages taken so far, and their bytes. */
  taken(): {messages: number; bytes: number};
  /** Resolves when this many messages have been taken since the sink was opened. */
  reached(messages: number): Promise<void>;
  stop(): void;
}

interface Session {
  inData: boolean;
  /** The last bytes of the message, across packets. */
  tail: string;
  line: string;
}

const END = "\r\n.\r\n";

export function openMailSink(): MailSink {
  const count = {messages: 0, bytes: 0};
  const waiting: {messages: number; resolve: () => void}[] = [];
  const took = () => {
    count.messages += 1;
    for (const one of waiting) if (count.messages >= one.messages) one.resolve();
  };
  const server = Bun.listen<Session>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = {inData: false, tail: "", line: ""};
        socket.write("220 sink\r\n");
      },
      data(socket, chunk) {
        count.bytes += chunk.byteLength;
        if (!socket.data.inData) command(socket, chunk.toString("latin1"));
        else endOfData(socket, chunk, took);
      },
    },
  });
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    taken: () => ({...count}),
    reached: messages =>
      new Promise(resolve => {
        if (count.messages >= messages) resolve();
        else waiting.push({messages, resolve});
      }),
    stop: () => server.stop(true),
  };
}

/** The end of a message comes in its last packet: the client waits for the answer to it. */
function endOfData(socket: Socket<Session>, chunk: Buffer, took: () => void): void {
  const {data} = socket;
  data.tail = (data.tail + chunk.subarray(-END.length).toString("latin1")).slice(-END.length);
  if (data.tail !== END) return;
  data.inData = false;
  data.tail = "";
  took();
  socket.write("250 taken\r\n");
}

function command(socket: Socket<Session>, text: string): void {
  const {data} = socket;
  data.line += text;
  for (let end = data.line.indexOf("\r\n"); end >= 0; end = data.line.indexOf("\r\n")) {
    const line = data.line.slice(0, end).toUpperCase();
    data.line = data.line.slice(end + 2);
    if (line.startsWith("EHLO")) socket.write("250-sink\r\n250 8BITMIME\r\n");
    else if (line === "DATA") {
      data.inData = true;
      socket.write("354 go on\r\n");
      return;
    } else if (line === "QUIT") socket.end("221 bye\r\n");
    else socket.write("250 ok\r\n");
  }
}
