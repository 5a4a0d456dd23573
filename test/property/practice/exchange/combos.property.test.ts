import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accepted, send, type Part } from '../../../unit/practice/exchange/combos/combo-fixture.js'
import {
  timeAt,
  ExchangeFixture,
  levels,
  MARGIN,
  value,
} from '../../../unit/practice/exchange/exchange-fixture.js'
import { runs } from '../../../harness/system/effort.js'

/**
 * Prices are whole cents around 100. Exits lie within the market's range, so that every case
 * occurs.
 */
const cents = fc.integer({ min: 9_700, max: 10_300 }).map((price) => (price / 100).toFixed(2))
const quantity = fc.integer({ min: 1, max: 30 }).map(String)

type Action =
  | { readonly do: 'group'; readonly parts: readonly Part[] }
  | {
      readonly do: 'trade'
      readonly price: number
      readonly size: number
      readonly side: 'buy' | 'sell'
    }
  | { readonly do: 'cancel'; readonly which: number }
  | {
      readonly do: 'replace'
      readonly which: number
      readonly change: {
        readonly quantity?: string
        readonly limit_price?: string
        readonly stop_price?: string
      }
    }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'sell'; readonly quantity: string }

const master = fc
  .record({
    combo_type: fc.constant('MASTER' as const),
    order_type: fc.constantFrom('MARKET' as const, 'LIMIT' as const),
    quantity,
    price: cents,
  })
  .map(
    ({ price, ...part }): Part => ({
      ...part,
      ...(part.order_type === 'LIMIT' ? { limit_price: price } : {}),
    }),
  )
const exits = fc
  .record({
    profit: cents,
    loss: cents,
    quantity,
    which: fc.constantFrom('both', 'profit', 'loss'),
  })
  .map(({ profit, loss, quantity: size, which }): Part[] => [
    ...(which === 'loss'
      ? []
      : [{ combo_type: 'STOP_PROFIT', limit_price: profit, quantity: size } as const]),
    ...(which === 'profit'
      ? []
      : [{ combo_type: 'STOP_LOSS', stop_price: loss, quantity: size } as const]),
  ])
const anyPart = (role: 'OTO' | 'OCO' | 'OTOCO') =>
  fc.record({ side: fc.constantFrom('BUY' as const, 'SELL' as const), quantity, price: cents }).map(
    ({ price, ...part }): Part => ({
      combo_type: role,
      order_type: 'LIMIT',
      limit_price: price,
      ...part,
    }),
  )
