/** One that takes its time to start. */
await Bun.sleep(1000);
await import("./misbehaving-child.ts");

export {};
