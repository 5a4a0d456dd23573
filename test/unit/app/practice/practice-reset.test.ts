import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exchangeArgs } from '../../../../electron/app/practice/practice-early.js'
import { checkedText, contentOf } from '../../../../electron/adapters/journal/checked-file.js'
import { setExchangeAside, storeSeed } from '../../../../electron/app/practice/practice-folder.js'
import { PracticeReset } from '../../../../electron/app/practice/practice-reset.js'
import { storedSeed } from '../../../../electron/app/practice/practice-seed.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import type { Reset } from '../../../../electron/core/profiles/profile-switcher.js'
import { writeWatchlists } from '../../../../electron/core/market/watchlists/watchlist-file.js'
import { BUILT_IN_PROFILE } from '../../../../shared/domain/app/profile.js'
import type { Profile } from '../../../../shared/domain/app/profile.schema.js'
import { isPracticeSeed } from '../../../../shared/domain/app/practice/practice-settings.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Message } from '../../../../shared/messages/message.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let userData: string
let root: string
beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'practice-reset-'))
  root = path.join(userData, 'practice')
  for (const folder of ['exchange', 'trade-journal', 'trade-notes', 'archive', 'assistants']) {
    mkdirSync(path.join(root, folder), { recursive: true })
    writeFileSync(path.join(root, folder, 'content'), folder)
  }
  for (const file of ['orders.journal', 'limits.json']) {
    writeFileSync(path.join(root, file), file)
  }
  const halt = { why: 'by hand', at: 1 }
  writeFileSync(
    path.join(root, 'trading.json'),
    checkedText(JSON.stringify({ v: 1, halt, journal: true })),
  )
  mkdirSync(path.join(root, 'profiles', 'other', 'exchange'), { recursive: true })
})
afterEach(() => removeFolder(userData))

const LOG = { event: () => undefined }
const list = {
  id: 'a',
  name: 'Mine',
  namedBy: null,
  symbols: [symbol('SPY')],
  brokerId: 'old',
  atBroker: true,
  base: { name: 'Mine', symbols: [symbol('SPY')] },
  isPushing: true,
  isRemoved: false,
  inConflict: true,
  theirs: { name: 'Theirs', symbols: [] },
}

describe('the data of an exchange that is set aside', () => {
  it('is moved as it is, and nothing else', async () => {
    const away = path.join(userData, 'removed', 'old')
    await setExchangeAside(root, away, LOG)
    expect(readdirSync(away).sort()).toEqual([
      'archive',
      'exchange',
      'orders.journal',
      'trade-journal',
      'trade-notes',
    ])
    expect(readFileSync(path.join(away, 'exchange', 'content'), 'utf8')).toBe('exchange')
    expect(readdirSync(root).sort()).toEqual([
      'assistants',
      'limits.json',
      'profiles',
      'trading.json',
    ])
    expect(readdirSync(path.join(root, 'profiles', 'other'))).toEqual(['exchange'])
    // A halt stays; the journal is not missed.
    expect(
      JSON.parse(contentOf(readFileSync(path.join(root, 'trading.json'), 'utf8')) ?? ''),
    ).toEqual({
      v: 1,
      halt: { why: 'by hand', at: 1 },
      journal: false,
    })
  })

  it('leaves the watchlists, no longer linked to lists of the old exchange', async () => {
    const file = path.join(root, 'watchlists.json')
    writeFileSync(
      file,
      checkedText(
        writeWatchlists({ lists: [list, { ...list, id: 'b', isRemoved: true }], changes: [] }),
      ),
    )
    await setExchangeAside(root, path.join(userData, 'removed', 'old'), LOG)
    expect(JSON.parse(contentOf(readFileSync(file, 'utf8')) ?? '')).toEqual({
      v: 1,
      lists: [
        {
          ...list,
          brokerId: null,
          base: null,
          isPushing: false,
          inConflict: false,
          theirs: null,
        },
      ],
      changes: [],
    })
  })
})

