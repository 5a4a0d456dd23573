import {
  LineStyle,
  type IPriceLine,
  type ISeriesApi,
  type PriceLineOptions,
  type SeriesType,
} from 'lightweight-charts'
import { eq, type Price } from '../../../shared/domain/decimal.js'
import { toNumber } from '../number.js'
import type { ChartTheme } from '../theme.js'

/** The prices of the market that a chart can show as lines. */
export const MARKET_LINES = ['previousClose', 'bid', 'ask'] as const
export type MarketLineKind = (typeof MARKET_LINES)[number]

/** A price of the market with its title. */
export interface MarketLine {
  readonly kind: MarketLineKind
  readonly price: Price
  readonly title: string
}

const colorOf = (kind: MarketLineKind, theme: ChartTheme): string =>
  kind === 'previousClose' ? theme.text : kind === 'bid' ? theme.buy : theme.sell

const options = ({ kind, price, title }: MarketLine, theme: ChartTheme): PriceLineOptions => ({
  id: kind,
  price: toNumber(price),
  color: colorOf(kind, theme),
  lineWidth: 1,
  lineStyle: kind === 'previousClose' ? LineStyle.LargeDashed : LineStyle.Dotted,
  lineVisible: true,
  axisLabelVisible: true,
  title,
  axisLabelColor: colorOf(kind, theme),
  axisLabelTextColor: theme.surface,
})

const isSame = (a: MarketLine, b: MarketLine): boolean =>
  a.title === b.title && eq(a.price, b.price)

/** Draws the bid, the ask and the previous close, attached to a series. */
export class MarketLines {
  #anchor: ISeriesApi<SeriesType>
  readonly #drawn = new Map<MarketLineKind, { readonly line: IPriceLine; shown: MarketLine }>()
  #wanted: readonly MarketLine[] = []

  constructor(anchor: ISeriesApi<SeriesType>) {
    this.#anchor = anchor
  }

  /** Attaches the lines to another series, whose predecessor was removed with its lines. */
  attach(anchor: ISeriesApi<SeriesType>): void {
    this.#anchor = anchor
    this.#drawn.clear()
  }

  /** Sets the lines that the next `draw` shows. */
  set(lines: readonly MarketLine[]): void {
    this.#wanted = lines
  }

  draw(theme: ChartTheme): void {
    for (const [kind, { line }] of [...this.#drawn]) {
      if (this.#wanted.some((wanted) => wanted.kind === kind)) continue
      this.#anchor.removePriceLine(line)
      this.#drawn.delete(kind)
    }
    for (const next of this.#wanted) {
      const drawn = this.#drawn.get(next.kind)
      if (drawn === undefined) {
        const line = this.#anchor.createPriceLine(options(next, theme))
        this.#drawn.set(next.kind, { line, shown: next })
      } else if (!isSame(drawn.shown, next)) {
        drawn.line.applyOptions(options(next, theme))
        drawn.shown = next
      }
    }
  }

  applyTheme(theme: ChartTheme): void {
    for (const { line, shown } of this.#drawn.values()) line.applyOptions(options(shown, theme))
  }
}
