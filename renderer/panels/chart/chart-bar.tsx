import { memo } from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import {
  EVENT_OUTCOMES,
  type EventOutcome,
} from '../../../shared/domain/instruments/event-contract.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { PRODUCT_TIMESPANS } from '../../../shared/domain/market/product-timespans.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { ShownOutcome } from '../../chart/market/shown-outcome.js'
import { lengthOfSpan, parseSpan, spanText, type ChartSpan } from '../../chart/spans/chart-span.js'
import { useMainWindow } from '../../stores/context.js'
import { prefillTicket, selectSymbol } from '../../stores/selection.js'
import { useText } from '../../language/window-text.js'
import { Segments } from '../../ui/segments.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { ChartTools, type ChartToolsProps } from './chart-tools.js'
import { SymbolField } from './symbol-field.js'

/** The intervals of the toolbar; every other one is chosen in a dialog. */
const SPANS: readonly Timespan[] = [
  'S5',
  'S15',
  'M1',
  'M5',
  'M15',
  'M30',
  'M60',
  'M240',
  'D',
  'W',
  'M',
]

export interface ChartBarProps extends Omit<ChartToolsProps, 'canDraw'> {
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly span: ChartSpan
  readonly onSpan: (span: ChartSpan) => void
  readonly stale: boolean
}

/** The usual intervals, and the one that the person made. */
function Intervals({ symbol, span, onSpan }: Pick<ChartBarProps, 'symbol' | 'span' | 'onSpan'>) {
  const text = useText()
  const current = spanText(span)
  const available = PRODUCT_TIMESPANS[symbolClass(symbol)]
  const usual = SPANS.filter((base) => available.includes(base))
  const offered = usual.some((base) => base === current) ? usual : [...usual, current]
  const choose = (value: string): void => {
    const next = parseSpan(value)
    if (next !== null) onSpan(next)
  }
  return (
    <Segments
      label={text.chart.timespan}
      value={current}
      onValue={choose}
      options={offered.map((value) => ({ value, label: spanLabel(value, text) }))}
    />
  )
}

/** The outcome whose prices are shown. Choosing another one chooses it in the ticket, too. */
function OutcomeChoice({
  symbol,
  outcome,
}: {
  readonly symbol: Symbol
  readonly outcome: EventOutcome
}) {
  const text = useText()
  const { selection } = useMainWindow()
  return (
    <Segments
      label={text.ticket.eventOutcome}
      value={outcome}
      onValue={(next) => prefillTicket(selection, { symbol, outcome: next })}
      options={EVENT_OUTCOMES.map((value) => ({
        value,
        label: text.instruments.outcomes[value],
      }))}
    />
  )
}

/** Writes a stored interval briefly: "5m". */
function spanLabel(stored: string, { chartView }: WindowText): string {
  const span = parseSpan(stored)
  if (span === null) return stored
  const { amount, unit } = lengthOfSpan(span)
  return chartView.spanShort(amount, unit)
}

/**
 * The chart's toolbar: symbol, interval, tools. It does not render again while prices tick.
 */
export const ChartBar = memo(function ChartBar({
  symbol,
  outcome,
  span,
  onSpan,
  stale,
  ...tools
}: ChartBarProps) {
  const { selection } = useMainWindow()
  return (
    <header className="chart-bar">
      <SymbolField symbol={symbol} onSymbol={(next) => selectSymbol(selection, next)} />
      {outcome !== null && <OutcomeChoice symbol={symbol} outcome={outcome} />}
      <Intervals symbol={symbol} span={span} onSpan={onSpan} />
      <span className="chart-tools">
        <ChannelAge channel="market" gap={stale} />
        <ChartTools {...tools} canDraw={outcome !== 'no'} />
      </span>
    </header>
  )
})
