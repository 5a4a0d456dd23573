import { describe, expect, test } from 'vitest'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { ACCOUNT, idOf, ReconcilerFixture } from './reconciler-fixture.js'

const OTHER = accountId('OTHER')
const FOUR = asQuantity(dec('4'))

/** A reconciler over orders of the last run; times count from `start`, which begins to poll. */
class Polling extends ReconcilerFixture {
  #start = 0

  async start(): Promise<void> {
    this.#start = this.simulation.now
    void this.reconciler.recover([])
    await this.pass(0)
  }

  /** The queries so far, as `<ms>: <order> <priority>`. */
  queryLog(): readonly string[] {
    return this.queries.map(({ n, time, priority }) => `${this.#since(time)}: ${n} ${priority}`)
  }

  /** The lists so far, as `<ms>: <account>`. */
  listLog(): readonly string[] {
    return this.listedAt.map((time, n) => `${this.#since(time)}: ${this.listedAccounts[n]}`)
  }

  forget(): void {
    for (const list of [this.queries, this.queried, this.listedAt, this.listedAccounts]) {
      list.length = 0
    }
  }

  #since(time: number): number {
    return Math.round(time - this.#start)
  }
}

async function polling(orders: number): Promise<Polling> {
  const desk = new Polling()
  await desk.runBefore(orders)
  return desk
}

describe('REL-31: working orders are polled', () => {
  test('one each second, the one first whose query is the longest ago', async () => {
    const desk = await polling(3)
    await desk.start()
    await desk.pass(6_500)
    // The newest was queried at once, before the list confirmed all of them.
    expect(desk.queryLog()).toEqual([
      '0: 3 settle',
      '1000: 1 watch',
      '2000: 2 watch',
      '3000: 3 watch',
      '4000: 1 watch',
      '5000: 2 watch',
      '6000: 3 watch',
    ])
  })

  test('no working order is polled again within a second and a half', async () => {
    const desk = await polling(1)
    await desk.start()
    await desk.pass(4_500)
    expect(desk.queryLog()).toEqual(['0: 1 settle', '2000: 1 watch', '4000: 1 watch'])
  })

  test('more often while they are pending, whose end no event reports', async () => {
    const desk = new Polling()
    desk.shown.set(1, { status: 'pending' })
    await desk.runBefore(1)
    await desk.start()
    await desk.pass(1_000)
    expect(desk.queryLog()).toEqual(['0: 1 settle', '450: 1 watch', '900: 1 watch'])
    desk.shown.delete(1)
    desk.forget()
    await desk.pass(4_000)
    expect(desk.queryLog()).toEqual(['1350: 1 watch', '3350: 1 watch'])
  })

  test('a pending one before its turn, the others not', async () => {
    const desk = new Polling()
    desk.shown.set(1, { status: 'pending' })
    await desk.runBefore(2)
    await desk.start()
    await desk.pass(2_500)
    expect(desk.queryLog()).toEqual([
      '0: 2 settle',
      '1000: 1 watch',
      '1450: 1 watch',
      '1900: 2 watch',
    ])
  })

  test('a pending one soon again however many others work, which get their turns too', async () => {
    const desk = new Polling()
    desk.shown.set(1, { status: 'pending' })
    await desk.runBefore(8)
    await desk.start()
    await desk.pass(6_000)
    const ownLines = desk.queryLog().filter((line) => line.includes(': 1 '))
    const times = ownLines.map((line) => Number(line.split(':')[0]))
    expect(times.length).toBeGreaterThan(3)
    for (const [index, time] of times.entries()) {
      expect(time - (times[index - 1] ?? time)).toBeLessThanOrEqual(1_450)
    }
    expect(desk.queryLog().length - ownLines.length).toBeGreaterThan(2)
  })

  test('a pending one beside any number of orders in doubt, in turn with them', async () => {
    const desk = new Polling()
    desk.shown.set(1, { status: 'pending' })
    await desk.runBefore(1)
    await desk.start()
    await desk.pass(1_000)
    desk.forget()
    desk.answerMs = 1_000
    // Orders of another client, of which only their events are known yet.
    for (let n = 10; n < 30; n += 1) desk.reconciler.queryOrder(ACCOUNT, idOf(n))
    await desk.pass(9_000)
    // Each answer takes a second, and it is due after one and a half: every third is its own.
    const own = desk.queries.filter(({ n }) => n === 1)
    expect([own.length, desk.queries.length]).toEqual([3, 10])
  })

  test('working orders are polled no more once they have ended', async () => {
    const desk = await polling(2)
    await desk.start()
    desk.shown.set(1, { status: 'cancelled' })
    desk.open.delete(1)
    desk.open.add(1)
    await desk.pass(3_000)
    desk.forget()
    await desk.pass(4_000)
    expect(new Set(desk.queried)).toEqual(new Set([2]))
  })

  test('polling is as seldom as the request budget allows, which holds no order in doubt', async () => {
    const desk = await polling(1)
    desk.budgetMs = { detail: 3_000, 'open-orders': 4_000 }
    await desk.start()
    await desk.pass(9_000)
    expect(desk.queryLog()).toEqual([
      '0: 1 settle',
      '3000: 1 watch',
      '6000: 1 watch',
      '9000: 1 watch',
    ])
    expect(desk.listLog()).toEqual(['0: ACC', '4000: ACC', '8000: ACC'])
    desk.forget()
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    expect(desk.queryLog()).toEqual(['9000: 1 settle'])
  })
})

