import { DrawingBook } from '../../../../electron/core/drawings/drawing-book.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { type DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import { PERSON, USUAL_STYLE } from '../../../../shared/domain/drawings/drawings-view.js'
import {
  type Anchor,
  type Drawing,
  type DrawingTerms,
} from '../../../../shared/domain/drawings/drawing.schema.js'
import type { DrawingKind } from '../../../../shared/domain/drawings/drawing-kinds.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { symbolKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { VirtualTime } from '../../../property/provider/virtual-time.js'

export const AAPL = symbolKey('stock', symbol('AAPL'))
export const MSFT = symbolKey('stock', symbol('MSFT'))
/** 2026-11-20 10:00:00 in New York. */
export const T0 = Date.UTC(2026, 10, 20, 15, 0, 0)

export const anchor = (minute: number, price: string): Anchor => ({
  time: epochMs(T0 + minute * 60_000),
  price: asPrice(dec(price)),
})

export const drawingTerms = (
  kind: DrawingKind,
  anchors: readonly Anchor[],
  more: Partial<DrawingTerms> = {},
): DrawingTerms => ({
  kind,
  anchors,
  style: USUAL_STYLE,
  text: '',
  locked: false,
  hidden: false,
  risk: null,
  ...more,
})

/** A drawing with an id made of a number. */
export const drawing = (
  number: number,
  terms: DrawingTerms = drawingTerms('horizontal', [anchor(0, '185.20')]),
): Drawing => ({
  ...terms,
  id: number.toString(16).padStart(16, '0') as DrawingId,
  createdAt: epochMs(T0 + number),
  source: PERSON,
})

/** A book over a file in memory. */
export function createBook(file = fakeDocument()) {
  const time = new VirtualTime(T0)
  let damaged = 0
  let ids = 0
  const book = new DrawingBook({
    file,
    clock: time,
    timers: time,
    log: { event: () => undefined },
    newId: () => (0xf000 + ++ids).toString(16).padStart(16, '0'),
    onDamaged: () => {
      damaged += 1
    },
  })
  return { book, file, time, damaged: () => damaged }
}
