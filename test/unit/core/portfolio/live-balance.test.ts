import { describe, expect, it } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { AccountAtClient, balanceOf, MSFT, shares } from './client-fixture.js'

/** An account of ten shares whose figures were read at a price of 10. */
function opened(gain = '20'): AccountAtClient {
  const client = new AccountAtClient()
  client.price('AAPL', '10')
  client.askPositions()(shares())
  client.askBalance()(balanceOf({ USD: gain }))
  return client
}

describe('REL-41: a balance at live prices', () => {
  it('is not known before it was read, and stands at its own time until the positions are', () => {
    const client = new AccountAtClient()
    expect(client.live.get()).toBeNull()
    client.price('AAPL', '10')
    client.askPositions()(shares())
    expect(client.live.get()).toBeNull()
    const alone = new AccountAtClient()
    alone.price('AAPL', '10')
    alone.askBalance()(balanceOf({ USD: '20' }))
    expect([alone.shown()[0], alone.valuedAt()]).toEqual(['1000', 123])
    alone.askPositions()(shares())
    alone.price('AAPL', '11')
    expect([alone.shown()[0], alone.valuedAt()]).toEqual(['1010', null])
  })

  it('counts the move since its request also where the positions were not known yet', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    const answer = client.askBalance()
    client.price('AAPL', '12')
    answer(balanceOf({ USD: '20' }))
    client.askPositions()(shares())
    expect(client.shown()).toEqual(['1020', '40'])
  })

  it('moves by as much as the positions', () => {
    const client = opened()
    client.price('AAPL', '11.50')
    expect(client.shown()).toEqual(['1015', '35'])
    expect(client.valuedAt()).toBeNull()
  })

  it('begins at the price of its request where the gain that it reports was calculated then', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    client.askPositions()(shares())
    const answer = client.askBalance()
    client.price('AAPL', '12')
    answer(balanceOf({ USD: '20' }))
    expect(client.shown()).toEqual(['1020', '40'])
  })

  it('begins at the price of its answer where the gain was calculated then', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    client.askPositions()(shares())
    const answer = client.askBalance()
    client.price('AAPL', '12')
    answer(balanceOf({ USD: '40' }))
    expect(client.shown()).toEqual(['1000', '40'])
  })

  it('contains a price that arrives up to half a second after it', async () => {
    const client = opened('30')
    expect(client.shown()[0]).toBe('1000')
    await client.pass(400)
    client.price('AAPL', '11')
    expect(client.shown()).toEqual(['1000', '30'])
    client.price('AAPL', '12')
    expect(client.shown()).toEqual(['1010', '40'])
  })

  it('does not contain a price that arrives later: it moves from the time of its answer', async () => {
    const client = opened('30')
    await client.pass(600)
    client.price('AAPL', '11')
    expect(client.shown()).toEqual(['1010', '40'])
    expect(client.listeners).toBe(0)
  })

  it.each(['-1', '31'])(
    'a balance of a broker with another rule, whose gain of %s no price explains, moves from its answer',
    (gain) => {
      const client = new AccountAtClient()
      client.price('AAPL', '10')
      client.askPositions()(shares())
      const answer = client.askBalance()
      client.price('AAPL', '11')
      client.price('AAPL', '8')
      client.price('AAPL', '10')
      answer(balanceOf({ USD: gain }))
      expect(client.shown()).toEqual(['1000', gain])
      client.price('AAPL', '11')
      expect(client.shown()[0]).toBe('1010')
    },
  )

  it('the balance of such a broker keeps what it moved when the positions are read again', async () => {
    const client = opened('500')
    await client.pass(1_000)
    client.price('AAPL', '11')
    expect(client.askPositions()(shares())).toBe(false)
    expect(client.shown()).toEqual(['1010', '510'])
    client.price('AAPL', '12')
    expect(client.shown()).toEqual(['1020', '520'])
  })

  it('the balance of such a broker is not explained afterwards by positions of another rule', async () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    client.askPositions()(shares())
    const answer = client.askBalance()
    client.price('AAPL', '9')
    client.price('AAPL', '10')
    answer(balanceOf({ USD: '5' }))
    await client.pass(1_000)
    client.askPositions()(shares({ unrealizedPnl: asMoney(dec('8')) }))
    expect(client.shown()).toEqual(['1000', '5'])
  })

  it('moves in each currency by itself, and the total not at all while both move', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    client.price('MSFT', '10')
    const euro = shares({ positionId: 'P2', symbol: MSFT, currency: 'EUR' })
    client.askPositions()(shares(), euro)
    const answer = client.askBalance()
    client.price('AAPL', '11')
    client.price('MSFT', '9')
    answer(balanceOf({ USD: '20', EUR: '15' }))
    // Ten dollars since the balance; five euros less.
    expect(client.shown()).toEqual(['1000', '30', '10'])
  })

  it.each([
    ['a gain', { averageCost: null, unrealizedPnl: null }],
    ['a value', { multiplier: null, lastPrice: null, marketValue: null }],
  ])('moves from its answer while a position has not %s', (_name, missing) => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    client.price('MSFT', '10')
    const unclear = shares({ positionId: 'P2', symbol: MSFT, ...missing })
    client.askPositions()(shares(), unclear)
    const answer = client.askBalance()
    client.price('AAPL', '12')
    answer(balanceOf({ USD: '20' }))
    expect(client.shown()).toEqual(['1000', '20'])
    client.price('AAPL', '13')
    expect(client.shown()).toEqual(['1010', '30'])
  })

  it('counts the position without a quote at the figures of the broker', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    const unquoted = shares({ positionId: 'P2', symbol: MSFT })
    client.askPositions()(shares(), unquoted)
    const answer = client.askBalance()
    client.price('AAPL', '12')
    answer(balanceOf({ USD: '40' }))
    expect(client.shown()).toEqual(['1020', '60'])
  })

  it('moves from its answer where the broker reports no gain', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    client.askPositions()(shares())
    const answer = client.askBalance()
    client.price('AAPL', '12')
    answer(balanceOf({ USD: null }))
    expect(client.shown()).toEqual(['1000', null])
    client.price('AAPL', '13')
    expect(client.shown()).toEqual(['1010', null])
  })

  it('listens to prices for one request at a time, and to none when it is cleared', async () => {
    const client = opened()
    expect(client.listeners).toBe(1)
    client.askBalance()(balanceOf({ USD: '20' }))
    expect(client.listeners).toBe(1)
    client.askBalance()(balanceOf({ USD: '20' }))
    client.live.clear()
    expect(client.listeners).toBe(0)
    expect(client.live.get()).toBeNull()
    client.askBalance()(balanceOf({ USD: '20' }))
    expect(client.valuedAt()).toBe(123)
    client.live.clear()
    client.askPositions()(shares())
    await client.pass(1_000)
    expect(client.live.get()).toBeNull()
  })

  it('remembers prices for half a second after the latest balance, not after an earlier one', async () => {
    const client = opened()
    await client.pass(400)
    client.askBalance()(balanceOf({ USD: '30' }))
    await client.pass(200)
    client.price('AAPL', '11')
    expect(client.shown()).toEqual(['1000', '30'])
  })
})

