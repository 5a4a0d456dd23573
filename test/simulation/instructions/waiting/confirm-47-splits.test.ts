import { describe, expect, it } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { WaitingRequest } from '../../../../shared/domain/instructions/waiting-request.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { waitingView } from '../../../../electron/assistant/views/waiting.js'
import { conditionMessage } from '../../../../electron/core/instructions/order-text/condition-summary.js'
import { NO_CONTRACT_FACTS } from '../../../fakes/contract-facts.js'
import { AAPL, above, DRAFT, WaitingFixture } from './waiting-fixture.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The simulation begins on Friday, November 21, 2025; AAPL splits on the Monday. */
const SPLIT_DAY = '2025-11-24'
const RATIO = { from: dec('1'), to: dec('4') }
const LINE =
  'AAPL split 4 for 1 on Nov 24, 2025, and this was in old prices and shares; nothing was requested'

const split = {
  ...NO_CONTRACT_FACTS,
  split: (symbol: string, day: string) =>
    Promise.resolve(symbol === AAPL && day === SPLIT_DAY ? RATIO : null),
}

async function added(fixture: WaitingFixture, request: WaitingRequest) {
  const { day } = exchangeClock(epochMs(fixture.simulation.wall() + 10 * DAY))
  const made = await fixture.add({ ...request, expires: { day, minute: 600 } })
  if (!made.ok) throw new Error(inEnglish(made.error.message))
  return made.value.id
}
/** Lets time pass while Countersign is closed, then opens it. */
async function closedFor(fixture: WaitingFixture, ms: number): Promise<void> {
  await fixture.crash()
  await fixture.run(ms)
  await fixture.open()
}
const waitingOf = (fixture: WaitingFixture, id: string) =>
  fixture.service.all().find((waiting) => waiting.id === id)
const detailOf = (fixture: WaitingFixture, id: string): string => {
  const detail = waitingOf(fixture, id)?.detail
  return detail === null || detail === undefined ? '' : inEnglish(detail)
}

