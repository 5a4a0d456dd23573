import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { SIDES } from '../../../shared/domain/side.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { QuoteStrip } from './fields/quote-strip.js'
import type { TicketFinding } from './model/build-draft.js'
import { reduces } from './model/estimate.js'
import { problemOf } from './model/order-text.js'
import { knownInstrument, type Ticket } from './use-ticket.js'

/** The symbol with its quote, the side, and what is wrong with either. */
export function TicketHead({ ticket }: { readonly ticket: Ticket }) {
  const text = useText()
  const { symbol, form, act, quote, instrument } = ticket
  const usePrice = (which: 'bid' | 'ask'): void => {
    const price = quote?.[which] ?? null
    if (price === null) return
    act({ kind: 'prefill', prefill: { limitPrice: price, closing: form.closing } })
  }
  const problem = sideProblem(ticket.findings, text.ticket)
  return (
    <>
      <QuoteStrip
        symbol={symbol}
        name={knownInstrument(instrument)?.name ?? null}
        quote={quote}
        onPrice={usePrice}
      />
      {instrument.phase === 'failed' && (
        <p className="ticket-note bad" role="alert">
          {text.ticket.lookup.failed}{' '}
          <Button size="small" onClick={ticket.reloadInstrument}>
            {text.ticket.lookup.retry}
          </Button>
        </p>
      )}
      <div className="ticket-side-choice" data-side={form.side}>
        <Segments
          label={text.ticket.side}
          value={form.side}
          onValue={(side) => act({ kind: 'side', side })}
          options={SIDES.map((side) => ({ value: side, label: text.ticket.side_verbs[side] }))}
        />
      </div>
      {problem !== null && <p className="field-problem">{problem}</p>}
      {form.closing && reduces(form.side, ticket.held) && (
        <p className="ticket-note">{text.ticket.closing}</p>
      )}
    </>
  )
}

/** Returns the problem of the side or the symbol, without those that pass while data loads. */
const sideProblem = (
  findings: readonly TicketFinding[],
  text: WindowText['ticket'],
): string | null =>
  problemOf(findings, 'side', true, text) ??
  problemOf(
    findings.filter(
      ({ problem }) => problem !== 'instrument-unknown' && problem !== 'account-missing',
    ),
    'symbol',
    true,
    text,
  )
