import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChartSync } from './chart-sync.js'

/** Returns the picture of a chart; null while it shows no bars, or is not in view. */
export type TakePicture = () => HTMLCanvasElement | null

/** A picture, or why there is none: no chart of the symbol is open here, or it is empty. */
export type TakenPicture =
  | { readonly outcome: 'taken'; readonly canvas: HTMLCanvasElement }
  | { readonly outcome: 'closed' | 'empty' }

/** A change of one chart that the other charts of its window follow. */
export type ChartSignal = { readonly source: object } & (
  | { readonly kind: 'crosshair'; readonly time: EpochMs | null }
  /** The length of the bars, as it is stored. */
  | { readonly kind: 'timespan'; readonly span: string }
)

/**
 * The charts that are open in this window: for panels that want a picture of one, and for each
 * other.
 */
export class OpenCharts {
  readonly #signals = createEmitter<ChartSignal>()
  /** Returns whether the charts of the window share something. */
  readonly #syncs: (sync: ChartSync) => boolean
  readonly #charts = new Map<object, { readonly symbol: Symbol; readonly take: TakePicture }>()

  constructor(syncs: (sync: ChartSync) => boolean = () => false) {
    this.#syncs = syncs
  }

  /** Tells the other charts, where the person wants them to follow. */
  publish(signal: ChartSignal): void {
    if (this.#syncs(signal.kind)) this.#signals.emit(signal)
  }

  /** Calls `listener` for the signals of other charts than `source`. */
  follow(source: object, listener: (signal: ChartSignal) => void): Disposer {
    return this.#signals.add((signal) => {
      if (signal.source !== source) listener(signal)
    })
  }

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
