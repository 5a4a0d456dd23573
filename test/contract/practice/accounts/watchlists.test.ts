import { describe, expect, it } from 'vitest'
import { WATCHLIST_OPERATIONS } from '../../../../shared/wire/families/market-data/watchlists.js'
import { sharedExchange } from '../support/shared-exchange.js'
import { startExchange } from '../support/test-exchange.js'

const exchange = sharedExchange()

const refused = (code: string) => [
  417,
  { error_code: code, message: expect.any(String) as string, status: 417 },
]
const post = async (path: string, body: unknown) => {
  const reply = await exchange.client.post(path, body)
  return [reply.status, reply.json]
}
const create = async (name: string, sort?: number): Promise<string> => {
  const reply = await exchange.client.post(
    WATCHLIST_OPERATIONS.createWatchlist.path,
    sort === undefined ? { name } : { name, sort },
  )
  return WATCHLIST_OPERATIONS.createWatchlist.response.parse(reply.json).watchlist_id
}
const lists = async () =>
  WATCHLIST_OPERATIONS.listWatchlists.response.parse(
    (await exchange.client.get(WATCHLIST_OPERATIONS.listWatchlists.path)).json,
  )
const symbols = async (id: string) =>
  WATCHLIST_OPERATIONS.listWatchlistInstruments.response
    .parse(
      (
        await exchange.client.get(WATCHLIST_OPERATIONS.listWatchlistInstruments.path, {
          watchlist_id: id,
        })
      ).json,
    )
    .instruments.map(({ symbol, sort }) => [symbol, sort])
const stock = (symbol: string, sort?: number) => ({
  symbol,
  category: symbol === 'SPY' ? 'US_ETF' : 'US_STOCK',
  ...(sort === undefined ? {} : { sort }),
})

