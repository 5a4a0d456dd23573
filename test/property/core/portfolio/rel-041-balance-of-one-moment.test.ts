import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AccountBalances } from '../../../../electron/core/limits/account-balances.js'
import { PersonalLimitService } from '../../../../electron/core/limits/personal-limit-service.js'
import { createShownBalance } from '../../../../electron/core/portfolio/shown-balance.js'
import { DEFAULT_LIMITS } from '../../../../electron/core/risk/risk-limits.js'
import { asMoney, fromInteger, toInteger, type Money } from '../../../../shared/domain/decimal.js'
import { fakeDocument } from '../../../fakes/document.js'
import { Simulation } from '../../../simulation/core/simulation.js'
import {
  CALL,
  TruthfulBroker,
  type Delays,
  type HeldValue,
  type Listed,
} from '../../../simulation/core/truthful-broker.js'

const STOCK: Listed = { name: 'AAPL', assetClass: 'stock', multiplier: 1 }
const SHORT: Listed = { name: 'TSLA', assetClass: 'stock', multiplier: 1 }
const FUTURE: Listed = { name: 'ESZ6', assetClass: 'futures', multiplier: 50 }
const COIN: Listed = { name: 'BTCUSD', assetClass: 'crypto', multiplier: 1 }
const EVENT: Listed = { name: 'KX-EVENT', assetClass: 'event', multiplier: 1 }
const LISTED = [STOCK, SHORT, FUTURE, COIN, EVENT, CALL]
const STEP: Readonly<Record<string, number>> = {
  ESZ6: 25,
  BTCUSD: 731,
  AAPL: 3,
  TSLA: 7,
  'KX-EVENT': 1,
  [CALL.name]: 5,
}
const SIZE: Readonly<Record<string, number>> = {
  ESZ6: 1_000,
  BTCUSD: 12,
  AAPL: 40_000,
  TSLA: -25_000,
  'KX-EVENT': 90_000,
  [CALL.name]: 8_000,
}

type Step =
  | { readonly kind: 'price'; readonly index: number; readonly ticks: number }
  | { readonly kind: 'fill'; readonly index: number; readonly size: number; readonly fee: number }
  | { readonly kind: 'order' }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'wait'; readonly ms: number }

const index = fc.nat({ max: LISTED.length - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      index,
      ticks: fc.integer({ min: -9, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      index,
      size: fc.constantFrom(-3, -2, -1, 1, 2, 3),
      fee: fc.nat({ max: 250 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'order' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'refresh' as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 1, max: 1_500 }),
    }),
  },
)
const delays: fc.Arbitrary<Delays> = fc.record({
  price: fc.integer({ min: 1, max: 80 }),
  event: fc.integer({ min: 1, max: 200 }),
  request: fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 21, max: 250 })),
})

const steps = fc.array(step, { minLength: 5, maxLength: 60 })
/** Figures that follow prices are published this much apart. */
const PUBLISHED_MS = 80
const QUICK: Delays = { price: 5, event: 5, request: [2, 20] }
const RUNS = process.env['COUNTERSIGN_EFFORT'] === 'full' ? 1_000 : 25

const START: Readonly<Record<string, number>> = {
  AAPL: 19_000,
  TSLA: 41_000,
  ESZ6: 673_600,
  BTCUSD: 9_650_000,
  'KX-EVENT': 45,
  [CALL.name]: 640,
}
/** A position that the window showed, with the time at which its figures are said to be true. */
interface ShownRow extends HeldValue {
  readonly id: string
  readonly time: number
  readonly from: number
  readonly live: boolean
}

const cents = (money: Money | null): number => Number(toInteger(money as Money, 2))

/** A figure that the window showed, with the time at which it is said to be true. */
interface Shown {
  readonly time: number
  readonly from: number
  readonly net: number
  readonly day: number
  readonly live: boolean
}

