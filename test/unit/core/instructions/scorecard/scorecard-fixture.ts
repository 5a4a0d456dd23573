import type { ScoreInput } from '../../../../../electron/core/instructions/scorecard/scorecard.js'
import type {
  MarketAtRequest,
  TradeRecord,
  TradeStep,
} from '../../../../../electron/core/instructions/scorecard/executions.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import {
  accountId,
  clientOrderId,
  symbol,
  type ClientOrderId,
  type ConnectionId,
  type InstructionId,
} from '../../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { DAY_MS, epochMs, MINUTE_MS } from '../../../../../shared/domain/time.js'

export const money = (text: string) => asMoney(dec(text))
export const price = (text: string) => asPrice(dec(text))
export const units = (text: string) => asQuantity(dec(text))
/** 10:00 in New York on a Friday. */
export const START = epochMs(Date.parse('2026-11-19T15:00:00Z'))
export const timeAt = (days: number, minutes = 0) =>
  epochMs(START + days * DAY_MS + minutes * MINUTE_MS)
export const HELPER = '00000000000000a1' as ConnectionId

export const draftOf = (overrides: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: accountId('ACC1'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'market',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: units('10') },
  limitPrice: null,
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...overrides,
})

let instructionCount = 0
/** Returns a pending instruction. */
export const instruction = (
  draft: OrderDraft,
  overrides: Partial<Instruction> = {},
): Instruction => {
  instructionCount += 1
  return {
    id: instructionCount.toString(16).padStart(32, '0') as InstructionId,
    source: 'local',
    connectionId: HELPER,
    connectionName: 'Helper',
    environment: 'practice',
    key: `k${instructionCount}`,
    requestDigest: '',
    action: { kind: 'place', draft },
    reason: '',
    batch: null,
    createdAt: START,
    expiresAt: timeAt(1),
    requestCount: 1,
    status: 'PENDING',
    ending: null,
    amendment: null,
    outcome: null,
    ...overrides,
  }
}

/** A history of one assistant's instructions and trades, added order by order. */
export class TradeHistory {
  readonly instructions: Instruction[] = []
  readonly trades = new Map<ClientOrderId, TradeRecord>()
  readonly requestMarks = new Map<InstructionId, MarketAtRequest>()
  /** How far the exchange's clock is ahead. */
  offsetMs = 0
  readonly prices = new Map<string, string | null>()
  refusals: ScoreInput['refusals'] = []

  /**
   * Adds an order that was approved two minutes after the request; each fill is [day, quantity,
   * price, total fees so far or null].
   */
  addOrder(
    draft: OrderDraft,
    fills: readonly (readonly [number, string, string, string?])[],
    more: {
      status?: TradeRecord['status']
      mark?: Omit<MarketAtRequest, 'at'>
      amendment?: Instruction['amendment']
    } = {},
  ): void {
    const day = fills[0]?.[0] ?? 0
    const id = clientOrderId(`c${this.instructions.length}`)
    const approved = instruction(draft, {
      createdAt: timeAt(day),
      status: 'APPROVED',
      ending: { why: 'approved', detail: '', endedAt: timeAt(day, 2) },
      amendment: more.amendment ?? null,
      outcome: { state: 'acknowledged', clientOrderId: id, text: '', at: timeAt(day, 2) },
    })
    this.instructions.push(approved)
    let [filled, value] = [0n, 0n]
    const steps = fills.map(([when, quantity, fillPrice, fees], index): TradeStep => {
      const [q, p] = [BigInt(quantity), BigInt(fillPrice.replace('.', ''))]
      filled += q
      value += q * p
      return {
        time: timeAt(when, 3 + index),
        filled: units(String(filled)),
        value: money(centsText(value)),
        fees: fees === undefined ? null : money(fees),
      }
    })
    this.trades.set(id, { clientOrderId: id, status: more.status ?? 'filled', steps })
    this.requestMarks.set(approved.id, {
      at: approved.createdAt,
      ...(more.mark ?? {
        bid: price('99.00'),
        ask: price('101.00'),
        last: price('100.50'),
        multiplier: dec('1'),
      }),
    })
  }

  input(): ScoreInput {
    return {
      instructions: this.instructions,
      trades: this.trades,
      marketAtRequest: this.requestMarks,
      offsetMs: this.offsetMs,
      refusals: this.refusals,
      price: (draft) => {
        const text = this.prices.get(draft.symbol) ?? null
        return text === null ? null : price(text)
      },
    }
  }
}

/** Formats cents; the prices of these tests have two decimals. */
export const centsText = (cents: bigint): string =>
  `${cents < 0n ? '-' : ''}${String(cents < 0n ? -cents : cents)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1')}`
