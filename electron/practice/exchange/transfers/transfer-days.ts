import {
  exchangeClock,
  tradingDay,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { DAY_MS } from '../../../../shared/domain/time.js'
import { stockClass, type AccountClass } from '../../ledger/ledger.js'
import type { Transfer, TransferredShares, TransferPlan } from '../../ledger/transfers.js'
import { CENT, UNIT_SIZE, type PriceUnits } from '../../model/units.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { assetsOf, freeSize, moveAssets } from './move-assets.js'
import {
  accountAddress,
  acatsOf,
  CUSIPS,
  outsideAddress,
  transactionHash,
} from './transfer-facts.js'

type TransferSlices = Slices<'clock' | 'markets' | 'ledger' | 'orders' | 'deps'>

/** The stock (the first that is listed) and the coin that come and go. */
const STOCKS = ['WMT', 'KO'] as const
export const TRANSFERRED_COIN = 'BTCUSD'
/** Business days that an ACATS transfer takes from the form to the account (FINRA rule 11870). */
const ACATS_DAYS = 3
const COIN_DAYS = 1
const SHARES_IN = 5 * UNIT_SIZE
const SHARES_OUT = 2 * UNIT_SIZE
/** The cost at the other broker, as a part of the present price. */
const OLDER_COST = 0.9
const GONE = 'The account no longer holds what was to be transferred.'

/** One request of the week: which account, and what moves. */
interface Request {
  readonly account: AccountClass
  create(state: TransferSlices, accountId: string, day: ExchangeDay): NewTransfer | null
}

type NewTransfer = Pick<Transfer, 'method' | 'direction' | 'acats' | 'coins'> & {
  readonly plan: TransferPlan
}

const toCent = (price: PriceUnits): PriceUnits => Math.max(CENT, Math.round(price / CENT) * CENT)

const stockOf = ({ markets }: Slices<'markets'>) =>
  STOCKS.map((symbol) => markets.find(symbol)).find((market) => market !== undefined)

const sharesOf = (state: Slices<'markets'>, size: number): readonly TransferredShares[] => {
  const market = stockOf(state)
  if (market === undefined) return []
  const { instrument, close } = market
  return [
    {
      symbol: instrument.symbol,
      name: instrument.name,
      cusip: CUSIPS[instrument.symbol] ?? '',
      size,
      price: toCent(close * OLDER_COST),
    },
  ]
}

function shareRequest(
  direction: Transfer['direction'],
  size: number,
  status: TransferPlan['status'],
  reason: string | null = null,
): Request {
  return {
    account: stockClass('MARGIN'),
    create(state, accountId, day) {
      const shares = sharesOf(state, size)
      const [share] = shares
      if (share === undefined) return null
      if (direction === 'OUTGOING' && freeSize(state, accountId, share.symbol) < size) return null
      const number = state.ledger.transfers.length
      return {
        method: 'ACATS',
        direction,
        acats: acatsOf(day, number, { type: 'PARTIAL', cents: 0, shares }),
        coins: null,
        plan: { day: tradingDay(day, ACATS_DAYS), status, reason },
      }
    },
  }
}

/** Coins come in by 0.005, and leave by 0.002 with a fee of 0.00002. */
const COINS_IN = 0.005
const COINS_OUT = 0.002
const COINS_FEE = 0.000_02

function coinRequest(
  direction: Transfer['direction'],
  coins: number,
  status: TransferPlan['status'],
  reason: string | null = null,
): Request {
  return {
    account: 'CRYPTO',
    create(state, accountId, day) {
      const instrument = state.deps.instrument(TRANSFERRED_COIN)
      const last = state.deps.reference(TRANSFERRED_COIN)?.last
      if (instrument === undefined || last === undefined) return null
      const { scale } = instrument
      const units = (amount: number): number => Math.round(amount * 10 ** scale.size)
      const incoming = direction === 'INCOMING'
      const feeSize = incoming ? 0 : units(COINS_FEE)
      const size = units(coins)
      if (!incoming && freeSize(state, accountId, TRANSFERRED_COIN) < size + feeSize) return null
      const number = state.ledger.transfers.length + 1
      const ownAddress = accountAddress(state)
      const other = outsideAddress(state, number)
      return {
        method: 'CRYPTO_TRANSFER',
        direction,
        acats: null,
        coins: {
          symbol: TRANSFERRED_COIN,
          scale,
          size,
          feeSize,
          price: incoming ? last : null,
          hash: null,
          from: incoming ? other : ownAddress,
          to: incoming ? ownAddress : other,
        },
        plan: { day: tradingDay(day, COIN_DAYS), status, reason },
      }
    },
  }
}

/** What is requested on each weekday, Monday first: every direction, and every way to end. */
const WEEK: readonly (readonly Request[])[] = [
  [shareRequest('INCOMING', SHARES_IN, 'COMPLETED')],
  [coinRequest('INCOMING', COINS_IN, 'COMPLETED')],
  [
    shareRequest(
      'INCOMING',
      SHARES_IN,
      'REJECTED',
      'The account number does not match the records of the contra broker.',
    ),
    coinRequest('OUTGOING', COINS_OUT, 'COMPLETED'),
  ],
  [
    coinRequest('INCOMING', COINS_IN, 'CANCELLED'),
    coinRequest('OUTGOING', COINS_OUT, 'FAILED', 'The network did not confirm the transaction.'),
  ],
  [shareRequest('OUTGOING', SHARES_OUT, 'COMPLETED')],
]

/** 0 is Monday. The epoch began on a Thursday. */
const weekdayOf = (day: ExchangeDay): number =>
  (Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS) + 3) % 7

