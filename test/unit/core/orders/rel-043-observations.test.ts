import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  JOURNAL_VERSION,
  parseRecord,
} from '../../../../electron/core/orders/journal/journal-record.js'
import { observation } from './order-row-fixture.js'

const stored = (more: Parameters<typeof observation>[0]): unknown =>
  parseRecord(
    JSON.stringify({ v: JOURNAL_VERSION, kind: 'observation', observation: observation(more) }),
  )

describe('REL-43: what the broker reports of an order', () => {
  it.each([
    ['an event with the time at which the broker sent it', { sentAt: epochMs(1_795_791_670_343) }],
    ['an answer without one', {}],
    ['an answer whose message has none', { sentAt: undefined }],
  ])('is read back from the journal: %s', (_what, more) => {
    const written = { source: 'event', status: 'filled', ...more } as const
    expect(stored(written)).toMatchObject({
      observation: JSON.parse(JSON.stringify(observation(written))) as object,
    })
  })
})
