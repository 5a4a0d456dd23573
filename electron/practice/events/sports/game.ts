import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { fraction, hash3, poisson } from '../../market/math/random.js'
import { levelsFor, normalBelow, wiener } from '../rules/latent.js'
import type { League } from './leagues.js'

export interface Play {
  readonly at: EpochMs
  readonly side: 0 | 1
  readonly points: number
  readonly what: string
  /** From 1; greater than the league's number of periods in overtime. */
  readonly period: number
  /** Points of away and home after the play. */
  readonly score: readonly [away: number, home: number]
}

/** How much the form of both sides becomes known before the game, in deviations of its result. */
const FORM = 0.4
const OVERTIME_MS = 12 * MINUTE_MS

export interface GameOptions {
  readonly key: number
  readonly league: League
  readonly opensAt: EpochMs
  readonly startsAt: EpochMs
  /** Expected advantage of the home side at the opening, in deviations of a game's result. */
  readonly strength: number
}

/** The averages of a league's scores. */
interface Scoring {
  /** Sum of the weights of all plays that score. */
  readonly weights: number
  /** Points of a score: mean, and mean square. */
  readonly mean: number
  readonly square: number
  /** An edge is a share of the scoring: `unit` of it moves the result by one deviation. */
  readonly unit: number
}

function scoringOf({ scores, scoresASide }: League): Scoring {
  const weights = scores.reduce((sum, [, weight]) => sum + weight, 0)
  const mean = scores.reduce((sum, [points, weight]) => sum + (points * weight) / weights, 0)
  const square = scores.reduce(
    (sum, [points, weight]) => sum + (points * points * weight) / weights,
    0,
  )
  const unit = Math.sqrt(2 * scoresASide * square) / (2 * scoresASide * mean)
  return { weights, mean, square, unit }
}

/**
 * A game played out. Scores are Poisson counts whose rates follow from the form of both sides; the
 * form known before the game is a Brownian motion. The probability to win uses the normal
 * approximation of the points still to come.
 */
export class Game {
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs
  readonly plays: readonly Play[]
  readonly winner: 0 | 1
  readonly #options: GameOptions
  readonly #scoring: Scoring
  readonly #levels: number
  /** Length of the regular playing time, in ms. */
  readonly #length: number

  constructor(options: GameOptions) {
    const { league, opensAt, startsAt } = options
    this.#options = options
    this.#scoring = scoringOf(league)
    this.#levels = levelsFor(startsAt - opensAt)
    this.#length = league.periods * league.realMinutes * MINUTE_MS
    this.startsAt = startsAt
    const regular = this.#regularPlays()
    const overtime = this.#overtimePlay(regular.at(-1)?.score ?? [0, 0])
    this.plays = overtime === null ? regular : [...regular, overtime]
    this.endsAt = epochMs(this.#regulationEnd + (overtime === null ? 0 : OVERTIME_MS))
    const [away, home] = this.plays.at(-1)?.score ?? [0, 0]
    this.winner = home > away ? 1 : 0
  }

  /**
   * Returns the home side's probability to win at a time: by form before the game, by score and
   * time left during it.
   */
  homeChance(time: EpochMs): number {
    if (time >= this.endsAt) return this.winner
    const { opensAt, startsAt, league } = this.#options
    const { mean, square, unit } = this.#scoring
    const u = Math.min(1, Math.max(0, (time - opensAt) / Math.max(1, startsAt - opensAt)))
    const rest = Math.min(1, Math.max(0, (this.#regulationEnd - time) / this.#length))
    const [away, home] = this.plays[this.played(time) - 1]?.score ?? [0, 0]
    const expected = home - away + 2 * this.#edge(u) * league.scoresASide * mean * rest
    const unknown = 2 * unit * FORM * league.scoresASide * mean * Math.sqrt(1 - u)
    const deviation = Math.sqrt(2 * league.scoresASide * square * rest + unknown * unknown)
    if (deviation > 0) return normalBelow(expected / deviation)
    return home === away ? 0.5 : Number(home > away)
  }

  /** Returns the number of plays by a time. */
  played(time: EpochMs): number {
    let [low, high] = [0, this.plays.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.plays[middle]?.at ?? 0) <= time) low = middle + 1
      else high = middle
    }
    return low
  }

  get #regulationEnd(): number {
    return this.startsAt + this.#length
  }

  /** Returns the home side's advantage that is known at a share `u` of the time before the game. */
  #edge(u: number): number {
    const { key, league, strength } = this.#options
    const form = wiener(hash3(key, 1, 0), u, this.#levels)
    return this.#scoring.unit * (strength + league.homeEdge + FORM * form)
  }

  #regularPlays(): Play[] {
    const score: [number, number] = [0, 0]
    return [...this.#playsOf(0), ...this.#playsOf(1)]
      .sort((a, b) => a.at - b.at || a.side - b.side)
      .map((play): Play => {
        score[play.side] += play.points
        return { ...play, score: [...score] }
      })
  }

  #playsOf(side: 0 | 1): Omit<Play, 'score'>[] {
    const { key, league } = this.#options
    const sign = side === 0 ? -1 : 1
    const rate = league.scoresASide * Math.max(0.1, 1 + sign * this.#edge(1))
    return Array.from({ length: poisson(rate, hash3(key, 10 + side, 0)) }, (_, n) => {
      const u = fraction(hash3(key, 30 + side, n))
      return {
        at: epochMs(this.startsAt + 1 + Math.floor(u * (this.#length - 2))),
        side,
        period: Math.min(league.periods, 1 + Math.floor(u * league.periods)),
        ...this.#scoreOf(side, n),
      }
    })
  }

  /** Returns the play that decides a draw; null when there is a winner. */
  #overtimePlay([away, home]: Play['score']): Play | null {
    if (away !== home) return null
    const { key, league } = this.#options
    const side = fraction(hash3(key, 40, 0)) < 0.5 ? 0 : 1
    const last = this.#scoreOf(side, 10_000)
    return {
      at: epochMs(this.#regulationEnd + OVERTIME_MS - 1),
      side,
      period: league.periods + 1,
      ...last,
      score: side === 0 ? [away + last.points, home] : [away, home + last.points],
    }
  }

  /** Draws the kind of a side's score number `n`. */
  #scoreOf(side: 0 | 1, n: number): { readonly points: number; readonly what: string } {
    const { key, league } = this.#options
    let left = fraction(hash3(key, 20 + side, n)) * this.#scoring.weights
    for (const [points, weight, play] of league.scores) {
      left -= weight
      if (left < 0) return { points, what: play }
    }
    return { points: 1, what: 'scores' }
  }
}
