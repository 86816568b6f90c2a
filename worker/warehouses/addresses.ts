import {lookup} from "node:dns/promises";
import type {Config} from "../../shared/core/config.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {
  isAllowedHost,
  isLoopbackName,
  isPrivateAddress,
  refusedAddress,
} from "../../shared/tenancy/connections/addresses.ts";

const RESOLVE_MS = 5000;

/** The addresses of a warehouse's host; rejects with `connection_failed` where one of them is not allowed. */
export async function allowedAddresses(config: Config, host: string): Promise<string[]> {
  const found = await inTime(lookup(host, {all: true, verbatim: true})).catch(error => {
    throw new ServiceError("connection_failed", `The host name "${host}" cannot be resolved.`, {
      cause: error,
    });
  });
  const addresses = found.map(({address}) => address);
  for (const address of addresses) {
    const why = refusedAddress(address);
    if (why !== undefined) {
      throw new ServiceError("connection_failed", `No warehouse is opened at "${host}": it is ${why}.`);
    }
    const fault = hostFault(config, host, address);
    if (fault !== undefined) throw new ServiceError("connection_failed", fault);
  }
  return addresses;
}

/**
 * Checks the host. Where the operator has listed hosts, only those are allowed. Otherwise public addresses are, and
 * private ones only while the service listens on loopback alone, because anyone who may add a connection could explore
 * the private network.
 */
function hostFault(
  {warehouseAllowedHosts, host: listensAt}: Config,
  host: string,
  address: string,
): string | undefined {
  if (warehouseAllowedHosts) {
    return isAllowedHost(warehouseAllowedHosts, host, address)
      ? undefined
      : `The host "${host}" is not among those that this service may connect to (WAREHOUSE_ALLOWED_HOSTS).`;
  }
  return isLoopbackName(listensAt) || !isPrivateAddress(address)
    ? undefined
    : `The host "${host}" is in a private network. This service connects to it only if WAREHOUSE_ALLOWED_HOSTS names it.`;
}

/** Rejects when the resolver takes too long. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const {promise, reject} = Promise.withResolvers<never>();
  const timer = setTimeout(reject, RESOLVE_MS, new Error("The resolver did not answer in time"));
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
