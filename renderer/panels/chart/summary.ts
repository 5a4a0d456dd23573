import type { Timespan } from '../../../shared/domain/market/bar.js'
import { maxOf, minOf } from '../../../shared/domain/decimal.js'
import { barTimeText } from '../../chart/axis-time.js'
import { barAt, barCount, type BarModel } from '../../chart/bars/bar-model.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

/** The number of newest bars in the summary: about as many as the chart shows at first. */
const SUMMARY_BARS = 120

/**
 * Returns a one-sentence summary of the newest bars: time range, last, highest and lowest price.
 */
export function chartSummary(
  symbol: string,
  model: BarModel,
  {
    timespan,
    locale,
    text,
  }: { readonly timespan: Timespan; readonly locale: string; readonly text: WindowText['chart'] },
): string {
  const count = barCount(model)
  const bars = Array.from({ length: Math.min(SUMMARY_BARS, count) }, (_, index) =>
    barAt(model, count - Math.min(SUMMARY_BARS, count) + index),
  ).filter((bar) => bar !== null)
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return text.empty
  const high = bars.reduce((maximum, bar) => maxOf(maximum, bar.high), first.high)
  const low = bars.reduce((minimum, bar) => minOf(minimum, bar.low), first.low)
  return text.summary({
    bars: `${bars.length}`,
    from: barTimeText(first.time, timespan, locale),
    to: barTimeText(last.time, timespan, locale),
    last: formatSymbolPrice(last.close, symbol),
    high: formatSymbolPrice(high, symbol),
    low: formatSymbolPrice(low, symbol),
  })
}
