import type { EpochMs } from '../../../../shared/domain/time.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import { hashText } from '../../market/math/random.js'
import { addDays } from '../rules/event-calendar.js'
import { LEAGUES, type League } from './leagues.js'
import { fixtures, gameOf, type Fixture } from './schedule.js'
import type { Game } from './game.js'

/** A game as the Display Solution shows it. */
export interface Milestone {
  readonly id: string
  readonly fixture: Fixture
  readonly game: Game
  readonly eventSymbol: string
}

const BEFORE_DAYS = 7
const AHEAD_DAYS = 3
const hex = (value: number): string => value.toString(16).padStart(8, '0')

/** Derives an id in UUID format from the game's symbol. */
function idOf(symbol: string): string {
  const digits = ['a', 'b', 'c', 'd'].map((part) => hex(hashText(`${part}:${symbol}`))).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

const eventSymbolOf = (league: League, fixture: Fixture): string =>
  `${league.series}-${fixture.occasion.code}`

/**
 * Returns the games around `now`, earliest first: the games of the last week, and all with open
 * markets.
 */
export function milestones(seed: string, now: EpochMs): readonly Milestone[] {
  const { day } = exchangeClock(now)
  return LEAGUES.flatMap((league) =>
    fixtures(league, addDays(day, -BEFORE_DAYS), addDays(day, AHEAD_DAYS)).map(
      (fixture): Milestone => {
        const eventSymbol = eventSymbolOf(league, fixture)
        return { id: idOf(eventSymbol), fixture, game: gameOf(seed, fixture), eventSymbol }
      },
    ),
  ).sort((a, b) => a.game.startsAt - b.game.startsAt || (a.id < b.id ? -1 : 1))
}

export const milestoneStatus = (
  { game }: Milestone,
  now: EpochMs,
): 'NOT_STARTED' | 'INPROGRESS' | 'CLOSED' =>
  now < game.startsAt ? 'NOT_STARTED' : now < game.endsAt ? 'INPROGRESS' : 'CLOSED'

/** The scoreboard at `now`. */
export interface Scoreboard {
  readonly away: number
  readonly home: number
  /** 0 before the game. */
  readonly period: number
  /** Seconds left on the clock of the period. */
  readonly clockSeconds: number
}

export function scoreboard({ game, fixture: { league } }: Milestone, now: EpochMs): Scoreboard {
  const [away, home] = game.plays[game.played(now) - 1]?.score ?? [0, 0]
  if (now < game.startsAt) {
    return { away: 0, home: 0, period: 0, clockSeconds: league.periodMinutes * 60 }
  }
  const passed = (now - game.startsAt) / (league.realMinutes * 60_000)
  if (passed >= league.periods) {
    return {
      away,
      home,
      period:
        (game.plays.at(-1)?.period ?? 0) > league.periods ? league.periods + 1 : league.periods,
      clockSeconds: 0,
    }
  }
  return {
    away,
    home,
    period: Math.floor(passed) + 1,
    clockSeconds: Math.ceil((1 - (passed % 1)) * league.periodMinutes * 60),
  }
}