describe('REL-41: a balance after a fill', () => {
  /** Ten more were bought at 10. */
  const more = shares({
    quantity: asQuantity(dec('20')),
    averageCost: asPrice(dec('9')),
    marketValue: asMoney(dec('200')),
  })

  it('stands still at a time before the fill, whatever prices arrive', async () => {
    const client = opened('30')
    const before = client.simulation.wall()
    await client.pass(100)
    client.fill()
    await client.pass(50)
    client.price('AAPL', '11')
    expect(client.shown()).toEqual(['1000', '30'])
    expect(client.valuedAt()).toBe(before)
    client.fill()
    expect(client.valuedAt()).toBe(before)
    expect(client.shown()).toEqual(['1000', '30'])
    expect(client.listeners).toBe(0)
  })

  it('stands still at the prices of a second before its event, also long after it was read', async () => {
    const client = opened()
    await client.pass(5_000)
    client.price('AAPL', '11')
    client.shown()
    await client.pass(1_200)
    // What was filled came before its event: at this price it was not all that was held.
    client.price('AAPL', '12')
    client.shown()
    await client.pass(100)
    client.fill()
    client.price('AAPL', '15')
    expect(client.shown()).toEqual(['1010', '30'])
    expect(client.valuedAt()).toBe(client.simulation.wall() - 1_000)
  })

  it('moves again when positions and balance were both asked for after it, in any order', () => {
    for (const first of ['positions', 'balance'] as const) {
      const client = opened()
      client.fill()
      const takesPositions = client.askPositions()
      const takesBalance = client.askBalance()
      const answers = {
        positions: () => takesPositions(more),
        balance: () => takesBalance(balanceOf({ USD: '20' }, 456)),
      }
      expect(answers[first]()).toBe(false)
      client.price('AAPL', '11')
      expect(client.valuedAt()).not.toBeNull()
      expect(answers[first === 'positions' ? 'balance' : 'positions']()).toBe(false)
      expect(client.valuedAt()).toBeNull()
      client.price('AAPL', '12')
      // The gain of 20 was that at 10: 20 shares have moved by two dollars since.
      expect(client.shown()[0]).toBe('1040')
    }
  })

  it('does not take answers of before it for answers of after it', () => {
    for (const late of ['positions', 'balance'] as const) {
      const client = opened()
      const earlyPositions = client.askPositions()
      const earlyBalance = client.askBalance()
      client.fill()
      const takesPositions = late === 'positions' ? earlyPositions : client.askPositions()
      const takesBalance = late === 'balance' ? earlyBalance : client.askBalance()
      takesPositions(more)
      takesBalance(balanceOf({ USD: '20' }, 456))
      client.price('AAPL', '11')
      expect(client.valuedAt()).toBe(456)
      expect(client.shown()[0]).toBe('1000')
    }
  })

  it('is asked for again when positions changed without notice, and stands still until then', () => {
    const client = opened()
    client.price('AAPL', '11')
    const wall = client.simulation.wall()
    const early = client.askBalance()
    expect(client.askPositions()(more)).toBe(true)
    client.price('AAPL', '15')
    expect([client.shown()[0], client.valuedAt()]).toEqual(['1000', wall])
    expect(client.askPositions()(more)).toBe(false)
    expect(client.valuedAt()).toBe(wall)
    early(balanceOf({ USD: '20' }, 456))
    expect(client.valuedAt()).toBe(456)
    client.askBalance()(balanceOf({ USD: '20' }))
    expect(client.valuedAt()).toBeNull()
  })

  it('needs nothing when nothing was read', () => {
    expect(opened().live.update(null, null, 9)).toBe(false)
    expect(new AccountAtClient().live.update(null, null, 9)).toBe(false)
  })
})

