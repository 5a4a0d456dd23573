/** Remembers nonces for a fixed time, at most `capacity` of them (the oldest is dropped first). */
export class NonceMemory {
  /** Insertion order equals age because every entry has the same lifetime. */
  private readonly seen = new Map<string, number>()

  constructor(
    private readonly lifetimeMs: number,
    private readonly capacity = 200_000,
  ) {}

  /** Stores `nonce`; false when it is a replay. `now` is a monotonic clock. */
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