/** Returns the transfer as it ends, and books what it moved. */
function ended(
  state: TransferSlices,
  transfer: Transfer,
  plan: TransferPlan,
  { day, number }: { readonly day: ExchangeDay; readonly number: number },
): Transfer {
  const missing =
    transfer.direction === 'OUTGOING' &&
    assetsOf(transfer).some(
      ({ asset, size }) => freeSize(state, transfer.accountId, asset.symbol) < -size,
    )
  const completed = plan.status === 'COMPLETED' && !missing
  if (completed) moveAssets(state, transfer, day)
  const { coins } = transfer
  return {
    ...transfer,
    status: completed || plan.status !== 'COMPLETED' ? plan.status : 'FAILED',
    failureReason: missing ? GONE : plan.reason,
    updatedAt: state.clock.time,
    settlementDay: completed ? day : null,
    coins:
      coins === null || !completed ? coins : { ...coins, hash: transactionHash(state, number) },
    plan: null,
  }
}

function endDue(state: TransferSlices, day: ExchangeDay): void {
  const { transfers } = state.ledger
  for (const [index, transfer] of transfers.entries()) {
    const { plan } = transfer
    if (plan !== null && plan.day <= day) {
      transfers[index] = ended(state, transfer, plan, { day, number: index + 1 })
    }
  }
}

function requestNew(state: TransferSlices, day: ExchangeDay): void {
  const { transfers, accounts } = state.ledger
  for (const { account, create } of WEEK[weekdayOf(day)] ?? []) {
    const accountId = [...accounts.values()].find(
      (entry) => entry.accountClass === account,
    )?.accountId
    const created = accountId === undefined ? null : create(state, accountId, day)
    if (accountId === undefined || created === null) continue
    transfers.push({
      ...created,
      transferId: state.deps.ids('transfer', transfers.length + 1),
      accountId,
      status: 'PENDING',
      failureReason: null,
      createdAt: state.clock.time,
      updatedAt: state.clock.time,
      settlementDay: null,
    })
  }
}

/**
 * Ends the transfers that are due on the trading day that begins, and requests those of its
 * weekday. What leaves an account is at most what came in, and only what no order holds.
 */
export function workTransfers(state: ExchangeState): void {
  if (state.deps.transfers !== true) return
  const { day } = exchangeClock(state.clock.time)
  endDue(state, day)
  requestNew(state, day)
}
