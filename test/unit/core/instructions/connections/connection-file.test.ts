import { describe, expect, test } from 'vitest'
import {
  DEFAULT_POLICIES,
  parseConnections,
} from '../../../../../electron/core/instructions/connections/connection-file.js'

const policyLimits = (maxOrder: string) => ({
  accounts: ['ACC1'],
  balances: 'shown',
  may: { place: true, replace: false, cancel: true },
  products: ['stock'],
  symbols: ['AAPL'],
  maxOrder,
  maxDay: '2000',
  maxSymbolDay: null,
  maxProductDay: '500',
  maxQuantity: '10',
  maxWorking: 4,
  maxPending: 2,
  maxPerMinute: 1,
  hours: 'regular',
  validMinutes: 9,
  allow: [],
})
const connection = {
  id: '0123456789abcdef',
  name: 'Helper',
  keyHash: 'a'.repeat(64),
  shadow: false,
  createdAt: 1,
  firstSeenAt: 2,
  lastSeenAt: 3,
  client: 'client/1',
  revokedAt: null,
  pause: { until: 9, why: 'too much' },
}
const fileOf = (policy: object, v = 1) =>
  parseConnections(
    JSON.stringify({
      v,
      connections: [
        {
          ...connection,
          policies: { practice: { ...policyLimits('100'), ordersPerDay: 7, ...policy } },
        },
      ],
    }),
  )

describe('the connection file', () => {
  test('is damaged when a limit is missing, and of a newer version by its number alone', () => {
    expect(fileOf({ toolsets: ['account'], ordersPerDay: undefined })).toBe('damaged')
    expect(fileOf({ toolsets: ['account'], extra: 1 })).toBe('damaged')
    expect(fileOf({ toolsets: ['account'] }, 2)).toBe('newer')
  })

  test('has toolsets exactly as written, and is damaged with invalid ones', () => {
    expect(fileOf({ toolsets: ['instrument'] })).toMatchObject({
      connections: [{ policies: { practice: { toolsets: ['instrument'] } } }],
    })
    for (const toolsets of [
      [],
      ['account', 'account'],
      ['everything'],
      ['account', null],
      'all',
      null,
      {},
    ]) {
      expect(fileOf({ toolsets })).toBe('damaged')
    }
  })

  test('defaults to every toolset for a new connection', () => {
    for (const { toolsets } of Object.values(DEFAULT_POLICIES)) {
      expect(toolsets).toEqual(['account', 'market-data', 'trading', 'instrument'])
    }
  })

  test('defaults to fewer orders per day in production', () => {
    expect([
      DEFAULT_POLICIES.practice.ordersPerDay,
      DEFAULT_POLICIES.sandbox.ordersPerDay,
      DEFAULT_POLICIES.production.ordersPerDay,
    ]).toEqual([50, 50, 10])
  })
})
