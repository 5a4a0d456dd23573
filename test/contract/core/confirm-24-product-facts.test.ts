import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { accountImpactFields } from '../../../electron/core/instructions/confirm/fields/account-impact-fields.js'
import {
  estimateCost,
  marketFields,
} from '../../../electron/core/instructions/confirm/fields/card-fields.js'
import { DEFAULT_POLICIES } from '../../../electron/core/instructions/connections/connection-file.js'
import type {
  CardFacts,
  FetchCardFacts,
} from '../../../electron/core/instructions/policy/policy-types.js'
import { createCardFacts } from '../../../electron/core/instructions/policy/card-facts.js'
import { evaluatePolicy } from '../../../electron/core/instructions/policy/policy-engine.js'
import { createScorecards } from '../../../electron/core/instructions/scorecard/scorecard-service.js'
import type { TradeRecord } from '../../../electron/core/instructions/scorecard/executions.js'
import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  eq,
  gt,
  isPositive,
  lte,
  mul,
  snap,
  sub,
  ZERO_MONEY,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import {
  clientOrderId,
  symbol,
  type ConnectionId,
  type InstructionId,
} from '../../../shared/domain/ids.js'
import type { Instruction } from '../../../shared/domain/instructions/instruction.js'
import type { OptionContract } from '../../../shared/domain/instruments/option.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { until } from '../../harness/system/until.js'
import { quantity, SessionFixture } from './session-fixture.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { writtenOut } from '../../harness/written-out.js'

const STEP = dec('0.05')
let desk: SessionFixture
let facts: FetchCardFacts
let low: OptionContract
let high: OptionContract

beforeAll(async () => {
  desk = await SessionFixture.open()
  facts = createCardFacts(desk.session, { clock: systemClock, timers: systemTimers })
  const [first, second] = await desk.contracts('call')
  if (first === undefined || second === undefined) throw new Error('no contracts')
  low = first
  high = second
})
afterAll(() => desk.close())

const factsOf = async (draft: OrderDraft): Promise<CardFacts> =>
  expectOk(await facts({ kind: 'place', draft }))
const positionOf = async (draft: OrderDraft): Promise<string | null> => {
  const { position } = await factsOf(draft)
  return position === null ? null : decimalText(position.quantity)
}
const fields = (draft: OrderDraft, facts: CardFacts) => {
  const action = { kind: 'place' as const, draft }
  const estimate = {
    cost: estimateCost(action, facts),
    fees: null,
    currency: 'USD',
    source: foreign('Countersign estimate'),
    problem: null,
  }
  return Object.fromEntries(
    [...marketFields(action, facts), ...accountImpactFields(action, facts, estimate)].map(
      (field) => [field.id, writtenOut(field)],
    ),
  )
}
/** Evaluates the policy with every limit set out of reach. */
const verdictOf = (draft: OrderDraft, facts: CardFacts) =>
  evaluatePolicy({
    environment: 'practice',
    policy: {
      ...DEFAULT_POLICIES.practice,
      maxOrder: asMoney(dec('100000000')),
      maxDay: asMoney(dec('100000000')),
      maxQuantity: null,
      hours: 'any',
    },
    action: { kind: 'place', draft },
    facts,
    usage: { pending: [], working: [], today: [], requestTimes: [] },
    halted: false,
    now: epochMs(Date.now()),
  })
/** Expects bid, ask, last price, a fresh quote, the session, and the account with its balance. */
const complete = ({ price, quoteAgeMs, session, account, balance }: CardFacts): void => {
  expect(
    price?.bid != null && price.ask != null && price.last !== null && gt(price.ask, price.bid),
  ).toBe(true)
  expect(quoteAgeMs).toBeLessThan(2_000)
  expect(session).toBe('regular')
  expect([account === null, balance?.accountId]).toEqual([false, account?.accountId])
}
const option = (more: Partial<OrderDraft>): OrderDraft =>
  desk.draft({
    accountId: desk.account('securities'),
    assetClass: 'option',
    symbol: symbol('AAPL'),
    ...more,
  })
const through = (price: Decimal) => asPrice(snap(add<Decimal>(price, dec('0.20')), STEP, 'up'))
const under = (price: Decimal) => asPrice(snap(sub<Decimal>(price, dec('0.20')), STEP, 'down'))

