import { annual } from '../rules/event-calendar.js'
import { LEAGUES } from '../sports/leagues.js'
import type { SeriesRule } from '../rules/types.js'
import { question } from './series-templates.js'

const END_MINUTE = 23 * 60

/** The winner of a league's season: one market per team, exactly one of which settles yes. */
export const CHAMPION_SERIES: readonly SeriesRule[] = LEAGUES.map((league) =>
  question(
    {
      symbol: league.series.replace('GAME', 'CHAMP'),
      title: `${league.competition} champion`,
      name: ({ day }) => `${league.competition} champion ${day.slice(0, 4)}?`,
      answers: league.teams,
      // A few favorites and a long tail.
      weights: league.teams.map((_, index) => 30 / (index + 1.5)),
      share: 0.9,
      power: 1.6,
    },
    {
      category: 'SPORTS',
      tags: [league.tag],
      frequency: 'ANNUAL',
      leadDays: 330,
      listedDaysAfter: 300,
      tradesPerHour: 6,
      ticks: 'tapered',
      occasions: annual(
        {
          opensDaysBefore: 320,
          closesMinute: END_MINUTE,
          decidedMinute: END_MINUTE + 5,
          paysMinute: END_MINUTE + 30,
        },
        `${String(league.season[1] === 1 ? 2 : league.season[1]).padStart(2, '0')}-20`,
      ),
    },
  ),
)
