import { describe, expect, it } from 'vitest'
import { EventGames } from '../../../../electron/core/market/event-games.js'
import type { GamesPort } from '../../../../electron/core/market/products-port.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type { EventGame, GameScore } from '../../../../shared/domain/instruments/event-game.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { HOUR_MS, epochMs } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const NOW = epochMs(Date.UTC(2026, 10, 25, 19))
const QUERY = { competition: null, event: null }

const game = (milestone: string, startsInMs: number): EventGame => ({
  milestone,
  title: milestone,
  competition: 'League',
  away: { name: 'A', code: 'A' },
  home: { name: 'B', code: 'B' },
  status: startsInMs > 0 ? 'scheduled' : 'live',
  startsAt: epochMs(NOW + startsInMs),
  endsAt: null,
  events: [],
  score: null,
})
const score = (status: GameScore['status'], homePoints: number): GameScore => ({
  status,
  winner: null,
  awayPoints: 0,
  homePoints,
  period: 1,
  periodType: 'quarter',
  clock: '1:00',
  lastPlay: null,
  updatedAt: NOW,
})
const failure = (kind: 'refused' | 'unavailable') => err(providerFailure(kind, foreign(kind)))

/** Games over a provider whose answers a test sets, and a clock that it moves. */
function fixture(more: Partial<GamesPort> = {}, games: readonly EventGame[] = []) {
  let monotonic = 0
  let timers: { readonly dueAt: number; readonly call: () => void }[] = []
  const scoresRead: string[] = []
  const port = {
    games: async () => ok(games),
    gameScore: async (milestone: string) => {
      scoresRead.push(milestone)
      return ok(score('live', scoresRead.length))
    },
    gamePeriods: async () => ok([]),
    ...more,
  }
  const service = new EventGames({
    products: async () => port,
    clock: { monotonic: () => monotonic, now: () => epochMs(NOW + monotonic) },
    timers: {
      after(ms, call) {
        const timer = { dueAt: monotonic + ms, call }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      every: () => () => undefined,
    },
    exchangeNow: () => NOW,
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  /** Lets time pass, five seconds at a time. */
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 5) {
      monotonic += 5_000
      const due = timers.filter(({ dueAt }) => dueAt <= monotonic)
      timers = timers.filter(({ dueAt }) => dueAt > monotonic)
      for (const { call } of due) call()
      await settle()
    }
  }
  return { service, scoresRead, settle, pass, waiting: () => timers.length }
}

describe('event games', () => {
  it('shows the list at once and the scores of games that are played after it', async () => {
    const { service, settle, pass } = fixture({}, [game('soon', HOUR_MS), game('live', -HOUR_MS)])
    const live = service.games(QUERY)
    const stop = live.subscribe(() => undefined)
    await settle()
    expect(live.get()).toMatchObject({
      state: 'ready',
      games: [
        { milestone: 'live', score: null },
        { milestone: 'soon', score: null },
      ],
    })
    await pass(5)
    expect(live.get().games.map((entry) => entry.score?.homePoints ?? null)).toEqual([1, null])
    stop()
  })

  it('reads each score in turn within the budget of 60 a minute', async () => {
    const all = Array.from({ length: 30 }, (_, index) => game(`g${index}`, -HOUR_MS))
    const { service, scoresRead, settle, pass } = fixture({}, all)
    const stop = service.games(QUERY).subscribe(() => undefined)
    await settle()
    await pass(60)
    expect(scoresRead.length).toBeLessThanOrEqual(60)
    expect(new Set(scoresRead).size).toBe(30)
    stop()
  })

  it('reads the score of an ended game once', async () => {
    const scoresRead: string[] = []
    const { service, settle, pass } = fixture(
      {
        gameScore: async (milestone) => {
          scoresRead.push(milestone)
          return ok(score('ended', 90))
        },
      },
      [{ ...game('over', -HOUR_MS), status: 'ended' }],
    )
    const stop = service.games(QUERY).subscribe(() => undefined)
    await settle()
    await pass(120)
    expect(scoresRead).toEqual(['over'])
    stop()
  })

  it('says that the broker serves no games to this key, and reads nothing else', async () => {
    const { service, scoresRead, settle, pass } = fixture({
      games: async () => failure('refused'),
    })
    const live = service.games(QUERY)
    const stop = live.subscribe(() => undefined)
    await settle()
    await pass(60)
    expect(live.get()).toEqual({ state: 'absent', games: [], readAt: null })
    expect(scoresRead).toEqual([])
    stop()
  })

  it('keeps the games of the read before one that fails', async () => {
    let fails = false
    const { service, settle, pass } = fixture({
      games: async () => (fails ? failure('unavailable') : ok([game('live', -HOUR_MS)])),
    })
    const live = service.games(QUERY)
    const stop = live.subscribe(() => undefined)
    await settle()
    fails = true
    await pass(65)
    expect(live.get()).toMatchObject({
      state: 'failed',
      games: [{ milestone: 'live' }],
      readAt: NOW,
    })
    fails = false
    await pass(5)
    expect(live.get().state).toBe('ready')
    stop()
  })

  it('says that the plays could not be read, and keeps those of the read before', async () => {
    let fails = true
    const periods = [{ number: 1, type: 'quarter', plays: [] }]
    const { service, settle, pass } = fixture({
      gamePeriods: async () => (fails ? failure('unavailable') : ok(periods)),
    })
    const live = service.plays('live')
    const stop = live.subscribe(() => undefined)
    expect(live.get()).toEqual({ state: 'loading', periods: [] })
    await settle()
    expect(live.get()).toEqual({ state: 'failed', periods: [] })
    fails = false
    await pass(5)
    expect(live.get()).toEqual({ state: 'ready', periods })
    fails = true
    await pass(5)
    expect(live.get()).toEqual({ state: 'failed', periods })
    stop()
  })

  it('reads nothing after its last watcher has left', async () => {
    const { service, settle, waiting } = fixture({}, [game('live', -HOUR_MS)])
    const stop = service.games(QUERY).subscribe(() => undefined)
    await settle()
    expect(waiting()).toBe(1)
    stop()
    expect(waiting()).toBe(0)
  })
})
