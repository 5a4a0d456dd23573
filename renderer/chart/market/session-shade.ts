import type {
  IPanePrimitive,
  IPrimitivePaneView,
  Logical,
  PaneAttachedParameter,
  Time,
} from 'lightweight-charts'
import { sessionAt } from '../../../shared/domain/market/exchange-time.js'
import type { DrawTarget } from '../draw-target.js'
import { fromAxis } from '../axis-time.js'

/** A run of adjacent bars outside the regular session, in pixels of the pane. */
interface Stripe {
  readonly from: number
  readonly to: number
}

/**
 * Returns true for times known to be outside the regular session: pre-market, after-hours,
 * overnight.
 */
export function isExtended(axis: number): boolean {
  const session = sessionAt(fromAxis(axis))
  return session !== 'regular' && session !== 'unknown'
}

/**
 * Shades the bars outside the regular session. Processes only the visible bars, so its cost does
 * not grow with history.
 */
export class SessionShade implements IPanePrimitive<Time> {
  #attached: PaneAttachedParameter<Time> | null = null
  #color: string
  #times: () => readonly number[] = () => []
  #on = false

  constructor(color: string) {
    this.#color = color
  }

  /** `times` returns the axis seconds of the bar at a logical index. */
  configure(options: {
    readonly color?: string
    readonly on?: boolean
    readonly times?: () => readonly number[]
  }): void {
    this.#color = options.color ?? this.#color
    this.#on = options.on ?? this.#on
    this.#times = options.times ?? this.#times
    this.#attached?.requestUpdate()
  }

  attached(param: PaneAttachedParameter<Time>): void {
    this.#attached = param
  }

  detached(): void {
    this.#attached = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [
      {
        zOrder: () => 'bottom',
        renderer: () => ({ draw: (target: DrawTarget) => this.#draw(target) }),
      },
    ]
  }

  #draw(target: DrawTarget): void {
    const stripes = this.#stripes()
    if (stripes.length === 0) return
    target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio }) => {
      context.fillStyle = this.#color
      for (const stripe of stripes) {
        const left = Math.round(stripe.from * horizontalPixelRatio)
        context.fillRect(
          left,
          0,
          Math.round(stripe.to * horizontalPixelRatio) - left,
          bitmapSize.height,
        )
      }
    })
  }

  #stripes(): readonly Stripe[] {
    const scale = this.#attached?.chart.timeScale()
    const range = scale?.getVisibleLogicalRange()
    if (!this.#on || scale === undefined || range === null || range === undefined) return []
    const times = this.#times()
    const half = scale.options().barSpacing / 2
    // Skip stripes that would be narrower than half a pixel.
    if (half < 0.25) return []
    const stripes: Stripe[] = []
    let open: number | null = null
    let last = 0
    for (
      let index = Math.max(0, Math.floor(range.from));
      index <= Math.min(times.length - 1, Math.ceil(range.to));
      index += 1
    ) {
      const time = times[index]
      // The index is known: the coordinate of a time would search for it among all bars.
      const x = scale.logicalToCoordinate(index as Logical)
      if (time === undefined || x === null) continue
      if (isExtended(time)) {
        open ??= x - half
      } else if (open !== null) {
        stripes.push({ from: open, to: x - half })
        open = null
      }
      last = x + half
    }
    if (open !== null) stripes.push({ from: open, to: last })
    return stripes
  }
}
