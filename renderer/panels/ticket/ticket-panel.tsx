import { PencilLine, Bot, LogOut } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { InstrumentMatch } from '../../../shared/domain/instruments/instrument-match.js'
import {
  useActiveSymbol,
  useMainWindow,
  useSlice,
  useSelectedAccount,
} from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Empty } from '../../ui/states.js'
import { SymbolSearch } from '../../ui/symbol-search.js'
import { AccountChoice } from '../../ui/ticket/account-choice.js'
import { ExitFields } from './fields/exit-fields.js'
import type { FieldsProps } from './fields/field-props.js'
import { TicketFields } from './fields/ticket-fields.js'
import { selectOutcome, selectSymbol } from '../../stores/selection.js'
import type { TicketOrder } from '../../stores/submit/submit-order.js'
import { fieldOfWarning } from '../../ui/ticket/model/order-warnings.js'
import { blockingWarning } from '../../ui/ticket/model/summary-model.js'
import { ticketStoreOf } from '../../ui/ticket/model/ticket-store.js'
import { Review } from '../../ui/ticket/review/ticket-review.js'
import { Reminders, Summary, Warnings } from '../../ui/ticket/review/ticket-summary.js'
import { TicketFoot, type TicketFootProps } from './ticket-foot.js'
import { TicketHead, TicketSides } from './ticket-head.js'
import { useSend, type Sending } from './use-send.js'
import { useTicketLink } from './use-ticket-link.js'
import { knownInstrument } from '../../ui/ticket/use-order-facts.js'
import { useTicket, type Ticket } from './use-ticket.js'
import './ticket.css'
import { Button } from '../../ui/button.js'
import { heldPositionName } from '../../format/order-draft.js'
import { useLeggingPosition } from '../../ui/orders/use-legging-position.js'
import { isPassing, reduces } from '../../ui/ticket/model/build-draft.js'

/** The order ticket of the symbol of the first link group, whatever its product. */
export function TicketPanel() {
  const text = useText()
  const mainWindow = useMainWindow()
  const symbol = useActiveSymbol()
  const prefill = useSlice(mainWindow.selection, (state) => state.prefill)
  useEffect(() => ticketStoreOf(mainWindow).takePrefill(), [mainWindow, prefill])
  const box = useRef<HTMLDivElement>(null)
  const focusQuantity = useFocusAfterPick(box, symbol)
  const onSymbol = (found: InstrumentMatch): void => {
    focusQuantity(found.symbol)
    selectSymbol(mainWindow.selection, found.symbol)
  }
  return (
    <div ref={box} className="ticket-panel">
      {symbol === null ? (
        <>
          <div className="panel-bar">
            <SymbolSearch label={text.ticket.search} onPick={onSymbol} />
          </div>
          <Empty icon={PencilLine} title={text.ticket.pick} hint={text.ticket.pickHint} />
        </>
      ) : (
        <TicketView key={symbol} symbol={symbol} onSymbol={onSymbol} />
      )}
    </div>
  )
}

/**
 * Returns a function after which the quantity of the ticket of a symbol has the focus once it is
 * shown, so that a person who typed a symbol continues with the order.
 */
function useFocusAfterPick(
  box: RefObject<HTMLElement | null>,
  symbol: Symbol | null,
): (picked: Symbol) => void {
  const [pick, setPick] = useState<{ readonly symbol: Symbol } | null>(null)
  const done = useRef(pick)
  useEffect(() => {
    // The ticket of the symbol before may be rendered once more.
    if (pick === done.current || pick?.symbol !== symbol) return
    done.current = pick
    box.current?.querySelector<HTMLInputElement>('[data-first-focus]')?.select()
  }, [box, pick, symbol])
  return useCallback((picked: Symbol) => setPick({ symbol: picked }), [])
}

interface TicketViewProps {
  readonly symbol: Symbol
  readonly onSymbol: (found: InstrumentMatch) => void
}

