import { inEnglish } from '../../../../shared/messages/format-message.js'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exchangeArgs } from '../../../../electron/app/practice/practice-early.js'
import { PracticeReplay } from '../../../../electron/app/practice/practice-replay.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import type { SessionView } from '../../../../shared/domain/session/session-view.js'
import { asProfileId } from '../../../../shared/domain/app/profile.js'
import type { Profile } from '../../../../shared/domain/app/profile.schema.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { recordedDays, replayStart } from '../../../../shared/domain/market/recorded-days.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

/** 10:00 of a Thursday, and noon of the Tuesday after the weekend. */
const ANCHOR = exchangeInstant('2026-11-19', 600)
const NOW = exchangeInstant('2026-11-24', 720)

/** A session that gives these minutes of a stock, and no daily bars. */
const sessionWith = (minutes: readonly Bar[]) => ({
  connection: { view: () => ({ exchangeOffsetMs: 0 }) as SessionView },
  market: {
    describeInstrument: () =>
      Promise.resolve(
        ok({
          symbol: symbol('AAPL'),
          name: 'Apple Inc.',
          exchange: 'NSQ',
          assetClass: 'stock',
          kind: 'stock',
          shortable: true,
          fractionable: true,
          marginable: true,
        } as AnyInstrument),
      ),
    bars: ({ timespan }: { readonly timespan: string }) =>
      Promise.resolve(ok({ bars: timespan === 'M1' ? minutes : [], more: false })),
  },
})

describe('the recorded days of an exchange', () => {
  it('are the trading days from its begin to the last close, newest first', () => {
    expect(recordedDays(ANCHOR, NOW)).toEqual(['2026-11-23', '2026-11-20', '2026-11-19'])
    expect(recordedDays(ANCHOR, epochMs(ANCHOR + 1))).toEqual([])
    expect(recordedDays(exchangeInstant('2026-11-19', 1_000), NOW)).not.toContain('2026-11-19')
    expect(recordedDays(exchangeInstant('2024-01-02', 600), NOW)).toHaveLength(60)
  })

  it('begin before the opening bell, and the first one where the market began', () => {
    expect(replayStart('2026-11-20', ANCHOR)).toBe(exchangeInstant('2026-11-20', 569))
    expect(replayStart('2026-11-19', ANCHOR)).toBe(ANCHOR)
  })
})

describe('a replay', () => {
  let userData: string
  beforeEach(() => {
    userData = mkdtempSync(path.join(tmpdir(), 'practice-replay-'))
  })
  afterEach(() => removeFolder(userData))

  const SHOCK = { kind: 'flash-crash', symbol: 'SPY', begins: 600_000, market: -600, own: 0 }
  const fixture = ({
    silent = false,
    seed = 'mine',
    names = [] as readonly string[],
    minutes = [] as readonly Bar[],
  } = {}) => {
    const createdNames: string[] = []
    const switched: string[] = []
    const replay = new PracticeReplay({
      write: inEnglish,
      session: () => Promise.resolve(sessionWith(minutes)),
      host: () => ({
        ready: () => ({ seed }) as PracticeReady,
        command: ({ command }) => {
          if (silent) return Promise.resolve(err('no answer'))
          if (command === 'recording') {
            return Promise.resolve(ok({ anchor: ANCHOR, shocks: [SHOCK], bars: null }))
          }
          return Promise.resolve(
            ok({
              exchangeTime: NOW,
              speed: 1,
              rateLimits: 'off',
              faults: [],
              halted: [],
              scenarios: [],
              anchor: ANCHOR,
              replayed: null,
            }),
          )
        },
      }),
      profiles: {
        all: () => names.map((name) => ({ name }) as Profile),
        create: (name, environment) => {
          createdNames.push(name)
          return Promise.resolve(ok({ id: asProfileId('new'), name, environment } as Profile))
        },
      },
      profileSwitcher: {
        current: () => ({ name: 'Mine', environment: 'sandbox' }) as Profile,
        notifyChanged: () => undefined,
        switchTo: (id) => {
          switched.push(id)
          return Promise.resolve(ok({} as never))
        },
      },
      userData,
    })
    return { replay, made: createdNames, switched }
  }

  it('has a profile of its own, whose exchange plays the recorded market', async () => {
    const { replay, made, switched } = fixture()
    expect(await replay.replay('2026-11-20')).toEqual(ok(undefined))
    expect(made).toEqual(['Replay 2026-11-20'])
    expect(switched).toEqual(['new'])
    const root = path.join(userData, 'practice', 'profiles', 'new')
    const file = path.join(root, 'replay.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      v: 1,
      bars: null,
      anchor: ANCHOR,
      shocks: [SHOCK],
      start: exchangeInstant('2026-11-20', 569),
    })
    expect(exchangeArgs(root, [])).toEqual([
      '--data-dir',
      path.join(root, 'exchange'),
      '--seed',
      'mine',
      '--replay',
      file,
    ])
  })

  it('a replay of bars has the broker’s bars in its folder, and nothing else of the broker', async () => {
    const begin = exchangeInstant('2024-11-20', 570)
    const ten = asPrice(dec('10.25'))
    const bar: Bar = {
      time: begin,
      open: ten,
      high: ten,
      low: ten,
      close: ten,
      volume: asQuantity(dec('7')),
    }
    const { replay, made, switched } = fixture({ minutes: [bar] })
    expect(await replay.replayBars(symbol('AAPL'), '2024-11-20')).toEqual(ok(undefined))
    expect(made).toEqual(['AAPL 2024-11-20 replay'])
    expect(switched).toEqual(['new'])
    const root = path.join(userData, 'practice', 'profiles', 'new')
    const stored: unknown = JSON.parse(readFileSync(path.join(root, 'replay.json'), 'utf8'))
    expect(stored).toMatchObject({
      v: 1,
      anchor: exchangeInstant('2024-11-20', 569),
      start: exchangeInstant('2024-11-20', 569),
      shocks: [],
      bars: {
        symbol: 'AAPL',
        source: { environment: 'sandbox', profile: 'Mine' },
        minutes: [[begin, '10.25', '10.25', '10.25', '10.25', '7']],
      },
    })
  })

  it('a replay of bars that the broker does not give makes no profile', async () => {
    const { replay, made } = fixture()
    expect(await replay.replayBars(symbol('AAPL'), '2024-11-20')).toMatchObject({
      error: { code: 'practice/refused', message: { code: 'practice.noBars' } },
    })
    expect(made).toEqual([])
  })

  it('a replay whose recording was set aside does not start as another market', () => {
    const root = path.join(userData, 'aside')
    mkdirSync(root)
    expect(exchangeArgs(root, [])).not.toContain('--replay')
    writeFileSync(path.join(root, 'replay.json.corrupt-5'), '')
    expect(exchangeArgs(root, [])).toContain('--replay')
  })

  it('a replay of the same day has another name', async () => {
    const { replay, made } = fixture({ names: ['Replay 2026-11-20', 'Replay 2026-11-20 (2)'] })
    await replay.replay('2026-11-20')
    expect(made).toEqual(['Replay 2026-11-20 (3)'])
  })

  it('is refused for a day that was not played, and while the exchange is silent', async () => {
    const { replay, made } = fixture()
    expect(await replay.replay('2026-11-24')).toMatchObject({
      error: { code: 'practice/refused', message: { code: 'practice.notRecorded' } },
    })
    expect(await fixture({ silent: true }).replay.replay('2026-11-20')).toMatchObject({
      error: { message: { code: 'system.practiceSilent' } },
    })
    expect(made).toEqual([])
  })
})
