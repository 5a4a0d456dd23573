import { useLayoutEffect, useRef } from 'react'
import { cmp, decimalText, type Decimal } from '../../shared/domain/decimal.js'
import type { Symbol } from '../../shared/domain/ids.js'
import type { Quote } from '../../shared/domain/market/quote.js'
import { ARROWS, directionOf } from '../format/decimal.js'
import { MISSING } from '../../shared/messages/number-format.js'
import { useMainWindow } from '../stores/context.js'
import { toneClass, type Tone } from './signed.js'

/** One figure that a cell reads from `S` at every quote. Create it once, outside components. */
export interface LiveField<S> {
  readonly read: (source: S) => Decimal | null
  readonly write: (value: Decimal) => string
  /** Colors the cell and sets an arrow by the sign of this value. */
  readonly signed?: (source: S) => Decimal | null
  /** Flashes briefly when the value rises or falls. */
  readonly flash?: boolean
}

export interface LiveCellProps<S> {
  readonly symbol: Symbol
  /** Returns what the field reads at this quote; null while there is nothing. Must be stable. */
  readonly sourceOf: (quote: Quote | undefined) => S | null
  readonly field: LiveField<S>
  readonly tone: Tone
  readonly className: string
}

/**
 * A ticking cell. It writes its own text node when its symbol's quote changes and is never rendered
 * again, so a thousand ticks cost a thousand text writes and no render above them.
 */
export function LiveCell<S>({ symbol, sourceOf, field, tone, className }: LiveCellProps<S>) {
  const { rows } = useMainWindow().quotes
  const cell = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = cell.current
    if (element === null) return undefined
    const painter = new CellPainter(element, field, tone, className)
    const paint = (): void => painter.paint(sourceOf(rows.get(symbol)))
    paint()
    return rows.onRow(symbol, paint)
  }, [rows, symbol, sourceOf, field, tone, className])
  return <span ref={cell} className={className} />
}

/** Writes one cell: its text, its color and arrow, and the flash of a change. */
class CellPainter<S> {
  readonly #element: HTMLElement
  readonly #field: LiveField<S>
  readonly #tone: Tone
  readonly #className: string
  #shown: Decimal | null = null
  #beat = false

  constructor(element: HTMLElement, field: LiveField<S>, tone: Tone, className: string) {
    this.#element = element
    this.#field = field
    this.#tone = tone
    this.#className = className
  }

  paint(source: S | null): void {
    const value = source === null ? null : this.#field.read(source)
    if (source !== null) this.#paintSign(source)
    if (this.#shown !== null && value !== null) {
      if (decimalText(value) === decimalText(this.#shown)) return
      this.#paintFlash(cmp(value, this.#shown))
    }
    this.#shown = value
    this.#element.textContent = value === null ? MISSING : this.#field.write(value)
  }

  #paintSign(source: S): void {
    if (this.#field.signed === undefined) return
    const direction = directionOf(this.#field.signed(source))
    this.#element.className = `${this.#className} ${toneClass(direction, this.#tone)}`
    this.#element.dataset['arrow'] = ARROWS[direction]
  }

  #paintFlash(moved: number): void {
    if (this.#field.flash !== true || moved === 0) return
    this.#beat = !this.#beat
    this.#element.dataset['flash'] = `${moved > 0 ? 'up' : 'down'}-${this.#beat ? 'a' : 'b'}`
  }
}

/** One field of a quote as a cell shows it. */
export type QuoteField = LiveField<Quote>

const quoteOrNull = (quote: Quote | undefined): Quote | null => quote ?? null

/** A ticking cell that shows a field of the symbol's quote. */
export function QuoteCell({
  symbol,
  field,
}: {
  readonly symbol: Symbol
  readonly field: QuoteField
}) {
  return (
    <LiveCell
      symbol={symbol}
      sourceOf={quoteOrNull}
      field={field}
      tone="market"
      className="tnum tick"
    />
  )
}
