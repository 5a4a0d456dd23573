import { describe, expect, it } from 'vitest'
import { usageOf, type Counted } from '../../../../../../electron/core/instructions/policy/usage.js'
import {
  accountRefusalOf,
  type GateContext,
} from '../../../../../../electron/core/instructions/queue/intake/intake-gate.js'
import { asQuantity, dec, decimalText, isZero } from '../../../../../../shared/domain/decimal.js'
import {
  clientOrderId,
  type ConnectionId,
  type InstructionId,
} from '../../../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../../../shared/domain/instructions/instruction.schema.js'
import { termsOfDraft } from '../../../../../../shared/domain/orders/draft-terms.js'
import type { ComboRole } from '../../../../../../shared/domain/orders/order-types.js'
import type { Order, OrderDraft } from '../../../../../../shared/domain/orders/order.js'
import { ok } from '../../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../../shared/domain/time.js'
import {
  draft,
  evaluateDraft,
  money,
  order,
  position,
  price,
  quote,
  shares,
} from '../policy-fixture.js'

const ME = 'a1' as ConnectionId
/** Noon in New York on 20 November 2026. */
const NOW = epochMs(Date.UTC(2026, 10, 20, 17))
const SALE = draft({ side: 'sell', limitPrice: price('120') })
const STOP = draft({ side: 'sell', type: 'stop', limitPrice: null, stopPrice: price('90') })

const place = (role: ComboRole, ...drafts: readonly OrderDraft[]): InstructionAction => ({
  kind: 'place',
  draft: drafts[0] ?? draft(),
  linked: drafts.slice(1).map((member) => ({ role, draft: member })),
})
const approved = (
  action: InstructionAction,
  firstOrder: string | null,
  exposure: string,
): Counted => ({
  exposure: money(exposure),
  instruction: {
    id: '1' as InstructionId,
    source: 'local',
    connectionId: ME,
    action,
    batch: null,
    createdAt: NOW,
    expiresAt: NOW,
    status: 'APPROVED',
    ending: { why: 'approved', detail: '', endedAt: NOW },
    amendment: null,
    outcome: {
      state: firstOrder === null ? 'unknown' : 'acknowledged',
      clientOrderId: firstOrder === null ? null : clientOrderId(firstOrder),
      text: '',
      at: NOW,
    },
  } as Instruction,
})
const linked = (id: string, role: ComboRole, side: Order['side'] = 'buy', link = 'L'): Order => {
  const combo = { role, clientComboId: link, comboId: null }
  return order(id, { side, placedAt: NOW, terms: termsOfDraft(draft(), combo) })
}
const usage = (counted: Counted, ...orders: readonly Order[]) =>
  usageOf({ connection: ME, instructions: [counted], orders, now: NOW, except: null })
const today = ({ today: rows }: ReturnType<typeof usage>): readonly string[] =>
  rows.map(({ exposure, clientOrderId: id }) => `${decimalText(exposure)} ${id ?? 'none'}`)

