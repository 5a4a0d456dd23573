import { mayBeUnreadable } from '../../../../shared/domain/account/account.js'
import { dec, decimalText, eq, sub, type Quantity } from '../../../../shared/domain/decimal.js'
import {
  orderInstrumentKey,
  underlyingSymbol,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../shared/domain/result.js'
import type { Symbol, TradingSymbol } from '../../../../shared/domain/ids.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { AccountFactsSource } from './account-facts.js'
import { resultingDraft } from '../requests/action.js'
import { isGroup } from '../requests/order-changes.js'
import type { FetchCardFacts, OtherMarket } from './policy-types.js'
import { createExchangeClockSync } from './exchange-clock-sync.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { ReadFacts } from '../../risk/reminders/order-reminders.js'
import { remindersOf } from '../../risk/reminders/reminders.js'
import { LIMITS_CURRENCY } from './exposure.js'
import { marketHours } from './market-sessions.js'
import { positionFor } from './position-of-order.js'
import { needsMarket } from './usage.js'
import { message } from '../../../../shared/messages/make-message.js'

/**
 * The maximum age of a quote in ms before it is requested again. It keeps the displayed quote under
 * 5 s until the next refresh (CONFIRM-10, CONFIRM-11).
 */
const QUOTE_MS = 1_000

/** The same for the markets of other working orders, whose prices are not displayed. */
const OTHER_QUOTE_MS = 60_000

/** A cancellation has no listing and no exposure; its multiplier is one. */
const ONE = dec('1')

/**
 * Returns the value multiplier of one contract; empty when the parts of an order have different
 * multipliers, because they cannot be valued as one.
 */
function multiplierOf(listing: Listing | undefined): string {
  if (listing === undefined) return decimalText(ONE)
  return listing.parts.every(({ multiplier }) => eq(multiplier, listing.multiplier))
    ? decimalText(listing.multiplier)
    : ''
}

export interface CardFactsSession extends Pick<TradingSession, 'environment'> {
  readonly connection: Pick<TradingSession['connection'], 'view'>
  readonly queries: Pick<
    TradingSession['queries'],
    'balance' | 'positions' | 'quote' | 'market' | 'exchangeNow'
  >
  /** Absent where nothing is to be mentioned. */
  readonly orders?: Pick<TradingSession['orders'], 'reminders'>
  readonly market: Pick<TradingSession['market'], 'instruments'> &
    // Absent where products have no names beside their symbols.
    Partial<Pick<TradingSession['market'], 'describeInstrument'>>
  readonly streams: Pick<TradingSession['streams'], 'session' | 'quotes' | 'orders'>
}

/**
 * The practice exchange runs on its own clock, so its sessions are unknown until that clock was
 * received.
 */
const NOT_SYNCED = appError('session/not-ready', message('session.noExchangeTime'), {
  order: 'not-placed',
})

/** Returns why no card can be made for a symbol; null when one can. */
function listingObstacle(
  symbol: TradingSymbol,
  isUnlisted: boolean,
  held: Parameters<typeof mayBeUnreadable>[0],
): AppError | null {
  const reason = isUnlisted
    ? message('risk.notListed', { symbol })
    : mayBeUnreadable(held, symbol)
      ? message('risk.positionUnreadable', { symbol })
      : null
  return reason === null
    ? null
    : appError('provider/refused', reason, { class: 'local', order: 'not-placed' })
}

/** Reads what the reminders of an order need; a cancellation and a changed group have none. */
const readForReminders = (
  { orders }: Pick<CardFactsSession, 'orders'>,
  draft: OrderDraft | null,
): Promise<ReadFacts | null> =>
  draft === null || orders === undefined ? Promise.resolve(null) : orders.reminders.read(draft)

/** Reads a future, coin or event as the broker lists it; null where it is not known. */
async function readListed(
  { market }: Pick<CardFactsSession, 'market'>,
  about: Symbol,
): Promise<AnyInstrument | null> {
  const found = await market.describeInstrument?.(about)
  return found?.ok === true ? found.value : null
}

/** Reads the markets of working orders that do not say themselves what they are worth. */
async function readOtherMarkets({
  queries,
  streams,
}: Pick<CardFactsSession, 'queries' | 'streams'>): Promise<
  ReadonlyMap<InstrumentKey, OtherMarket>
> {
  const drafts = new Map<InstrumentKey, OrderDraft>()
  for (const order of streams.orders.all().filter(needsMarket)) {
    const key = orderInstrumentKey(order)
    const draft = resultingDraft({
      kind: 'replace',
      accountId: order.accountId,
      clientOrderId: order.clientOrderId,
      change: {},
      before: order,
    })
    if (key !== null && draft !== null) drafts.set(key, draft)
  }
  const markets = await Promise.all(
    [...drafts].map(async ([key, draft]) => {
      const market = await queries.market(draft, OTHER_QUOTE_MS)
      const known = market.ok ? market.value : null
      const last = known?.price?.last ?? known?.price?.bid ?? known?.price?.ask ?? null
      return [key, { last, multiplier: known?.listing.multiplier ?? null }] as const
    }),
  )
  return new Map(markets)
}

/** Returns what an order or a change would still fill; null where nothing is mentioned. */
function remindedDraft(action: InstructionAction): OrderDraft | null {
  const draft = action.kind === 'cancel' || isGroup(action) ? null : resultingDraft(action)
  if (draft === null || action.kind === 'place' || draft.size.kind !== 'quantity') return draft
  const quantity = sub<Quantity>(draft.size.quantity, action.before.filledQuantity)
  return { ...draft, size: { kind: 'quantity', quantity } }
}

/**
 * Fetches the data that a card shows and the policy uses, for any account of the session. Unknown
 * values are null, never guessed.
 */
export function createCardFacts(
  session: CardFactsSession,
  { clock, timers }: { readonly clock: ClockPort; readonly timers: TimerPort },
): FetchCardFacts {
  const { queries } = session
  const accountFacts = new AccountFactsSource({ queries, orders: session.streams.orders, clock })
  const awaitClockSync = createExchangeClockSync(session, timers)
  return async (action) => {
    // For a cancellation use the current order, because one that cannot be replaced can still be
    // canceled.
    const draft = resultingDraft(
      action.kind === 'cancel' ? { ...action, kind: 'replace', change: {} } : action,
    )
    const reminded = remindedDraft(action)
    const { accountId, assetClass, symbol } =
      draft ?? (action.kind === 'place' ? action.draft : action.before)
    const about = underlyingSymbol({ assetClass, symbol })
    const isOption = assetClass === 'option'
    const [instruments, market, factsResult, isSynced, readFacts, otherMarkets, listed, spot] =
      await Promise.all([
        assetClass === 'stock' || assetClass === 'option'
          ? session.market.instruments([about])
          : ok([]),
        draft === null ? ok(null) : queries.market(draft, QUOTE_MS),
        accountFacts.fetch(accountId),
        awaitClockSync(about),
        readForReminders(session, reminded),
        action.kind === 'cancel' ? new Map() : readOtherMarkets(session),
        assetClass === 'stock' || isOption ? null : readListed(session, about),
        isOption && draft !== null ? queries.quote(about, QUOTE_MS) : null,
      ])
    if (!factsResult.ok) return err(factsResult.error)
    if (action.kind !== 'cancel') {
      if (!instruments.ok) return err(instruments.error)
      if (!market.ok) return err(market.error)
      const obstacle = isSynced
        ? listingObstacle(symbol, draft !== null && market.value === null, factsResult.value)
        : NOT_SYNCED
      if (obstacle !== null) return err(obstacle)
    }
    const orderMarket = market.ok ? market.value : null
    const position = draft === null ? null : positionFor(draft, factsResult.value.positions)
    return ok({
      account:
        session.connection.view().accounts.find((account) => account.accountId === accountId) ??
        null,
      instrument: instruments.ok ? (instruments.value[0] ?? null) : null,
      quote: orderMarket?.quote ?? null,
      price: orderMarket?.price ?? null,
      quoteAgeMs: orderMarket?.price?.ageMs ?? null,
      position,
      reminders:
        reminded === null || readFacts === null
          ? []
          : remindersOf(reminded, {
              ...readFacts,
              price: orderMarket?.price ?? null,
              quote: orderMarket?.quote ?? null,
              position,
              dayTradesLeft: factsResult.value.balance?.dayTradesLeft ?? null,
              equity: null,
            }),
      positions: factsResult.value.positions,
      settled: factsResult.value.settled,
      otherMarkets,
      listed,
      spot: spot?.quote.last ?? null,
      balance: factsResult.value.balance,
      multiplier: multiplierOf(orderMarket?.listing),
      currency: orderMarket?.listing.currency ?? LIMITS_CURRENCY,
      exchangeTime: queries.exchangeNow(),
      ...marketHours(assetClass, queries.exchangeNow()),
      delayed: session.environment === 'sandbox',
      tick: orderMarket?.step ?? null,
      agedMs: factsResult.value.ageMs,
    })
  }
}
