import {FairSemaphore, type Permit, type PermitRequest} from "./fair-semaphore.ts";

/** A small number of permits for each key, so that no key uses up the resource that all keys share. */
export class KeyedSemaphore {
  readonly #semaphores = new Map<string, {semaphore: FairSemaphore; users: number}>();

  constructor(private readonly each: number) {}

  /** Rejects with the signal's reason when it aborts before there is a permit. */
  async acquire(key: string, permitRequest: PermitRequest, signal: AbortSignal): Promise<Permit> {
    const own = this.#semaphores.get(key) ?? {semaphore: new FairSemaphore(this.each), users: 0};
    this.#semaphores.set(key, own);
    own.users++;
    const leave = () => {
      if (--own.users === 0) this.#semaphores.delete(key);
    };
    try {
      const permit = await own.semaphore.acquire(permitRequest, signal);
      return {
        release: () => {
          permit.release();
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
