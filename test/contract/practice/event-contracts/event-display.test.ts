import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { EVENT_DISPLAY_OPERATIONS } from '../../../../shared/wire/families/products/event-display.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ speed: 0 })
beforeAll(async () => {
  // Institutions sign and send no token.
  exchange.client.token = null
})

const games = async (status: 'CLOSED' | 'NOT_STARTED') =>
  (
    await exchange.read(
      EVENT_DISPLAY_OPERATIONS.eventMilestones,
      status === 'CLOSED'
        ? {}
        : { minimum_start_date: String(exchange.practice.ready.exchangeTime + 1) },
    )
  ).data.find((game) => game.status === status)

describe('event contracts for display', () => {
  it('are found by tags and competitions', async () => {
    const tags = await exchange.read(EVENT_DISPLAY_OPERATIONS.eventTags)
    const sports = tags.find(({ category_code: code }) => code === 'SPORTS')
    expect(sports?.tags).toContain('Basketball')
    const [basketball] = await exchange.read(EVENT_DISPLAY_OPERATIONS.sportsFilters, {
      tag: 'Basketball',
    })
    expect(basketball?.competitions.length).toBeGreaterThan(0)
    const series = (
      await exchange.read(EVENT_DISPLAY_OPERATIONS.displaySeries, { tags: 'Basketball' })
    ).data
    expect(series.length).toBeGreaterThan(0)
    expect(
      series.every(
        (candidate) => candidate.tags.includes('Basketball') && candidate.category === 'SPORTS',
      ),
    ).toBe(true)
    expect(
      (
        await exchange.read(EVENT_DISPLAY_OPERATIONS.displaySeries, {
          category: 'ECONOMICS',
          symbols: 'KXFED,KXHIGHNY',
        })
      ).data.map(({ symbol }) => symbol),
    ).toEqual(['KXFED'])
  })

  it('are listed while active unless another status is requested', async () => {
    const active = (
      await exchange.read(EVENT_DISPLAY_OPERATIONS.displayEvents, { series_symbol: 'KXHIGHNY' })
    ).data
    const past = (
      await exchange.read(EVENT_DISPLAY_OPERATIONS.displayEvents, {
        series_symbol: 'KXHIGHNY',
        status: 'INACTIVE',
      })
    ).data
    expect([active.length > 0, past.length > 0]).toEqual([true, true])
    expect([
      new Set(active.map(({ status }) => status)),
      new Set(past.map(({ status }) => status)),
    ]).toEqual([new Set(['ACTIVE']), new Set(['INACTIVE'])])
  })

  it('include a market with its books and bars', async () => {
    const symbol = 'KXPRESPARTY-28NOV07-D'
    const [event] = (
      await exchange.read(EVENT_DISPLAY_OPERATIONS.displayEvents, { series_symbol: 'KXPRESPARTY' })
    ).data
    const first = `${event?.symbol ?? symbol}-D`
    const snapshot = await exchange.read(EVENT_DISPLAY_OPERATIONS.displaySnapshot, {
      symbol: first,
    })
    expect(snapshot).toMatchObject({ symbol: first, event_symbol: event?.symbol, status: 'ACTIVE' })
    expect(
      (await exchange.read(EVENT_DISPLAY_OPERATIONS.displayDepth, { symbol: first, depth: '0' }))
        .yes_bids.length,
    ).toBeGreaterThan(10)
    const bars = await exchange.read(EVENT_DISPLAY_OPERATIONS.displayBars, {
      symbols: first,
      timespan: 'D',
      count: '3',
    })
    expect(bars[first]).toHaveLength(3)
    const byEvent = await exchange.read(EVENT_DISPLAY_OPERATIONS.displayBarsByEvent, {
      event_symbol: event?.symbol ?? '',
      timespan: 'D',
      count: '3',
    })
    expect(byEvent[first]).toEqual(bars[first])
    expect(Object.keys(byEvent)).toHaveLength(3)
    const [from, to] = [
      bars[first]?.[0]?.end_period_time ?? 0,
      bars[first]?.[1]?.end_period_time ?? 0,
    ]
    expect(
      (
        await exchange.read(EVENT_DISPLAY_OPERATIONS.displayBars, {
          symbols: first,
          timespan: 'D',
          start_time: String(from),
          end_time: String(from),
        })
      )[first]?.map(({ end_period_time: end }) => end),
    ).toEqual([to])
  })

  it('include finished games with winner, score and plays', async () => {
    const over = await games('CLOSED')
    const live = await exchange.read(EVENT_DISPLAY_OPERATIONS.eventLiveData, {
      milestone_id: over?.milestone_id ?? '',
    })
    const {
      home_team: home,
      away_team: away,
      home_points: homePoints,
      away_points: awayPoints,
    } = live.details as {
      home_team: string
      away_team: string
      home_points: number
      away_points: number
    }
    expect(live.winner).toBe(homePoints > awayPoints ? home : away)
    const { periods } = await exchange.read(EVENT_DISPLAY_OPERATIONS.eventGameStats, {
      milestone_id: over?.milestone_id ?? '',
    })
    const last = periods.flatMap(({ events }) => events).at(-1)
    expect([last?.home_points, last?.away_points]).toEqual([homePoints, awayPoints])
    expect(live.last_play?.description).toBe(last?.description)
    const points = (team: string) =>
      periods
        .flatMap(({ events }) => events)
        .filter((play) => play.team === team)
        .reduce((sum, play) => sum + play.points, 0)
    expect([points(home), points(away)]).toEqual([homePoints, awayPoints])
    // The winner's market has settled at one dollar.
    expect(
      (
        await exchange.read(EVENT_DISPLAY_OPERATIONS.displayEvents, {
          series_symbol: over?.primary_event_symbols[0]?.split('-')[0] ?? '',
          status: 'INACTIVE',
        })
      ).data.map(({ symbol }) => symbol),
    ).toContain(over?.primary_event_symbols[0])
  })

  it('have no winner, plays or statistics before a game starts', async () => {
    const next = await games('NOT_STARTED')
    expect(next?.end_date ?? null).toBeNull()
    expect(
      await exchange.read(EVENT_DISPLAY_OPERATIONS.eventLiveData, {
        milestone_id: next?.milestone_id ?? '',
      }),
    ).toMatchObject({ winner: null, last_play: null, status: 'NOT_STARTED' })
    expect(
      (
        await exchange.read(EVENT_DISPLAY_OPERATIONS.eventGameStats, {
          milestone_id: next?.milestone_id ?? '',
        })
      ).periods,
    ).toEqual([])
  })

  it('include milestones, filtered and paged', async () => {
    const all: string[] = []
    for (let key: string | null | undefined = ''; key !== null && key !== undefined; ) {
      const page: z.output<typeof EVENT_DISPLAY_OPERATIONS.eventMilestones.response> =
        await exchange.read(
          EVENT_DISPLAY_OPERATIONS.eventMilestones,
          key === '' ? {} : { pagination_key: key },
        )
      all.push(...page.data.map(({ milestone_id: id }) => id))
      key = page.pagination_key
    }
    expect(new Set(all).size).toBe(all.length)
    const next = await games('NOT_STARTED')
    const eventSymbol = next?.related_event_symbols[0] ?? ''
    expect(
      (
        await exchange.read(EVENT_DISPLAY_OPERATIONS.eventMilestones, {
          related_event_symbol: eventSymbol,
        })
      ).data.map(({ milestone_id: id }) => id),
    ).toEqual([next?.milestone_id])
    const later = (
      await exchange.read(EVENT_DISPLAY_OPERATIONS.eventMilestones, {
        minimum_start_date: String(next?.start_date ?? 0),
      })
    ).data
    expect(later.every(({ start_date: start }) => start >= (next?.start_date ?? 0))).toBe(true)
    expect(
      (await exchange.read(EVENT_DISPLAY_OPERATIONS.eventMilestones, { category: 'ECONOMICS' }))
        .data,
    ).toEqual([])
  })

  it.each([
    [
      'an unknown tag',
      EVENT_DISPLAY_OPERATIONS.sportsFilters.path,
      { tag: 'Curling' },
      'INVALID_PARAMETER',
    ],
    [
      'an unknown category',
      EVENT_DISPLAY_OPERATIONS.displaySeries.path,
      { category: 'MOON' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'a broken cursor of series',
      EVENT_DISPLAY_OPERATIONS.displaySeries.path,
      { pagination_key: 'x' },
      'INVALID_PARAMETER',
    ],
    [
      'an unknown series',
      EVENT_DISPLAY_OPERATIONS.displayEvents.path,
      { series_symbol: 'KXNOPE' },
      'INVALID_PARAMETER',
    ],
    [
      'a broken cursor of events',
      EVENT_DISPLAY_OPERATIONS.displayEvents.path,
      { pagination_key: 'x' },
      'INVALID_PARAMETER',
    ],
    [
      'a start that is no time',
      EVENT_DISPLAY_OPERATIONS.eventMilestones.path,
      { minimum_start_date: 'noon' },
      'ILLEGAL_PARAMETER',
    ],
    [
      'a broken cursor of milestones',
      EVENT_DISPLAY_OPERATIONS.eventMilestones.path,
      { pagination_key: 'x' },
      'INVALID_PARAMETER',
    ],
    [
      'an unknown category of milestones',
      EVENT_DISPLAY_OPERATIONS.eventMilestones.path,
      { category: 'MOON' },
      'UNSUPPORTED_CATEGORY',
    ],
    [
      'the snapshot of an unknown market',
      EVENT_DISPLAY_OPERATIONS.displaySnapshot.path,
      { symbol: 'KXNOPE-26-A' },
      'UNSUPPORTED_SYMBOL',
    ],
    ['no market', EVENT_DISPLAY_OPERATIONS.displaySnapshot.path, {}, 'INVALID_PARAMETER'],
    [
      'the depth of an unknown market',
      EVENT_DISPLAY_OPERATIONS.displayDepth.path,
      { symbol: 'KXNOPE-26-A' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'bars of an unknown market',
      EVENT_DISPLAY_OPERATIONS.displayBars.path,
      { symbols: 'KXNOPE-26-A', timespan: 'D' },
      'UNSUPPORTED_SYMBOL',
    ],
    [
      'an unknown span',
      EVENT_DISPLAY_OPERATIONS.displayBars.path,
      { symbols: 'KXNOPE-26-A', timespan: 'M7' },
      'UNSUPPORTED_TIMESPAN',
    ],
    [
      'bars of an unknown event',
      EVENT_DISPLAY_OPERATIONS.displayBarsByEvent.path,
      { event_symbol: 'KXNOPE-26', timespan: 'D' },
      'INVALID_PARAMETER',
    ],
    [
      'live data of an unknown game',
      EVENT_DISPLAY_OPERATIONS.eventLiveData.path,
      { milestone_id: 'nope' },
      'INVALID_PARAMETER',
    ],
    [
      'statistics of an unknown game',
      EVENT_DISPLAY_OPERATIONS.eventGameStats.path,
      { milestone_id: 'nope' },
      'INVALID_PARAMETER',
    ],
  ] as const)('are refused for %s', async (_name, path, query, code) => {
    const reply = await exchange.client.get(path, query)
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string },
    ])
  })
})
