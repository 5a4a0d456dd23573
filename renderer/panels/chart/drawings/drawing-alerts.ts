import { useCallback, useMemo } from 'react'
import type { AlertView } from '../../../../shared/domain/alerts/alert.schema.js'
import { noAlertReason } from '../../../../shared/domain/alerts/drawing-alert.js'
import type { DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { alertCondition } from '../../../../shared/messages/alert-line.js'
import { PRICE_SCALES, USUAL_APPEARANCE } from '../../../chart/appearance.js'
import type { ChartDrawings } from '../../../chart/drawings/chart-drawings.js'
import { useFormatMessage } from '../../../format/message.js'
import { useText } from '../../../language/window-text.js'
import { requestDrawingAlert } from '../../../stores/alert-requests.js'
import { useMainWindow, useSetting, useSlice } from '../../../stores/context.js'

const NONE: readonly AlertView[] = []

/** What the alerts of the drawings of a symbol wait for, by drawing. */
export type DrawingAlerts = ReadonlyMap<DrawingId, readonly string[]>

/** Returns what the active alerts on drawings of a symbol wait for. */
export function useDrawingAlerts(symbol: Symbol): DrawingAlerts {
  const { alerts } = useMainWindow()
  const write = useFormatMessage()
  const all = useSlice(alerts, ({ value }) => value?.alerts ?? NONE)
  return useMemo(() => {
    const textsByDrawing = new Map<DrawingId, string[]>()
    for (const { condition, state } of all) {
      if (condition.kind !== 'drawing' || state !== 'active') continue
      if (condition.instrument.symbol !== symbol) continue
      const { id } = condition.drawing
      textsByDrawing.set(id, [...(textsByDrawing.get(id) ?? []), write(alertCondition(condition))])
    }
    return textsByDrawing
  }, [all, symbol, write])
}

/** How an alert on a drawing is added, or why a kind of drawing can have none. */
export interface AddAlert {
  readonly add: (drawing: Drawing) => void
  readonly whyNot: (drawing: Drawing) => string | null
}

/** Returns how alerts are added: straight along the bars, and on the scale, of this chart. */
export function useAddAlert(symbol: Symbol, chart: ChartDrawings | null): AddAlert {
  const mainWindow = useMainWindow()
  const text = useText().alerts.onDrawing
  const [scale] = useSetting('chart.scale', PRICE_SCALES, USUAL_APPEARANCE.scale)
  const whyNot = useCallback(
    ({ kind }: Drawing): string | null => {
      const reason = noAlertReason(kind)
      return reason === null ? null : text.noAlert[reason]
    },
    [text],
  )
  const add = useCallback(
    (drawing: Drawing): void => {
      const bars = chart?.shape() ?? null
      if (bars === null || whyNot(drawing) !== null) return
      const instrument = { assetClass: symbolClass(symbol), symbol }
      const straight = scale === 'log' ? 'log' : 'linear'
      requestDrawingAlert(mainWindow, instrument, { drawing, bars, scale: straight })
    },
    [chart, mainWindow, scale, symbol, whyNot],
  )
  return { add, whyNot }
}
