import { useLayoutEffect, useRef } from 'react'
import { cmp, decimalText, type Decimal } from '../../shared/domain/decimal.js'
import type { Symbol } from '../../shared/domain/ids.js'
import type { Quote } from '../../shared/domain/market/quote.js'
import { ARROWS, directionOf, MISSING } from '../format/decimal.js'
import { useMainWindow } from '../stores/context.js'

/** One field of a quote as a cell shows it. Create it once, outside components. */
export interface QuoteField {
  readonly read: (quote: Quote) => Decimal | null
  readonly write: (value: Decimal) => string
  /** Colors the cell and sets an arrow by the sign of this value. */
  readonly signed?: (quote: Quote) => Decimal | null
  /** Flashes briefly when the value rises or falls. */
  readonly flash?: boolean
}

/**
 * A ticking cell. It writes its own text node when its symbol's quote changes and is never rendered
 * again, so a thousand ticks cost a thousand text writes and no render above them.
 */
export function QuoteCell({
  symbol,
  field,
}: {
  readonly symbol: Symbol
  readonly field: QuoteField
}) {
  const { rows } = useMainWindow().quotes
  const cell = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = cell.current
    if (element === null) return undefined
    let shown: Decimal | null = null
    let beat = false
    const paint = (): void => {
      const quote = rows.get(symbol)
      const value = quote === undefined ? null : field.read(quote)
      if (quote !== undefined && field.signed !== undefined) {
        const direction = directionOf(field.signed(quote))
        element.className = `tnum tick ${direction}`
        element.dataset['arrow'] = ARROWS[direction]
      }
      if (value !== null && shown !== null && decimalText(value) === decimalText(shown)) return
      if (field.flash === true && shown !== null && value !== null) {
        const moved = cmp(value, shown)
        beat = !beat
        if (moved !== 0) {
          element.dataset['flash'] = `${moved > 0 ? 'up' : 'down'}-${beat ? 'a' : 'b'}`
        }
      }
      shown = value
      element.textContent = value === null ? MISSING : field.write(value)
    }
    paint()
    return rows.onRow(symbol, paint)
  }, [rows, symbol, field])
  return <span ref={cell} className="tnum tick" />
}
