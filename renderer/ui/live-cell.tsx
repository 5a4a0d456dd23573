import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Disposer } from '../../shared/domain/brand.js'
import { cmp, decimalText, type Decimal } from '../../shared/domain/decimal.js'
import type { Symbol } from '../../shared/domain/ids.js'
import type { Quote } from '../../shared/domain/market/quote.js'
import { ARROWS, directionOf } from '../format/decimal.js'
import { MISSING } from '../../shared/messages/number-format.js'
import { useMainWindow } from '../stores/context.js'
import { symbolOf } from '../stores/selection.js'
import type { RowStore } from '../stores/row-store.js'
import { pageFlashes } from './paint/flash.js'
import { pageLongTexts } from './paint/long-texts.js'
import { pagePaints } from './paint/staggered-paints.js'
import { writeText } from './paint/write-text.js'
import { toneClass, type Tone } from './signed.js'

/** One figure that a cell reads from `S` at every quote. Create it once, outside components. */
export interface LiveField<S> {
  readonly read: (source: S) => Decimal | null
  readonly write: (value: Decimal, source: S) => string
  /** Colors the cell and sets an arrow by the sign of this value. */
  readonly signed?: (source: S) => Decimal | null
  /** Flashes briefly when the value rises or falls. */
  readonly flash?: boolean
}

/** Where a cell reads its figure. */
export interface LiveSource<S> {
  /** Returns what the field reads now; null while there is nothing. */
  get(): S | null
  /** Calls `changed` after every change. */
  subscribe(changed: () => void): Disposer
  /** The row whose cells are painted in one frame; absent for cells that are painted at once. */
  readonly row?: string
  /** Whether the person looks at this row: its cells are painted at once. False if absent. */
  watched?(): boolean
}

export interface LiveCellProps<S> {
  /** Must be stable. */
  readonly source: LiveSource<S>
  readonly field: LiveField<S>
  readonly tone: Tone
  readonly className: string
}

/**
 * A ticking cell. It writes its own text node when its source changes and is never rendered again,
 * so a thousand ticks cost a thousand text writes and no render above them.
 */
export function LiveCell<S>({ source, field, tone, className }: LiveCellProps<S>) {
  const cell = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = cell.current
    if (element === null) return undefined
    const painter = new CellPainter(element, field, tone, className)
    const paint = (): void => painter.paint(source.get())
    paint()
    return subscribePaint(source, paint)
  }, [source, field, tone, className])
  return <span ref={cell} className={className} />
}

/** Paints after every change: at once, or within a round where nobody looks closely. */
function subscribePaint<S>(source: LiveSource<S>, paint: () => void): Disposer {
  const { row } = source
  if (row === undefined) return source.subscribe(paint)
  const end = source.subscribe(() => {
    if (source.watched?.() !== true) return pagePaints.request(row, paint)
    pagePaints.cancel(row, paint)
    paint()
  })
  return () => {
    pagePaints.cancel(row, paint)
    end()
  }
}

/** Writes one cell: its text, its color and arrow, and the flash of a change. */
class CellPainter<S> {
  readonly #element: HTMLElement
  readonly #field: LiveField<S>
  readonly #tone: Tone
  readonly #className: string
  #shown: Decimal | null = null
  #text: string | null = null
  #longest = 0
  #direction: ReturnType<typeof directionOf> | null = null

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
    this.#write(value === null || source === null ? MISSING : this.#field.write(value, source))
  }

  #write(text: string): void {
    if (text === this.#text) return
    this.#text = text
    writeText(this.#element, text)
    if (text.length <= this.#longest) return
    this.#longest = text.length
    pageLongTexts.check(this.#element)
  }

  #paintSign(source: S): void {
    if (this.#field.signed === undefined) return
    const direction = directionOf(this.#field.signed(source))
    if (direction === this.#direction) return
    this.#direction = direction
    this.#element.className = `${this.#className} ${toneClass(direction, this.#tone)}`
    this.#element.dataset['arrow'] = ARROWS[direction]
  }

  #paintFlash(moved: number): void {
    if (this.#field.flash !== true || moved === 0) return
    pageFlashes.show(this.#element, moved > 0 ? 'up' : 'down')
  }
}

/** One field of a quote as a cell shows it. */
export type QuoteField = LiveField<Quote>

/** Returns a row of a store as the source of a cell. */
export const rowSource = <K, S>(
  rows: Pick<RowStore<K, S>, 'get' | 'onRow'>,
  key: K,
): LiveSource<S> => ({
  get: () => rows.get(key) ?? null,
  subscribe: (changed) => rows.onRow(key, changed),
})

/**
 * A ticking cell that shows a field of the symbol's quote: at once for the symbol that the window
 * is on, within 200 ms for others.
 */
export function QuoteCell({
  symbol,
  field,
}: {
  readonly symbol: Symbol
  readonly field: QuoteField
}) {
  const { quotes, selection } = useMainWindow()
  const source = useMemo(
    (): LiveSource<Quote> => ({
      ...rowSource(quotes.rows, symbol),
      row: symbol,
      watched: () => symbolOf(selection.getState()) === symbol,
    }),
    [quotes, selection, symbol],
  )
  return <LiveCell source={source} field={field} tone="market" className="tnum tick" />
}
