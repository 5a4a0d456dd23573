import type { BarQuery } from '../../../../electron/core/market/market-port.js'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import type { ConditionOf } from '../../../../shared/domain/alerts/alert-rules.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { type DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import { USUAL_STYLE, PERSON } from '../../../../shared/domain/drawings/drawings-view.js'
import { type Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { DrawingKind } from '../../../../shared/domain/drawings/drawing-kinds.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { AAPL, OFFSET_MS, T0 } from './alert-fixture.js'

/** The exchange's time at the start of the tests: 11:00 in New York. */
export const E0 = T0 + OFFSET_MS
export const MINUTE = 60_000
export const KEY = 'stock AAPL' as InstrumentKey
export const LINE = '00000000000000aa' as DrawingId

/** A drawing with anchors in minutes from the start of the tests. */
export const drawingOf = (
  kind: DrawingKind,
  anchors: readonly (readonly [number, string])[],
  more: Partial<Drawing> = {},
): Drawing => ({
  id: LINE,
  kind,
  anchors: anchors.map(([minutes, price]) => ({
    time: epochMs(E0 + minutes * MINUTE),
    price: asPrice(dec(price)),
  })),
  style: USUAL_STYLE,
  text: '',
  locked: false,
  hidden: false,
  risk: null,
  createdAt: epochMs(E0),
  source: PERSON,
  ...more,
})

/** A ray that rises by 0.10 each minute and is at 103 when the tests start. */
export const RISING = drawingOf('ray', [
  [-30, '100'],
  [-10, '102'],
])

export const drawingTerms = (
  kind: DrawingKind,
  watch: Partial<ConditionOf<'drawing'>> = {},
  more: Partial<AlertTerms> = {},
): AlertTerms => ({
  condition: {
    kind: 'drawing',
    instrument: { assetClass: 'stock', symbol: AAPL },
    drawing: { id: LINE, kind, text: '' },
    part: 'line',
    ratio: null,
    when: 'through',
    extended: false,
    bars: { base: 'M1', count: 1, isRegularOnly: false },
    scale: 'linear',
    ...watch,
  },
  repeatMs: null,
  expiresAt: null,
  sound: true,
  notification: true,
  note: '',
  ticket: null,
  ...more,
})

/** One bar a minute from two hours before the start until `now`, with a close for each. */
export const minuteBars =
  (now: () => number, close: (minute: number) => string = () => '100') =>
  ({ count, before }: BarQuery): readonly Bar[] => {
    const newest = Math.floor((now() - E0) / MINUTE)
    const limit = before === null ? newest : Math.min(newest, Math.ceil((before - E0) / MINUTE) - 1)
    const first = Math.max(-120, limit - count + 1)
    return Array.from({ length: Math.max(0, limit - first + 1) }, (_, index) => {
      const price = asPrice(dec(close(first + index)))
      return {
        time: epochMs(E0 + (first + index) * MINUTE),
        open: price,
        high: price,
        low: price,
        close: price,
        volume: asQuantity(dec('1')),
      }
    })
  }
