/**
 * Nonces already seen, each for a fixed time, never more than `capacity` of them (the oldest goes
 * first).
 */
export class NonceMemory {
  /** Insertion order is age, for every entry lives equally long. */
  private readonly seen = new Map<string, number>()

  constructor(
    private readonly lifetimeMs: number,
    private readonly capacity = 200_000,
  ) {}

  /** Remembers `nonce`; false when it is a replay. `now` is a clock that never goes back. */
  register(nonce: string, now: number): boolean {
    for (const [old, until] of this.seen) {
      if (until > now && this.seen.size < this.capacity) break
      this.seen.delete(old)
    }
    if (this.seen.has(nonce)) return false
    this.seen.set(nonce, now + this.lifetimeMs)
    return true
  }
}
