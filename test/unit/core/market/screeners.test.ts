import { describe, expect, it } from 'vitest'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type { ScreenerPort } from '../../../../electron/core/market/facts/facts-port.js'
import { Screeners } from '../../../../electron/core/market/facts/screeners.js'
import type { NetworkPort } from '../../../../electron/core/net-ports.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { err, ok } from '../../../../shared/domain/result.js'
import type { Ranking } from '../../../../shared/domain/reference/screener.js'
import type { RankingQuery } from '../../../../shared/domain/reference/screener.schema.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const QUERY: RankingQuery = {
  list: 'movers',
  period: '1d',
  sort: 'changeRatio',
  direction: 'descending',
}
const RANKING: Ranking = { rows: [], sector: null }

/** Screeners over answers that a test sets, and a clock that it moves. */
function fixture(answers: {
  readonly network?: NetworkPort
  next: Awaited<ReturnType<ScreenerPort['ranking']>>
}) {
  let now = 0
  let timers: { readonly dueAt: number; readonly call: () => void }[] = []
  const requests: RankingQuery[] = []
  const screeners = new Screeners({
    port: async () => ({
      ranking: async (query) => {
        requests.push(query)
        return answers.next
      },
      sectors: async () => ok([]),
    }),
    clock: { now: () => epochMs(now) },
    network: answers.network,
    timers: {
      after(ms, call) {
        const timer = { dueAt: now + ms, call }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      every: () => () => undefined,
    },
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  const pass = async (seconds: number): Promise<void> => {
    now += seconds * 1_000
    const due = timers.filter(({ dueAt }) => dueAt <= now)
    timers = timers.filter(({ dueAt }) => dueAt > now)
    for (const { call } of due) call()
    await settle()
  }
  return { screeners, requests, settle, pass, waiting: () => timers.length }
}

describe('a screener', () => {
  it('is read again every 30 seconds while it is watched, and not at all afterwards', async () => {
    const { screeners, requests, settle, pass, waiting } = fixture({ next: ok(RANKING) })
    const live = screeners.ranking(QUERY)
    expect(requests).toHaveLength(0)
    const stop = live.subscribe(() => undefined)
    await settle()
    expect(live.get()).toEqual({ state: 'ready', value: RANKING, readAt: 0, problem: null })
    await pass(29)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests).toHaveLength(2)
    stop()
    expect(waiting()).toBe(0)
  })

  it('is read once for several watchers of the same query', async () => {
    const { screeners, requests, settle } = fixture({ next: ok(RANKING) })
    const stops = [1, 2].map(() => screeners.ranking({ ...QUERY }).subscribe(() => undefined))
    await settle()
    expect(requests).toHaveLength(1)
    for (const stop of stops) stop()
  })

  it('keeps what was read, with its age, while later reads fail', async () => {
    const answers: Parameters<typeof fixture>[0] = { next: ok(RANKING) }
    const { screeners, settle, pass } = fixture(answers)
    const live = screeners.ranking(QUERY)
    live.subscribe(() => undefined)
    await settle()
    answers.next = err(providerFailure('unavailable', foreign('down')))
    await pass(30)
    expect(live.get()).toMatchObject({ state: 'failed', value: RANKING, readAt: 0 })
    answers.next = ok(RANKING)
    await pass(10)
    expect(live.get()).toMatchObject({ state: 'ready', readAt: 40_000, problem: null })
  })

  it('is read within a second after the network is back, once for each list', async () => {
    const back = createEmitter<void>()
    const { screeners, requests, settle, pass } = fixture({
      network: { onBack: (listener) => back.add(listener) },
      next: err(providerFailure('unavailable', foreign('down'))),
    })
    screeners.ranking(QUERY).subscribe(() => undefined)
    await settle()
    for (let count = 0; count < 6; count += 1) await pass(10)
    const before = requests.length
    back.emit()
    await pass(1)
    expect(requests).toHaveLength(before + 1)
  })

  it('says that the broker does not serve a list, and asks again after ten minutes', async () => {
    const answers: Parameters<typeof fixture>[0] = {
      next: err(providerFailure('not-entitled', foreign('no right'))),
    }
    const { screeners, requests, settle, pass } = fixture(answers)
    const live = screeners.ranking(QUERY)
    live.subscribe(() => undefined)
    await settle()
    expect(live.get()).toMatchObject({ state: 'absent', value: null })
    await pass(599)
    expect(requests).toHaveLength(1)
    answers.next = ok(RANKING)
    await pass(1)
    expect(live.get().state).toBe('ready')
  })
})
