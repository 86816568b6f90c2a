/** The states of a child's main thread, which its watchdog reads from a shared integer. */
export const IDLE = 0;
export const BUSY = 1;