describe('the chosen seed', () => {
  it('is passed to the exchange at every start, but not against the command line', async () => {
    const folder = ['--data-dir', path.join(root, 'exchange')]
    expect(exchangeArgs(root, ['--speed', '5'])).toEqual([...folder, '--speed', '5'])
    await storeSeed(root, 'my market')
    expect(exchangeArgs(root, [])).toEqual([...folder, '--seed', 'my market'])
    expect(exchangeArgs(root, ['--seed', 'x'])).toEqual([...folder, '--seed', 'x'])
    await storeSeed(root, null)
    expect(exchangeArgs(root, [])).toEqual(folder)
  })

  it('is ignored when it cannot be read or may not be chosen', () => {
    const file = path.join(root, 'practice-market.json')
    for (const text of ['', '{"v":2,"seed":"a"}', '{"v":1,"seed":"a+5000"}', '{"v":1}']) {
      writeFileSync(file, text)
      expect(storedSeed(root), text).toBeNull()
    }
  })

  it.each([
    ['a', true],
    ['Café 2', true],
    ['a.b-c_d', true],
    ['', false],
    [' a', false],
    ['a ', false],
    ['--seed', false],
    ['a+5000', false],
    ['x'.repeat(41), false],
  ])('may be “%s”: %s', (seed, isAllowed) => expect(isPracticeSeed(seed)).toBe(isAllowed))
})

describe('a reset of practice', () => {
  const profile = { id: BUILT_IN_PROFILE, environment: 'practice' } as Profile
  const fixture = (current: Profile | null = profile, practiceArgs: readonly string[] = []) => {
    const vault = memoryVault()
    const notices: (readonly [string, Message])[] = []
    const resets: Reset[] = []
    const done: string[] = []
    const reset = new PracticeReset({
      userData,
      practiceArgs,
      profileSwitcher: {
        current: () => current,
        reopen: (given) => {
          done.push('reopen')
          resets.push(given)
          return ok({} as never)
        },
      },
      vaultOf: () => Promise.resolve(vault),
      removeWaiting: () => {
        done.push('remove waiting')
        return Promise.resolve()
      },
      session: () => ({
        connection: { addNotice: (code, detail) => void notices.push([code, detail]) },
      }),
      clock: { now: () => epochMs(0) },
      log: LOG,
    })
    return { reset, vault, notices, resets, done }
  }

  it('moves the exchange, forgets its tokens, stores the seed and says where the old one is', async () => {
    const { reset, vault, notices, resets, done } = fixture()
    await vault.write('oauth-tokens', 'old')
    await vault.write('app-token', 'old')
    await vault.write('another', 'stays')
    expect(await reset.reset({ kind: 'other', seed: 'mine' })).toEqual(ok(undefined))
    expect(done).toEqual(['remove waiting', 'reopen'])
    const moved = await resets[0]!.setAside()
    expect(readdirSync(path.join(userData, 'removed'))).toEqual([
      'practice-practice-1970-01-01T00-00-00-000Z',
    ])
    expect(storedSeed(root)).toBe('mine')
    expect(await vault.read('oauth-tokens')).toEqual(ok(null))
    expect(await vault.read('app-token')).toEqual(ok(null))
    expect(await vault.read('another')).toEqual(ok('stays'))
    resets[0]!.onOpened(moved)
    expect(notices).toMatchObject([['practice-reset', { code: 'practice.setAside' }]])
  })

  it('says so when the data could not be moved', async () => {
    const { reset, notices, resets } = fixture()
    await reset.reset({ kind: 'same' })
    resets[0]!.onOpened(null)
    expect(notices).toMatchObject([['practice-not-reset', {}]])
  })

  it('is refused outside practice, and for a seed that the command line sets', async () => {
    const live = { id: 'x', environment: 'production' } as unknown as Profile
    expect(await fixture(live).reset.reset({ kind: 'same' })).toMatchObject({
      error: { code: 'practice/refused', message: { code: 'practice.resetOnly' } },
    })
    const { reset, done } = fixture(profile, ['--seed', 'x'])
    expect(await reset.reset({ kind: 'usual' })).toMatchObject({
      error: { message: { code: 'practice.seedFixed' } },
    })
    expect(done).toEqual([])
    writeFileSync(path.join(root, 'replay.json'), '{}')
    expect(await fixture().reset.reset({ kind: 'usual' })).toMatchObject({
      error: { message: { code: 'practice.replayFixed' } },
    })
    expect(await reset.reset({ kind: 'same' })).toEqual(ok(undefined))
  })
})