describe('CONFIRM-23, CONFIRM-24: the facts of a card by product', () => {
  test('an option has its own market, multiplier 100, its position, and its premium as max loss', async () => {
    const { ask } = await desk.quote(low.symbol)
    const draft = option({
      terms: { strategy: 'single', legs: [desk.leg(low, 'buy')], intent: 'buy-to-open' },
      limitPrice: through(ask as Decimal),
    })
    const facts = await factsOf(draft)
    complete(facts)
    expect(facts).toMatchObject({
      multiplier: '100',
      position: null,
      quote: { symbol: low.symbol },
    })
    const { bid, last, spread, position } = fields(draft, facts)
    expect([bid?.value, last?.value, spread?.value].every((value) => value !== 'not known')).toBe(
      true,
    )
    expect(position).toMatchObject({ before: '0', value: '1' })
    const { maxLoss: worstCase } = verdictOf(draft, facts)
    expect(worstCase !== null && eq(worstCase, mul(draft.limitPrice as Decimal, dec('100')))).toBe(
      true,
    )
    await desk.placeFilled(draft)
    expect(await positionOf(draft)).toBe('1.00000')
    expect(
      await positionOf({ ...draft, terms: { strategy: 'single', legs: [desk.leg(high, 'buy')] } }),
    ).toBeNull()
    // Closing adds no loss. The market has moved since the purchase.
    const { bid: bidNow } = await desk.quote(low.symbol)
    const close = {
      ...draft,
      side: 'sell' as const,
      limitPrice: under(bidNow as Decimal),
      terms: {
        strategy: 'single' as const,
        legs: [desk.leg(low, 'sell')],
        intent: 'sell-to-close' as const,
      },
    }
    const after = await factsOf(close)
    expect(fields(close, after)['position']).toMatchObject({
      before: '1',
      value: '0',
      mark: 'none',
    })
    expect(decimalText(verdictOf(close, after).maxLoss ?? dec('-1'))).toBe('0')
    await desk.placeFilled(close)
  })

  test('a combination has the net price of its legs and is held leg by leg', async () => {
    const [cheap, dear] = [await desk.quote(high.symbol), await desk.quote(low.symbol)]
    const net = sub<Decimal>(dear.ask as Decimal, cheap.bid as Decimal)
    const draft = option({
      size: quantity('2'),
      limitPrice: through(net),
      terms: {
        strategy: 'vertical',
        legs: [desk.leg(low, 'buy', '2'), desk.leg(high, 'sell', '2')],
      },
    })
    const facts = await factsOf(draft)
    complete(facts)
    expect(facts).toMatchObject({ multiplier: '100', position: null, quote: null })
    expect(
      facts.price?.ask != null &&
        isPositive(facts.price.ask) &&
        gt(dear.ask as Decimal, facts.price.ask),
    ).toBe(true)
    const { maxLoss: worstCase } = verdictOf(draft, facts)
    expect(
      worstCase !== null &&
        eq(worstCase, mul(mul(draft.limitPrice as Decimal, dec('100')), dec('2'))),
    ).toBe(true)
    await desk.placeFilled(draft)
    expect(await positionOf(draft)).toBe('2')
    const close = {
      ...draft,
      side: 'sell' as const,
      limitPrice: asPrice(dec('0.05')),
      terms: {
        strategy: 'vertical' as const,
        legs: [desk.leg(low, 'sell', '2'), desk.leg(high, 'buy', '2')],
      },
    }
    expect(await positionOf(close)).toBe('2')
    // Legs with another ratio or side are another combination.
    expect(
      await positionOf({
        ...draft,
        terms: {
          strategy: 'vertical',
          legs: [desk.leg(low, 'buy', '2'), desk.leg(high, 'buy', '2')],
        },
      }),
    ).toBeNull()
    await desk.placeFilled({
      ...close,
      limitPrice: under(
        sub<Decimal>(
          (await desk.quote(low.symbol)).bid as Decimal,
          (await desk.quote(high.symbol)).ask as Decimal,
        ),
      ),
    })
    expect(await positionOf(draft)).toBeNull()
  })

  test('a future has its point value, its tick, and an unlimited loss when short', async () => {
    const month = await desk.future('MES')
    const draft = desk.draft({
      accountId: desk.account('futures'),
      assetClass: 'futures',
      symbol: month.symbol,
      type: 'market',
    })
    const facts = await factsOf(draft)
    complete(facts)
    expect([
      facts.multiplier,
      facts.tick === null ? null : decimalText(facts.tick),
      facts.position,
    ]).toEqual(['5', '0.25', null])
    expect(verdictOf({ ...draft, side: 'sell' }, facts)).toMatchObject({ maxLoss: null })
    const maxLoss = verdictOf(draft, facts).maxLoss
    expect(maxLoss !== null && gt(maxLoss, mul(facts.price?.last ?? dec('0'), dec('5')))).toBe(true)
    await desk.placeFilled(draft)
    expect(fields(draft, await factsOf(draft))['position']).toMatchObject({
      before: '1',
      value: '2',
    })
  })

  test('crypto has multiplier 1, is open at any hour, and has the amount as maximum loss', async () => {
    const draft = desk.draft({
      accountId: desk.account('crypto'),
      assetClass: 'crypto',
      symbol: symbol('BTCUSD'),
      timeInForce: 'ioc',
      type: 'market',
      size: { kind: 'amount', amount: asMoney(dec('50')) },
    })
    const found = await factsOf(draft)
    complete(found)
    expect([found.multiplier, found.position]).toEqual(['1', null])
    expect(decimalText(verdictOf(draft, found).maxLoss ?? dec('-1'))).toBe('50')
    await desk.placeFilled(draft)
    expect(isPositive((await factsOf(draft)).position?.quantity ?? dec('0'))).toBe(true)
  })

  test('an event contract has the market and position of its outcome, and loses one dollar at most', async () => {
    const market = expectOk(
      await desk.products.eventMarkets({ series: symbol('KXPRESPARTY') }),
    ).find((candidate) => candidate.tradable === 'yes')
    if (market === undefined) throw new Error('no market')
    const draft = desk.draft({
      accountId: desk.account('events'),
      assetClass: 'event',
      symbol: market.symbol,
      size: quantity('5'),
      type: 'market',
      terms: { outcome: 'no', tradeMode: 'by-contracts' },
    })
    const yes = { ...draft, terms: { outcome: 'yes' as const, tradeMode: 'by-contracts' as const } }
    const [yesFacts, other] = [await factsOf(draft), await factsOf(yes)]
    complete(yesFacts)
    // The bid of "no" plus the ask of "yes" is one dollar.
    expect(
      eq(add<Decimal>(yesFacts.price?.bid ?? dec('0'), other.price?.ask ?? dec('0')), dec('1')),
    ).toBe(true)
    expect(yesFacts.multiplier).toBe('1')
    expect(lte(verdictOf(draft, yesFacts).maxLoss ?? dec('6'), dec('5'))).toBe(true)
    await desk.placeFilled(draft)
    expect([await positionOf(draft), await positionOf(yes)]).toEqual(['5.00000', null])
    expect(fields(draft, await factsOf(draft))['position']).toMatchObject({
      before: '5',
      value: '10',
    })
  })
})