function TicketView({ symbol, onSymbol }: TicketViewProps) {
  const text = useText()
  const ticket = useTicket(symbol)
  const sending = useSend(ticket)
  useTicketLink(ticket, sending)
  useKeyOrder(ticket, sending)
  const box = useRef<HTMLFormElement>(null)
  const { form, summary, otherAccounts } = ticket
  const reasonId = useId()
  const blocking = blockingWarning(summary)
  // What blocks the order stands at its button.
  const unusual = { ...summary, warnings: summary.warnings.filter(({ blocks }) => !blocks) }
  const { selection } = useMainWindow()
  // The book shows the prices of the outcome that the ticket trades.
  useEffect(() => {
    if (form.assetClass === 'event') selectOutcome(selection, form.outcome)
  }, [selection, form.assetClass, form.outcome])
  const fields = useFields(ticket, sending, reasonId)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (sending.submit()) return
    const first = blocking === null ? ', .ticket-fields input' : ''
    box.current?.querySelector<HTMLElement>(`[aria-invalid="true"]${first}`)?.focus()
  }
  return (
    <form
      ref={box}
      className="ticket"
      aria-label={text.ticket.form(ticket.name)}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={ignoreHeldEnter}
      data-testid="ticket"
    >
      <TicketHead
        symbol={symbol}
        name={ticket.name}
        form={form}
        act={ticket.act}
        market={ticket.market}
        instrument={ticket.instrument}
        reloadInstrument={ticket.reloadInstrument}
        onSymbol={onSymbol}
      />
      <FilledBand ticket={ticket} />
      <LegOutNote ticket={ticket} />
      {otherAccounts === null ? (
        <>
          <TicketSides ticket={ticket} />
          <TicketFields {...fields} />
          <ExitFields {...fields} combo={ticket.combo} />
          <Summary
            side={form.side}
            summary={summary}
            preview={ticket.preview}
            onRetry={ticket.retryPreview}
            moments={ticket.moments}
          />
          <Warnings side={form.side} instrument={form} summary={unusual} max={1} />
          <Reminders reminders={ticket.reminders} max={1} />
          <TicketFoot ticket={ticket} sending={sending} reasonId={reasonId} />
        </>
      ) : (
        <AccountChoice name={ticket.name} accounts={otherAccounts} />
      )}
      {sending.reviewing !== null && (
        <TicketReview order={sending.reviewing} ticket={ticket} sending={sending} />
      )}
    </form>
  )
}

/** Returns what the fields show: of the same values, so that they render with other ones only. */
function useFields(ticket: Ticket, { attempted }: Sending, reasonId: string): FieldsProps {
  const blocking = blockingWarning(ticket.summary)
  const isBlocking = blocking !== null
  const field = blocking === null ? null : fieldOfWarning(blocking)
  const blocked = useMemo(
    () => (isBlocking ? { field, reasonId } : null),
    [isBlocking, field, reasonId],
  )
  const { form, act, findings, market, held, free } = ticket
  const instrument = knownInstrument(ticket.instrument)
  return { form, act, findings, attempted, market, blocked, held, free, instrument }
}

/** A held Enter submits once. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

function TicketReview({
  order,
  ticket,
  sending,
}: Omit<TicketFootProps, 'reasonId'> & { readonly order: TicketOrder }) {
  const accountName = useAccountNames()
  return (
    <Review
      order={order}
      account={accountName(order.draft.accountId)}
      summary={ticket.summary}
      reminders={ticket.reminders}
      onSend={(gesture, skipFromNow) => sending.confirm(order, gesture, skipFromNow)}
      onClose={sending.closeReview}
    />
  )
}

/** Says that an assistant filled the ticket, until the person changes, sends or clears it. */
function FilledBand({ ticket: { form, act } }: { readonly ticket: Ticket }) {
  const text = useText().ticket.filled
  if (!form.isAsFilled) return null
  return (
    <p className="ticket-note ticket-filled" role="status" data-testid="ticket-filled">
      <Bot size={14} aria-hidden />
      <span>{text.band(form.filledBy)}</span>
      <Button size="small" onClick={() => act({ kind: 'clear' })}>
        {text.clear}
      </Button>
    </p>
  )
}

/** Says that the order removes a leg from a strategy. */
function LegOutNote({ ticket: { form, held } }: { readonly ticket: Ticket }) {
  const text = useText()
  const accountId = useSelectedAccount()
  const positionId = form.legOut === '' ? null : form.legOut
  const position = useLeggingPosition({ accountId, terms: { legging: { positionId } } })
  if (positionId === null || !reduces(form.side, held)) return null
  return (
    <p className="ticket-note ticket-leg-out" role="status" data-testid="ticket-leg-out">
      <LogOut size={14} aria-hidden />
      <span>
        {position === undefined
          ? text.strategy.legOfPosition(text.strategy.legOut, positionId)
          : text.strategy.legOutOf(heldPositionName(position, null, text))}
      </span>
    </p>
  )
}

/**
 * Presses the ticket's button for an armed trading shortcut, once the form shows the order of that
 * shortcut: it is confirmed first, or sent at once by the person's setting. A request that waits
 * too long is dropped.
 */
function useKeyOrder(
  { symbol, form, draft, findings }: Pick<Ticket, 'symbol' | 'form' | 'draft' | 'findings'>,
  { submit }: Pick<Sending, 'submit'>,
): void {
  const mainWindow = useMainWindow()
  const { tradingKeys } = mainWindow
  const order = useSlice(tradingKeys.state, (state) => state.order)
  useEffect(() => {
    if (order === null || order.symbol !== symbol) return
    const store = ticketStoreOf(mainWindow)
    store.takePrefill()
    // The form of this render may be from before the shortcut, with an older price; the store's
    // change renders again.
    if (store.form(symbol) !== form) return
    if (form.side !== order.side || form.type !== order.type) return
    if (draft === null && findings.some(isPassing)) return
    if (tradingKeys.take(order) !== null) submit()
  }, [order, symbol, form, draft, findings, submit, tradingKeys, mainWindow])
}
