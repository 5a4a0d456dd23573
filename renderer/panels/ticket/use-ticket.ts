import { useCallback, useEffect, useMemo } from 'react'
import type { Account } from '../../../shared/domain/account/account.js'
import { ZERO_QUANTITY, type Price, type Quantity } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { OrderReminder } from '../../../shared/domain/reference/order-reminder.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { listingOf } from '../../../shared/domain/instruments/listing.js'
import type { ComboDraft, Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import {
  useCurrentRows,
  useMainWindow,
  useSelectedAccount,
  useSlice,
  useWatch,
} from '../../stores/context.js'
import { instrumentName, symbolInstrument } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import {
  awaitedData,
  buildDraft,
  type PassingProblem,
  type TicketFinding,
} from '../../ui/ticket/model/build-draft.js'
import { buildExits } from '../../ui/ticket/model/exits.js'
import { freeUnits } from '../../ui/ticket/model/holding-warning.js'
import type { Preview } from '../../stores/submit/previewer.js'
import type { TicketSummary } from '../../ui/ticket/model/summary-model.js'
import { emptyForm, type TicketAction, type TicketForm } from '../../ui/ticket/model/ticket-form.js'
import { INPUT_LOCALE, ticketStoreOf } from '../../ui/ticket/model/ticket-store.js'
import { useInstrument, type InstrumentState } from '../../ui/reading/use-instrument.js'
import {
  knownInstrument,
  useAccountType,
  useBalanceTime,
  useHeld,
  useHeldAt,
  useOtherAccounts,
} from '../../ui/ticket/use-order-facts.js'
import { usePreview } from '../../stores/submit/use-preview.js'
import { useToday } from '../../ui/reading/use-today.js'
import { useOrderCheck } from '../../ui/ticket/use-order-check.js'
import { useReminders } from '../../ui/ticket/use-reminders.js'
import {
  lastPrice,
  noPrice,
  useMarketFigure,
  useTradedMarket,
  type TradedMarket,
} from '../../ui/ticket/traded-market.js'
import { useTicketSummary } from './use-ticket-summary.js'

/** The ticket of one symbol: what was typed, and everything that follows from it. */
export interface Ticket {
  readonly symbol: Symbol
  /** The traded instrument as a trader names it. */
  readonly name: string
  readonly form: TicketForm
  readonly act: (action: TicketAction) => void
  /** The prices of what is traded, which each figure that shows one follows by itself. */
  readonly market: TradedMarket
  /** Units held now, negative when short. */
  readonly held: Quantity
  /** The part of it that no working order closes already, without a sign. */
  readonly free: Quantity
  readonly instrument: InstrumentState
  readonly reloadInstrument: () => void
  /**
   * The accounts that trade the instrument, when the selected one does not; null while it does, or
   * is not known.
   */
  readonly otherAccounts: readonly Account[] | null
  /** The order as it would be sent; null while the form has findings. */
  readonly draft: OrderDraft | null
  /** The order with its exits, which are sent together; null for a single order. */
  readonly combo: ComboDraft | null
  readonly findings: readonly TicketFinding[]
  /** What a complete form waits for, which arrives by itself; null for nothing. */
  readonly awaited: PassingProblem | null
  readonly preview: Preview
  readonly retryPreview: () => void
  readonly summary: TicketSummary
  /** When the buying power was read, and when what is held was so; null for now. */
  readonly moments: { readonly power: EpochMs | null; readonly held: EpochMs | null }
  /** The reminders about the order. */
  readonly reminders: readonly OrderReminder[]
}

/** How often the quote of a ticket without a size is read: no figure of it follows the price. */
const UNSIZED_QUOTE_MS = 250
const NO_FINDINGS: readonly TicketFinding[] = []
const NO_PREVIEW: Preview = { phase: 'idle' }

/**
 * Returns the ticket of a symbol; renders again as the form, what is held or a figure of the
 * summary changes, and not with each price.
 */
export function useTicket(symbol: Symbol): Ticket {
  const text = useText()
  const mainWindow = useMainWindow()
  const store = ticketStoreOf(mainWindow)
  const form = useSlice(store.state, (state) => state.forms[symbol]) ?? EMPTY.formOf(symbol)
  const market = useTradedMarket(form, paceOf(form))
  const holding = useHeld(form)
  const heldAt = useHeldAt(form)
  const powerAt = useBalanceTime()
  const [instrument, reloadInstrument] = useInstrument(symbol)
  const listing = knownInstrument(instrument)
  // The listing decides; the spelling of the symbol was a guess.
  useEffect(() => {
    if (listing !== null && listing.assetClass !== form.assetClass) {
      store.act(symbol, { kind: 'product', assetClass: listing.assetClass })
    }
  }, [store, symbol, listing, form.assetClass])
  const underlying = listing?.assetClass === 'option' ? listing.underlying : symbol
  useWatch(useMemo(() => [symbol, underlying], [symbol, underlying]))
  const otherAccounts = useOtherAccounts(form)
  const accountType = useAccountType()
  const orders = useCurrentRows(mainWindow.orders)
  const free = useFree(form, holding, orders)
  const { draft, combo, findings } = useDraft(
    form,
    instrument,
    holding,
    useMarketFigure(market, form.exits ? lastPrice : noPrice),
  )
  const act = useCallback((action: TicketAction) => store.act(symbol, action), [store, symbol])
  // A preview for an account of another product would only be refused.
  const [preview, retryPreview] = usePreview(otherAccounts === null ? draft : null)
  const faults = useOrderCheck(otherAccounts === null ? draft : null, combo)
  const reminders = useReminders(otherAccounts === null ? draft : null)
  const currency = listing !== null && 'currency' in listing ? listing.currency : 'USD'
  const units = holding ?? ZERO_QUANTITY
  const summary = useTicketSummary(
    {
      draft,
      assetClass: form.assetClass,
      instrument: listing,
      preview,
      held: holding,
      currency,
      accountType,
      orders,
      faults,
    },
    { market, underlying },
  )
  return {
    symbol,
    name: instrumentName(symbolInstrument(symbol, form.assetClass, form.outcome), text.instruments),
    form,
    act,
    market,
    held: units,
    free,
    instrument,
    reloadInstrument,
    otherAccounts,
    draft,
    combo,
    findings,
    // A lookup that failed stands in the ticket's head, with the way to repeat it.
    awaited: instrument.phase === 'failed' ? null : awaitedData(findings),
    preview: draft === null ? NO_PREVIEW : preview,
    retryPreview,
    reminders,
    moments: { power: powerAt, held: heldAt },
    summary,
  }
}

/** An estimate of an order belongs to the frame whose price it was made with. */
const paceOf = ({ sizeKind, quantity, amount }: TicketForm): number =>
  (sizeKind === 'quantity' ? quantity : amount) === '' ? UNSIZED_QUOTE_MS : 0

/** Returns how much of what is held no working order closes already. */
function useFree(
  { symbol, assetClass, outcome }: TicketForm,
  holding: Quantity | null,
  orders: readonly Order[],
): Quantity {
  const accountId = useSelectedAccount()
  return useMemo(() => {
    if (holding === null || accountId === null) return ZERO_QUANTITY
    const traded = { accountId, assetClass, symbol, terms: { legs: [], outcome } }
    return freeUnits(traded, holding, orders).free
  }, [accountId, assetClass, symbol, outcome, holding, orders])
}

/** Returns the order that the form describes, or why there is none. */
function useDraft(
  form: TicketForm,
  instrument: InstrumentState,
  holding: Quantity | null,
  last: Price | null,
): Pick<Ticket, 'draft' | 'combo' | 'findings'> {
  const accountId = useSelectedAccount()
  const traded = knownInstrument(instrument)
  const today = useToday()
  const built = useMemo(
    () =>
      buildDraft(form, {
        accountId,
        instrument: traded,
        held: holding,
        locale: INPUT_LOCALE,
        today,
      }),
    [form, accountId, traded, holding, today],
  )
  const exits = useMemo(() => {
    if (!built.ok) return null
    const listing = traded === null ? null : listingOf(traded, form.outcome)
    const units = holding ?? ZERO_QUANTITY
    return buildExits(form, built.value, { held: units, listing, locale: INPUT_LOCALE, last })
  }, [built, form, traded, holding, last])
  if (!built.ok) return { draft: null, combo: null, findings: built.error }
  return exits?.ok === false
    ? { draft: null, combo: null, findings: exits.error }
    : { draft: built.value, combo: exits?.value ?? null, findings: NO_FINDINGS }
}

/**
 * One shared empty form per symbol, so that an untouched ticket is not a new object on each render.
 */
const EMPTY = {
  known: new Map<Symbol, TicketForm>(),
  formOf(symbol: Symbol): TicketForm {
    const form = this.known.get(symbol) ?? emptyForm(symbol)
    this.known.set(symbol, form)
    return form
  },
}
