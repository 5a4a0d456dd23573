import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isDayOrLonger } from '../../../../shared/domain/market/bar.js'
import { eq } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { BarModel } from '../../../chart/bars/bar-model.js'
import type { ChartView } from '../../../chart/chart-view.js'
import type { BarShape } from '../../../chart/spans/chart-span.js'
import { formatAge } from '../../../format/time.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useWatch } from '../../../stores/context.js'
import { OLD_PRICE_MS } from '../../../ui/accounts/figure-age.js'
import { usePolledAt } from '../../../ui/reading/quote-age.js'
import { useAge } from '../../../ui/use-age.js'
import { hasExtendedHours } from './chart-view-settings.js'

interface LastPriceNoteProps {
  readonly symbol: Symbol
  readonly shape: BarShape
  readonly model: BarModel
  readonly view: ChartView
}

/**
 * Says beside the label of the last price what makes it another than the price elsewhere: its age
 * where no stream carries the symbol, or that it is a close, because the bars leave out the session
 * of now (REL-41).
 */
export function LastPriceNote({ symbol, shape, model, view }: LastPriceNoteProps) {
  const text = useText()
  const { rows } = useMainWindow().quotes
  useWatch([symbol])
  const polledAt = usePolledAt(symbol)
  const isClose = useSyncExternalStore(
    useCallback((changed) => rows.onRow(symbol, changed), [rows, symbol]),
    () => isOfEarlierSession(rows.get(symbol), shape, model),
  )
  if (isClose) return <Note view={view} text={text.chart.lastIsClose} />
  return polledAt === null ? (
    <Note view={view} text="" />
  ) : (
    <AgeNote view={view} polledAt={polledAt} />
  )
}

function AgeNote({ view, polledAt }: { readonly view: ChartView; readonly polledAt: EpochMs }) {
  const { upToAge } = useText().account
  const ageMs = useAge(polledAt, OLD_PRICE_MS)
  return <Note view={view} text={ageMs < OLD_PRICE_MS ? '' : upToAge(formatAge(ageMs))} />
}

function Note({ view, text }: { readonly view: ChartView; readonly text: string }) {
  useEffect(() => view.setLastNote(text), [view, text])
  return null
}

/** True while the market trades in a session that these bars leave out, at another price. */
function isOfEarlierSession(
  quote: Quote | undefined,
  { base, isRegularOnly }: BarShape,
  { history, live }: BarModel,
): boolean {
  const close = (live ?? history.at(-1))?.close
  if (quote === undefined || quote.last === null || close === undefined) return false
  if (!hasExtendedHours(quote.symbol) || eq(quote.last, close)) return false
  const isRegular = quote.session === null || quote.session === 'regular'
  return isDayOrLonger(base) || isRegularOnly ? !isRegular : quote.session === 'overnight'
}
