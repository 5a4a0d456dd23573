import { useMemo, useSyncExternalStore } from 'react'
import { shallow } from 'zustand/shallow'
import type { Balance, Position } from '../../../shared/domain/account/account.js'
import type { Price } from '../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { otherThan } from '../../bridge/same-content.js'
import { useMainWindow, useSelectedAccount } from '../../stores/context.js'
import type { MainWindow } from '../../stores/main-window.js'
import { throttled, type ThrottledValue } from '../../stores/throttled/use-throttled.js'
import {
  currentSummary,
  summaryOf,
  type SummaryInput,
  type TicketSummary,
} from '../../ui/ticket/model/summary-model.js'
import type { TradedMarket } from '../../ui/ticket/traded-market.js'
import { accountPositions, selectedBalance } from '../../ui/ticket/use-order-facts.js'

/** What a summary follows while it is shown. */
interface Figures {
  readonly quote: Quote | undefined
  /** The last price of an option's underlying, or of the symbol itself. */
  readonly spot: Price | null
  readonly balance: Balance | null
  readonly positions: readonly Position[] | null
}

/** What else a summary is made of. */
export interface SummaryFacts extends Omit<SummaryInput, 'draft' | keyof Figures> {
  readonly draft: OrderDraft | null
  readonly assetClass: AssetClass
}

/** Returns a reader of the summary, which is the same object until a figure of it differs. */
export function summaryReader(
  figures: Pick<ThrottledValue<Figures>, 'read'>,
  { draft, assetClass, ...facts }: SummaryFacts,
): () => TicketSummary {
  let figuresBefore: Figures | null = null
  let latest: TicketSummary | null = null
  return () => {
    const now = figures.read()
    if (latest !== null && figuresBefore !== null && shallow(figuresBefore, now)) return latest
    figuresBefore = now
    const summary =
      draft === null
        ? currentSummary(now.balance, facts.held, facts.currency, assetClass)
        : summaryOf({ draft, ...facts, ...now })
    latest = latest === null ? summary : otherThan(latest, summary)
    return latest
  }
}

interface FigureSources {
  readonly market: TradedMarket
  readonly underlying: Symbol
  readonly accountId: AccountId | null
  /** False while there is no order: what an order would do to the positions is not shown. */
  readonly hasOrder: boolean
}

/** Returns what a summary follows, each at its own pace. */
function figuresOf(
  mainWindow: MainWindow,
  { market, underlying, accountId, hasOrder }: FigureSources,
): ThrottledValue<Figures> {
  const { rows } = mainWindow.quotes
  const quote = throttled({ read: market.quote, subscribe: market.subscribe }, market.everyMs)
  const spot = throttled(
    {
      read: () => rows.get(underlying)?.last ?? null,
      subscribe: (changed) => rows.onRow(underlying, changed),
    },
    market.everyMs,
  )
  const balance = selectedBalance(mainWindow, accountId)
  const positions = accountPositions(mainWindow.positions, accountId, hasOrder)
  return {
    read: () => ({
      quote: quote.read(),
      spot: spot.read(),
      balance: balance.read(),
      positions: positions.read(),
    }),
    subscribe(changed) {
      const ends = [quote, spot, balance, positions].map((value) => value.subscribe(changed))
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

/**
 * Returns the summary of the ticket's order. It follows prices, balance and positions, and renders
 * only when one of its own figures differs.
 */
export function useTicketSummary(
  facts: SummaryFacts,
  { market, underlying }: Pick<FigureSources, 'market' | 'underlying'>,
): TicketSummary {
  const mainWindow = useMainWindow()
  const accountId = useSelectedAccount()
  const { draft, assetClass, instrument, preview, held, currency, accountType, faults, orders } =
    facts
  const hasOrder = draft !== null
  const figures = useMemo(
    () => figuresOf(mainWindow, { market, underlying, accountId, hasOrder }),
    [mainWindow, market, underlying, accountId, hasOrder],
  )
  const readSummary = useMemo(
    () =>
      summaryReader(figures, {
        draft,
        assetClass,
        instrument,
        preview,
        held,
        currency,
        accountType,
        faults,
        orders,
      }),
    [figures, draft, assetClass, instrument, preview, held, currency, accountType, faults, orders],
  )
  return useSyncExternalStore(figures.subscribe, readSummary)
}