describe('watchlists', () => {
  it('are created, renamed, sorted and deleted', async () => {
    const [tech, energy] = [await create('Tech'), await create('  Energy ', 0)]
    expect((await lists()).map(({ watchlist_id, name }) => [watchlist_id, name])).toEqual([
      [energy, 'Energy'],
      [tech, 'Tech'],
    ])
    expect(
      await post(WATCHLIST_OPERATIONS.updateWatchlist.path, {
        watchlist_id: energy,
        name: 'Oil',
        sort: 99,
      }),
    ).toEqual([200, true])
    const [first, second] = await lists()
    expect([first?.name, second?.name, second?.sort]).toEqual(['Tech', 'Oil', 99])
    expect(second?.create_time).toEqual(expect.any(Number))
    expect(await post(WATCHLIST_OPERATIONS.deleteWatchlist.path, { watchlist_id: energy })).toEqual(
      [200, true],
    )
    expect((await lists()).map(({ name }) => name)).toEqual(['Tech'])
    expect(await post(WATCHLIST_OPERATIONS.deleteWatchlist.path, { watchlist_id: tech })).toEqual([
      200,
      true,
    ])
  })

  it('contain each instrument once, in their order', async () => {
    const id = await create('Mixed')
    expect(
      await post(WATCHLIST_OPERATIONS.addWatchlistInstruments.path, {
        watchlist_id: id,
        instruments: [stock('AAPL'), stock('SPY'), stock('MSFT', 1)],
      }),
    ).toEqual([200, true])
    expect(
      await post(WATCHLIST_OPERATIONS.addWatchlistInstruments.path, {
        watchlist_id: id,
        instruments: [stock('AAPL', 9)],
      }),
    ).toEqual([200, true])
    expect(await symbols(id)).toEqual([
      ['MSFT', 1],
      ['SPY', 2],
      ['AAPL', 9],
    ])
    expect(
      await post(WATCHLIST_OPERATIONS.updateWatchlistInstruments.path, {
        watchlist_id: id,
        instruments: [stock('AAPL', 0), stock('MSFT', 5)],
      }),
    ).toEqual([200, true])
    expect(await symbols(id)).toEqual([
      ['AAPL', 0],
      ['SPY', 2],
      ['MSFT', 5],
    ])
    expect(
      await post(WATCHLIST_OPERATIONS.removeWatchlistInstruments.path, {
        watchlist_id: id,
        instruments: [stock('SPY'), stock('TSLA')],
      }),
    ).toEqual([200, true])
    expect(await symbols(id)).toEqual([
      ['AAPL', 0],
      ['MSFT', 5],
    ])
    const reply = await exchange.client.get(WATCHLIST_OPERATIONS.listWatchlistInstruments.path, {
      watchlist_id: id,
    })
    expect(reply.json).toMatchObject({
      watchlist_id: id,
      instruments: [
        {
          instrument_id: '913256135',
          name: 'Apple Inc.',
          exchange_code: 'NSQ',
          category: 'US_STOCK',
        },
        {},
      ],
    })
    await post(WATCHLIST_OPERATIONS.deleteWatchlist.path, { watchlist_id: id })
  })

  it.each([
    [
      'a list that is not there',
      WATCHLIST_OPERATIONS.updateWatchlist.path,
      { watchlist_id: '404', name: 'x' },
      'WATCHLIST_NOT_FOUND',
    ],
    [
      'deleting it',
      WATCHLIST_OPERATIONS.deleteWatchlist.path,
      { watchlist_id: '404' },
      'WATCHLIST_NOT_FOUND',
    ],
    [
      'adding to it',
      WATCHLIST_OPERATIONS.addWatchlistInstruments.path,
      { watchlist_id: '404', instruments: [stock('AAPL')] },
      'WATCHLIST_NOT_FOUND',
    ],
    [
      'removing from it',
      WATCHLIST_OPERATIONS.removeWatchlistInstruments.path,
      { watchlist_id: '404', instruments: [stock('AAPL')] },
      'WATCHLIST_NOT_FOUND',
    ],
    [
      'sorting it',
      WATCHLIST_OPERATIONS.updateWatchlistInstruments.path,
      { watchlist_id: '404', instruments: [stock('AAPL', 1)] },
      'WATCHLIST_NOT_FOUND',
    ],
    ['no name', WATCHLIST_OPERATIONS.createWatchlist.path, {}, 'ILLEGAL_PARAMETER'],
    [
      'a blank name',
      WATCHLIST_OPERATIONS.createWatchlist.path,
      { name: '  ' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a name too long',
      WATCHLIST_OPERATIONS.createWatchlist.path,
      { name: 'x'.repeat(51) },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a sort that is text',
      WATCHLIST_OPERATIONS.createWatchlist.path,
      { name: 'x', sort: '1' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a symbol that is not listed',
      WATCHLIST_OPERATIONS.addWatchlistInstruments.path,
      { watchlist_id: '404', instruments: [stock('NOPE')] },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'no instruments',
      WATCHLIST_OPERATIONS.addWatchlistInstruments.path,
      { watchlist_id: '404', instruments: [] },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a category that is not listed',
      WATCHLIST_OPERATIONS.removeWatchlistInstruments.path,
      { watchlist_id: '404', instruments: [{ symbol: 'BTCUSD', category: 'US_CRYPTO' }] },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'too many instruments in one call',
      WATCHLIST_OPERATIONS.addWatchlistInstruments.path,
      { watchlist_id: '404', instruments: Array.from({ length: 101 }, (_, n) => stock(`S${n}`)) },
      'TOO_MANY_SYMBOLS',
    ],
  ] as const)('refuse %s', async (_name, path, body, code) => {
    expect(await post(path, body)).toEqual(refused(code))
  })

  it('refuse to read an unknown list and to sort an instrument that is not in the list', async () => {
    const reply = await exchange.client.get(WATCHLIST_OPERATIONS.listWatchlistInstruments.path, {
      watchlist_id: '__proto__',
    })
    expect([reply.status, reply.json]).toEqual(refused('WATCHLIST_NOT_FOUND'))
    const id = await create('Short')
    expect(
      await post(WATCHLIST_OPERATIONS.updateWatchlistInstruments.path, {
        watchlist_id: id,
        instruments: [stock('AAPL', 1)],
      }),
    ).toEqual(refused('ILLEGAL_PARAMETER'))
    await post(WATCHLIST_OPERATIONS.deleteWatchlist.path, { watchlist_id: id })
  })

  it('survive a restart', async () => {
    const first = await startExchange({ retainFolder: true })
    const created = WATCHLIST_OPERATIONS.createWatchlist.response.parse(
      (await first.client.post(WATCHLIST_OPERATIONS.createWatchlist.path, { name: 'Kept' })).json,
    )
    await first.client.post(WATCHLIST_OPERATIONS.addWatchlistInstruments.path, {
      ...created,
      instruments: [stock('AAPL')],
    })
    await first.close()
    const second = await startExchange({ dataDir: first.dataDir })
    try {
      expect(
        (await second.client.get(WATCHLIST_OPERATIONS.listWatchlists.path)).json,
      ).toMatchObject([{ ...created, name: 'Kept' }])
      expect(
        (await second.client.get(WATCHLIST_OPERATIONS.listWatchlistInstruments.path, created)).json,
      ).toMatchObject({
        instruments: [{ symbol: 'AAPL' }],
      })
      const next = WATCHLIST_OPERATIONS.createWatchlist.response.parse(
        (await second.client.post(WATCHLIST_OPERATIONS.createWatchlist.path, { name: 'Next' }))
          .json,
      )
      expect(next.watchlist_id).not.toBe(created.watchlist_id)
    } finally {
      await second.close()
    }
  })
})
