import { useMemo } from 'react'
import { ZERO_QUANTITY, type Quantity } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import {
  useAllRows,
  useMainWindow,
  useSelectedAccount,
  useSlice,
  useWatch,
} from '../../stores/context.js'
import { buildDraft, type TicketFinding } from './model/build-draft.js'
import { heldQuantity, reduces } from './model/estimate.js'
import type { Preview } from './model/previewer.js'
import { currentSummary, summaryOf, type TicketSummary } from './model/summary-model.js'
import { emptyForm, type TicketAction, type TicketForm } from './model/ticket-form.js'
import { INPUT_LOCALE, ticketStoreOf } from './model/ticket-store.js'
import { useInstrument, type InstrumentState } from './use-instrument.js'
import { usePreview } from './use-preview.js'
import { useThrottledQuote } from './use-throttled-quote.js'

/** The ticket of one symbol: what was typed, and everything that follows from it. */
export interface Ticket {
  readonly symbol: Symbol
  readonly form: TicketForm
  readonly act: (action: TicketAction) => void
  readonly quote: Quote | undefined
  /** Units held now, negative when short. */
  readonly held: Quantity
  readonly instrument: InstrumentState
  readonly reloadInstrument: () => void
  /** The order as it would be sent; null while the form has findings. */
  readonly draft: OrderDraft | null
  readonly findings: readonly TicketFinding[]
  readonly preview: Preview
  readonly retryPreview: () => void
  readonly summary: TicketSummary
}

const QUOTE_MS = 250
const POSITIONS_MS = 500
const NO_FINDINGS: readonly TicketFinding[] = []
const NO_PREVIEW: Preview = { phase: 'idle' }

/** Returns the ticket of a symbol; renders again as the form, the account or the quote changes. */
export function useTicket(symbol: Symbol): Ticket {
  const mainWindow = useMainWindow()
  const store = ticketStoreOf(mainWindow)
  useWatch(useMemo(() => [symbol], [symbol]))
  const form = useSlice(store.state, (state) => state.forms[symbol]) ?? EMPTY.formOf(symbol)
  const balance = useSlice(mainWindow.balance, (state) => state.value)
  const quote = useThrottledQuote(symbol, QUOTE_MS)
  const held = useHeld(symbol)
  const [instrument, reloadInstrument] = useInstrument(symbol)
  const { draft, findings } = useDraft(form, instrument, held)
  const [preview, retryPreview] = usePreview(draft)
  const currency = knownInstrument(instrument)?.currency ?? 'USD'
  return {
    symbol,
    form,
    act: (action) => store.act(symbol, action),
    quote,
    held,
    instrument,
    reloadInstrument,
    draft,
    findings,
    preview: draft === null ? NO_PREVIEW : preview,
    retryPreview,
    summary:
      draft === null
        ? currentSummary(balance, held, currency)
        : summaryOf({ draft, quote, preview, balance, held, currency }),
  }
}

/** Returns the broker's data on the symbol; null until it is loaded. */
export const knownInstrument = (instrument: InstrumentState) =>
  instrument.phase === 'ready' ? instrument.instrument : null

/** Returns the units of the symbol in the selected account. */
function useHeld(symbol: Symbol): Quantity {
  const accountId = useSelectedAccount()
  const positions = useAllRows(useMainWindow().positions, POSITIONS_MS)
  return accountId === null ? ZERO_QUANTITY : heldQuantity(positions, { accountId, symbol })
}

/** Returns the order that the form describes, or why there is none. */
function useDraft(
  form: TicketForm,
  instrument: InstrumentState,
  held: Quantity,
): Pick<Ticket, 'draft' | 'findings'> {
  const accountId = useSelectedAccount()
  const known = knownInstrument(instrument)
  const closes = reduces(form.side, held)
  const built = useMemo(
    () => buildDraft(form, { accountId, instrument: known, closes, locale: INPUT_LOCALE }),
    [form, accountId, known, closes],
  )
  return built.ok
    ? { draft: built.value, findings: NO_FINDINGS }
    : { draft: null, findings: built.error }
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
