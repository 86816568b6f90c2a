import {clockOf, dateOf, MAX_INT32, MAX_INT64, MICROS_A_DAY} from "./calendar.ts";

const DAY = BigInt(MICROS_A_DAY);

export function decodeDate(bytes: Buffer): string {
  const days = bytes.readInt32BE();
  if (days === MAX_INT32) return "infinity";
  if (days === -MAX_INT32 - 1) return "-infinity";
  const {date, isBc} = dateOf(days);
  return isBc ? `${date} BC` : date;
}

export function decodeTimestamp(bytes: Buffer, zone: string): string {
  const micros = bytes.readBigInt64BE();
  if (micros === MAX_INT64) return "infinity";
  if (micros === -MAX_INT64 - 1n) return "-infinity";
  const ofDay = ((micros % DAY) + DAY) % DAY;
  const {date, isBc} = dateOf(Number((micros - ofDay) / DAY));
  return `${date} ${clockOf(ofDay)}${zone}${isBc ? " BC" : ""}`;
}

export function decodeTime(bytes: Buffer): string {
  return clockOf(bytes.readBigInt64BE());
}

export function decodeTimetz(bytes: Buffer): string {
  // The zone, in seconds west of Greenwich.
  const west = bytes.readInt32BE(8);
  const sign = west > 0 ? "-" : "+";
  return `${clockOf(bytes.readBigInt64BE())}${sign}${clockOf(BigInt(Math.abs(west)) * 1_000_000n)}`;
}

export function decodeInterval(bytes: Buffer): string {
  const micros = bytes.readBigInt64BE(0);
  const days = bytes.readInt32BE(8);
  const months = bytes.readInt32BE(12);
  if (micros === MAX_INT64 && days === MAX_INT32 && months === MAX_INT32) return "infinity";
  if (micros === -MAX_INT64 - 1n && days === -MAX_INT32 - 1 && months === -MAX_INT32 - 1) return "-infinity";
  const sign = micros < 0n ? "-" : "";
  return `${months} mons ${days} days ${sign}${clockOf(micros < 0n ? -micros : micros)}`;
}
