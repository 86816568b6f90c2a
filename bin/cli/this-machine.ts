/** Whether the address is on this machine. No proxy is used for such addresses. */
export function isThisMachine({hostname}: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
