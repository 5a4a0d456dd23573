import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../../shared/domain/time.js'
import { isReversed, timeRange } from '../../../../../renderer/ui/records/record-range.js'

const NOW = epochMs(Date.parse('2026-11-25T15:00:00-05:00'))
const NONE = { from: '', to: '' }
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
const rangeOf = (...query: Parameters<typeof timeRange>) => {
  const { from, to } = timeRange(...query)
  return [iso(from), iso(to)]
}

describe('the dates of a list of records', () => {
  it('are days at the exchange, both included', () => {
    expect(rangeOf('today', NONE, NOW)).toEqual(['2026-11-25T05:00:00.000Z', null])
    expect(rangeOf('custom', { from: '2026-07-01', to: '2026-11-02' }, NOW)).toEqual([
      '2026-07-01T04:00:00.000Z',
      '2026-11-03T04:59:59.999Z',
    ])
    expect(rangeOf('last-year', NONE, NOW)).toEqual([
      '2025-01-01T05:00:00.000Z',
      '2026-01-01T04:59:59.999Z',
    ])
  })

  it('are open where the person chose no day', () => {
    expect(rangeOf('all', NONE, NOW)).toEqual([null, null])
    expect(rangeOf('custom', { from: '', to: '2026-11' }, NOW)).toEqual([null, null])
  })

  it('follow the exchange, not the computer, late in the evening', () => {
    const night = epochMs(Date.parse('2026-11-26T02:00:00Z'))
    expect(rangeOf('today', NONE, night)[0]).toBe('2026-11-25T05:00:00.000Z')
  })

  it('say when the end is before the start', () => {
    expect(isReversed({ from: '2026-11-02', to: '2026-11-01' })).toBe(true)
    expect(isReversed({ from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  })
})