/** Runs the steps; returns what was shown, each time that something was published. */
async function play(
  seed: number,
  given: Delays,
  taken: readonly Step[],
  opened: (broker: TruthfulBroker, simulation: Simulation) => void = () => undefined,
) {
  const simulation = new Simulation(seed)
  const broker = new TruthfulBroker(simulation, 50_000_000, given)
  for (const { name } of LISTED) broker.setPrice(name, START[name] ?? 100)
  await broker.pass(200)
  for (const listed of LISTED) broker.execute(listed, SIZE[listed.name] ?? 0, 0)
  await broker.open()
  await broker.pass(8_000)
  const balances: Shown[] = []
  const rows: ShownRow[] = []
  const momentOf = (valuedAt: number | null | undefined): number =>
    valuedAt == null ? simulation.now : valuedAt - (simulation.wall() - Math.floor(simulation.now))
  broker.portfolio.positions.subscribe(() => {
    for (const row of broker.portfolio.positions.get() ?? []) {
      rows.push({
        id: row.positionId,
        time: simulation.now,
        from: momentOf(row.valuedAt),
        live: row.valuedAt === undefined,
        size: Number(toInteger(row.quantity, 3)),
        value: cents(row.marketValue),
        gain: cents(row.unrealizedPnl),
        day: cents(row.dayPnl),
      })
    }
  })
  broker.portfolio.balance.subscribe(() => {
    const balance = broker.portfolio.balance.get()
    if (balance === null) return
    const { valuedAt } = balance
    const live = valuedAt === null || valuedAt === undefined
    balances.push({
      time: simulation.now,
      from: momentOf(valuedAt),
      net: cents(balance.netLiquidation),
      day: cents(balance.dayPnl),
      live,
    })
  })
  opened(broker, simulation)
  for (const next of taken) await perform(broker, next)
  await broker.pass(35_000)
  return { broker, shown: balances, rows, simulation }
}

async function perform(broker: TruthfulBroker, taken: Step): Promise<void> {
  switch (taken.kind) {
    case 'price': {
      const { name } = LISTED[taken.index] ?? STOCK
      const next = broker.price(name) + taken.ticks * (STEP[name] ?? 1)
      broker.setPrice(name, Math.max(1, next))
      return
    }
    case 'fill': {
      const listed = LISTED[taken.index] ?? STOCK
      const unit = Math.abs(SIZE[listed.name] ?? 1_000)
      return broker.execute(listed, taken.size * (unit / (listed === FUTURE ? 1 : 4)), taken.fee)
    }
    case 'order':
      return broker.changeOrder()
    case 'refresh':
      return void broker.portfolio.refresh()
    case 'wait':
      return await broker.pass(taken.ms)
  }
}

/** True when a fill happened of which the client could not know at that time. */
const isUnannounced = (broker: TruthfulBroker, time: number, event: number): boolean =>
  broker.fills.some((fill) => fill <= time && time <= fill + event)

/** Returns the figures that were true at any time between two moments. */
function truthsBetween({ history }: TruthfulBroker, from: number, to: number) {
  const first = history.findLastIndex(({ time }) => time <= from)
  const last = history.findLastIndex(({ time }) => time <= to)
  return history.slice(Math.max(0, first), last + 1)
}

/** Locks the account of a broker out when its loss of the day reaches the limit. */
function limitLoss(broker: TruthfulBroker, simulation: Simulation, limit: number) {
  const { portfolio } = broker
  const [clock, timers] = [simulation.clock, simulation.timers()]
  const shownBalance = createShownBalance({
    portfolio,
    realized: { get: () => [], subscribe: () => () => undefined },
    unreadable: () => [],
  })
  const service: PersonalLimitService = new PersonalLimitService({
    file: fakeDocument(),
    defaults: { ...DEFAULT_LIMITS, maxDailyLoss: asMoney(fromInteger(limit, 2)) },
    clock,
    timers,
    log: { event: () => undefined } as never,
    accounts: () => portfolio.accounts,
    balances: new AccountBalances({
      portfolio,
      shown: shownBalance,
      read: () => Promise.reject(new Error('the only account is the selected one')),
      refreshShown: () => portfolio.refresh(),
      clock,
      timers,
      isNeeded: () => true,
    }),
    provedTime: () => null,
    onChange: () => undefined,
    onStored: () => undefined,
    onDamaged: () => undefined,
  })
  service.start()
  return service
}

