import {
  exchangeInstant,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs } from '../../../../shared/domain/time.js'
import { hash3, hashText, normal } from '../../market/math/random.js'
import { addDays, dayAt, dayCode, daySerial, weekdayOf } from '../rules/event-calendar.js'
import type { EventDraft, Occasion, SeriesRule } from '../rules/types.js'
import { USUAL } from '../models/series-defaults.js'
import { inSeason, type League } from './leagues.js'
import { Game } from './game.js'

/** A pairing of teams, the away side first as in the codes of games. */
export interface Fixture {
  readonly league: League
  readonly occasion: Occasion
  readonly away: readonly [code: string, name: string]
  readonly home: readonly [code: string, name: string]
}

const OPENS_DAYS = 3
/**
 * Time from the start to the scheduled end of trading: long enough for any game; trading ends when
 * the game does.
 */
const CLOSES_AFTER_MS = 12 * 60 * MINUTE_MS
const SLOTS = 16

/**
 * Returns the pairings of a day. The teams are shuffled by the date alone, so that symbols are the
 * same for every seed.
 */
function fixturesOn(league: League, day: ExchangeDay): readonly Fixture[] {
  if (!inSeason(league, Number(day.slice(5, 7))) || !league.weekdays.includes(weekdayOf(day))) {
    return []
  }
  const serial = daySerial(day)
  const key = hashText(league.series)
  const order = league.teams
    .map((team, index) => ({ team, rank: hash3(key, serial, index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ team }) => team)
  return Array.from(
    { length: Math.min(league.gamesADay, order.length >> 1) },
    (_, slot): Fixture | null => {
      const [away, home] = [order[slot * 2], order[slot * 2 + 1]]
      if (away === undefined || home === undefined) return null
      const startsAt = exchangeInstant(day, league.firstMinute + slot * league.everyMinutes)
      return {
        league,
        away,
        home,
        occasion: {
          code: `${dayCode(day)}${away[0]}${home[0]}`,
          serial: serial * SLOTS + slot,
          day,
          opensAt: exchangeInstant(addDays(day, -OPENS_DAYS), 10 * 60),
          closesAt: epochMs(startsAt + CLOSES_AFTER_MS),
          decidedAt: epochMs(startsAt + CLOSES_AFTER_MS),
          paysAt: epochMs(startsAt + CLOSES_AFTER_MS),
        },
      }
    },
  ).filter((fixture) => fixture !== null)
}

export function fixtures(league: League, from: ExchangeDay, to: ExchangeDay): readonly Fixture[] {
  const found: Fixture[] = []
  for (let serial = daySerial(from); serial <= daySerial(to); serial += 1) {
    found.push(...fixturesOn(league, dayAt(serial)))
  }
  return found
}

/** Returns the strength of a team in a season, in deviations of a game's result. */
const strength = (seed: string, league: League, team: string, day: ExchangeDay): number =>
  0.3 * normal(hash3(hashText(`${seed}:${league.series}:${team}`), Number(day.slice(0, 4)), 0))

const games = new Map<string, Game>()
const MAX_GAMES = 500

/** Returns the cached, fully played game of a fixture. */
export function gameOf(seed: string, { league, occasion, away, home }: Fixture): Game {
  const name = `${seed}:${league.series}:${occasion.code}`
  const known = games.get(name)
  if (known) return known
  const game = new Game({
    key: hashText(name),
    league,
    opensAt: occasion.opensAt,
    startsAt: epochMs(occasion.closesAt - CLOSES_AFTER_MS),
    strength:
      strength(seed, league, home[0], occasion.day) - strength(seed, league, away[0], occasion.day),
  })
  if (games.size >= MAX_GAMES) games.clear()
  games.set(name, game)
  return game
}

/** Creates the series of a league's games: each is an event with a market for either side. */
export const gameSeries = (league: League): SeriesRule => ({
  ...USUAL,
  symbol: league.series,
  name: league.seriesName,
  category: 'SPORTS',
  frequency: 'CUSTOM',
  tags: [league.tag],
  exclusive: true,
  canCloseEarly: true,
  tradesPerHour: 70,
  tradeSize: 60,
  leadDays: OPENS_DAYS + 1,
  listedDaysAfter: 7,
  occasions: (from, to) => fixtures(league, from, to).map(({ occasion }) => occasion),
  event: (occasion, { seed }): EventDraft | null => {
    const fixture = fixturesOn(league, occasion.day).find(
      (fixtureOfDay) => fixtureOfDay.occasion.code === occasion.code,
    )
    if (fixture === undefined) return null
    const game = gameOf(seed, fixture)
    const { away, home } = fixture
    return {
      name: `${away[1]} at ${home[1]}`,
      shortName: `${away[0]} at ${home[0]} (${occasion.day.slice(5)})`,
      markets: [away, home].map(([code, name]) => ({
        suffix: code,
        yes: name,
        no: name === home[1] ? away[1] : home[1],
        condition: `If ${name} wins the game ${away[1]} at ${home[1]} of ${occasion.day}, then the market resolves to Yes.`,
      })),
      model: {
        probability: (market, time) =>
          market === 1 ? game.homeChance(time) : 1 - game.homeChance(time),
        decidedAt: () => game.endsAt,
      },
    }
  },
})
