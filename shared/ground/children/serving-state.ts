/** What a child's main thread tells its watchdog, as a shared integer. */
export const IDLE = 0;
export const BUSY = 1;