describe('CONFIRM-47: a split of the stock of a waiting instruction', () => {
  it.each(['while Countersign runs', 'while Countersign is closed'])(
    'ends it %s, and its level in old prices wakes nothing',
    async (when) => {
      const fixture = await WaitingFixture.start()
      fixture.contracts = split
      fixture.trade('200')
      const id = await added(fixture, below('150'))
      // The trade date of the split begins on Sunday at 20:00 New York time.
      const toSplit = 2 * DAY + 10 * HOUR + 30 * MINUTE
      await closedFor(fixture, when.endsWith('closed') ? 3 * DAY : toSplit - 5 * MINUTE)
      if (when.endsWith('runs')) {
        expect(waitingOf(fixture, id)?.state).toBe('waiting')
        await fixture.run(10 * MINUTE)
      }
      fixture.trade('50')
      await fixture.run(MINUTE)
      expect(fixture.wakes).toEqual([])
      expect(waitingOf(fixture, id)?.state).toBe('impossible')
      expect(detailOf(fixture, id)).toBe(LINE)
    },
  )

  it('ends a request of shares that waits for a time, and not one of an amount of money', async () => {
    const fixture = await WaitingFixture.start()
    fixture.contracts = split
    const time: WaitingRequest = {
      ...above('100'),
      condition: { kind: 'time', day: '2025-11-24', minute: 20 * 60 },
    }
    fixture.draft = { ...DRAFT, type: 'market', limitPrice: null }
    const shares = await added(fixture, time)
    fixture.draft = { ...fixture.draft, size: { kind: 'amount', amount: dec('500') as never } }
    const money = await added(fixture, { ...time, request: { ...time.request, key: 'money' } })
    await closedFor(fixture, 3 * DAY + 10 * HOUR + 29 * MINUTE)
    await fixture.run(2 * MINUTE)
    expect(detailOf(fixture, shares)).toBe(LINE)
    expect(fixture.wakes).toEqual([`waiting-${money}`])
  })

  it('ends the order on an option of the stock', async () => {
    const fixture = await WaitingFixture.start()
    fixture.contracts = split
    fixture.draft = {
      ...DRAFT,
      assetClass: 'option',
      symbol: 'AAPL251219C00190000' as never,
      size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
      limitPrice: asPrice(dec('2')),
    }
    fixture.changeRatio = dec('0.01')
    const id = await added(fixture, { ...above('100'), condition: change })
    await closedFor(fixture, 3 * DAY)
    await fixture.run(MINUTE)
    expect(detailOf(fixture, id)).toBe(LINE)
  })

  it('lets a change of the day wake a cancellation', async () => {
    const fixture = await WaitingFixture.start()
    fixture.contracts = split
    fixture.cancels = true
    fixture.changeRatio = dec('0.01')
    const id = await added(fixture, { ...above('100'), condition: change })
    await closedFor(fixture, 3 * DAY)
    await fixture.run(MINUTE)
    expect(waitingOf(fixture, id)?.state).toBe('waiting')
  })

  it('asks again where the broker did not answer, and ends it then', async () => {
    const fixture = await WaitingFixture.start()
    let isAnswering = false
    fixture.contracts = {
      ...split,
      split: (symbol, day) => (isAnswering ? split.split(symbol, day) : Promise.resolve('unread')),
    }
    fixture.trade('200')
    const id = await added(fixture, below('150'))
    await closedFor(fixture, 3 * DAY)
    await fixture.run(MINUTE)
    expect(waitingOf(fixture, id)?.state).toBe('waiting')
    isAnswering = true
    await fixture.run(10 * MINUTE)
    expect(detailOf(fixture, id)).toBe(LINE)
  })

  it('wakes nothing while the broker has not answered whether the stock split', async () => {
    const fixture = await WaitingFixture.start()
    const answers: (() => void)[] = []
    fixture.contracts = {
      ...split,
      split: (symbol, day) =>
        new Promise((resolve) => answers.push(() => void split.split(symbol, day).then(resolve))),
    }
    fixture.trade('200')
    const id = await added(fixture, below('150'))
    await closedFor(fixture, 3 * DAY)
    fixture.trade('50')
    await fixture.run(MINUTE)
    expect(answers).not.toEqual([])
    expect(fixture.wakes).toEqual([])
    expect(waitingOf(fixture, id)?.state).toBe('waiting')
    // One answer leads to the question about the day before.
    for (let next = answers.shift(); next !== undefined; next = answers.shift()) {
      next()
      await fixture.run(1_000)
    }
    expect(fixture.wakes).toEqual([])
    expect(detailOf(fixture, id)).toBe(LINE)
  })

  it('shows the person and the assistant why, also after a restart', async () => {
    const fixture = await WaitingFixture.start()
    fixture.contracts = split
    const id = await added(fixture, below('90'))
    await closedFor(fixture, 3 * DAY)
    await fixture.run(MINUTE)
    await closedFor(fixture, MINUTE)
    const waiting = waitingOf(fixture, id)
    if (waiting === undefined) throw new Error('it was forgotten')
    const condition = conditionMessage(waiting.condition)
    expect(waitingView({ waiting, condition, held: null, expiresInMs: null })).toMatchObject({
      state: 'IMPOSSIBLE',
      message: `${LINE}.`,
    })
    const [row] = fixture.service.rows()
    expect(row?.detail === null ? null : inEnglish(row?.detail as never)).toBe(LINE)
  })
})

const below = (price: string): WaitingRequest => ({
  ...above(price),
  condition: { kind: 'price', symbol: AAPL, when: 'below', price: asPrice(dec(price)) },
})
const change: WaitingRequest['condition'] = {
  kind: 'change',
  symbol: AAPL,
  when: 'below',
  ratio: dec('-0.9'),
}
