import { asMoney, asPrice, asQuantity, dec } from '../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol, type Symbol } from '../../shared/domain/ids.js'
import type { OptionChain } from '../../shared/domain/instruments/option-chain.js'
import type { AssistantJob, JobPlan } from '../../shared/domain/instructions/assistant-job.js'
import type { Order, OrderDraft } from '../../shared/domain/orders/order.js'
import type { Quote } from '../../shared/domain/market/quote.js'
import { epochMs } from '../../shared/domain/time.js'
import { TOOLSETS } from '../../shared/domain/instructions/toolset.js'
import type { Policy } from '../../shared/domain/instructions/policy.schema.js'

export const AT = epochMs(Date.parse('2026-11-20T15:00:00Z'))
export const ACCOUNT = accountId('ACC1')
export const HIDDEN = accountId('ACC2')

export const POLICY: Policy = {
  toolsets: [...TOOLSETS],
  accounts: [ACCOUNT],
  balances: 'shown',
  may: { place: true, replace: true, cancel: true },
  products: ['stock', 'option', 'futures', 'crypto', 'event'],
  symbols: 'all',
  maxOrder: asMoney(dec('5000')),
  maxDay: asMoney(dec('20000')),
  maxSymbolDay: null,
  maxProductDay: null,
  maxQuantity: null,
  ordersPerDay: 100,
  maxWorking: 20,
  maxPending: 5,
  maxPerMinute: 60,
  hours: 'any',
  validMinutes: 15,
  allow: [],
}

export const quote = (name: string): Quote => ({
  symbol: symbol(name),
  last: asPrice(dec('187.50')),
  bid: asPrice(dec('187.49')),
  bidSize: asQuantity(dec('100')),
  ask: asPrice(dec('187.51')),
  askSize: asQuantity(dec('200')),
  open: asPrice(dec('186.00')),
  high: asPrice(dec('188.00')),
  low: asPrice(dec('185.10')),
  previousClose: asPrice(dec('186.10')),
  change: dec('1.40'),
  changeRatio: dec('0.0075'),
  volume: asQuantity(dec('1000000')),
  turnover: null,
  session: 'regular',
  time: AT,
  receivedAt: AT,
})

export const order = (id: string, change: Partial<Order> = {}): Order => ({
  clientOrderId: clientOrderId(id),
  orderId: orderId(`O${id}`),
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  quantity: asQuantity(dec('10')),
  amount: null,
  filledQuantity: asQuantity(dec('0')),
  averageFillPrice: null,
  limitPrice: asPrice(dec('180.00')),
  stopPrice: null,
  trail: null,
  status: 'working',
  note: null,
  pending: null,
  fees: null,
  ours: true,
  source: 'detail',
  placedAt: AT,
  updatedAt: AT,
  ...change,
})

/** The order that every planned job becomes here. */
const PLANNED: OrderDraft = {
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'sell',
  type: 'market',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('12')) },
  limitPrice: null,
  stopPrice: null,
  trail: null,
  expireDate: null,
}

/** The plan of any job: one order, or one cancellation. */
export const plan = (job: AssistantJob): JobPlan => ({
  action:
    job.kind === 'cancel-all'
      ? {
          kind: 'cancel',
          accountId: job.accountId,
          clientOrderId: clientOrderId('working-order-1'),
        }
      : { kind: 'place', drafts: [PLANNED] },
  left: 0,
  rows: [],
})

/** A chain of one contract. */
export const optionChain = (underlying: Symbol): OptionChain => ({
  underlying,
  expiries: [
    {
      expiration: '2026-12-18',
      root: 'AAPL',
      cycle: null,
      style: null,
      settlement: 'physical',
      multiplier: dec('100'),
      rows: [{ strike: asPrice(dec('190')), call: symbol('AAPL261218C00190000'), put: null }],
    },
  ],
})
