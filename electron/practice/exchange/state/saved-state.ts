import { z } from 'zod'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { PRODUCTS } from '../../../../shared/domain/market/product-hours.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  W_ENTRUST_TYPES,
  W_ORDER_STATUSES,
  W_ORDER_TYPES,
  W_SESSIONS,
  W_SIDES,
  W_TIMES_IN_FORCE,
  W_TRAILING_TYPES,
} from '../../../../shared/wire/enums.js'
import { FEE_KINDS } from '../../ledger/fees.js'
import { ACCOUNT_CLASSES } from '../../ledger/ledger.js'
import { positionKey } from '../../ledger/position.js'
import type { ExchangeState, Slices } from './exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import type { JournalEntry } from '../../ledger/journal.js'
import { SavedRows } from '../../model/saved-rows.js'
import { zJournal, zTransfers } from './saved-journal.js'
import type { PracticeOrder } from '../orders/order.js'
import { zAlgoTerms, zComboRef, zEventTerms, zOptionTerms } from '../orders/order-terms.js'

/** The version of the saved form; no other can be read. */
const VERSION = 1

const zInt = z.number().int()
const zTime = zInt.transform(epochMs)
const zBig = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => BigInt(text))
const zDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const zScale = z.object({ price: zInt, size: zInt, multiplier: z.number() })
const zOutcome = z.enum(['yes', 'no']).nullable()

const zTerms = z.object({
  symbol: z.string(),
  side: z.enum(W_SIDES),
  type: z.enum(W_ORDER_TYPES),
  timeInForce: z.enum(W_TIMES_IN_FORCE),
  session: z.enum(W_SESSIONS).nullable(),
  entrust: z.enum(W_ENTRUST_TYPES),
  size: zInt,
  amount: zInt.nullable(),
  limit: zInt.nullable(),
  stop: zInt.nullable(),
  trail: z.object({ kind: z.enum(W_TRAILING_TYPES), step: zInt, text: z.string() }).nullable(),
  expireDate: z.string().nullable(),
  option: zOptionTerms.nullable(),
  event: zEventTerms.nullable(),
  algo: zAlgoTerms.nullable(),
})
const zFees = z.partialRecord(z.enum(FEE_KINDS), zInt)
const zView = z.object({
  status: z.enum(W_ORDER_STATUSES),
  terms: zTerms,
  filled: zInt,
  filledCash: zBig,
  filledAt: zTime.nullable(),
  fees: zFees,
})
const zOrder = z.object({
  number: zInt,
  orderId: z.string(),
  clientOrderId: z.string(),
  accountId: z.string(),
  product: z.enum(PRODUCTS),
  scale: zScale,
  placedAt: zTime,
  view: zView,
  past: z.array(z.object({ until: zTime, view: zView })),
  stage: z.enum([
    'pending',
    'linked',
    'waiting',
    'auction',
    'trigger',
    'book',
    'market',
    'algo',
    'done',
  ]),
  submitAt: zTime,
  expiresAt: zTime,
  triggered: z.boolean(),
  extreme: zInt.nullable(),
  bookedCents: zInt,
  heldCents: zInt,
  heldShares: zInt,
  holdPrice: zInt,
  cover: zInt,
  positionId: z.string().nullable(),
  combo: zComboRef.nullable(),
  algo: z.object({ start: zInt, end: zInt, next: zInt, volume: zInt }).nullable(),
})

