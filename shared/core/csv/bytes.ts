export const ZERO = 48;
const ASCII = new TextDecoder("latin1");

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Some bytes of ASCII as text, in a browser too. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  return ASCII.decode(bytes.subarray(from, to));
}
