import { useRef, useState } from 'react'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import { formatDraft, formatTerms } from '../../../format/order-draft.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useCurrentRows, useMainWindow, useSlice } from '../../../stores/context.js'
import { openPanel } from '../../../stores/layout.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { setSkipConfirmation } from '../../../stores/order-confirmation.js'
import { prefillTicket } from '../../../stores/selection.js'
import { armedPanelsOf } from '../../../stores/submit/armed-panels.js'
import { SHOWN_MS, type Gesture } from '../../../stores/submit/submit-guard.js'
import type { Sent } from '../../../stores/submit/submit-order.js'
import { isMissing, type TicketFinding } from '../../../ui/ticket/model/build-draft.js'
import { writeWarning } from '../../../ui/ticket/model/order-warnings.js'
import { isBlocked, summaryOf, type SummaryInput } from '../../../ui/ticket/model/summary-model.js'
import { ticketStoreOf } from '../../../ui/ticket/model/ticket-store.js'
import {
  useAccountPositions,
  useAccountType,
  useBalance,
} from '../../../ui/ticket/use-order-facts.js'
import { useToday } from '../../../ui/reading/use-today.js'
import { useConfirmation, useWaiting } from '../../../ui/ticket/use-waiting.js'
import type { PanelId } from '../../../stores/panel-id.js'
import {
  ladderDraft,
  ticketPrefill,
  type LadderClick,
  type LadderInstrument,
  type LadderTerms,
} from '../model/ladder-draft.js'

/** What is common to every order of the ladder. */
export interface LadderOrderContext {
  readonly panel: PanelId
  readonly traded: LadderInstrument
  readonly terms: LadderTerms
  readonly quote: Quote | undefined
  readonly isArmed: boolean
  /** Why no order can be sent now, in words; null while one can. */
  readonly blocked: string | null
  /** Shows why a click had no effect. */
  readonly onRefused: (reason: string) => void
}

/** How the ladder sends orders, all by the path of the ticket. */
export interface LadderSending {
  /** Fills the ticket, or, while the ladder is armed, sends the order by the person's setting. */
  press(click: LadderClick, gesture: Gesture): void
  /** Says in words what a click does. */
  describe(click: LadderClick): string
  /** The order that is shown for confirmation; null for none. */
  readonly reviewing: OrderDraft | null
  confirm(draft: OrderDraft, gesture: Gesture, skipFromNow: boolean): void
  closeReview(): void
  /** The last order of this ladder, and its outcome; null for none. */
  readonly sent: Sent | null
  dismiss(): void
  readonly confirms: boolean
  /** What the effect of an order is estimated from. */
  readonly facts: Omit<SummaryInput, 'draft' | 'preview'>
}