const zSide = z.array(z.tuple([zInt, z.array(z.tuple([zInt.nullable(), zInt]))]))
const zMarket = z.object({
  symbol: z.string(),
  bids: zSide,
  asks: zSide,
  last: zInt,
  close: zInt,
  fresh: z.boolean(),
  seen: zTime,
  waiting: z.array(zInt),
  triggers: z.array(zInt),
  running: z.array(zInt),
})
const zPosition = z.object({
  positionId: z.string(),
  product: z.enum(PRODUCTS),
  symbol: z.string(),
  outcome: zOutcome,
  scale: zScale,
  size: zInt,
  cost: zInt,
  basis: z.object({ size: zInt, cost: zInt }),
  realized: zInt,
  settled: zInt,
  daySize: zInt,
  dayPrice: zInt,
  dayCash: zInt,
})
const zAccount = z.object({
  userId: z.string(),
  accountId: z.string(),
  accountNumber: z.string(),
  type: z.enum(['MARGIN', 'CASH']),
  accountClass: z.enum(ACCOUNT_CLASSES),
  depositCents: zInt,
  cash: zInt,
  feesPaid: zInt,
  unsettled: z.array(z.object({ day: zDay, cents: zInt })),
  positions: z.array(zPosition),
})
const zState = z.object({
  version: z.literal(VERSION),
  time: zTime,
  accounts: z.array(zAccount),
  house: z.object({ cash: zInt, fees: zInt, sizes: z.array(z.tuple([z.string(), zInt])) }),
  positionCount: zInt,
  orders: z.array(zOrder),
  open: z.array(zInt),
  pending: z.array(zInt),
  markets: z.array(zMarket),
  journal: zJournal,
  transfers: zTransfers,
})

type SavedView = z.input<typeof zView>
const saveView = (view: PracticeOrder['view']): SavedView => ({
  ...view,
  filledCash: view.filledCash.toString(),
})
const saveOrder = (order: PracticeOrder): z.input<typeof zOrder> => ({
  ...order,
  view: saveView(order.view),
  past: order.past.map(({ until, view }) => ({ until, view: saveView(view) })),
})

function saveMarket(symbol: string, market: SymbolMarket): unknown {
  return {
    symbol,
    ...market.book.state(),
    last: market.last,
    close: market.close,
    fresh: market.fresh,
    seen: market.seen,
    waiting: [...market.waiting],
    triggers: [...market.triggers],
    running: [...market.running],
  }
}

/**
 * True for a market worth saving. The book of an on-demand product can be fetched again, so it is
 * saved only while orders are open in it or it dates from the present time.
 */
const isStored = (
  exchangeState: Slices<'clock' | 'markets' | 'rules'>,
  symbol: string,
  market: SymbolMarket,
): boolean =>
  !exchangeState.rules(market.instrument.product).onDemand ||
  exchangeState.markets.watches.has(symbol) ||
  market.seen === exchangeState.clock.time

/** Returns every order, the ended ones last read when their row is: nothing changes them. */
function orderRows({ orders }: Slices<'orders'>): SavedRows {
  const { all } = orders
  const open = new Map<number, unknown>()
  for (const order of orders.open.values()) open.set(order.number, saveOrder(order))
  return new SavedRows(all.length, (index) => {
    const order = all[index]
    return order === undefined ? null : (open.get(order.number) ?? saveOrder(order))
  })
}

/** Returns every line of the journal; lines are never changed or removed. */
function journalRows({ ledger }: Slices<'ledger'>): SavedRows {
  const lines = ledger.journal.all()
  return new SavedRows(lines.length, (index) => {
    const { number: _number, ...line } = lines[index] as JournalEntry
    return line
  })
}

/**
 * Returns the present state as JSON, orders and journal as saved rows. Ended orders are never
 * dropped, because their ids stay used.
 */
export function beginSave(exchangeState: ExchangeState): object {
  const { ledger } = exchangeState
  return {
    version: VERSION,
    time: exchangeState.clock.time,
    accounts: [...ledger.accounts.values()].map((account) => ({
      ...account,
      unsettled: account.unsettled.map((entry) => ({ ...entry })),
      positions: [...account.positions.values()].map((position) => ({ ...position })),
    })),
    house: { cash: ledger.firm.cash, fees: ledger.firm.fees, sizes: [...ledger.firm.sizes] },
    positionCount: ledger.issued,
    journal: journalRows(exchangeState),
    transfers: [...ledger.transfers],
    orders: orderRows(exchangeState),
    open: [...exchangeState.orders.open.keys()],
    pending: exchangeState.orders.pending.map((order) => order.number),
    markets: [...exchangeState.markets.all]
      .filter(([symbol, market]) => isStored(exchangeState, symbol, market))
      .map(([symbol, market]) => saveMarket(symbol, market)),
  }
}

