import { isoTimeOffset } from '../../../../../shared/wire/fields.js'
import type { Footprint } from '../../../reference/footprint.js'
import { STOCK_SCALE, type PriceUnits, type Scale, type SizeUnits } from '../../../model/units.js'
import { SESSION_CODES } from '../../../model/figures.js'
import { scaledPrice, scaledSize } from '../../../model/product-figures.js'

const total = (side: ReadonlyMap<PriceUnits, SizeUnits>): SizeUnits =>
  [...side.values()].reduce((sum, size) => sum + size, 0)
const detail = (side: ReadonlyMap<PriceUnits, SizeUnits>, scale: Scale): Record<string, string> =>
  Object.fromEntries(
    [...side.entries()]
      .sort(([a], [b]) => a - b)
      .map(([price, size]) => [scaledPrice(price, scale), scaledSize(size, scale)]),
  )

/** Formats a footprint (MARKET-1). */
export function wireFootprint(
  { time, session, bought, sold }: Footprint,
  scale: Scale = STOCK_SCALE,
) {
  const [buys, sells] = [total(bought), total(sold)]
  return {
    time: isoTimeOffset(time),
    trading_session: SESSION_CODES[session],
    total: scaledSize(buys + sells, scale),
    delta: scaledSize(buys - sells, scale),
    buy_total: scaledSize(buys, scale),
    sell_total: scaledSize(sells, scale),
    buy_detail: detail(bought, scale),
    sell_detail: detail(sold, scale),
  }
}
