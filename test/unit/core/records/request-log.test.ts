import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/domain/time.js'
import { RequestLog } from '../../../../electron/core/records/request-log.js'

const entry = (time: number) => ({
  time: epochMs(time),
  operation: 'trading.orders.open',
  method: 'GET',
  host: 'api',
  path: '/x',
  params: '',
  status: 200,
  failure: null,
  brokerCode: null,
  message: null,
  rows: 1,
  latencyMs: 5,
})

describe('the log of requests', () => {
  it('returns the newest first, page by page, each once', () => {
    const log = new RequestLog()
    for (let index = 1; index <= 450; index += 1) log.add(entry(index))
    const numbers: number[] = []
    let cursor: string | null = null
    do {
      const page = log.page(cursor)
      numbers.push(...page.rows.map(({ number }) => number))
      cursor = page.cursor
      // Requests go on while somebody reads.
      log.add(entry(1_000))
    } while (cursor !== null)
    expect(numbers).toEqual(Array.from({ length: 450 }, (_unused, index) => 450 - index))
  })

  it('stores a bounded number, however long the session is', () => {
    const log = new RequestLog(100)
    for (let index = 1; index <= 1_050; index += 1) log.add(entry(index))
    const { rows, cursor } = log.page(null)
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_unused, index) => 1_050 - index),
    )
    expect(cursor).toBeNull()
  })
})
