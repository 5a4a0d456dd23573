import type { ScoreInput } from '../../../electron/core/instructions/scorecard.js'
import type {
  AskedMark,
  TradeRecord,
  TradeStep,
} from '../../../electron/core/instructions/score-executions.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol, type ClientOrderId } from '../../../shared/domain/ids.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../shared/domain/instruction.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { DAY_MS, epochMs, MINUTE_MS } from '../../../shared/domain/time.js'

export const money = (text: string) => asMoney(dec(text))
export const price = (text: string) => asPrice(dec(text))
export const units = (text: string) => asQuantity(dec(text))
/** Ten in the morning in New York, a Friday. */
export const START = epochMs(Date.parse('2026-11-20T15:00:00Z'))
export const at = (days: number, minutes = 0) =>
  epochMs(START + days * DAY_MS + minutes * MINUTE_MS)
export const HELPER = '00000000000000a1' as ConnectionId

export const draftOf = (more: Partial<OrderDraft> = {}): OrderDraft => ({
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
  ...more,
})

let made = 0
/** An instruction that waits. */
export const instruction = (draft: OrderDraft, more: Partial<Instruction> = {}): Instruction => {
  made += 1
  return {
    id: made.toString(16).padStart(32, '0') as InstructionId,
    source: 'local',
    connectionId: HELPER,
    connectionName: 'Helper',
    environment: 'practice',
    key: `k${made}`,
    requestDigest: '',
    action: { kind: 'place', draft },
    reason: '',
    batch: null,
    createdAt: START,
    expiresAt: at(1),
    asked: 1,
    status: 'PENDING',
    ending: null,
    amendment: null,
    outcome: null,
    ...more,
  }
}

/** A whole history of one assistant, written down order by order. */
export class Book {
  readonly instructions: Instruction[] = []
  readonly trades = new Map<ClientOrderId, TradeRecord>()
  readonly asked = new Map<InstructionId, AskedMark>()
  readonly prices = new Map<string, string | null>()
  refusals: ScoreInput['refusals'] = []

  /**
   * An order that was countersigned two minutes after it was asked for; each fill is [day,
   * quantity, price, fees so far or null].
   */
  order(
    draft: OrderDraft,
    fills: readonly (readonly [number, string, string, string?])[],
    more: {
      status?: TradeRecord['status']
      mark?: AskedMark
      amendment?: Instruction['amendment']
    } = {},
  ): void {
    const day = fills[0]?.[0] ?? 0
    const id = clientOrderId(`c${this.instructions.length}`)
    const asked = instruction(draft, {
      createdAt: at(day),
      status: 'APPROVED',
      ending: { why: 'approved', detail: '', at: at(day, 2) },
      amendment: more.amendment ?? null,
      outcome: { state: 'acknowledged', clientOrderId: id, text: '', at: at(day, 2) },
    })
    this.instructions.push(asked)
    let [filled, value] = [0n, 0n]
    const steps = fills.map(([when, quantity, of, fees], index): TradeStep => {
      const [q, p] = [BigInt(quantity), BigInt(of.replace('.', ''))]
      filled += q
      value += q * p
      return {
        at: at(when, 3 + index),
        filled: units(String(filled)),
        value: money(scaled(value)),
        fees: fees === undefined ? null : money(fees),
      }
    })
    this.trades.set(id, { clientOrderId: id, status: more.status ?? 'filled', steps })
    this.asked.set(
      asked.id,
      more.mark ?? {
        bid: price('99.00'),
        ask: price('101.00'),
        last: price('100.50'),
        multiplier: dec('1'),
      },
    )
  }

  input(): ScoreInput {
    return {
      instructions: this.instructions,
      trades: this.trades,
      asked: this.asked,
      refusals: this.refusals,
      price: (draft) => {
        const text = this.prices.get(draft.symbol) ?? null
        return text === null ? null : price(text)
      },
    }
  }
}

/** Cents, since prices of these tests have two places. */
export const scaled = (cents: bigint): string =>
  `${cents < 0n ? '-' : ''}${String(cents < 0n ? -cents : cents)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1')}`
