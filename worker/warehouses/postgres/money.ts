import pg from "pg";
import type {Batch} from "../batch.ts";

/** The type `money`, whose text is written as the server's locale has it. */
export const MONEY = 790;

/**
 * The number of an amount of `money`. Signs, separators and the currency are the locale's; that it has `fraction` digits
 * behind the point is what can be known of them all.
 */
export function decimalOfMoney(text: string, fraction: number): string {
  const sign = /[-\u2212(]/.test(text) ? "-" : "";
  const digits = text.replaceAll(/\D/g, "").padStart(fraction + 1, "0");
  const point = digits.length - fraction;
  return `${sign}${digits.slice(0, point)}${fraction > 0 ? `.${digits.slice(point)}` : ""}`;
}

/** How many digits behind the point the locale gives an amount: as many as 1 has beyond its own. */
export async function moneyFraction(config: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    const {rows} = await client.query<{one: string}>("select '1'::money::text as one");
    return (rows[0]?.one ?? "").replaceAll(/\D/g, "").length - 1;
  } finally {
    await client.end();
  }
}

/** The batch with numbers in the columns of money. */
export function withDecimals(batch: Batch, money: readonly number[], fraction: number): Batch {
  const columns = batch.columns.map((values, c) =>
    money.includes(c) ? values.map(value => value && decimalOfMoney(value, fraction)) : values,
  );
  return {...batch, columns};
}
