import { PencilLine } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { Account } from '../../../shared/domain/account/account.js'
import { ZERO_QUANTITY } from '../../../shared/domain/decimal.js'
import { clientOrderId, type AccountId, type Symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { SIDES } from '../../../shared/domain/side.js'
import { setSkipConfirmation } from '../../stores/order-confirmation.js'
import {
  useActiveSymbol,
  useAllRows,
  useMainWindow,
  useRow,
  useSelectedAccount,
  useSlice,
  useWatch,
} from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { Empty } from '../../ui/states.js'
import { buildDraft, type TicketFinding } from './model/build-draft.js'
import { heldQuantity, reduces } from './model/estimate.js'
import { OtherProduct, otherProduct } from './other-product.js'
import { QuoteStrip } from './fields/quote-strip.js'
import { isOpen } from './model/submit-order.js'
import { currentSummary, summaryOf } from './model/summary-model.js'
import { TicketFields } from './fields/ticket-fields.js'
import { OutcomeCard } from './review/ticket-outcome.js'
import { Review } from './review/ticket-review.js'
import { INPUT_LOCALE, ticketStoreOf } from './model/ticket-store.js'
import { Summary } from './review/ticket-summary.js'
import { emptyForm, type TicketAction } from './model/ticket-form.js'
import { useInstrument } from './use-instrument.js'
import { usePreview } from './use-preview.js'
import { useThrottledQuote } from './use-throttled-quote.js'
import { formatDraft, problemOf } from './model/order-text.js'
import './ticket.css'

/** The order ticket of the symbol of the first link group. */
export function TicketPanel() {
  const mainWindow = useMainWindow()
  const symbol = useActiveSymbol()
  const prefill = useSlice(mainWindow.selection, (state) => state.prefill)
  const accountId = useSelectedAccount()
  const otherAccountProduct = otherProduct(
    useSlice(mainWindow.session, (state) => state.value?.accounts),
    accountId,
  )
  useEffect(() => ticketStoreOf(mainWindow).takePrefill(), [mainWindow, prefill])
  if (otherAccountProduct !== null) return <OtherProduct product={otherAccountProduct} />
  if (symbol === null) {
    return <Empty icon={PencilLine} title={text.ticket.pick} hint={text.ticket.pickHint} />
  }
  return <Ticket key={symbol} symbol={symbol} />
}

const NO_FINDINGS: readonly TicketFinding[] = []

function Ticket({ symbol }: { readonly symbol: Symbol }) {
  const mainWindow = useMainWindow()
  const store = ticketStoreOf(mainWindow)
  useWatch(useMemo(() => [symbol], [symbol]))
  const form = useSlice(store.state, (state) => state.forms[symbol]) ?? EMPTY.formOf(symbol)
  const sent = useSlice(store.state, (state) => state.sent[symbol]) ?? null
  const accountId = useSelectedAccount()
  const accounts = useSlice(mainWindow.session, (state) => state.value?.accounts)
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  const confirmsBySetting = useSlice(
    mainWindow.preferences,
    (state) => state.value?.confirmOrders ?? true,
  )
  const skipConfirmation = useSlice(mainWindow.orderConfirmation, (state) => state.skipConfirmation)
  const confirm = confirmsBySetting && !skipConfirmation
  const balance = useSlice(mainWindow.balance, (state) => state.value)
  const positions = useAllRows(mainWindow.positions, 500)
  const quote = useThrottledQuote(symbol, 250)
  const [instrument, reloadInstrument] = useInstrument(symbol)
  const [attempted, setAttempted] = useState(false)
  const [reviewing, setReviewing] = useState<OrderDraft | null>(null)
  const box = useRef<HTMLFormElement>(null)

  const held = accountId === null ? ZERO_QUANTITY : heldQuantity(positions, { accountId, symbol })
  const known = instrument.phase === 'ready' ? instrument.instrument : null
  const closes = reduces(form.side, held)
  const built = useMemo(
    () => buildDraft(form, { accountId, instrument: known, closes, locale: INPUT_LOCALE }),
    [form, accountId, known, closes],
  )
  const draft = built.ok ? built.value : null
  const findings = built.ok ? NO_FINDINGS : built.error
  const [preview, retryPreview] = usePreview(draft)
  const currency = known?.currency ?? 'USD'
  const summary =
    draft === null
      ? currentSummary(balance, held, currency)
      : summaryOf({ draft, quote, preview, balance, held, currency })
  const lastOrder = useRow(
    mainWindow.orders,
    sent?.outcome.kind === 'unknown' && sent.outcome.order !== null
      ? sent.outcome.order.clientOrderId
      : NO_ORDER,
  )
  const waiting = isOpen(sent?.outcome ?? null, lastOrder)

  const act = (action: TicketAction): void => store.act(symbol, action)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (waiting || halted) return
    if (draft === null) {
      setAttempted(true)
      box.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], .ticket-fields input')
        ?.focus()
      return
    }
    if (confirm) setReviewing(draft)
    else send(draft, { repeat: false, clicks: 1, shownMs: Number.POSITIVE_INFINITY })
  }
  const send: typeof store.submit = (order, gesture) => {
    const begun = store.submit(order, gesture)
    if (begun) {
      setReviewing(null)
      setAttempted(false)
    }
    return begun
  }
  // A held Enter submits once.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
  }
  const usePrice = (which: 'bid' | 'ask'): void => {
    const price = quote?.[which] ?? null
    if (price !== null) {
      act({ kind: 'prefill', prefill: { limitPrice: price, closing: form.closing } })
    }
  }
  const buttonLabel =
    draft === null
      ? text.ticket.incomplete(text.ticket.side_verbs[form.side], symbol)
      : formatDraft(draft)
  const sideProblem =
    problemOf(findings, 'side', true) ??
    problemOf(
      findings.filter(
        (finding) =>
          finding.problem !== 'instrument-unknown' && finding.problem !== 'account-missing',
      ),
      'symbol',
      true,
    )

  return (
    <form
      ref={box}
      className="ticket"
      aria-label={text.ticket.form(symbol)}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      data-testid="ticket"
    >
      <QuoteStrip symbol={symbol} name={known?.name ?? null} quote={quote} onPrice={usePrice} />
      {instrument.phase === 'failed' && (
        <p className="ticket-note bad" role="alert">
          {text.ticket.lookup.failed}{' '}
          <Button size="small" onClick={reloadInstrument}>
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
      {sideProblem !== null && <p className="field-problem">{sideProblem}</p>}
      {form.closing && <p className="ticket-note">{text.ticket.closing}</p>}
      <TicketFields
        form={form}
        act={act}
        findings={findings}
        attempted={attempted}
        quote={quote}
        held={held}
      />
      <Summary
        side={form.side}
        summary={summary}
        preview={draft === null ? { phase: 'idle' } : preview}
        onRetry={retryPreview}
      />
      {summary.flips && <p className="ticket-note warn">{text.ticket.flips}</p>}
      {summary.sellsNothing && <p className="ticket-note warn">{text.ticket.sellWithout}</p>}
      {/* Stays visible in any panel size: the last order's outcome and the send button. */}
      <div className="ticket-foot">
        {sent !== null && <OutcomeCard sent={sent} onDismiss={() => store.dismiss(symbol)} />}
        {skipConfirmation && confirmsBySetting && (
          <p className="ticket-note warn ticket-at-once" data-testid="at-once">
            <span>{text.ticket.skipConfirmation.notice}</span>{' '}
            <Button
              size="small"
              onClick={() => setSkipConfirmation(mainWindow.orderConfirmation, false)}
            >
              {text.ticket.skipConfirmation.confirmAgain}
            </Button>
          </p>
        )}
        {halted && (
          <p className="ticket-note bad" role="alert">
            {text.ticket.halted}
          </p>
        )}
        <Button
          type="submit"
          size="large"
          variant={form.side === 'buy' ? 'buy' : 'sell'}
          aria-disabled={waiting || halted}
          data-testid="ticket-submit"
          onClick={(event) => {
            if (event.detail > 1) event.preventDefault()
          }}
        >
          {sent?.outcome.kind === 'sending'
            ? text.ticket.sending
            : halted
              ? text.ticket.haltedButton
              : waiting
                ? text.ticket.blocked
                : confirm && draft !== null
                  ? text.ticket.review(buttonLabel)
                  : buttonLabel}
        </Button>
      </div>
      {reviewing !== null && (
        <Review
          draft={reviewing}
          account={accountName(accounts, reviewing.accountId)}
          summary={summary}
          onSend={(gesture, without) => {
            if (send(reviewing, gesture) && without) {
              setSkipConfirmation(mainWindow.orderConfirmation, true)
            }
          }}
          onClose={() => setReviewing(null)}
        />
      )}
    </form>
  )
}

const accountName = (accounts: readonly Account[] | undefined, id: AccountId): string => {
  const account = accounts?.find((candidate) => candidate.accountId === id)
  return account === undefined ? id : `${account.label} ${account.accountNumber}`
}

const NO_ORDER = clientOrderId('')
/**
 * One shared empty form per symbol, so that an untouched ticket is not a new object on each render.
 */
const EMPTY = {
  known: new Map<Symbol, ReturnType<typeof emptyForm>>(),
  formOf(symbol: Symbol) {
    const form = this.known.get(symbol) ?? emptyForm(symbol)
    this.known.set(symbol, form)
    return form
  },
}
