import type { IPriceLine, ISeriesApi, SeriesType } from 'lightweight-charts'
import { eq } from '../../shared/domain/decimal.js'
import { lineOptions } from './chart-options.js'
import { lineChanges, type OwnLine } from './order-lines.js'
import { toNumber } from './number.js'
import type { ChartTheme } from './theme.js'

/** An order or position line with its title. */
export interface TitledLine extends OwnLine {
  readonly title: string
}

const sameLine = (a: TitledLine, b: TitledLine): boolean =>
  a.title === b.title &&
  a.uncertain === b.uncertain &&
  a.side === b.side &&
  a.kind === b.kind &&
  eq(a.price, b.price)

const averagesOf = (lines: readonly TitledLine[]): ReadonlySet<number> =>
  new Set(lines.flatMap(({ kind, price }) => (kind === 'position' ? [toNumber(price)] : [])))

/** The order and position lines of one chart, attached to a series. */
export class PriceLines {
  #anchor: ISeriesApi<SeriesType>
  readonly #drawn = new Map<string, IPriceLine>()
  #wanted: readonly TitledLine[] = []
  #shown: readonly TitledLine[] = []
  #titled = false
  #averages: ReadonlySet<number> = new Set()

  constructor(anchor: ISeriesApi<SeriesType>) {
    this.#anchor = anchor
  }

  /** Attaches the lines to another series, whose predecessor was removed with its lines. */
  attach(anchor: ISeriesApi<SeriesType>): void {
    this.#anchor = anchor
    this.#drawn.clear()
    this.#shown = []
  }

  /** Sets the lines that the next `draw` shows. */
  set(lines: readonly TitledLine[]): void {
    this.#wanted = lines
    const averages = averagesOf(lines)
    const isSame =
      averages.size === this.#averages.size &&
      [...averages].every((price) => this.#averages.has(price))
    if (!isSame) this.#averages = averages
  }

  /** The average costs among the lines that the next `draw` shows, as the library's numbers. */
  get averages(): ReadonlySet<number> {
    return this.#averages
  }

  /** Draws the lines that were set; unchanged ones cost nothing. */
  draw(theme: ChartTheme): void {
    if (this.#wanted === this.#shown) return
    const changes = lineChanges(this.#shown, this.#wanted, sameLine)
    for (const id of changes.removed) this.#remove(id)
    for (const line of changes.added) {
      this.#drawn.set(line.id, this.#anchor.createPriceLine(this.#options(line, theme)))
    }
    this.#restyle(changes.changed, theme)
    this.#shown = this.#wanted
  }

  /** Shows the titles on the lines while `run` runs: over the chart, labels show them. */
  withTitles<T>(theme: ChartTheme, run: () => T): T {
    this.#titled = true
    this.applyTheme(theme)
    try {
      return run()
    } finally {
      this.#titled = false
      this.applyTheme(theme)
    }
  }

  applyTheme(theme: ChartTheme): void {
    this.#restyle(this.#shown, theme)
  }

  #options(line: TitledLine, theme: ChartTheme): ReturnType<typeof lineOptions> {
    return lineOptions(line, this.#titled ? line.title : '', theme)
  }

  #restyle(lines: readonly TitledLine[], theme: ChartTheme): void {
    for (const line of lines) {
      this.#drawn.get(line.id)?.applyOptions(this.#options(line, theme))
    }
  }

  #remove(id: string): void {
    const line = this.#drawn.get(id)
    if (line !== undefined) this.#anchor.removePriceLine(line)
    this.#drawn.delete(id)
  }
}
