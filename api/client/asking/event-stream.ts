/** An event of a stream: its name, and its data as JSON. */
export interface StreamEvent {
  name: string;
  data: unknown;
}

/**
 * The events of a body, as they arrive. Comments, events without data, and events whose data is not JSON are left out.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, {stream: true})).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = readEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readEvent(block: string): StreamEvent | undefined {
  let name = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ""] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (field === "event") name = value;
    else if (field === "data") data.push(value);
  }
  if (data.length === 0) return undefined;
  try {
    return {name, data: JSON.parse(data.join("\n"))};
  } catch {
    return undefined;
  }
}