/** Returns the whole state as plain JSON. */
export const saveState = (exchangeState: ExchangeState): unknown =>
  Object.fromEntries(
    Object.entries(beginSave(exchangeState)).map(([name, part]): [string, unknown] => [
      name,
      part instanceof SavedRows ? part.toJSON() : part,
    ]),
  )

type Saved = z.output<typeof zState>

function loadLedger(exchangeState: ExchangeState, saved: Saved): void {
  const { ledger } = exchangeState
  ledger.accounts.clear()
  for (const { positions, ...account } of saved.accounts) {
    ledger.accounts.set(account.accountId, {
      ...account,
      positions: new Map(positions.map((position) => [positionKey(position), position])),
    })
  }
  ledger.firm.cash = saved.house.cash
  ledger.firm.fees = saved.house.fees
  ledger.firm.sizes.clear()
  for (const [symbol, size] of saved.house.sizes) ledger.firm.sizes.set(symbol, size)
  ledger.issued = saved.positionCount
  ledger.journal.load(saved.journal)
  ledger.transfers.splice(0, ledger.transfers.length, ...saved.transfers)
}

function loadOrders(exchangeState: ExchangeState, saved: Saved): void {
  exchangeState.orders.all.length = 0
  exchangeState.orders.open.clear()
  exchangeState.orders.byAccount.clear()
  exchangeState.holds.clear()
  exchangeState.orders.algos.clear()
  exchangeState.orders.pending.length = 0
  exchangeState.markets.watches.clear()
  for (const order of saved.orders) {
    exchangeState.file(order)
    exchangeState.holds.load(order)
  }
  // The order in which open orders are processed decides ties, so restore it as it was.
  exchangeState.orders.open.clear()
  const named = (numbers: readonly number[]): PracticeOrder[] =>
    numbers
      .map((number) => exchangeState.orders.byNumber(number))
      .filter((order) => order !== undefined)
  for (const order of named(saved.open)) exchangeState.orders.open.set(order.number, order)
  exchangeState.orders.pending.push(...named(saved.pending))
}

function loadMarkets(exchangeState: Slices<'markets'>, saved: Saved): void {
  exchangeState.markets.all.clear()
  for (const {
    symbol,
    bids,
    asks,
    last,
    close,
    fresh,
    seen,
    waiting,
    triggers,
    running,
  } of saved.markets) {
    // Orders of a symbol that is no longer listed stay on record, but have no market.
    const market = exchangeState.markets.find(symbol)
    if (market === undefined) continue
    market.book.load({ bids, asks })
    Object.assign(market, { last, close, fresh, seen })
    for (const number of waiting) market.waiting.add(number)
    for (const number of triggers) market.triggers.add(number)
    for (const number of running) market.running.add(number)
  }
}

/**
 * Replaces all state except the switches, which belong to the run, with a saved state. On an error
 * nothing is changed.
 */
export function loadState(
  exchangeState: ExchangeState,
  state: unknown,
): Result<void, { readonly message: string }> {
  const parsed = zState.safeParse(state)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return err({
      message:
        `The saved state does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    })
  }
  if (parsed.data.orders.some((order, index) => order.number !== index + 1)) {
    return err({ message: 'The saved orders are not numbered in order.' })
  }
  exchangeState.setTime(parsed.data.time)
  loadLedger(exchangeState, parsed.data)
  loadOrders(exchangeState, parsed.data)
  loadMarkets(exchangeState, parsed.data)
  exchangeState.planBoundary()
  return ok(undefined)
}
