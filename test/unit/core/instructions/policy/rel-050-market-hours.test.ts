import { expect, it } from 'vitest'
import {
  marketHours,
  openingOf,
} from '../../../../../electron/core/instructions/policy/market-sessions.js'
import type { AssetClass } from '../../../../../shared/domain/instruments/instrument.js'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'

it.each<[AssetClass, string, number, string, string | null]>([
  ['stock', '2026-11-25', 17, 'extended', '2026-11-27 09:30'],
  ['stock', '2026-11-26', 10, 'closed', '2026-11-27 09:30'],
  ['stock', '2026-11-27', 14, 'extended', '2026-11-30 09:30'],
  ['stock', '2026-11-27', 12, 'regular', null],
  ['option', '2026-11-27', 14, 'closed', '2026-11-30 09:30'],
  ['futures', '2026-11-26', 14, 'closed', '2026-11-26 18:00'],
  ['futures', '2026-11-28', 12, 'closed', '2026-11-29 18:00'],
  ['futures', '2026-11-26', 10, 'regular', null],
  ['crypto', '2026-11-28', 12, 'regular', null],
  ['event', '2026-11-28', 12, 'regular', null],
  ['stock', '2029-01-03', 10, 'unknown', null],
  ['futures', '2029-01-03', 10, 'unknown', null],
])(
  'REL-50: the hours of %s on %s at %i:00 are %s, and open next: %s',
  (assetClass, day, hour, session, opens) => {
    const hours = marketHours(assetClass, exchangeInstant(day, hour * 60))
    const opening = openingOf(hours.nextOpen)
    expect([hours.session, opening === null ? null : `${opening.day} ${opening.time}`]).toEqual([
      session,
      opens,
    ])
  },
)
