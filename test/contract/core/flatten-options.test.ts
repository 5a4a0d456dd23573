import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { Flatten } from '../../../electron/core/instructions/kill-switch/flatten.js'
import {
  add,
  asPrice,
  dec,
  decimalText,
  isNegative,
  minOf,
  mul,
  snap,
  sub,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { OptionContract, OptionType } from '../../../shared/domain/instruments/option.js'
import type { Instruction } from '../../../shared/domain/instructions/instruction.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { FlattenPlan } from '../../../shared/domain/orders/flatten.js'
import type { HaltScope } from '../../../shared/domain/orders/halt.js'
import { ok } from '../../../shared/domain/result.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { until } from '../../harness/system/until.js'
import { quantity, SessionFixture } from './session-fixture.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { writtenOut, type WrittenOut } from '../../harness/written-out.js'

let desk: SessionFixture
let flatten: Flatten
let instructions: Instruction[] = []
/** Decides whether this exchange accepts an order; otherwise it rejects the order with a reason. */
let taken: (draft: OrderDraft) => boolean = () => true

beforeEach(async () => {
  // The readers of this file together would exceed the limits of the exchange.
  desk = await SessionFixture.open(undefined, 'off')
  instructions = []
  taken = () => true
  flatten = new Flatten({
    session: {
      connection: desk.session.connection,
      queries: desk.session.queries,
      streams: { orders: desk.session.streams.orders },
      orders: {
        submit: (ticket, draft) => desk.session.orders.submit(ticket, draft),
        close: (ticket, draft) =>
          taken(draft)
            ? desk.session.orders.close(ticket, draft)
            : Promise.resolve(
                ok({
                  outcome: 'rejected',
                  order: null,
                  code: 'NO_COMBINATIONS',
                  reason: foreign('Not as one order'),
                }),
              ),
      },
    },
    instructions: () => instructions,
    halt: { get: () => null },
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    audit: { append: () => Promise.resolve(ok({ seq: 0, hash: '' })) },
  })
})
afterEach(() => desk.close())

const option = (more: Partial<OrderDraft>): OrderDraft =>
  desk.draft({
    accountId: desk.account('securities'),
    assetClass: 'option',
    symbol: symbol('AAPL'),
    ...more,
  })
const nearest = async (type: OptionType): Promise<readonly [OptionContract, OptionContract]> => {
  const [first, second] = await desk.contracts(type)
  if (first === undefined || second === undefined) throw new Error('no contracts')
  return [first, second]
}
/**
 * Opens two spreads whose bought leg is the more expensive one (paid) or the cheaper one
 * (received).
 */
async function spread(type: OptionType, paid: boolean): Promise<void> {
  const [dear, cheap] = await nearest(type)
  const [bought, sold] = paid ? [dear, cheap] : [cheap, dear]
  const [a, b] = [await desk.quote(dear.symbol), await desk.quote(cheap.symbol)]
  const touch = paid
    ? sub<Decimal>(a.ask as Decimal, b.bid as Decimal)
    : sub<Decimal>(a.bid as Decimal, b.ask as Decimal)
  // Crosses the quotes even when they move meanwhile, and stays within the price band.
  const margin = minOf(dec('0.30'), mul(touch, dec('0.08')))
  const net = paid ? add(touch, margin) : sub(touch, margin)
  await desk.placeFilled(
    option({
      side: paid ? 'buy' : 'sell',
      size: quantity('2'),
      limitPrice: asPrice(snap(net, dec('0.05'), paid ? 'up' : 'down')),
      terms: {
        strategy: 'vertical',
        legs: [desk.leg(bought, 'buy', '2'), desk.leg(sold, 'sell', '2')],
      },
    }),
  )
}
/**
 * Returns the account's positions at the exchange, through a client of its own: the session's may
 * request them only twice in two seconds, and needs that for its own work.
 */
const positionsAtExchange = async () => {
  const reader = desk.practice.provider()
  const answer = await reader.portfolio.positions(desk.account('securities'))
  reader.close()
  return answer.ok ? ok(answer.value.positions) : answer
}
/** Returns the positions in options and in their underlying stock. */
const applePositions = async () =>
  expectOk(await positionsAtExchange()).filter((position) => position.symbol === symbol('AAPL'))
const optionsHeld = async () =>
  (await applePositions()).filter(({ assetClass }) => assetClass === 'option')
const planOf = async (scope: HaltScope = 'all'): Promise<WrittenOut<FlattenPlan>> =>
  writtenOut(expectOk(await flatten.plan(scope)))
/** Plans the closing of the spread alone, as if an assistant had opened it. */
const planOfSpread = async (): Promise<WrittenOut<FlattenPlan>> => {
  const order = desk.session.streams.orders
    .all()
    .find(({ terms }) => terms?.strategy === 'vertical')
  instructions = [
    {
      action: { kind: 'place' },
      outcome: { state: 'acknowledged', clientOrderId: order?.clientOrderId },
    } as unknown as Instruction,
  ]
  return planOf('assistants')
}
const isOwn = (row: { readonly accountId: string; readonly symbol: string | null }): boolean =>
  row.accountId === desk.account('securities') && row.symbol === symbol('AAPL')
const about = ({ rows }: WrittenOut<FlattenPlan>) => rows.filter(isOwn)
/**
 * True while more calls or puts are short than long options and shares cover. Checked repeatedly
 * while positions are closed.
 */
async function naked(): Promise<boolean> {
  const all = await positionsAtExchange()
  if (!all.ok) return false
  const units = (type: OptionType): number =>
    all.value
      .filter(
        (position) => position.assetClass === 'option' && position.legs?.[0]?.option?.type === type,
      )
      .reduce((total, position) => total + Number(decimalText(position.quantity)), 0)
  const shares = all.value
    .filter((position) => position.assetClass === 'stock' && position.symbol === symbol('AAPL'))
    .reduce((total, position) => total + Number(decimalText(position.quantity)), 0)
  return units('call') + Math.floor(shares / 100) < 0 || units('put') < 0
}
async function run({ plan }: Pick<FlattenPlan, 'plan'>) {
  let going = true
  let seen = 0
  const watching = (async () => {
    while (going) {
      if (await naked()) seen += 1
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  const done = writtenOut(expectOk(await flatten.run(plan)))
  going = false
  await watching
  return { rows: done.rows.filter(isOwn), seen }
}

describe('flatten: combinations of options, over the real exchange', () => {
  test.each([
    ['a call spread that was paid for', 'call', true],
    ['a call spread that was received for', 'call', false],
    ['a put spread that was received for', 'put', false],
  ] as const)('closes %s as one order', async (_what, type, paid) => {
    await spread(type, paid)
    expect(await optionsHeld()).toHaveLength(2)
    // Together with everything else that is held, or alone.
    const plan = paid ? await planOf() : await planOfSpread()
    const [row] = about(plan).filter(({ line }) => line.includes('vertical'))
    expect(row).toMatchObject({
      line: expect.stringMatching(
        paid ? /^SELL 2 vertical on AAPL: / : /^BUY 2 vertical on AAPL: /,
      ) as string,
      note: expect.stringMatching(/Both legs as one order/) as string,
    })
    expect(plan.skipped.filter(isOwn)).toEqual([])
    const { rows, seen } = await run(plan)
    expect(rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'acknowledged'))
    await until('nothing is held', async () => (await optionsHeld()).length === 0)
    expect(seen).toBe(0)
  })

  test('closes the short leg first, then the long leg, when the exchange refuses the combination', async () => {
    await spread('call', true)
    // Plan only this spread, so that the fault affects its order.
    const plan = await planOfSpread()
    expect(plan.rows).toHaveLength(1)
    taken = (draft) => (draft.terms?.legs?.length ?? 0) < 2
    const { rows, seen } = await run(plan)
    expect(rows.find(({ line }) => line.includes('vertical'))).toMatchObject({
      outcome: 'acknowledged',
      text: expect.stringMatching(
        /^Not accepted as one order\. The short leg was bought back; the long leg: /,
      ) as string,
    })
    await until('nothing is held', async () => (await optionsHeld()).length === 0)
    expect(seen).toBe(0)
    const filledLegs = () =>
      desk.session.streams.orders
        .all()
        .filter(
          (order) =>
            order.assetClass === 'option' &&
            order.status === 'filled' &&
            order.terms?.legs.length === 1,
        )
        .sort((a, b) => (a.placedAt ?? 0) - (b.placedAt ?? 0))
    // The exchange knows of the last fill before its event arrives.
    await expect.poll(() => filledLegs().map(({ side }) => side)).toEqual(['buy', 'sell'])
  })

  test('sells shares that cover a written call only after the call is bought back', async () => {
    await desk.placeFilled(
      desk.draft({
        accountId: desk.account('securities'),
        assetClass: 'stock',
        symbol: symbol('AAPL'),
        type: 'market',
        size: quantity('100'),
      }),
    )
    const [call] = await nearest('call')
    const { bid } = await desk.quote(call.symbol)
    await desk.placeFilled(
      option({
        side: 'sell',
        limitPrice: asPrice(snap(sub<Decimal>(bid as Decimal, dec('0.20')), dec('0.05'), 'down')),
        terms: { strategy: 'single', legs: [desk.leg(call, 'sell')], intent: 'sell-to-open' },
      }),
    )
    // The account starts with shares of its own, whose number varies by day.
    const shares = (await applePositions())
      .filter(({ assetClass }) => assetClass === 'stock')
      .reduce((total, position) => total + Number(decimalText(position.quantity)), 0)
    expect(shares).toBeGreaterThanOrEqual(100)
    const plan = await planOf()
    expect(about(plan).find(({ line }) => line.startsWith('SELL'))?.note).toMatch(
      /After the short options of AAPL are closed/,
    )
    const { rows, seen } = await run(plan)
    expect(
      rows
        .map(({ line, outcome }) => `${line.split(' ').slice(0, 3).join(' ')}: ${outcome}`)
        .sort(),
    ).toEqual(['BUY TO CLOSE: acknowledged', `SELL ${shares} AAPL,: acknowledged`])
    await until('nothing is held', async () => (await applePositions()).length === 0)
    expect(seen).toBe(0)
  })

  test('a flatten for assistants closes both legs of a combination that one opened, and nothing else', async () => {
    await spread('call', true)
    expect(about(await planOf('assistants'))).toEqual([])
    const { rows } = await planOfSpread()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.line).toMatch(/^SELL 2 vertical on AAPL/)
  })
})

describe('the check of closing orders, leg by leg', () => {
  test('denies a combination that would open a leg or close more than is held', async () => {
    await spread('call', true)
    const [low, high] = await nearest('call')
    const all = await optionsHeld()
    expect(all.some(({ quantity: heldQuantity }) => isNegative(heldQuantity))).toBe(true)
    const close = (legs: ReturnType<SessionFixture['leg']>[], size = '2') =>
      desk.session.orders.close(
        `ticket-${legs.map(({ side }) => side).join('')}-${size}`,
        option({
          side: 'sell',
          size: quantity(size),
          limitPrice: asPrice(dec('0.05')),
          terms: { strategy: 'vertical', legs },
        }),
      )
    for (const legs of [
      [desk.leg(low, 'buy', '2'), desk.leg(high, 'sell', '2')],
      [desk.leg(low, 'sell', '2'), desk.leg(high, 'sell', '2')],
    ]) {
      expect(writtenOut(expectOk(await close(legs)))).toMatchObject({
        outcome: 'denied',
        reasons: [expect.stringMatching(/not-closing/) as string],
      })
    }
    expect(
      writtenOut(
        expectOk(await close([desk.leg(low, 'sell', '3'), desk.leg(high, 'buy', '3')], '3')),
      ),
    ).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/Only 2.* can still be closed/) as string],
    })
  })
})
