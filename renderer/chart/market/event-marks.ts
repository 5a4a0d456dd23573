import type {
  IPanePrimitive,
  IPrimitivePaneView,
  Logical,
  PaneAttachedParameter,
  Time,
} from 'lightweight-charts'
import { isDayOrLonger } from '../../../shared/domain/market/bar.js'
import { exchangeInstant, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { toAxis } from '../axis-time.js'
import { groupStart } from '../../../shared/domain/drawings/axis/bar-shape.js'
import type { BarShape } from '../spans/chart-span.js'
import type { DrawTarget } from '../draw-target.js'
import type { ChartTheme } from '../theme.js'

export const MARK_KINDS = ['earnings', 'dividend', 'split'] as const
export type EventMarkKind = (typeof MARK_KINDS)[number]

/** What happened, or will happen, to a stock on a day of the exchange. */
export interface EventMark {
  readonly kind: EventMarkKind
  readonly day: ExchangeDay
  /** The letter of the mark. */
  readonly letter: string
  /** What a person reads. */
  readonly label: string
}

/** The side of a mark's square, and its distance from the bottom and from the one above, in px. */
const SIDE_PX = 14
const GAP_PX = 3

const DAY_S = 86_400

/** Returns the first and the last second of the axis at which a bar of a day begins. */
function startsOfDay(day: ExchangeDay, shape: BarShape): readonly [from: number, to: number] {
  const midnight = exchangeInstant(day, 0)
  const from = toAxis(midnight)
  if (!isDayOrLonger(shape.base)) return [from, from + DAY_S - 1]
  const start = toAxis(groupStart(midnight, shape))
  return [start, Math.max(start, from)]
}

/**
 * Returns the index of the bar of a day: the first one that begins on it, or the longer one that
 * contains it; null while it is not among the bars.
 */
export function barOfDay(
  times: readonly number[],
  day: ExchangeDay,
  shape: BarShape,
): number | null {
  const [from, to] = startsOfDay(day, shape)
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  const found = times[low]
  return found !== undefined && found <= to ? low : null
}

/** Returns the marks of the days that a bar contains or begins on. */
export const marksOfBar = (
  marks: readonly EventMark[],
  time: EpochMs,
  shape: BarShape,
): readonly EventMark[] => {
  const axis = toAxis(time)
  return marks.filter(({ day }) => {
    const [from, to] = startsOfDay(day, shape)
    return axis >= from && axis <= to
  })
}

/** Draws a letter at the foot of the chart for earnings, dividends and splits. */
export class EventMarks implements IPanePrimitive<Time> {
  #attached: PaneAttachedParameter<Time> | null = null
  #marks: readonly EventMark[] = []
  #theme: ChartTheme
  #shape: BarShape = { base: 'D', count: 1, isRegularOnly: false }
  #times: () => readonly number[] = () => []

  constructor(theme: ChartTheme) {
    this.#theme = theme
  }

  /** `times` returns the axis seconds of the bar at a logical index. */
  configure(options: {
    readonly theme?: ChartTheme
    readonly marks?: readonly EventMark[]
    readonly shape?: BarShape
    readonly times?: () => readonly number[]
  }): void {
    this.#theme = options.theme ?? this.#theme
    this.#marks = options.marks ?? this.#marks
    this.#shape = options.shape ?? this.#shape
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
        zOrder: () => 'top',
        renderer: () => ({ draw: (target: DrawTarget) => this.#draw(target) }),
      },
    ]
  }

  #draw(target: DrawTarget): void {
    const placed = this.#placed()
    if (placed.length === 0) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = `600 ${SIDE_PX - 4}px ${this.#theme.fontFamily}`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      for (const { x, level, mark } of placed) {
        const top = mediaSize.height - (SIDE_PX + GAP_PX) * (level + 1)
        context.fillStyle = this.#colorOf(mark.kind)
        context.beginPath()
        context.roundRect(x - SIDE_PX / 2, top, SIDE_PX, SIDE_PX, 3)
        context.fill()
        context.fillStyle = this.#theme.surface
        context.fillText(mark.letter, x, top + SIDE_PX / 2 + 0.5)
      }
    })
  }

  #colorOf(kind: EventMarkKind): string {
    const { indicators, text } = this.#theme
    return indicators[MARK_KINDS.indexOf(kind)] ?? text
  }

  /** The visible marks; several of one bar are above each other. */
  #placed(): readonly { readonly x: number; readonly level: number; readonly mark: EventMark }[] {
    const scale = this.#attached?.chart.timeScale()
    if (scale === undefined || this.#marks.length === 0) return []
    const times = this.#times()
    const levels = new Map<number, number>()
    return this.#marks.flatMap((mark) => {
      const index = barOfDay(times, mark.day, this.#shape)
      const x = index === null ? null : scale.logicalToCoordinate(index as Logical)
      if (index === null || x === null) return []
      const level = levels.get(index) ?? 0
      levels.set(index, level + 1)
      return [{ x, level, mark }]
    })
  }
}