export function useLadderSend(context: LadderOrderContext): LadderSending {
  const { traded, terms, isArmed, blocked } = context
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const store = ticketStoreOf(mainWindow)
  const today = useToday()
  const facts = useFacts(context)
  const { confirms } = useConfirmation()
  const last = useSlice(store.state, (state) => state.sent[traded.symbol]) ?? null
  const isWaiting = useWaiting(last)
  const [problem, setProblem] = useState<string | null>(null)
  const [reviewing, setReviewing] = useState<OrderDraft | null>(null)
  const reviewPress = useRef(Number.NEGATIVE_INFINITY)
  const warn = context.onRefused
  const draftOf = (click: LadderClick) => ladderDraft(click, terms, traded, today)

  const send = (draft: OrderDraft, gesture: Gesture): boolean => {
    if (!store.submit({ draft, combo: null }, gesture, traded.symbol, 'panel')) return false
    setProblem(store.state.getState().sent[traded.symbol]?.ticket ?? null)
    setReviewing(null)
    armedPanelsOf(mainWindow).used(context.panel)
    return true
  }
  const press = (click: LadderClick, gesture: Gesture): void => {
    if (gesture.repeat || gesture.clicks > 1) return
    if (!isArmed) return fillTicket(mainWindow, click, terms, traded)
    if (gesture.shownMs < SHOWN_MS) return
    if (blocked !== null) return warn(blocked)
    if (isWaiting) return warn(text.ticket.blocked)
    const built = draftOf(click)
    if (!built.ok) return warn(problemText(built.error, text))
    const stop = blockingWarning(built.value, facts, text)
    if (stop !== null) return warn(stop)
    if (confirms) {
      // The second click of a hurried hand does not open the review of another order.
      const now = performance.now()
      if (now - reviewPress.current < SHOWN_MS) return
      reviewPress.current = now
      return setReviewing(built.value)
    }
    send(built.value, gesture)
  }
  return {
    press,
    describe: (click) => describeClick(draftOf(click), { ...context, confirms }, text),
    reviewing: isArmed ? reviewing : null,
    confirm(draft, gesture, skipFromNow) {
      if (blocked !== null) return warn(blocked)
      if (send(draft, gesture) && skipFromNow) {
        setSkipConfirmation(mainWindow.orderConfirmation, true)
      }
    },
    closeReview: () => setReviewing(null),
    sent: last !== null && last.ticket === problem ? last : null,
    dismiss: () => store.dismiss(traded.symbol),
    confirms,
    facts,
  }
}

/** Returns what the effect of an order is estimated from. */
function useFacts({ traded, quote }: LadderOrderContext): LadderSending['facts'] {
  const balance = useBalance()
  const accountType = useAccountType()
  const positions = useAccountPositions()
  const { quotes, orders: store } = useMainWindow()
  const orders = useCurrentRows(store)
  const { instrument, held } = traded
  const spot =
    instrument?.assetClass === 'option'
      ? (quotes.rows.get(instrument.underlying)?.last ?? null)
      : (quote?.last ?? null)
  const currency = instrument !== null && 'currency' in instrument ? instrument.currency : 'USD'
  return { instrument, quote, balance, spot, held, positions, currency, accountType, orders }
}

/** Puts the order into the ticket and brings it to the front. Nothing is sent. */
function fillTicket(
  mainWindow: MainWindow,
  click: LadderClick,
  terms: LadderTerms,
  traded: LadderInstrument,
): void {
  prefillTicket(mainWindow.selection, ticketPrefill(click, terms, traded))
  openPanel(mainWindow.layout, 'ticket')
}

/** Returns why an order is not right as it stands; null when it may be sent. */
function blockingWarning(
  draft: OrderDraft,
  facts: LadderSending['facts'],
  text: PanelText,
): string | null {
  const summary = summaryOf({ ...facts, draft, preview: { phase: 'idle' } })
  if (!isBlocked(summary)) return null
  const [warning] = summary.warnings
  return warning === undefined
    ? text.ticket.warnings.blocked
    : writeWarning(warning, {
        side: draft.side,
        currency: summary.currency,
        text: text.ticket,
        instrument: draft,
      })
}

/** Returns the first problem in words, one that the person can mend before one that is missing. */
const problemText = (findings: readonly TicketFinding[], { ticket }: PanelText): string => {
  const finding = findings.find((found) => !isMissing(found)) ?? findings[0]
  return finding === undefined ? ticket.warnings.blocked : ticket.problems[finding.problem]
}

/** Says in words what a click at this moment does. */
function describeClick(
  built: ReturnType<typeof ladderDraft>,
  { isArmed, blocked, confirms }: LadderOrderContext & { readonly confirms: boolean },
  text: PanelText,
): string {
  const messages = text.priceLadder
  if (isArmed && blocked !== null) return blocked
  if (!built.ok) return problemText(built.error, text)
  const order = `${formatDraft(built.value, text)} · ${formatTerms(built.value, text, undefined)}`
  if (!isArmed) return messages.clicks.fills(order)
  return confirms ? messages.clicks.reviews(order) : messages.clicks.sends(order)
}
