import { createHash } from 'node:crypto'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NonceMemory } from '../../../electron/practice/http/access/access.js'
import { pageOf } from '../../../electron/practice/http/paging/paging.js'
import { RateLimiter } from '../../../electron/practice/http/access/rate-limiter.js'
import { StateFile } from '../../../electron/practice/data/state-file.js'
import { parseOptions } from '../../../electron/practice/control/parse-options.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { CRYPTO_OPERATIONS } from '../../../shared/wire/families/products/crypto.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

describe('nonces', () => {
  it('are refused until they expire', () => {
    const memory = new NonceMemory(1_000)
    expect([
      memory.register('a', 0),
      memory.register('a', 999),
      memory.register('b', 999),
      memory.register('a', 1_000),
    ]).toEqual([true, false, true, true])
  })

  it('are limited in number', () => {
    const memory = new NonceMemory(1_000_000, 3)
    for (const nonce of ['a', 'b', 'c', 'd']) memory.register(nonce, 0)
    expect([memory.register('d', 1), memory.register('a', 1)]).toEqual([false, true])
  })
})

describe('the rate limiter', () => {
  it('slides: a request fits again exactly when the oldest leaves the window', () => {
    const limiter = new RateLimiter('production')
    const take = (now: number) => limiter.take(ACCOUNT_OPERATIONS.listPositions, 'key', now)
    expect([take(0), take(1_500), take(1_999), take(2_000), take(2_001), take(3_500)]).toEqual([
      null,
      null,
      1,
      null,
      2,
      null,
    ])
  })

  it('counts each key separately, and nothing when off', () => {
    const limiter = new RateLimiter('production')
    for (const key of ['a', 'a', 'b', 'b']) {
      expect(limiter.take(ACCOUNT_OPERATIONS.listPositions, key, 0)).toBeNull()
    }
    const off = new RateLimiter('off')
    for (let count = 0; count < 1_000; count += 1) {
      expect(off.take(ACCOUNT_OPERATIONS.listPositions, 'a', 0)).toBeNull()
    }
  })

  it('limits all market data together to 300 per minute', () => {
    const limiter = new RateLimiter('production')
    const operations = [
      STOCK_DATA_OPERATIONS.stockDepth,
      STOCK_DATA_OPERATIONS.stockSnapshots,
      STOCK_DATA_OPERATIONS.stockTicks,
      STOCK_DATA_OPERATIONS.stockBarsBatch,
      STOCK_DATA_OPERATIONS.stockBarsSingle,
    ]
    const taken = operations.flatMap((operation) =>
      Array.from({ length: 60 }, () => limiter.take(operation, 'key', 0)),
    )
    expect(taken.every((wait) => wait === null)).toBe(true)
    expect(
      limiter.take({ ...STOCK_DATA_OPERATIONS.stockDepth, id: 'market.another' }, 'key', 1),
    ).toBe(60)
  })

  it('limits crypto reads to one per second per operation', () => {
    const limiter = new RateLimiter('production')
    expect([
      limiter.take(CRYPTO_OPERATIONS.cryptoSnapshots, 'key', 0),
      limiter.take(CRYPTO_OPERATIONS.cryptoSnapshots, 'key', 999),
      limiter.take(CRYPTO_OPERATIONS.cryptoBars, 'key', 999),
      limiter.take(CRYPTO_OPERATIONS.cryptoSnapshots, 'key', 1_000),
    ]).toEqual([null, 1, null, null])
  })
})

describe('cursor pages', () => {
  const all = Array.from({ length: 25 }, (_, index) => ({ id: String(index) }))
  const readPage = (key?: string, condition = 'c') =>
    pageOf(all, ({ id }) => id, { size: 10, key, condition })

  it('return every item once, in order', () => {
    const seen: string[] = []
    for (let key: string | null | undefined; key !== null; ) {
      const page = readPage(key)
      if (!page.ok) throw new Error(page.error.message)
      seen.push(...page.value.data.map(({ id }) => id))
      key = page.value.pagination_key
    }
    expect(seen).toEqual(all.map(({ id }) => id))
  })

  it('refuse a damaged key and one of other filters', () => {
    const first = readPage()
    if (!first.ok) throw new Error('no page')
    for (const page of [
      readPage('%%%'),
      readPage('e30='),
      readPage(first.value.pagination_key ?? '', 'other'),
    ]) {
      expect(page).toMatchObject({ ok: false, error: { status: 417, code: 'INVALID_PARAMETER' } })
    }
  })
})

describe('state files', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'state-'))
  })
  afterEach(async () => {
    await removeFolder(folder)
  })

  it('preserve values', async () => {
    const value = { cash: '123456789012345678901', list: [1, 'two\n', null] }
    await new StateFile(folder, 'a.json').save(() => value)
    expect(await new StateFile(folder, 'a.json').load(0)).toEqual({ value, setAside: null })
    expect(await readdir(folder)).toEqual(['a.json'])
  })

  it('resolve a save only after its own state is written, also for concurrent saves', async () => {
    const file = new StateFile(folder, 'a.json')
    let state = 0
    const saves = Array.from({ length: 50 }, async (_, index) => {
      state = index
      await file.save(() => state)
      const stored = await new StateFile(folder, 'a.json').load(0)
      expect(stored.value).toBeGreaterThanOrEqual(index)
    })
    await Promise.all(saves)
  })

  it.each([
    ['cut', '{"version":1,"sha2'],
    [
      'cut in its body',
      `{"version":1,"sha256":"${createHash('sha256').update('[1,2]').digest('hex')}"}\n[1,`,
    ],
    ['empty', ''],
    ['a wrong checksum', '{"version":1,"sha256":"00"}\n{}'],
  ])('are quarantined when damaged: %s', async (_name, text) => {
    await writeFile(join(folder, 'a.json'), text)
    expect(await new StateFile(folder, 'a.json').load(77)).toEqual({
      value: null,
      setAside: 'a.json.corrupt-77',
    })
    expect(await readdir(folder)).toEqual(['a.json.corrupt-77'])
  })

  it('state files of a newer version are named, and stay where they are', async () => {
    const sha256 = createHash('sha256').update('[1,2]').digest('hex')
    await writeFile(join(folder, 'a.json'), `{"version":2,"sha256":"${sha256}"}\n[1,2]`)
    await expect(new StateFile(folder, 'a.json').load(77)).rejects.toThrow(/a\.json.*newer version/)
    expect(await readdir(folder)).toEqual(['a.json'])
  })
})

describe('command-line arguments', () => {
  it('have defaults', () => {
    expect(parseOptions([])).toMatchObject({
      ok: true,
      value: {
        seed: 'countersign',
        portBase: 0,
        rateLimits: 'production',
        clock: 'practice',
        speed: 1,
        environment: 'practice',
      },
    })
  })

  it.each([
    [['--port-base', 'x']],
    [['--port-base', '70000']],
    [['--port-base', '-1']],
    [['--speed', '0']],
    [['--speed', 'fast']],
    [['--clock', 'stopped']],
    [['--rate-limits', 'none']],
    [['--unknown']],
    [['stray']],
  ])('are refused with a message: %j', (args) => {
    expect(parseOptions(args)).toMatchObject({
      ok: false,
      error: { kind: 'wrong', message: expect.stringMatching(/\S/) as string },
    })
  })
})
