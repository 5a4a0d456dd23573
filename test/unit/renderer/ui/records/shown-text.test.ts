import { describe, expect, it } from 'vitest'
import { exactIso } from '../../../../../renderer/format/time.js'
import { shownText } from '../../../../../renderer/ui/records/record-columns.js'

describe('the fields of a record', () => {
  it('show a time as the window writes times, not as a file does', () => {
    const winter = exactIso(Date.parse('2026-11-06T15:42:00.250Z'))
    expect(winter).toBe('2026-11-06T10:42:00.250-05:00')
    expect(shownText(winter)).toBe('6 Nov 26, 10:42:00 ET')
    expect(shownText(exactIso(Date.parse('2026-07-06T15:42:09.000Z')))).toMatch(/11:42:09 ET$/)
  })

  it('show a day as a day, and everything else as it is', () => {
    expect(shownText('2026-11-06')).toBe('6 Nov 26')
    expect(shownText('AMZN')).toBe('AMZN')
    expect(shownText('12.34')).toBe('12.34')
  })
})
