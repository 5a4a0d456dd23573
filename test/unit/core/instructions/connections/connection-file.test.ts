import { describe, expect, test } from 'vitest'
import {
  DEFAULT_POLICIES,
  parseConnections,
  writeConnections,
} from '../../../../../electron/core/instructions/connections/connection-file.js'

const report = {
  asked: 3,
  approved: 1,
  edited: 0,
  declined: 1,
  expired: 1,
  filled: 1,
  slippage: '0.12',
}
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
const versionOneFile = (overrides: object) =>
  JSON.stringify({
    v: 1,
    connections: [{ ...connection, reports: { practice: report }, policies: {}, ...overrides }],
  })

describe('the connection file of an older version', () => {
  test('keeps every limit of version 1, adds the orders per day and drops the counters', () => {
    const read = parseConnections(
      versionOneFile({
        policies: { practice: policyLimits('100'), production: policyLimits('50') },
      }),
    )
    if (typeof read === 'string') throw new Error(read)
    expect(read).toMatchObject([
      {
        ...connection,
        policies: {
          practice: { ...policyLimits('100'), ordersPerDay: 50 },
          production: { ...policyLimits('50'), ordersPerDay: 10 },
        },
      },
    ])
    expect(read[0]?.policies.sandbox).toBeUndefined()
    expect(JSON.stringify(read)).not.toContain('reports')
    const written = writeConnections(read)
    expect(JSON.parse(written)).toMatchObject({ v: 4 })
    expect(parseConnections(written)).toEqual(read)
  })

  test('reads version 1 with a hosted client and without counters', () => {
    const hosted = { clientId: 'c', consent: 'n', scopes: ['trade'], accounts: ['ACC1'] }
    expect(parseConnections(versionOneFile({ reports: {}, hosted }))).toMatchObject([{ hosted }])
  })

  test('treats a file that does not match its version as damaged', () => {
    expect(parseConnections(versionOneFile({ extra: 1 }))).toBe('damaged')
    expect(
      parseConnections(
        versionOneFile({ policies: { practice: { ...policyLimits('1'), ordersPerDay: 3 } } }),
      ),
    ).toBe('damaged')
    expect(
      parseConnections(
        JSON.stringify({
          v: 2,
          connections: [{ ...connection, policies: { practice: policyLimits('1') } }],
        }),
      ),
    ).toBe('damaged')
    expect(parseConnections(JSON.stringify({ v: 5, connections: [] }))).toBe('newer')
  })

  test('gives every toolset to the connections of version 2 and keeps their limits', () => {
    const read = parseConnections(
      JSON.stringify({
        v: 2,
        connections: [
          { ...connection, policies: { practice: { ...policyLimits('100'), ordersPerDay: 7 } } },
        ],
      }),
    )
    expect(read).toEqual([
      {
        ...connection,
        policies: {
          practice: {
            ...policyLimits('100'),
            ordersPerDay: 7,
            toolsets: ['account', 'market-data', 'trading', 'instrument'],
          },
        },
      },
    ])
    const old = parseConnections(versionOneFile({ policies: { practice: policyLimits('100') } }))
    expect(old).toMatchObject([
      { policies: { practice: { toolsets: ['account', 'market-data', 'trading', 'instrument'] } } },
    ])
  })

  test('reads toolsets exactly as written, and treats invalid ones as damage', () => {
    const file = (policy: object, v = 3) =>
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
    expect(file({ toolsets: ['instrument'] })).toMatchObject([
      { policies: { practice: { toolsets: ['instrument'] } } },
    ])
    for (const toolsets of [
      [],
      ['account', 'account'],
      ['everything'],
      ['account', null],
      'all',
      null,
      {},
    ]) {
      expect(file({ toolsets }), JSON.stringify(toolsets)).toBe('damaged')
    }
    expect(file({})).toBe('damaged')
    expect(file({ toolsets: ['account'] }, 2)).toBe('damaged')
    expect(file({ toolsets: ['account'] }, 1)).toBe('damaged')
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
