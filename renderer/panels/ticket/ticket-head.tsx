import { memo } from 'react'
import { isZero } from '../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type { InstrumentMatch } from '../../../shared/domain/instruments/instrument-match.js'
import { EVENT_OUTCOMES } from '../../../shared/domain/instruments/event-contract.js'
import { formatDay } from '../../format/instrument-name.js'
import { formatMoney, formatQuantity } from '../../format/decimal.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { QuoteStrip } from './fields/quote-strip.js'
import { lookupProblem } from './lookup-problem.js'
import {
  intentOf,
  isPassing,
  reduces,
  type TicketFinding,
} from '../../ui/ticket/model/build-draft.js'
import { isBlocked, type TicketSummary } from '../../ui/ticket/model/summary-model.js'
import { problemOf } from '../../ui/ticket/model/field-problem.js'
import { sidesOf } from '../../ui/ticket/model/product-terms.js'
import { knownInstrument } from '../../ui/ticket/use-order-facts.js'
import type { Ticket } from './use-ticket.js'

interface TicketHeadProps
  extends Pick<
    Ticket,
    'symbol' | 'name' | 'form' | 'act' | 'market' | 'instrument' | 'reloadInstrument'
  > {
  readonly onSymbol: (found: InstrumentMatch) => void
}

/** The instrument with its quote, and what is wrong with it. */
export const TicketHead = memo(function TicketHead({
  symbol,
  name,
  form,
  act,
  market,
  instrument,
  reloadInstrument,
  onSymbol,
}: TicketHeadProps) {
  const text = useText()
  const listing = knownInstrument(instrument)
  const problem = instrument.phase === 'failed' ? lookupProblem(instrument.error, text) : null
  const usePrice = (which: 'bid' | 'ask'): void => {
    const price = market.quote()?.[which] ?? null
    if (price === null) return
    act({ kind: 'prefill', prefill: { limitPrice: price, closing: form.closing } })
  }
  return (
    <>
      <QuoteStrip
        symbol={symbol}
        title={name}
        name={listing === null ? null : longName(listing)}
        facts={listing === null ? [] : factsOf(listing, text.ticket.facts)}
        mirrored={form.assetClass === 'event' && form.outcome === 'no'}
        market={market}
        onPrice={usePrice}
        onSymbol={onSymbol}
      />
      {problem !== null && (
        <p className="ticket-note bad" role="alert" data-testid="ticket-lookup">
          {problem.text}{' '}
          {problem.mayRetry && (
            <Button size="small" onClick={reloadInstrument}>
              {text.ticket.lookup.retry}
            </Button>
          )}
        </p>
      )}
    </>
  )
})

/** The side of the order, and the outcome of an event market. */
export function TicketSides({ ticket }: { readonly ticket: Ticket }) {
  const text = useText()
  const { form, act, held, summary } = ticket
  const problem = sideProblem(ticket.findings, text.ticket)
  return (
    <>
      {form.assetClass === 'event' && (
        <div className="ticket-outcome-choice">
          <Segments
            label={text.ticket.eventOutcome}
            value={form.outcome}
            onValue={(outcome) => act({ kind: 'outcome', outcome })}
            options={EVENT_OUTCOMES.map((outcome) => ({
              value: outcome,
              label: text.instruments.outcomes[outcome],
            }))}
          />
        </div>
      )}
      <div className="ticket-side-choice" data-side={form.side}>
        <Segments
          label={text.ticket.side}
          value={form.side}
          onValue={(side) => act({ kind: 'side', side })}
          options={sidesOf(form.assetClass).map((side) => ({
            value: side,
            label:
              form.assetClass === 'option'
                ? text.ticket.intents[intentOf(side, held)]
                : text.ticket.side_verbs[side],
          }))}
        />
      </div>
      {problem !== null && <p className="field-problem">{problem}</p>}
      {form.closing && reduces(form.side, held) && closesAll(summary) && (
        <p className="ticket-note">{text.ticket.closing}</p>
      )}
    </>
  )
}

/** True where the order closes the whole position, as far as that is known. */
const closesAll = (summary: TicketSummary): boolean =>
  summary.positionAfter === null ? !isBlocked(summary) : isZero(summary.positionAfter)

/** Returns the name beside the symbol; an option has none, an event's question is too long. */
function longName(instrument: AnyInstrument): string | null {
  const { assetClass } = instrument
  return assetClass === 'option' || assetClass === 'event' ? null : instrument.name
}

/** Returns what a trader needs to know of a contract: its size, and when it ends. */
function factsOf(
  instrument: AnyInstrument,
  text: WindowText['ticket']['facts'],
): readonly string[] {
  switch (instrument.assetClass) {
    case 'stock':
    case 'crypto':
      return []
    case 'option':
      return [
        text.option(formatQuantity(instrument.multiplier)),
        text.expires(formatDay(instrument.expiration)),
      ]
    case 'futures':
      return [
        ...(instrument.size === null
          ? []
          : [text.future(formatMoney(instrument.size, instrument.currency))]),
        ...(instrument.lastTradingDate === null
          ? []
          : [text.lastDay(formatDay(instrument.lastTradingDate))]),
      ]
    case 'event':
      return [
        instrument.name,
        text.payout,
        ...(instrument.lastTradingDate === null
          ? []
          : [text.lastDay(formatDay(instrument.lastTradingDate.slice(0, 10)))]),
      ]
  }
}

/** Returns the problem of the side or the symbol, without those that pass while data loads. */
const sideProblem = (
  findings: readonly TicketFinding[],
  text: WindowText['ticket'],
): string | null =>
  problemOf(findings, 'side', true, text) ??
  problemOf(
    findings.filter((finding) => !isPassing(finding)),
    'symbol',
    true,
    text,
  )