describe('REL-31: an order in doubt', () => {
  test('is queried at once, and the next one as soon as that is answered', async () => {
    const desk = await polling(3)
    await desk.start()
    await desk.pass(500)
    desk.forget()
    desk.answerMs = 100
    for (const n of [1, 2, 1]) desk.reconciler.queryOrder(ACCOUNT, idOf(n))
    await desk.pass(450)
    expect(desk.queryLog()).toEqual(['500: 1 settle', '600: 2 settle', '700: 1 settle'])
  })

  test('is not queried before the session polls, and first of all then', async () => {
    const desk = await polling(2)
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    desk.reconciler.onSubscribed()
    await desk.pass(5_000)
    expect([desk.queried, desk.listedPages]).toEqual([[], []])
    await desk.start()
    expect(desk.queryLog()[0]).toBe('0: 1 settle')
  })

  test('is queried again while there is no answer, once a second and not more often', async () => {
    const desk = await polling(1)
    desk.isListFailing = true
    desk.isDetailFailing = true
    await desk.start()
    await desk.pass(3_500)
    expect(desk.queryLog()).toEqual([0, 1_000, 2_000, 3_000].map((time) => `${time}: 1 settle`))
    desk.isDetailFailing = false
    await desk.pass(1_000)
    expect(desk.statusOf(1)).toBe('working')
    await desk.pass(2_500)
    expect(desk.queryLog().at(-1)).toBe('6000: 1 watch')
  })

  test('an order in doubt that only a query in doubt failed for is polled like any other', async () => {
    const desk = await polling(1)
    await desk.start()
    await desk.pass(500)
    desk.forget()
    desk.isDetailFailing = true
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    await desk.pass(4_900)
    expect(desk.queryLog()).toEqual(['500: 1 settle', '2500: 1 watch', '4500: 1 watch'])
  })

  test('an order of which the broker knows nothing is queried again after five seconds', async () => {
    const desk = await polling(1)
    desk.open.clear()
    desk.isListFailing = true
    await desk.start()
    await desk.pass(5_500)
    expect(desk.queryLog().filter((entry) => entry.endsWith('settle'))).toEqual([
      '0: 1 settle',
      '5000: 1 settle',
    ])
    expect(desk.statusOf(1)).toBe('not-found')
    desk.forget()
    await desk.pass(20_000)
    expect(desk.queried).toEqual([])
  })

  test('is not queried more and more often while nothing can be proved', async () => {
    const desk = await polling(1)
    desk.open.clear()
    desk.isHealthy = false
    await desk.start()
    await desk.pass(20_000)
    desk.forget()
    await desk.pass(20_000)
    const settling = desk.queryLog().filter((entry) => entry.endsWith('settle'))
    const counts = [settling.length]
    desk.forget()
    await desk.pass(600_000)
    desk.forget()
    await desk.pass(20_000)
    counts.push(desk.queryLog().filter((entry) => entry.endsWith('settle')).length)
    expect(counts[1]).toBe(counts[0])
  })

  test('an order in doubt that is not known here and not there is queried once', async () => {
    const desk = await polling(0)
    await desk.start()
    desk.reconciler.queryOrder(ACCOUNT, idOf(9))
    await desk.pass(20_000)
    expect(desk.queried).toEqual([9])
  })

  test('has ended: its query waits its turn, and the one after it a second', async () => {
    const desk = await polling(2)
    for (const n of [1, 2]) {
      desk.shown.set(n, { status: 'filled' })
      desk.projection.apply({ fact: 'observed', observation: desk.seen(n, 'detail') })
    }
    await desk.start()
    await desk.pass(100)
    desk.forget()
    for (const n of [1, 2]) desk.reconciler.queryOrder(ACCOUNT, idOf(n))
    await desk.pass(1_500)
    expect(desk.queryLog()).toEqual(['100: 1 watch', '1100: 2 watch'])
  })
})

