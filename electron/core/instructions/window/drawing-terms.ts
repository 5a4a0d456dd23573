import { asPrice, ZERO } from '../../../../shared/domain/decimal.js'
import { MAX_DRAWING_TEXT } from '../../../../shared/domain/drawings/drawing.js'
import { USUAL_STYLE } from '../../../../shared/domain/drawings/drawings-view.js'
import type { DrawingTerms } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { symbolKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { DrawingPlace } from '../../../../shared/domain/instructions/window-change.js'
import type { WindowRequest } from '../../../../shared/domain/instructions/window-request.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import type { ClockPort } from '../../ports.js'

type DrawRequest = Extract<WindowRequest, { readonly kind: 'draw' | 'mark' }>

/** Returns the drawing of a request, on the chart that shows the prices of its symbol. */
export function drawingOf(
  request: DrawRequest,
  { symbol, assetClass }: { readonly symbol: Symbol; readonly assetClass: AssetClass },
  clock: Pick<ClockPort, 'now'>,
): { readonly place: DrawingPlace; readonly terms: DrawingTerms } {
  const text = plainLine(request.text, MAX_DRAWING_TEXT)
  const isMark = request.kind === 'mark'
  const kind = isMark ? 'horizontal' : request.shape
  const anchors = isMark ? [{ time: clock.now(), price: request.price }] : request.anchors
  return {
    place: {
      key: symbolKey(assetClass, symbol, assetClass === 'event' ? 'yes' : null),
      symbol,
      kind,
      text,
      price: anchors[0]?.price ?? asPrice(ZERO),
    },
    terms: {
      kind,
      anchors,
      style: { ...USUAL_STYLE, color: request.color },
      text,
      locked: false,
      hidden: false,
      risk: null,
    },
  }
}
