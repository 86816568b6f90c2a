import {expect, test} from "bun:test";
import {Histogram, Registry} from "prom-client";
import {DurationHistogram} from "../../api/duration-histogram.ts";

test("durations are exposed exactly as by the library's own histogram", async () => {
  const theirs = new Registry();
  const options = {name: "took_seconds", help: "Time", labelNames: ["route", "status"]};
  const counted = new DurationHistogram(options);
  const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
  const reference = new Histogram({...options, buckets, registers: [theirs]});
  expect(counted.text()).toBe(await theirs.metrics());

  for (const [route, status, seconds] of [
    ["/a", "200", 0],
    ["/a", "200", 0.0005],
    ["/a", "200", 0.00051],
    ["/a", "500", 0.3],
    ['/"b"\\', "200", 60],
    ['/"b"\\', "200", 61.5],
    ["/a", "200", 7],
    ["/a\nb", "200", 1],
  ] as const) {
    counted.of(route, status).observe(seconds);
    reference.observe({route, status}, seconds);
  }
  expect(counted.text()).toBe(await theirs.metrics());
});
