/** How many times as many messages a burst has as the market before it. */
export const BURST_TIMES = 10

/** A burst as it was observed. */
interface Burst {
  /** Messages a second before the burst and in it. */
  readonly before: number
  readonly during: number
  /** When the exchange had sent everything, and the window last changed a price, in epoch ms. */
  readonly endedAt: number
  /** 0 where no price changed. */
  readonly lastPriceAt: number
}

/**
 * Returns how long a window showed prices of a burst after its end, in ms; NaN where the market was
 * no burst, or where no change of a price was seen at all.
 */
export function drainMs({ before, during, endedAt, lastPriceAt }: Burst): number {
  const isBurst = before > 0 && during >= BURST_TIMES * before
  return isBurst && lastPriceAt > 0 ? Math.max(0, lastPriceAt - endedAt) : Number.NaN
}