describe('REL-36: the usage of linked orders that were approved', () => {
  it('counts their sum once, and each as an order of the day', () => {
    const counted = approved(place('oto', draft(), draft()), 'o1', '2000')
    const used = usage(counted, linked('o1', 'master'), linked('o2', 'oto'))
    expect(today(used)).toEqual(['2000 o1', '0 o2'])
    expect(used.working.map((row) => row.clientOrderId)).toEqual(['o1', 'o2'])
  })

  it('counts an order that closes what the first opens as a working order', () => {
    const counted = approved(place('otoco', draft(), SALE), 'o1', '1000')
    const used = usage(counted, linked('o1', 'master'), linked('o2', 'otoco', 'sell'))
    expect(today(used)).toEqual(['1000 o1'])
    expect(used.working.map((row) => row.clientOrderId)).toEqual(['o1', 'o2'])
  })

  it('owns the orders of which one fill cancels the others, without a main order', () => {
    const counted = approved(place('oco', draft(), draft()), 'o1', '1000')
    const foreign = linked('o3', 'oco', 'buy', 'another link')
    const used = usage(counted, linked('o1', 'oco'), linked('o2', 'oco'), foreign)
    expect(used.working.map((row) => row.clientOrderId)).toEqual(['o1', 'o2'])
  })

  it('leaves the orders beside an exit that it only changed to the person', () => {
    const exit = linked('o2', 'stop-loss', 'sell')
    const change: InstructionAction = {
      kind: 'replace',
      accountId: exit.accountId,
      clientOrderId: exit.clientOrderId,
      change: { stopPrice: price('91') },
      before: exit,
    }
    const used = usage(approved(change, 'o2', '0'), linked('o1', 'take-profit', 'sell'), exit)
    expect(used.working.map((row) => row.clientOrderId)).toEqual(['o2'])
  })

  it('counts a working entry with its exits as one order, and its exits as no exposure', () => {
    const entry = linked('o1', 'master')
    const exits = [linked('o2', 'take-profit', 'sell'), linked('o3', 'stop-loss', 'sell')]
    const bracket = { working: [entry, ...exits] }
    const limited = { policy: { maxWorking: 2, maxDay: money('2000') } }
    expect(evaluateDraft(draft(), { ...limited, usage: bracket }).refusal).toBeNull()
    // Without their entry, or above its quantity, they count like any other order.
    expect(evaluateDraft(draft(), { ...limited, usage: { working: exits } }).refusal?.code).toBe(
      'over-limit',
    )
    const larger = exits.map((exit) => ({ ...exit, quantity: asQuantity(dec('11')) }))
    expect(
      evaluateDraft(draft(), { ...limited, usage: { working: [entry, ...larger] } }).refusal?.code,
    ).toBe('over-limit')
  })

  it('has all of them in flight while the outcome is not known', () => {
    const used = usage(approved(place('oco', draft(), draft(shares('5'))), null, '1000'))
    expect(used.inFlight).toHaveLength(2)
  })
})

describe('REL-36: what pending linked orders reserve of a position', () => {
  const pending = (action: InstructionAction) => ({ pending: [{ action, exposure: money('0') }] })
  const closes = (action: InstructionAction, held: string): boolean => {
    const { maxLoss } = evaluateDraft(SALE, {
      facts: { position: position(held) },
      usage: pending(action),
    })
    return maxLoss !== null && isZero(maxLoss)
  }

  it('is the largest of those of which one fill cancels the others', () => {
    const pair = place('oco', SALE, STOP)
    expect([closes(pair, '19'), closes(pair, '20')]).toEqual([false, true])
  })

  it('is nothing for what only closes what the first order opens', () => {
    expect(closes(place('otoco', draft(), SALE, STOP), '10')).toBe(true)
  })
})

describe('CONFIRM-38: linked orders that the account cannot pay', () => {
  const preview = (cost: string) =>
    ok({ cost: money(cost), fees: money('0'), currency: 'USD', source: 'provider' })
  const context = (...costs: readonly string[]): GateContext =>
    ({
      facts: {
        quote: quote(),
        price: quote(),
        session: 'regular',
        position: null,
        balance: {
          currency: 'USD',
          currencies: [{ currency: 'USD', buyingPower: money('1500') }],
        },
        currency: 'USD',
      },
      gate: { refusal: null, previews: costs.map(preview) },
      available: () => money('0'),
      earlierCost: money('0'),
    }) as unknown as GateContext
  const refusal = (role: ComboRole): string | undefined =>
    accountRefusalOf(place(role, draft(), draft()), context('1000', '1000'))?.detail?.rule

  it('are refused when all of them can fill, and not when only one can', () => {
    expect(refusal('oto')).toBe('buying-power')
    expect(refusal('oco')).toBeUndefined()
  })

  it('are refused where the broker takes none of them at this hour, and not before', () => {
    const pair = place('oco', draft({ timeInForce: 'day' }), draft({ timeInForce: 'day' }))
    const refusedAt = (hour: number): string | undefined => {
      const { facts, ...others } = context('1000', '1000')
      const exchangeTime = epochMs(Date.UTC(2026, 10, 20, hour))
      return accountRefusalOf(pair, { ...others, facts: { ...facts, exchangeTime } })?.detail?.rule
    }
    // The regular session of that day ends at 21:00 UTC.
    expect([refusedAt(20), refusedAt(22)]).toEqual([undefined, 'day-after-close'])
  })

  it('need no position for what only closes what the first opens', () => {
    const sent = accountRefusalOf(place('otoco', draft(), SALE, STOP), context('1000', '0', '0'))
    expect(sent).toBeNull()
    const unheld = accountRefusalOf(place('oco', draft(), SALE), context('1000', '0'))
    expect(unheld?.detail?.rule).toBe('available-to-close')
  })
})
