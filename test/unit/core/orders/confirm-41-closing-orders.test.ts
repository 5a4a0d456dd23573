import { describe, expect, test } from 'vitest'
import { closingProblem } from '../../../../electron/core/orders/closing.js'
import type { Position, PositionList } from '../../../../shared/domain/account/account.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import {
  draft,
  leg,
  money,
  option,
  order,
  position,
  quantity,
  shares,
} from '../instructions/policy/policy-fixture.js'

/** A position in one contract; a negative number of contracts is short. */
const contract = (held: string, type: 'call' | 'put', strike: string): Position =>
  position(held, {
    positionId: `${type} ${strike}`,
    assetClass: 'option',
    strategy: 'single',
    legs: [
      { ...leg('buy', type, strike), legId: '1', quantity: null },
    ] as unknown as Position['legs'],
  })

const closing = (
  order: OrderDraft,
  held: readonly Position[],
  orders: readonly Order[] = [],
): string | null => {
  const problem = closingProblem(order, { positions: held, unreadable: [] }, orders, orders)
  return problem === null ? null : inEnglish(problem)
}

const sale = (count: string): OrderDraft => draft({ side: 'sell', ...shares(count) })
const COVERS =
  /^It covers short options of AAPL: closing more than (\d+) would leave them uncovered/

describe('CONFIRM-41: an order that closes what covers short options', () => {
  const CALL = contract('-1', 'call', '110')

  test('reduces the shares beyond those that cover a short call, and no more', () => {
    const held = [position('150'), CALL]
    expect(closing(sale('50'), held)).toBeNull()
    expect(COVERS.exec(closing(sale('51'), held) ?? '')?.[1]).toBe('50')
    expect(closing(sale('150'), [position('150')])).toBeNull()
  })

  test('does not close a long call that covers a short one', () => {
    const held = [contract('1', 'call', '120'), CALL]
    const long = option('sell', [leg('sell', 'call', '120')])
    expect(closing(long, held)).toMatch(COVERS)
    expect(closing(long, [contract('2', 'call', '120'), CALL])).toBeNull()
  })

  test('buys the short call back at any time', () => {
    expect(closing(option('buy', [leg('buy', 'call', '110')]), [position('100'), CALL])).toBeNull()
  })

  test('sells shares while a long call covers the short one', () => {
    const held = [position('100'), contract('1', 'call', '120'), CALL]
    expect(closing(sale('100'), held)).toBeNull()
  })

  test('does not take a put for the cover of a call', () => {
    const held = [contract('1', 'put', '90'), CALL]
    expect(closing(option('sell', [leg('sell', 'put', '90')]), held)).toBeNull()
  })

  test('buys back shares sold short beyond those that cover a short put', () => {
    const held = [position('-150'), contract('-1', 'put', '90')]
    expect(closing(draft({ ...shares('50') }), held)).toBeNull()
    expect(closing(draft({ ...shares('100') }), held)).toMatch(COVERS)
  })
})

describe('CONFIRM-41: an order that closes nothing for certain', () => {
  test('is one by amount, also of an option that was sold', () => {
    const amount = { size: { kind: 'amount', amount: money('50') } } as const
    const short = { ...option('buy', [leg('buy', 'call', '110')]), ...amount }
    expect(closing(short, [contract('-1', 'call', '110')])).toMatch(/^No position in AAPL/)
    expect(closing({ ...sale('1'), ...amount }, [position('100')])).toMatch(/^No position in AAPL/)
  })

  test('is one of a contract that may be a leg of a combination whose legs are not known', () => {
    const unknown = position('1', { assetClass: 'option', strategy: 'vertical', legs: [] })
    const sell = option('sell', [leg('sell', 'call', '120')])
    expect(closing(sell, [unknown])).toMatch(/^No position in AAPL/)
  })

  test.each([
    [symbol('AAPL'), 'orders.positionUnreadable'],
    [null, 'orders.positionUnreadable'],
    [symbol('MSFT'), undefined],
  ])('is one of a symbol that may be that of an unreadable position: %s', (name, code) => {
    const unreadable = [{ symbol: name }] as unknown as PositionList['unreadable']
    const problem = closingProblem(sale('1'), { positions: [position('100')], unreadable }, [], [])
    expect(problem?.code).toBe(code)
    if (problem !== null) expect(inEnglish(problem)).toContain('AAPL')
  })
})

describe('CONFIRM-41: a combination that closes a combination', () => {
  const SPREAD = [contract('2', 'call', '120'), contract('-2', 'call', '110')]
  const legs = (count: string): readonly DraftLeg[] => [
    leg('sell', 'call', '120', count),
    leg('buy', 'call', '110', count),
  ]

  test('closes both legs at once, all of them or a part', () => {
    expect(closing(option('buy', legs('2'), '2', '2'), SPREAD)).toBeNull()
    expect(closing(option('buy', legs('1')), SPREAD)).toBeNull()
  })

  test('closes no more than is held, and nothing that is not', () => {
    expect(closing(option('buy', legs('3'), '2', '3'), SPREAD)).toMatch(/^Only 2 of AAPL/)
    expect(closing(option('buy', legs('1')), SPREAD.slice(0, 1))).toMatch(/^No position in AAPL/)
  })

  test('leaves no more short calls uncovered than there were', () => {
    const ratio = [contract('2', 'call', '120'), contract('-3', 'call', '110')]
    expect(closing(option('buy', legs('2'), '2', '2'), ratio)).toBeNull()
    const more = [leg('sell', 'call', '120', '2'), leg('buy', 'call', '110', '1')]
    expect(closing(option('buy', more), ratio)).toMatch(COVERS)
  })

  test('closes a strategy that the broker reports as one position', () => {
    const both = position('-1', {
      assetClass: 'option',
      strategy: 'vertical',
      legs: [
        { ...leg('buy', 'call', '120'), legId: '1', quantity: quantity('1') },
        { ...leg('sell', 'call', '110'), legId: '2', quantity: quantity('-1') },
      ] as unknown as Position['legs'],
    })
    expect(closing(option('buy', legs('1')), [both])).toBeNull()
  })
})

describe('CONFIRM-41: an order of another contract of the same symbol', () => {
  const SPX = (root: string, side: 'buy' | 'sell') => ({
    ...leg(side, 'call', '120'),
    symbol: symbol(root),
  })

  test('does not close a weekly contract with the monthly one of the same strike and day', () => {
    const weekly = {
      ...contract('1', 'call', '120'),
      symbol: symbol('SPX'),
      legs: [{ ...SPX('SPXW', 'buy'), legId: '1', quantity: null }] as unknown as Position['legs'],
    }
    const sell = (root: string) => ({
      ...option('sell', [SPX(root, 'sell')]),
      symbol: symbol('SPX'),
    })
    expect(closing(sell('SPXW'), [weekly])).toBeNull()
    expect(closing(sell('SPX'), [weekly])).toMatch(/no position/i)
  })

  test('cannot sell shares that the stock leg of a working combination sells', () => {
    const positions = [position('100')]
    const legs = [
      {
        ...leg('sell', 'call', '120'),
        symbol: symbol('AAPL'),
        option: null,
        quantity: quantity('100'),
      },
      leg('buy', 'call', '120'),
    ].map((part, index) => ({ ...part, legId: `${index}` }))
    const covered = order('covered', {
      assetClass: 'option',
      side: 'sell',
      quantity: quantity('1'),
      terms: { legs } as unknown as Order['terms'],
    })
    expect(closing(sale('100'), positions)).toBeNull()
    expect(closing(sale('100'), positions, [covered])).not.toBeNull()
  })
})