const group = fc.oneof(
  fc.tuple(master, exits).map(([first, rest]) => [first, ...rest]),
  exits,
  fc.array(anyPart('OCO'), { minLength: 2, maxLength: 4 }),
  fc
    .tuple(master, fc.array(anyPart('OTO'), { minLength: 1, maxLength: 3 }))
    .map(([first, rest]) => [first, ...rest]),
  fc
    .tuple(master, fc.array(anyPart('OTOCO'), { minLength: 1, maxLength: 3 }))
    .map(([first, rest]) => [first, ...rest]),
)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: group.map((parts): Action => ({ do: 'group', parts })) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('trade' as const),
      price: fc.integer({ min: 9_700, max: 10_300 }).map((price) => price / 100),
      size: fc.integer({ min: 1, max: 60 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(60) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('replace' as const),
      which: fc.nat(60),
      change: fc.oneof(
        fc.record({ quantity }),
        fc.record({ limit_price: cents }),
        fc.record({ stop_price: cents }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: 1, max: 2 * 3_600_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sell' as const), quantity }) },
)

interface Member {
  readonly role: string
  readonly status: string
  readonly filled: number
  readonly total: number
  readonly requested: number
}
const open = ({ status }: Member): boolean =>
  status === 'PENDING' || status === 'SUBMITTED' || status === 'PARTIAL_FILLED'

/** Checks what must hold for a group after any event. */
function check(members: readonly Member[]): void {
  const exit = members.filter(({ role }) => role === 'STOP_PROFIT' || role === 'STOP_LOSS')
  const first = members.find(({ role }) => role === 'MASTER')
  const closed = exit.reduce((sum, { filled }) => sum + filled, 0)
  if (exit.length > 0) {
    // Exits never close more than the master opened or, without a master, than the larger exit
    // requested.
    expect(closed).toBeLessThanOrEqual(
      first?.filled ?? Math.max(...exit.map(({ requested }) => requested)),
    )
    if (first !== undefined && closed > 0) expect(open(first)).toBe(false)
    for (const member of exit) {
      if (open(member) && first !== undefined && first.filled > 0) {
        expect(member.total).toBeLessThanOrEqual(first.filled - (closed - member.filled))
      }
    }
  }
  for (const role of ['OCO', 'OTOCO']) {
    const either = members.filter((member) => member.role === role)
    const traded = either.filter(({ filled }) => filled > 0)
    expect(traded.length).toBeLessThanOrEqual(1)
    if (traded.length === 1) {
      expect(either.filter((member) => open(member) && member.filled === 0)).toEqual([])
    }
  }
  if (first === undefined || open(first)) {
    for (const member of members) {
      if (['OTO', 'OTOCO'].includes(member.role) && first !== undefined) {
        expect([member.role, member.filled]).toEqual([member.role, 0])
      }
    }
    return
  }
  // No order waits for a master that has ended. Without a fill every order ends; orders that need a
  // full fill end after a partial one.
  if (first.filled === 0) expect(members.filter(open)).toEqual([])
  else if (first.status !== 'FILLED') {
    expect(
      members.filter((member) => open(member) && ['OTO', 'OTOCO'].includes(member.role)),
    ).toEqual([])
  }
}

it('order groups stay consistent: no double exit, one OCO fill, no order left waiting', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0, 250),
      fc.array(action, { minLength: 5, maxLength: 60 }),
      (pendingMs, actions) => {
        const fixture = new ExchangeFixture({ pendingMs }).usualQuotes()
        fixture.placed({ order_type: 'MARKET', quantity: '40' })
        fixture.wait(300).usualQuotes()
        const groups: { readonly ids: readonly string[]; readonly requested: number[] }[] = []
        const ids: string[] = []
        const idOf = (which: number): string =>
          ids[which % Math.max(1, ids.length)] ?? 'no-order-at-all'
        for (const next of actions) {
          switch (next.do) {
            case 'group': {
              const { result, ids: sent } = send(fixture, next.parts)
              if (!result.ok) break
              groups.push({ ids: sent, requested: next.parts.map((part) => Number(part.quantity)) })
              ids.push(...sent)
              break
            }
            case 'trade':
              fixture.step(
                levels([next.price - 0.01, 40], [next.price - 0.03, 40]),
                levels([next.price + 0.01, 40], [next.price + 0.03, 40]),
                [next.side, next.price, next.size],
              )
              break
            case 'cancel':
              fixture.exchange.cancel({ account_id: MARGIN, client_order_id: idOf(next.which) })
              break
            case 'replace': {
              const id = idOf(next.which)
              const done = fixture.exchange.replace({
                account_id: MARGIN,
                modify_orders: [{ client_order_id: id, ...next.change }],
              })
              const ownGroup = groups.find((candidate) => candidate.ids.includes(id))
              if (done.ok && ownGroup !== undefined && next.change.quantity !== undefined) {
                ownGroup.requested[ownGroup.ids.indexOf(id)] = Number(next.change.quantity)
              }
              break
            }
            case 'wait':
              fixture.wait(next.ms).usualQuotes()
              break
            case 'sell':
              fixture.place({ side: 'SELL', order_type: 'MARKET', quantity: next.quantity })
              break
          }
          for (const { ids: members, requested } of groups) {
            check(
              members.map((id, index) => {
                const found = value(fixture.exchange.detail(MARGIN, id))
                const order = fixture.order(id)
                return {
                  role: found.combo_type ?? '',
                  status: order.status,
                  filled: Number(order.filled_quantity),
                  total: Number(order.total_quantity),
                  requested: requested[index] ?? 0,
                }
              }),
            )
          }
          // Sells and exits only close, so the account is never short.
          const position = value(fixture.exchange.positions(MARGIN)).find(
            ({ symbol }) => symbol === 'AAPL',
          )
          expect(Number(position?.quantity ?? '0')).toBeGreaterThanOrEqual(0)
        }
        for (const id of ids) fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id })
        fixture.wait(500)
        for (const id of ids) fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id })
        fixture.to(timeAt(20 * 60))
        // Without open orders nothing is reserved.
        expect(value(fixture.exchange.openOrders({ accountId: MARGIN })).data).toEqual([])
        expect(
          value(fixture.exchange.balance(MARGIN)).account_currency_assets[0]?.held_amount,
        ).toBe('0.00')
        const shares = Number(
          value(fixture.exchange.positions(MARGIN)).find(({ symbol }) => symbol === 'AAPL')
            ?.quantity ?? '0',
        )
        fixture.to(timeAt(10 * 60, '2026-11-19')).usualQuotes()
        if (shares > 0) {
          expect(
            accepted(fixture, [{ combo_type: 'STOP_LOSS', quantity: String(shares) }]),
          ).toHaveLength(1)
        }
      },
    ),
    { numRuns: runs(15, 250) },
  )
})
