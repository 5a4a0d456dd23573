import { useMemo } from 'react'
import type { AlertView } from '../../../../shared/domain/alerts/alert.schema.js'
import { cmp, type Price } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { listingOf } from '../../../../shared/domain/instruments/listing.js'
import { shownKey, type ShownOutcome } from '../../../chart/market/shown-outcome.js'
import { gridOf, type PriceGrid } from '../../../../shared/domain/instruments/price-grid.js'
import { tradeLines, type TradeLine } from '../../../chart/trading/trade-lines.js'
import {
  useCurrentRows,
  useMainWindow,
  useSelectedAccount,
  useSlice,
} from '../../../stores/context.js'
import {
  ticketLinkOf,
  type ShownTicket,
  type TicketPriceField,
} from '../../../stores/submit/ticket-link.js'
import { usePositionsIn } from '../../../ui/accounts/use-positions-in.js'
import { useInstrument } from '../../../ui/reading/use-instrument.js'

/** A price of the ticket's order: nothing of it is sent. */
export interface DraftLine {
  readonly kind: 'draft'
  readonly id: string
  readonly price: Price
  readonly field: TicketPriceField
  readonly ticket: ShownTicket
}

/** A line over the chart. */
export type ChartLine = TradeLine | DraftLine

const NO_ALERTS: readonly AlertView[] = []

/** Returns the lines of a symbol in the selected account, the highest price first. */
export function useTradeLines(symbol: Symbol, outcome: ShownOutcome): readonly ChartLine[] {
  const mainWindow = useMainWindow()
  const account = useSelectedAccount()
  const orders = useCurrentRows(mainWindow.orders)
  const positions = usePositionsIn(shownKey(symbol, outcome))
  const instructions = useCurrentRows(mainWindow.instructions)
  const alerts = useSlice(mainWindow.alerts, (state) => state.value?.alerts ?? NO_ALERTS)
  const link = useSlice(ticketLinkOf(mainWindow), (state) => state.link)
  const ownLines = useMemo(
    () => tradeLines({ account, symbol, outcome, orders, positions, alerts, instructions }),
    [account, symbol, outcome, orders, positions, alerts, instructions],
  )
  const ticket = link?.shown ?? null
  return useMemo(() => {
    const drafts = ticket === null ? [] : draftLines(ticket, symbol, outcome)
    return [...ownLines, ...drafts].toSorted((a, b) => cmp(b.price, a.price))
  }, [ownLines, ticket, symbol, outcome])
}

/** Returns the prices of the ticket's order, where it trades what the chart shows. */
function draftLines(
  ticket: ShownTicket,
  symbol: Symbol,
  outcome: ShownOutcome,
): readonly DraftLine[] {
  if (ticket.symbol !== symbol || (outcome !== null && ticket.outcome !== outcome)) return []
  return ticket.prices.map(({ field, price }) => ({
    kind: 'draft',
    id: `draft:${field}`,
    price,
    field,
    ticket,
  }))
}

/** Returns the prices at which the symbol can be ordered; a stock's until it is known. */
export function usePriceGrid(symbol: Symbol, outcome: ShownOutcome): PriceGrid {
  const [instrument] = useInstrument(symbol)
  return useMemo(
    () =>
      gridOf(
        instrument.phase === 'ready' ? listingOf(instrument.instrument, outcome ?? 'yes') : null,
      ),
    [instrument, outcome],
  )
}
