import type pg from "pg";
import type {Batch} from "../batch.ts";
import {BoundedClient} from "./bounded-client.ts";

/** The oid of the type `money`, whose text is in the format of the server's locale. */
export const MONEY = 790;

/**
 * The number in a text of type `money`. Signs, separators and the currency depend on the locale. All locales have in
 * common that the last `fraction` digits follow the point.
 */
export function decimalOfMoney(text: string, fraction: number): string {
  const sign = /[-\u2212(]/.test(text) ? "-" : "";
  const digits = text.replaceAll(/\D/g, "").padStart(fraction + 1, "0");
  const point = digits.length - fraction;
  return `${sign}${digits.slice(0, point)}${fraction > 0 ? `.${digits.slice(point)}` : ""}`;
}

/** The number of digits after the point in the locale's amounts: the digits in the text of 1, without the 1 itself. */
export async function moneyFraction(config: pg.ClientConfig): Promise<number> {
  const client = new BoundedClient(config);
  await client.connect();
  try {
    const {rows} = await client.query<{one: string}>("select '1'::money::text as one");
    return (rows[0]?.one ?? "").replaceAll(/\D/g, "").length - 1;
  } finally {
    await client.end();
  }
}

/** The batch with decimals in the columns of type `money`. */
export function withDecimals(batch: Batch, money: readonly number[], fraction: number): Batch {
  const columns = batch.columns.map((values, c) =>
    money.includes(c) ? values.map(value => value && decimalOfMoney(value, fraction)) : values,
  );
  return {...batch, columns};
}
