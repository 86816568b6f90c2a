/** Addresses that people guess, each with the page that they mean. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["/home", "/"],
  ["/login", "/sign-in"],
  ["/models", "/projects"],
  ["/layers", "/projects"],
  ["/warehouses", "/connections"],
  ["/conversations", "/ask"],
  ["/deliveries", "/runs"],
  ["/queries", "/runs?show=queries"],
  ["/syncs", "/runs?show=syncs"],
  ["/rollups", "/runs?show=rollups"],
  ["/alerts", "/actions"],
  ["/users", "/members"],
  ["/people", "/members"],
  ["/settings", "/members"],
  ["/tokens", "/service-accounts"],
  ["/sso", "/single-sign-on"],
]);
