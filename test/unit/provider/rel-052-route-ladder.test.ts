import { describe, expect, it } from 'vitest'
import { RouteLadder } from '../../../electron/provider/market-data/route-ladder.js'

const route = (port: number) => ({ host: 'data.example', port })

/** Fails so often, and returns what followed and at which port. */
const fail = (ladder: RouteLadder, times: number): readonly (readonly [string, number])[] =>
  Array.from({ length: times }, () => [ladder.failed(), ladder.route.port] as const)

describe('REL-52: the ways to the market stream', () => {
  it('are tried one after another, and a round has an end', () => {
    const ladder = new RouteLadder(route(1), [route(2), route(3)])
    expect(ladder.hasUntried).toBe(true)
    expect(fail(ladder, 4)).toEqual([
      ['next', 2],
      ['next', 3],
      ['round', 1],
      ['next', 2],
    ])
    expect(ladder.hasUntried).toBe(false)
  })

  it('begin with the one that worked, which is tried three times after a loss', () => {
    const ladder = new RouteLadder(route(1), [route(2)])
    ladder.failed()
    ladder.connected()
    expect(fail(ladder, 5)).toEqual([
      ['same', 2],
      ['same', 2],
      ['next', 1],
      ['round', 2],
      ['next', 1],
    ])
  })

  it('start with the first route again in another network', () => {
    const ladder = new RouteLadder(route(1), [route(2)])
    ladder.failed()
    ladder.connected()
    ladder.restart()
    expect(ladder.route.port).toBe(1)
    expect(ladder.hasUntried).toBe(true)
  })

  it('are rounds of one where there is one', () => {
    const ladder = new RouteLadder(route(1), [])
    expect(ladder.hasUntried).toBe(false)
    expect(fail(ladder, 2)).toEqual([
      ['round', 1],
      ['round', 1],
    ])
  })
})
