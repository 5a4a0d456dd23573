/** What a window showed from some moment on, until it showed something else. */
export interface Sample {
  /** Epoch ms. */
  readonly time: number
  /** False while the window marks its prices as old. */
  readonly isCurrent: boolean
  /** The last prices by symbol. */
  readonly prices: Readonly<Record<string, number>>
}

/** What a window showed after a sleep. Times in ms since the end of the sleep. */
export interface Awakening {
  /** Prices that were newly shown as current in the first second, and were none of the market's. */
  readonly falsePrices: readonly string[]
  /** Until no price of before the sleep was shown as current; NaN when one stayed. */
  readonly markedAfterMs: number
  /** Until every price was current and right; NaN when they never were. */
  readonly liveAfterMs: number
}

const FIRST_MS = 1_000
/** The largest difference of two equal prices that are read from texts. */
const HALF_CENT = 0.0051

const isRight = (price: number, truth: number | undefined): boolean =>
  truth !== undefined && Math.abs(price - truth) <= HALF_CENT

/**
 * Judges what a window showed after a sleep in which the market has moved, and after which it
 * stands still.
 * @param samples in order, the first of them from before the end of the sleep
 * @param truth the market's prices
 */
export function awakeningOf(
  samples: readonly Sample[],
  wokeAt: number,
  truth: Readonly<Record<string, number>>,
): Awakening {
  const areRight = ({ prices }: Sample): boolean =>
    Object.entries(prices).every(([symbol, price]) => isRight(price, truth[symbol]))
  const falsePrices = new Set<string>()
  // A price that was marked as old before it became current is new as a current one.
  let current: Sample['prices'] = {}
  for (const { time, isCurrent, prices } of samples) {
    if (!isCurrent) continue
    if (time >= wokeAt && time <= wokeAt + FIRST_MS) {
      for (const [symbol, price] of Object.entries(prices)) {
        if (price !== current[symbol] && !isRight(price, truth[symbol])) {
          falsePrices.add(`${symbol} ${price}`)
        }
      }
    }
    current = prices
  }
  const since = (sample: Sample | undefined): number =>
    sample === undefined ? Number.NaN : Math.max(0, sample.time - wokeAt)
  const isHonest = (sample: Sample): boolean => !sample.isCurrent || areRight(sample)
  const lastWrong = samples.findLastIndex((sample) => !isHonest(sample))
  const later = samples.filter(({ time }) => time >= wokeAt)
  return {
    falsePrices: [...falsePrices],
    markedAfterMs: since(samples[lastWrong + 1]),
    liveAfterMs: since(later.find((sample) => sample.isCurrent && areRight(sample))),
  }
}
