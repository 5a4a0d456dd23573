import {
  gameStatus,
  type EventGame,
  type GamePlaysView,
  type GameScore,
  type GamesQuery,
  type GamesView,
} from '../../../shared/domain/instruments/event-game.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { LiveValue } from '../live-values.js'
import type { NetworkPort } from '../net-ports.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { PolledValue } from './polling/polled-value.js'
import type { ProductsPort } from './products-port.js'
import { isAbsent } from './facts/polled-list.js'

/** Games that started longer ago are not listed. */
const LISTED_MS = 2 * DAY_MS
/** The list changes with the schedule, scores with the play. */
const LIST_MS = 60_000
const TURN_MS = 5_000
/**
 * Scores are read one by one. The budget is 60 a minute (LIMITS-1), and plays need a part of the
 * operations' common one.
 */
const SCORES_A_TURN = 4
/** A provider without games is asked again after this time: a key may be granted more. */
const ABSENT_MS = 10 * 60_000

export interface EventGamesDeps {
  readonly products: () => Promise<Pick<ProductsPort, 'games' | 'gameScore' | 'gamePeriods'>>
  readonly clock: Pick<ClockPort, 'monotonic' | 'now'>
  readonly timers: TimerPort
  readonly network?: NetworkPort | undefined
  readonly exchangeNow: () => EpochMs
}

/** A score, and the monotonic time at which it arrived. */
interface ReadScore {
  readonly score: GameScore
  readonly at: number
}

/** Games with their scores, and the plays of one game, read while somebody watches them. */
export class EventGames {
  readonly #deps: EventGamesDeps
  readonly #lists = new Map<string, LiveValue<GamesView>>()
  readonly #plays = new Map<string, LiveValue<GamePlaysView>>()
  readonly #scores = new Map<string, ReadScore>()

  constructor(deps: EventGamesDeps) {
    this.#deps = deps
  }

  /** Returns the games of a query, live; watchers of the same query share its reads. */
  games(query: GamesQuery): LiveValue<GamesView> {
    const key = JSON.stringify([query.competition, query.event])
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    const list = new GameList(query, this.#deps, this.#scores)
    const polled = new PolledValue<GamesView>({
      initial: { state: 'loading', games: [], readAt: null },
      read: (before) => list.read(before),
      pauseMs: ({ state }) => (state === 'absent' ? ABSENT_MS : TURN_MS),
      retry: { isDue: ({ state }) => state === 'failed', maxMs: TURN_MS },
      timers: this.#deps.timers,
      network: this.#deps.network,
      onIdle: () => this.#lists.delete(key),
    })
    this.#lists.set(key, polled)
    return polled
  }

  /** Returns the plays of a game by period. */
  plays(milestone: string): LiveValue<GamePlaysView> {
    const known = this.#plays.get(milestone)
    if (known !== undefined) return known
    const polled = new PolledValue<GamePlaysView>({
      initial: { state: 'loading', periods: [] },
      read: async (before) => {
        const answer = await (await this.#deps.products()).gamePeriods(milestone)
        if (answer.ok) return { state: 'ready', periods: answer.value }
        return { ...before, state: isAbsent(answer.error) ? 'absent' : 'failed' }
      },
      pauseMs: () => TURN_MS,
      retry: { isDue: ({ state }) => state === 'failed', maxMs: TURN_MS },
      timers: this.#deps.timers,
      network: this.#deps.network,
      onIdle: () => this.#plays.delete(milestone),
    })
    this.#plays.set(milestone, polled)
    return polled
  }
}

/** The games of one query. */
class GameList {
  readonly #query: GamesQuery
  readonly #deps: EventGamesDeps
  readonly #scores: Map<string, ReadScore>
  #games: readonly EventGame[] = []
  #listedAt = Number.NEGATIVE_INFINITY
  #readAt: EpochMs | null = null

  constructor(query: GamesQuery, deps: EventGamesDeps, scores: Map<string, ReadScore>) {
    this.#query = query
    this.#deps = deps
    this.#scores = scores
  }

  /** Reads the list where it is due, then the scores that are. */
  async read(before: GamesView): Promise<GamesView> {
    const products = await this.#deps.products()
    const now = this.#deps.clock.monotonic()
    let state: GamesView['state'] = before.state === 'failed' ? 'failed' : 'ready'
    if (now - this.#listedAt >= LIST_MS || before.state !== 'ready') {
      const from = epochMs(this.#deps.exchangeNow() - LISTED_MS)
      const answer = await products.games({ ...this.#query, from })
      if (answer.ok) {
        this.#games = answer.value.toSorted((a, b) => a.startsAt - b.startsAt)
        this.#listedAt = now
        this.#readAt = this.#deps.clock.now()
        state = 'ready'
      } else if (isAbsent(answer.error)) return { state: 'absent', games: [], readAt: null }
      else state = 'failed'
      // The list shows while its scores are on the way.
      if (before.state === 'loading') return this.#view(state)
    }
    await this.#readScores(products)
    return this.#view(state)
  }

  #view(state: GamesView['state']): GamesView {
    return { state, games: this.#withScores(), readAt: this.#readAt }
  }

  #withScores(): readonly EventGame[] {
    return this.#games.map((game) => ({
      ...game,
      score: this.#scores.get(game.milestone)?.score ?? null,
    }))
  }

  /**
   * Reads the scores of games that are played, the oldest first, then the scores of ended games.
   */
  async #readScores(products: Pick<ProductsPort, 'gameScore'>): Promise<void> {
    const exchangeNow = this.#deps.exchangeNow()
    const due = this.#withScores()
      .filter((game) => isScoreDue(game, exchangeNow))
      .toSorted((a, b) => this.#order(a) - this.#order(b))
      .slice(0, SCORES_A_TURN)
    const now = this.#deps.clock.monotonic()
    await Promise.all(
      due.map(async ({ milestone }) => {
        const answer = await products.gameScore(milestone)
        if (answer.ok) this.#scores.set(milestone, { score: answer.value, at: now })
      }),
    )
  }

  /** Games without a score come after those that are played, and before nothing else. */
  #order(game: EventGame): number {
    const readAt = this.#scores.get(game.milestone)?.at
    if (gameStatus(game) === 'live') return readAt ?? Number.NEGATIVE_INFINITY
    return readAt ?? Number.MAX_SAFE_INTEGER - game.startsAt
  }
}

/** True while a score can change, and once after the end. */
function isScoreDue(game: EventGame, exchangeNow: EpochMs): boolean {
  if (game.startsAt > exchangeNow) return false
  return game.score === null || game.score.status !== 'ended'
}