/** Expects of the steps that each position was, at the moment that it stated, as it was shown. */
async function expectTrueRows(
  seed: number,
  brokerDelays: Delays,
  taken: readonly Step[],
): Promise<void> {
  const { broker, rows } = await play(seed, brokerDelays, taken)
  const way = brokerDelays.request[1]
  for (const { id, time, from, live, size, value, gain, day } of rows) {
    if (isUnannounced(broker, time, brokerDelays.event)) continue
    if (!live && isUnannounced(broker, from, brokerDelays.event)) continue
    // Prices arrive later than they change; what was read shows a time after its request.
    const begins = from - brokerDelays.price - (live ? 0 : PUBLISHED_MS) - 1
    const truths = truthsBetween(broker, begins, live ? from : from + 2 * way)
    expect(truths.map((truth) => truth.rows.get(id))).toContainEqual({
      size,
      value,
      gain,
      day,
    })
  }
  const end = broker.portfolio.positions.get() ?? []
  expect(end.map(({ valuedAt }) => valuedAt)).toEqual(end.map(() => undefined))
  expect(end.map(({ quantity }) => Number(toInteger(quantity, 3)))).toEqual(
    end.map(({ positionId }) => broker.sizeOf(positionId.slice(2))),
  )
}

describe('REL-41: the balance that is shown', () => {
  it('is what the account was worth at the moment that it states, in every interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), delays, steps, async (seed, brokerDelays, taken) => {
        const { broker, shown } = await play(seed, brokerDelays, taken)
        const way = brokerDelays.request[1]
        for (const { time, from, net, day, live } of shown) {
          if (isUnannounced(broker, time, brokerDelays.event)) continue
          if (!live && isUnannounced(broker, from, brokerDelays.event)) continue
          // Prices arrive later than they change; an answer is calculated before it arrives.
          const begins =
            from -
            (live ? brokerDelays.price : Math.max(way, brokerDelays.price + PUBLISHED_MS)) -
            1
          const truths = truthsBetween(broker, begins, from)
          expect(truths.map((value) => value.net)).toContain(net)
          expect(truths.map((value) => value.day)).toContain(day)
        }
        const end = broker.portfolio.balance.get()
        expect(cents(end?.netLiquidation ?? null)).toBe(broker.net())
      }),
      { numRuns: RUNS },
    )
  })

  it('is of positions each of which was so at the moment that it states', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), delays, steps, async (seed, brokerDelays, taken) => {
        await expectTrueRows(seed, brokerDelays, taken)
      }),
      { numRuns: RUNS },
    )
  })

  it('is of no new size at a price of before the fill, which arrives later than the size', async () => {
    const tick: Step = { kind: 'price', index: LISTED.indexOf(FUTURE), ticks: -1 }
    const fill: Step = { kind: 'fill', index: LISTED.indexOf(FUTURE), size: -3, fee: 0 }
    const brokerDelays: Delays = { price: 48, event: 6, request: [1, 21] }
    for (const seed of [1, 2, 3, 4, 5, 981_445_087]) {
      await expectTrueRows(seed, brokerDelays, [
        { kind: 'refresh' },
        tick,
        { kind: 'wait', ms: 5 },
        fill,
        { kind: 'refresh' },
      ])
    }
  })

  it('locks no account out before its loss reached the limit, not even by a cent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), delays, steps, async (seed, given, taken) => {
        const before = await play(seed, given, taken)
        const worst = Math.min(...before.broker.history.map(({ day }) => day))
        expect(await lockedAt(seed, given, taken, 1 - worst)).toBe(false)
        const end = before.broker.day()
        if (end < 0) expect(await lockedAt(seed, given, taken, -end)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})

/** Runs the steps; returns whether the account was locked out at a limit in cents. */
async function lockedAt(
  seed: number,
  given: Delays,
  taken: readonly Step[],
  limit: number,
): Promise<boolean> {
  let service: PersonalLimitService | null = null
  await play(seed, given, taken, (opened, simulation) => {
    service = limitLoss(opened, simulation, limit)
  })
  return (service as PersonalLimitService | null)?.lockOuts.length === 1
}

/** An account with stock, whose figures are read and shown. */
async function openStock(size: number, price: number) {
  const simulation = new Simulation(1)
  const broker = new TruthfulBroker(simulation, 2_000_000, QUICK)
  broker.setPrice('AAPL', price)
  await broker.pass(50)
  broker.execute(STOCK, size, 0)
  await broker.open()
  await broker.pass(35_000)
  return { simulation, broker }
}

const shownNet = ({ portfolio }: TruthfulBroker): number =>
  cents(portfolio.balance.get()?.netLiquidation ?? null)

