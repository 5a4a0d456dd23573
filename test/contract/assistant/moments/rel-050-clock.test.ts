import { describe, expect, it } from 'vitest'
import { connectAssistantClient } from '../../../harness/assistant/assistant-client.js'
import { epochMs } from '../../../../shared/domain/time.js'

/** Returns what get_clock answers at a time of the exchange. */
async function clockAt(time: string): Promise<unknown> {
  const { fakePort, call } = await connectAssistantClient()
  Object.assign(fakePort.port, {
    exchangeTime: () =>
      Promise.resolve({
        ok: true,
        value: { environment: 'practice', now: epochMs(Date.parse(time)), offsetMs: 0 },
      }),
  })
  return (await call('get_clock', {})).structuredContent
}

describe('REL-50: the clock of assistants', () => {
  it('says of a day beyond the covered years neither that it trades nor when', async () => {
    expect(await clockAt('2029-01-03T15:30:00Z')).toMatchObject({
      today: '2029-01-03',
      trading_day: null,
      session: 'UNKNOWN',
      next_open: null,
      next_close: null,
    })
  })

  it.each([
    ['2028-12-29T15:30:00Z', true, 'REGULAR'],
    ['2028-12-25T15:30:00Z', false, 'CLOSED'],
  ])('knows the last covered days: %s', async (time, isTradingDay, session) => {
    expect(await clockAt(time)).toMatchObject({ trading_day: isTradingDay, session })
  })
})
