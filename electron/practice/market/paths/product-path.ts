import { DAY_MS, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { Calendar } from '../calendar/calendar.js'
import type { DayFrame, PricePath } from '../tapes/price-path.js'
import { hash3, normal } from '../math/random.js'
import type { Root } from './root-path.js'

const YEAR_MS = 365 * DAY_MS

/**
 * The difference between one contract month's price and its product's; none where `carry` and
 * `season` are 0, as for coins.
 */
export interface Term {
  readonly carry: number
  readonly season: number
  readonly expiresAt: EpochMs
}

/**
 * How active a day is: volatility of the whole market, and the instrument's share of its product's
 * volume.
 */
export interface Liveliness {
  readonly regime: (serial: number) => number
  readonly share: (index: number) => number
}

/** The parts of the path of a contract or a coin. */
export interface ProductPathOptions {
  readonly calendar: Calendar
  readonly root: Root
  readonly term: Term
  readonly liveliness: Liveliness
}

/**
 * Creates the path of a contract or a coin: its product's path plus the carry until the contract's
 * expiry.
 */
export function createProductPath(
  key: number,
  { calendar, root, term, liveliness: { regime, share } }: ProductPathOptions,
): PricePath {
  const basis = (time: number): number =>
    term.season + (term.carry * Math.max(0, term.expiresAt - time)) / YEAR_MS
  return {
    key,
    frame: (index): DayFrame => {
      const { start, end } = calendar.day(index).segments.regular
      const ends = root.ends(index)
      const open = ends.open + basis(start)
      const close = ends.close + basis(end)
      const serial = calendar.serial(index)
      const ofDay = regime(serial)
      return {
        pre: open,
        open,
        close,
        post: close,
        jump: 0,
        jumpAt: 0,
        regime: ofDay,
        activity: Math.min(
          4,
          ofDay ** 0.8 * Math.exp(0.2 * normal(hash3(key, 9, serial))) * share(index),
        ),
      }
    },
    fill: (index, kind, frame, levels) => {
      levels[0] = kind === 'post' || kind === 'overnight' ? frame.close : frame.open
      if (kind !== 'regular') return
      const { start, minutes } = calendar.day(index).segments.regular
      const product = root.levels(index)
      for (let m = 0; m <= minutes; m += 1) {
        levels[m] = (product[m] ?? 0) + basis(start + m * MINUTE_MS)
      }
    },
  }
}
