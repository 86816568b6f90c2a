/** A child that takes a second to start. */
await Bun.sleep(1000);
await import("./misbehaving-child.ts");

export {};