describe('REL-31: an order of another client', () => {
  test('an order of another client that a list shows is queried when nothing is in doubt', async () => {
    const desk = await polling(1)
    desk.open.add(2)
    await desk.start()
    await desk.pass(2_500)
    expect(desk.queryLog()).toEqual(['0: 1 settle', '1000: 2 watch', '2000: 1 watch'])
  })

  test('is queried as seldom as the request budget allows', async () => {
    const desk = await polling(0)
    desk.budgetMs = { detail: 3_000, 'open-orders': 0 }
    for (const n of [1, 2, 3]) desk.open.add(n)
    await desk.start()
    await desk.pass(9_500)
    expect(desk.queryLog()).toEqual(['3000: 1 watch', '6000: 2 watch', '9000: 3 watch'])
  })
})

describe('REL-31: open orders are listed', () => {
  test('every second and a half', async () => {
    const desk = await polling(1)
    await desk.start()
    await desk.pass(5_000)
    expect(desk.listLog()).toEqual(['0: ACC', '1500: ACC', '3000: ACC', '4500: ACC'])
  })

  test('one after another, however long the answers take', async () => {
    const desk = await polling(1)
    desk.answerMs = 4_000
    await desk.start()
    desk.reconciler.onSubscribed()
    await desk.pass(7_000)
    expect(desk.listLog()).toEqual(['0: ACC', '4000: ACC'])
  })

  test.each([
    [1, ['0: ACC', '0: OTHER', '1500: ACC', '2500: OTHER', '3000: ACC']],
    [0, ['0: ACC', '0: OTHER', '1500: ACC', '3000: ACC']],
  ])('lists of other accounts come more often while %i orders work', async (orders, expected) => {
    const desk = await polling(orders)
    desk.accounts = [ACCOUNT, OTHER]
    await desk.start()
    await desk.pass(4_400)
    expect(desk.listLog()).toEqual(expected)
  })

  test('sooner and sooner less often while no list was read at all', async () => {
    const desk = await polling(1)
    desk.isListFailing = true
    await desk.start()
    await desk.pass(19_000)
    const times = [0, 250, 750, 1_750, 3_750, 8_750, 13_750, 18_750]
    expect(desk.listLog()).toEqual(times.map((time) => `${time}: ACC`))
  })

  test('a list that failed is read again after 2.5 s if it was read before, also of another account', async () => {
    const desk = await polling(1)
    await desk.start()
    await desk.pass(1_000)
    desk.forget()
    desk.isListFailing = true
    await desk.pass(6_000)
    expect(desk.listLog()).toEqual(['1500: ACC', '4000: ACC', '6500: ACC'])
    const two = await polling(0)
    two.accounts = [OTHER, ACCOUNT]
    two.failingAccount = OTHER
    await two.start()
    await two.pass(3_000)
    // The other account is read while the first one fails.
    expect(two.listLog()).toEqual(['0: OTHER', '250: ACC', '250: OTHER', '2750: OTHER'])
  })

  test('no open orders are listed while there is no account', async () => {
    const desk = await polling(1)
    desk.accounts = []
    await desk.start()
    await desk.pass(5_000)
    expect(desk.listLog()).toEqual([])
    desk.accounts = [ACCOUNT]
    await desk.pass(1_500)
    expect(desk.listLog()).toHaveLength(1)
  })
})

describe('REL-31: an account that was never listed', () => {
  const EMPTY = accountId('EMPTY')

  test('comes first where it has working orders, also where others have some', async () => {
    const desk = await polling(1)
    const elsewhere = { ...desk.seen(2, 'detail'), accountId: OTHER }
    desk.reconciler.reports.observe(elsewhere)
    desk.accounts = [accountId('VIEWED'), EMPTY, ACCOUNT, OTHER]
    await desk.start()
    await desk.pass(10)
    expect(desk.listLog()).toEqual(['0: VIEWED', '0: ACC', '0: OTHER', '0: EMPTY'])
  })
})