describe('report cards: the price of open options and event contracts', () => {
  const WHO = '00000000000000a1' as ConnectionId
  const scoreFor = async (draft: OrderDraft, price: Decimal, multiplier: string) => {
    const [id, order] = ['0'.repeat(32) as InstructionId, clientOrderId('made')]
    const size = draft.size.kind === 'quantity' ? draft.size.quantity : asQuantity(dec('0'))
    const now = epochMs(Date.now())
    const instruction = {
      id,
      connectionId: WHO,
      action: { kind: 'place', draft },
      amendment: null,
      createdAt: now,
      status: 'APPROVED',
      ending: { why: 'approved', detail: '', endedAt: now },
      outcome: { state: 'acknowledged', clientOrderId: order, text: '', at: now },
    } as unknown as Instruction
    const trade: TradeRecord = {
      clientOrderId: order,
      status: 'filled',
      steps: [{ time: now, filled: size, value: asMoney(mul(price, size)), fees: ZERO_MONEY }],
    }
    const scorecard = createScorecards({
      book: {
        trades: new Map([[order, trade]]),
        marketAtRequest: new Map([
          [id, { at: now, bid: null, ask: null, last: null, multiplier: dec(multiplier) }],
        ]),
      },
      instructionService: { byConnection: () => [instruction] },
      connections: { get: () => ({ name: 'Helper', shadow: false, state: 'active' }) as never },
      audit: { page: () => Promise.resolve({ rows: [], more: false, total: 0 }) as never },
      queries: desk.session.queries,
      environment: 'practice',
      clock: systemClock,
      log: { event: () => undefined },
    })
    const score = await scorecard(WHO)
    return score?.open[0] ?? null
  }

  test.each([
    ['a contract', 'single'],
    ['a combination', 'vertical'],
  ] as const)('%s of options', async (_what, strategy) => {
    const legs =
      strategy === 'single'
        ? [desk.leg(low, 'buy')]
        : [desk.leg(low, 'buy'), desk.leg(high, 'sell')]
    const draft = option({ terms: { strategy, legs }, limitPrice: asPrice(dec('1')) })
    await until('a price', async () => (await factsOf(draft)).price?.bid != null)
    const open = await scoreFor(draft, dec('1'), '100')
    expect(open?.last != null && isPositive(open.last)).toBe(true)
    expect(
      open?.pnl != null &&
        eq(open.pnl, mul(sub<Decimal>(open.last ?? dec('0'), dec('1')), dec('100'))),
    ).toBe(true)
  })

  test('an event contract is priced by its own outcome', async () => {
    const market = expectOk(
      await desk.products.eventMarkets({ series: symbol('KXPRESPARTY') }),
    ).find((candidate) => candidate.tradable === 'yes')
    if (market === undefined) throw new Error('no market')
    const draft = (outcome: 'yes' | 'no') =>
      desk.draft({
        accountId: desk.account('events'),
        assetClass: 'event',
        symbol: market.symbol,
        size: quantity('10'),
        limitPrice: asPrice(dec('0.50')),
        terms: { outcome },
      })
    const [yes, no] = [
      await scoreFor(draft('yes'), dec('0.50'), '1'),
      await scoreFor(draft('no'), dec('0.50'), '1'),
    ]
    expect(
      yes?.last != null && no?.last != null && eq(add<Decimal>(yes.last, no.last), dec('1')),
    ).toBe(true)
    expect(yes?.pnl != null && no?.pnl != null && eq(add<Decimal>(yes.pnl, no.pnl), dec('0'))).toBe(
      true,
    )
  })
})

