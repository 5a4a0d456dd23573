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

/** One game with all its plays. Side 0 is away, side 1 is home. */
export interface Game {
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs
  readonly plays: readonly Play[]
  readonly winner: 0 | 1
  /**
   * Returns the home side's probability to win at a time: by form before the game, by score and
   * time left during it.
   */
  homeChance(time: EpochMs): number
  /** Returns the number of plays by a time. */
  played(time: EpochMs): number
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

/**
 * Plays a game out. Scores are Poisson counts whose rates follow from the form of both sides; the
 * form known before the game is a Brownian motion. The probability to win uses the normal
 * approximation of the points still to come.
 */
export function playGame({ key, league, opensAt, startsAt, strength }: GameOptions): Game {
  const length = league.periods * league.realMinutes * MINUTE_MS
  const regulationEnd = startsAt + length
  const levels = levelsFor(startsAt - opensAt)
  const weights = league.scores.reduce((sum, [, weight]) => sum + weight, 0)
  const mean = league.scores.reduce((sum, [points, weight]) => sum + (points * weight) / weights, 0)
  const square = league.scores.reduce(
    (sum, [points, weight]) => sum + (points * points * weight) / weights,
    0,
  )

  // An edge is a share of the scoring: `unit` of it moves the result by one deviation.
  const unit = Math.sqrt(2 * league.scoresASide * square) / (2 * league.scoresASide * mean)
  const edge = (u: number): number =>
    unit * (strength + league.homeEdge + FORM * wiener(hash3(key, 1, 0), u, levels))
  const rates = ([-1, 1] as const).map(
    (sign) => league.scoresASide * Math.max(0.1, 1 + sign * edge(1)),
  )

  const scoring = (side: 0 | 1, n: number): { readonly points: number; readonly what: string } => {
    let left = fraction(hash3(key, 20 + side, n)) * weights
    for (const [points, weight, play] of league.scores) {
      left -= weight
      if (left < 0) return { points, what: play }
    }
    return { points: 1, what: 'scores' }
  }
  const drawn = ([0, 1] as const).flatMap((side) =>
    Array.from({ length: poisson(rates[side] ?? 0, hash3(key, 10 + side, 0)) }, (_, n) => {
      const u = fraction(hash3(key, 30 + side, n))
      return {
        at: epochMs(startsAt + 1 + Math.floor(u * (length - 2))),
        side,
        period: Math.min(league.periods, 1 + Math.floor(u * league.periods)),
        ...scoring(side, n),
      }
    }),
  )
  const score: [number, number] = [0, 0]
  const plays = drawn
    .sort((a, b) => a.at - b.at || a.side - b.side)
    .map((play): Play => {
      score[play.side] += play.points
      return { ...play, score: [...score] }
    })
  let endsAt = epochMs(regulationEnd)
  if (score[0] === score[1]) {
    const side = fraction(hash3(key, 40, 0)) < 0.5 ? 0 : 1
    endsAt = epochMs(regulationEnd + OVERTIME_MS)
    const last = scoring(side, 10_000)
    score[side] += last.points
    plays.push({
      at: epochMs(endsAt - 1),
      side,
      period: league.periods + 1,
      ...last,
      score: [...score],
    })
  }
  const played = (time: EpochMs): number => {
    let [low, high] = [0, plays.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((plays[middle]?.at ?? 0) <= time) low = middle + 1
      else high = middle
    }
    return low
  }
  const winner = score[1] > score[0] ? 1 : 0
  return {
    startsAt,
    endsAt,
    plays,
    winner,
    played,
    homeChance: (time) => {
      if (time >= endsAt) return winner
      const u = Math.min(1, Math.max(0, (time - opensAt) / Math.max(1, startsAt - opensAt)))
      const rest = Math.min(1, Math.max(0, (regulationEnd - time) / length))
      const [away, home] = plays[played(time) - 1]?.score ?? [0, 0]
      const expected = home - away + 2 * edge(u) * league.scoresASide * mean * rest
      const unknown = 2 * unit * FORM * league.scoresASide * mean * Math.sqrt(1 - u)
      const deviation = Math.sqrt(2 * league.scoresASide * square * rest + unknown * unknown)
      if (deviation > 0) return normalBelow(expected / deviation)
      return home === away ? 0.5 : Number(home > away)
    },
  }
}
