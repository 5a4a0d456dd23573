import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import { hash3, hashText, normal } from '../../market/math/random.js'
import { monthCode, occasionOn, weekdayOfMonth } from '../rules/event-calendar.js'
import type { Occasion, OutcomeModel } from '../rules/types.js'
import { chances, normalized, type Chances } from './categorical.js'

/** Possible rate changes of a meeting, in hundredths of a percent. */
export const MOVES = [-50, -25, 0, 25, 50] as const
const FIRST_YEAR = 2024
const FIRST_LEVEL = 450
const WEDNESDAY = 3
/** Month and week (-1 is the last) of a year's eight decision Wednesdays. */
const MEETINGS = [
  [1, -1],
  [3, 3],
  [4, -1],
  [6, 3],
  [7, -1],
  [9, 3],
  [10, -1],
  [12, 2],
] as const
export const MEETINGS_A_YEAR = MEETINGS.length

export interface Meeting {
  readonly number: number
  readonly day: ExchangeDay
  readonly occasion: Occasion
  readonly decision: Chances
}

/**
 * The central bank's meetings of one seed. Decisions are independent: the probability of a level
 * follows from the sum of all decisions.
 */
export interface FedPath {
  meeting(number: number): Meeting
  /** Returns the meetings between two days. */
  between(from: ExchangeDay, to: ExchangeDay): readonly Meeting[]
  /**
   * Returns the upper bound of the rate before a meeting that has been reached, in hundredths of a
   * percent.
   */
  levelBefore(number: number): number
}

const paths = new Map<string, FedPath>()

/** Returns the cached meetings of a seed. */
export function fedPath(seed: string): FedPath {
  const known = paths.get(seed)
  if (known) return known
  const key = hashText(`${seed}:fed`)
  const meetings = new Map<number, Meeting>()
  const make = (number: number): Meeting => {
    const [month, week] =
      MEETINGS[((number % MEETINGS_A_YEAR) + MEETINGS_A_YEAR) % MEETINGS_A_YEAR] ?? MEETINGS[0]
    const day = weekdayOfMonth(
      FIRST_YEAR + Math.floor(number / MEETINGS_A_YEAR),
      month,
      WEDNESDAY,
      week,
    )
    const occasion = occasionOn(day, monthCode(day), number, {
      opensDaysBefore: 400,
      closesMinute: 13 * 60 + 55,
      decidedMinute: 14 * 60,
      paysMinute: 15 * 60,
    })
    const lean = Math.exp(0.7 * normal(hash3(key, 5, number)))
    const priors = normalized([0.04 * lean, 0.28 * lean, 0.55, 0.12 / lean, 0.012 / lean])
    return {
      number,
      day,
      occasion,
      decision: chances({
        key: hash3(key, 6, number),
        occasion,
        priors,
        share: 0.82,
        power: 1.5,
        signal: 1.4,
      }),
    }
  }
  const meeting = (number: number): Meeting => {
    const found = meetings.get(number) ?? make(number)
    meetings.set(number, found)
    return found
  }
  const path: FedPath = {
    meeting,
    between: (from, to) => {
      const first = (Number(from.slice(0, 4)) - FIRST_YEAR) * MEETINGS_A_YEAR
      const last = (Number(to.slice(0, 4)) + 1 - FIRST_YEAR) * MEETINGS_A_YEAR
      return Array.from({ length: Math.max(0, last - first) }, (_, index) =>
        meeting(first + index),
      ).filter(({ day }) => day >= from && day <= to)
    },
    levelBefore: (number) => {
      let level = FIRST_LEVEL
      for (let n = 0; n < number; n += 1) level += MOVES[meeting(n).decision.winner] ?? 0
      return level
    },
  }
  paths.set(seed, path)
  return path
}

/** Models a meeting's decision; markets in the order of {@link MOVES}. */
export const decisionModel = ({ decision, occasion }: Meeting): OutcomeModel => ({
  probability: (market, time) => decision.chancesAt(time)[market] ?? 0,
  decidedAt: () => occasion.decidedAt,
})

/**
 * Models whether the level after a meeting lies above a bound, including earlier meetings still to
 * come.
 */
export function levelModel(
  path: FedPath,
  { number, occasion }: Meeting,
  bounds: readonly number[],
): OutcomeModel {
  return {
    probability: (market, time) => {
      let next = number + 1
      while (next > 0 && path.meeting(next - 1).occasion.decidedAt > time) next -= 1
      let spread = new Map([[path.levelBefore(next), 1]])
      for (let n = next; n <= number; n += 1) {
        const odds = path.meeting(n).decision.chancesAt(time)
        const after = new Map<number, number>()
        for (const [level, chance] of spread) {
          for (const [index, move] of MOVES.entries()) {
            after.set(level + move, (after.get(level + move) ?? 0) + chance * (odds[index] ?? 0))
          }
        }
        spread = after
      }
      let above = 0
      for (const [level, chance] of spread) if (level > (bounds[market] ?? 0)) above += chance
      return next > number ? Math.round(above) : above
    },
    decidedAt: () => occasion.decidedAt,
  }
}

const isCut = (move: number): boolean => (MOVES[move] ?? 0) < 0

/**
 * Models whether at least a given number of a year's meetings cut the rate. Known as soon as the
 * number is reached or out of reach.
 */
export function cutCountModel(
  meetings: readonly Meeting[],
  occasion: Occasion,
  thresholds: readonly number[],
): OutcomeModel {
  const decided = thresholds.map((threshold): EpochMs => {
    let cuts = 0
    for (const [index, { decision, occasion: held }] of meetings.entries()) {
      if (isCut(decision.winner)) cuts += 1
      if (cuts >= threshold || cuts + meetings.length - index - 1 < threshold) {
        return epochMs(Math.max(occasion.opensAt + 1, held.decidedAt))
      }
    }
    return occasion.decidedAt
  })
  return {
    probability: (market, time) => {
      const threshold = thresholds[market] ?? 0
      if (time >= (decided[market] ?? occasion.decidedAt)) {
        return Number(meetings.filter(({ decision }) => isCut(decision.winner)).length >= threshold)
      }
      let spread = [1]
      for (const { decision, occasion: held } of meetings) {
        const odds = decision.chancesAt(time)
        const cut =
          time >= held.decidedAt ? Number(isCut(decision.winner)) : (odds[0] ?? 0) + (odds[1] ?? 0)
        spread = [...spread, 0].map(
          (chance, cuts) => chance * (1 - cut) + (spread[cuts - 1] ?? 0) * cut,
        )
      }
      return Math.min(
        1,
        spread.slice(threshold).reduce((sum, chance) => sum + chance, 0),
      )
    },
    decidedAt: (market) => decided[market] ?? occasion.decidedAt,
  }
}
