/** Whether the address is one of this machine, which no proxy is asked for. */
export function isThisMachine({hostname}: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