describe('REL-31: a list that omits a working order', () => {
  test('leads to a query at once, and proves nothing', async () => {
    const desk = await polling(3)
    await desk.start()
    await desk.pass(1_400)
    desk.forget()
    desk.hidden.add(2)
    await desk.pass(200)
    expect(desk.queryLog()).toEqual(['1500: 2 settle'])
    expect(desk.statusOf(2)).toBe('working')
  })

  test('leads to no query of an order that was reported while it was read', async () => {
    const desk = await polling(2)
    await desk.start()
    await desk.pass(1_400)
    desk.hidden.add(2)
    desk.answerMs = 300
    await desk.pass(200)
    desk.forget()
    desk.shown.set(2, { filledQuantity: FOUR })
    desk.reconciler.reports.observe(desk.seen(2, 'event'))
    await desk.pass(300)
    expect(desk.queryLog().filter((entry) => entry.endsWith('settle'))).toEqual([])
  })

  test('leads to no query of an order of another account', async () => {
    const desk = await polling(2)
    desk.accounts = [OTHER]
    await desk.start()
    await desk.pass(100)
    // The first account lists nothing; the orders are in the second one.
    expect(desk.queryLog()).toEqual(['0: 2 settle', '0: 1 settle'])
    desk.forget()
    await desk.pass(2_500)
    expect(desk.queryLog().filter((entry) => entry.endsWith('settle'))).toEqual([])
  })
})

describe('REL-31: a list that shows an order filled otherwise', () => {
  const listed = async (shown: Parameters<Polling['shown']['set']>[1]) => {
    const desk = await polling(2)
    await desk.start()
    await desk.pass(1_400)
    desk.forget()
    desk.shown.set(1, shown)
    await desk.pass(200)
    return desk
  }

  test('leads to a query at once', async () => {
    const desk = await listed({ filledQuantity: FOUR })
    expect(desk.queryLog()).toEqual(['1500: 1 settle'])
  })

  test('leads to none where it shows no fill, or the same', async () => {
    expect((await listed({ filledQuantity: null })).queryLog()).toEqual([])
    expect((await listed({})).queryLog()).toEqual([])
  })
})

describe('REL-31: a reconnect', () => {
  test('lists every account at once, and queries the newest of what may have changed', async () => {
    const desk = await polling(3)
    desk.accounts = [ACCOUNT, OTHER]
    await desk.start()
    await desk.pass(500)
    desk.forget()
    desk.answerMs = 50
    desk.reconciler.onSubscribed()
    await desk.pass(120)
    expect(desk.listLog()).toEqual(['500: ACC', '550: OTHER'])
    // The list has confirmed the others by then.
    expect(desk.queryLog()).toEqual(['500: 3 settle'])
  })

  test('queries one after another what no list confirms', async () => {
    const desk = await polling(3)
    await desk.start()
    await desk.pass(500)
    desk.forget()
    desk.isListFailing = true
    desk.answerMs = 50
    desk.reconciler.onSubscribed()
    await desk.pass(200)
    expect(desk.queryLog()).toEqual(['500: 3 settle', '550: 2 settle', '600: 1 settle'])
  })
})

describe('REL-31: a second start of a reconciler', () => {
  test('a second start of a reconciler neither lists nor queries anything sooner', async () => {
    const desk = await polling(2)
    await desk.start()
    await desk.pass(500)
    desk.forget()
    void desk.reconciler.recover([])
    await desk.pass(900)
    expect(desk.queryLog()).toEqual(['1000: 1 watch'])
    expect(desk.listLog()).toEqual([])
  })
})

describe('REL-31: a reconciler that was disposed', () => {
  test('polls nothing more, and shows no answer that is on its way', async () => {
    const desk = await polling(2)
    await desk.start()
    await desk.pass(500)
    desk.answerMs = 300
    desk.shown.set(1, { filledQuantity: FOUR })
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    desk.forget()
    desk.reconciler.dispose()
    desk.reconciler.queryOrder(ACCOUNT, idOf(2))
    desk.reconciler.onSubscribed()
    await desk.pass(20_000)
    expect([desk.queried, desk.listedAt]).toEqual([[], []])
    expect(desk.projection.get(idOf(1))?.filledQuantity).toBe('0')
  })

  test('does not query again what the broker did not know', async () => {
    const desk = await polling(1)
    desk.open.clear()
    await desk.start()
    await desk.pass(1_000)
    desk.forget()
    desk.reconciler.dispose()
    await desk.pass(20_000)
    expect(desk.queried).toEqual([])
  })

  test('ends a list that is being read', async () => {
    const desk = await polling(2)
    desk.answerMs = 300
    await desk.start()
    desk.reconciler.dispose()
    await desk.pass(20_000)
    expect(desk.listedAt).toHaveLength(1)
    expect(desk.statusOf(1)).toBe('working, unconfirmed')
  })
})