describe('reminders about an order, from a real exchange', () => {
  const share = (more: Partial<OrderDraft>): OrderDraft =>
    desk.draft({
      accountId: desk.account('securities'),
      assetClass: 'stock',
      symbol: symbol('XOM'),
      size: quantity('1'),
      ...more,
    })

  test('shares bought now and sold below their cost are a wash sale, as a change of the order too', async () => {
    await desk.placeFilled(share({ type: 'market', limitPrice: null }))
    const sale = share({ side: 'sell', limitPrice: asPrice(dec('20.00')) })
    const mentioned = await until('the purchase is among the executions', async () => {
      const { reminders = [] } = await factsOf(sale)
      return reminders.find(({ kind }) => kind === 'wash-sale')
    })
    expect(inEnglish(mentioned.text)).toMatch(/below your average cost, and 1 XOM were bought/)

    const { last } = await desk.quote('XOM')
    if (last == null) throw new Error('no price')
    const far = asPrice(snap(mul(last, dec('1.05')), dec('0.01'), 'up'))
    const working = await desk.placeWorking(share({ side: 'sell', limitPrice: far }))
    const before = desk.session.streams.orders
      .all()
      .find((order) => order.clientOrderId === working)
    if (before === undefined) throw new Error('no order')
    const { accountId, clientOrderId: id } = before
    const change = { limitPrice: asPrice(dec('20.00')) }
    const changed = await facts({ kind: 'replace', accountId, clientOrderId: id, change, before })
    expect(expectOk(changed).reminders?.map(({ kind }) => kind)).toContain('wash-sale')
    const canceled = await facts({ kind: 'cancel', accountId, clientOrderId: id, before })
    expect(expectOk(canceled).reminders).toEqual([])
  })

  test('the last hour of an option is that of its underlying, not a fall to its premium', async () => {
    const leg = { symbol: symbol('AAPL'), side: 'buy', quantity: asQuantity(dec('1')) } as const
    const { strike, expiration } = low
    const bought = option({
      size: quantity('1'),
      limitPrice: asPrice(dec('0.05')),
      terms: {
        strategy: 'single',
        legs: [{ ...leg, option: { type: 'call', strike, expiration } }],
      },
    })
    const range = await until('the bars of the last hour', async () => {
      const { lastHour } = await desk.session.orders.reminders.read(bought)
      return lastHour ?? undefined
    })
    const { last } = await desk.quote('AAPL')
    if (last == null) throw new Error('no price')
    expect(gt(range.to, mul(last, dec('0.9')))).toBe(true)
    const { reminders = [] } = await factsOf(bought)
    for (const { kind, text } of reminders) {
      if (kind === 'trend') expect(inEnglish(text)).toMatch(/^AAPL fell \d(\.\d)?% /)
    }
  })
})