describe('REL-41: a balance that is read alone', () => {
  it('does not add the move that the broker has already counted', async () => {
    const { broker } = await openStock(100_000, 10_000)
    broker.setPrice('AAPL', 11_000)
    await broker.pass(500)
    expect(shownNet(broker)).toBe(2_100_000)
    broker.changeOrder()
    await broker.pass(1_000)
    expect(shownNet(broker)).toBe(2_100_000)
    expect(broker.portfolio.balance.get()).toMatchObject({
      totalMarketValue: '11000.00',
      unrealizedPnl: '1000.00',
      dayPnl: '1000.00',
      valuedAt: null,
    })
    broker.setPrice('AAPL', 11_100)
    await broker.pass(500)
    expect(shownNet(broker)).toBe(2_110_000)
  })

  it('locks no account out whose loss is 600 of 1,000', async () => {
    const { simulation, broker } = await openStock(100_000, 10_000)
    const service = limitLoss(broker, simulation, 100_000)
    broker.setPrice('AAPL', 9_400)
    broker.changeOrder()
    await broker.pass(20_000)
    expect(service.lockOuts).toEqual([])
    broker.setPrice('AAPL', 9_000)
    await broker.pass(1_000)
    expect(service.lockOuts).toMatchObject([{ reason: 'daily-loss', dayPnl: '-1000.00' }])
  })
})

describe('REL-41: a balance whose price came and went between two quotes', () => {
  it('has no error that remains: its positions have the same cost', async () => {
    const { broker, simulation } = await openStock(100_000, 10_000)
    void broker.portfolio.refresh()
    // The broker calculates at a price that no quote ever shows.
    broker.setUnseenPrice('AAPL', 10_700)
    await simulation.run(simulation.now + 22)
    broker.setPrice('AAPL', 10_010)
    await broker.pass(2_000)
    expect(shownNet(broker)).toBe(broker.net())
    expect(broker.portfolio.balance.get()?.valuedAt).toBeNull()
  })

  it('has none for a future either, which was held before', async () => {
    const simulation = new Simulation(1)
    const broker = new TruthfulBroker(simulation, 5_900_550, QUICK)
    broker.setPrice('ESZ6', 673_600)
    await broker.pass(50)
    broker.execute(FUTURE, 2_000, 0)
    await broker.open()
    await broker.pass(35_000)
    void broker.portfolio.refresh()
    broker.setUnseenPrice('ESZ6', 674_000)
    await broker.pass(22)
    broker.setPrice('ESZ6', 673_625)
    await broker.pass(2_000)
    expect(shownNet(broker)).toBe(broker.net())
  })
})

describe('REL-41: a balance after a fill', () => {
  it('is right after a part of a future was sold, whichever answer is first', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const simulation = new Simulation(seed)
      const broker = new TruthfulBroker(simulation, 5_900_550, { ...QUICK, request: [5, 200] })
      broker.setPrice('ESZ6', 673_612)
      await broker.pass(50)
      broker.execute(FUTURE, 2_000, 0)
      await broker.open()
      broker.setPrice('ESZ6', 673_000)
      broker.execute(FUTURE, -1_000, 225)
      await broker.pass(600)
      broker.setPrice('ESZ6', 672_950)
      await broker.pass(6_000)
      expect(shownNet(broker)).toBe(broker.net())
      expect(broker.portfolio.balance.get()?.valuedAt).toBeNull()
    }
  })

  it('stands still at a time that it states, until balance and positions are read again', async () => {
    const { broker, simulation } = await openStock(100_000, 10_000)
    broker.execute(STOCK, -100_000, 0)
    await broker.pass(50)
    const filledAt = simulation.wall()
    broker.setPrice('AAPL', 9_000)
    await broker.pass(200)
    expect(shownNet(broker)).toBe(2_000_000)
    expect(broker.portfolio.positions.get()).toMatchObject([{ marketValue: '10000.00' }])
    const valuedAt = broker.portfolio.balance.get()?.valuedAt
    // A fill is announced within a second: what is shown was so before it.
    expect(valuedAt).toBeGreaterThan(filledAt - 1_060)
    expect(valuedAt).toBeLessThanOrEqual(filledAt - 1_000)
    await broker.pass(2_000)
    expect(shownNet(broker)).toBe(2_000_000)
    expect(broker.portfolio.positions.get()).toEqual([])
    expect(broker.portfolio.balance.get()?.valuedAt).toBeNull()
  })

  it('is read again when the positions changed without notice', async () => {
    const { broker } = await openStock(100_000, 10_000)
    broker.executeSilently(STOCK, -50_000)
    void broker.portfolio.refresh()
    broker.setPrice('AAPL', 9_000)
    await broker.pass(1_000)
    expect(shownNet(broker)).toBe(broker.net())
  })
})
