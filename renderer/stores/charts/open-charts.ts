import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'

/** Returns the picture of a chart; null while it shows no bars, or is not in view. */
export type TakePicture = () => HTMLCanvasElement | null

/** A picture, or why there is none: no chart of the symbol is open here, or it is empty. */
export type TakenPicture =
  | { readonly outcome: 'taken'; readonly canvas: HTMLCanvasElement }
  | { readonly outcome: 'closed' | 'empty' }

/** The charts that are open in this window, for panels that want a picture of one. */
export class OpenCharts {
  readonly #charts = new Map<object, { readonly symbol: Symbol; readonly take: TakePicture }>()

  /** Adds a chart while it shows a symbol. */
  register(symbol: Symbol, take: TakePicture): Disposer {
    const id = {}
    this.#charts.set(id, { symbol, take })
    return () => void this.#charts.delete(id)
  }

  /** Takes a picture of the first chart of the symbol that has one. */
  take(symbol: Symbol): TakenPicture {
    const charts = [...this.#charts.values()].filter((chart) => chart.symbol === symbol)
    for (const chart of charts) {
      const canvas = chart.take()
      if (canvas !== null) return { outcome: 'taken', canvas }
    }
    return { outcome: charts.length === 0 ? 'closed' : 'empty' }
  }
}
