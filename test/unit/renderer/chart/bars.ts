import type { Bar } from '../../../../shared/domain/market/bar.js'
import { asPrice, asQuantity, dec, fromInteger } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'

/** Creates a bar of minute `minute` whose prices are set by `cents`. */
export function bar(minute: number, cents = 10_000, volume = 100): Bar {
  const price = (value: number) => asPrice(fromInteger(value, 2))
  return {
    time: epochMs(minute * 60_000),
    open: price(cents),
    high: price(cents + 5),
    low: price(cents - 5),
    close: price(cents + 1),
    volume: asQuantity(dec(`${volume}`)),
  }
}

/** Creates bars of the minutes `from..to`, both included. */
export const bars = (from: number, to: number, cents = 10_000): readonly Bar[] =>
  Array.from({ length: to - from + 1 }, (_, index) => bar(from + index, cents + index))