describe('REL-41: positions that were read again are the same', () => {
  const followed = (
    before: Partial<ReturnType<typeof shares>>,
    after: Partial<ReturnType<typeof shares>>,
  ) => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    client.askPositions()(shares(before))
    client.askBalance()(balanceOf({ USD: '20' }))
    return !client.askPositions()(shares(after))
  }
  const cost = (text: string | null) => ({ averageCost: text === null ? null : asPrice(dec(text)) })

  it('positions are the same while size and cost are equal, however they are written', () => {
    expect(followed({}, { lastPrice: asPrice(dec('11')), marketValue: asMoney(dec('110')) })).toBe(
      true,
    )
    expect(followed({}, { quantity: asQuantity(dec('10.00')), ...cost('8.000') })).toBe(true)
    expect(followed(cost(null), cost(null))).toBe(true)
  })

  it('positions are not the same when the size, the cost or the position is another', () => {
    expect(followed({}, { quantity: asQuantity(dec('11')) })).toBe(false)
    expect(followed({}, cost('8.01'))).toBe(false)
    expect(followed({}, cost(null))).toBe(false)
    expect(followed(cost(null), cost('8'))).toBe(false)
    expect(followed({}, { positionId: 'P2' })).toBe(false)
  })

  it('positions are not the same when one came or went', () => {
    const other = shares({ positionId: 'P2', symbol: MSFT })
    const client = opened()
    expect(client.askPositions()(shares(), other)).toBe(true)
    const emptied = opened()
    expect(emptied.askPositions()()).toBe(true)
  })
})
