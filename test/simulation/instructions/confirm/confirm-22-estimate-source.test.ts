import { describe, expect, it } from 'vitest'
import { AssistantReads } from '../../../../electron/core/instructions/assistant/assistant-reads.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import type { TradingSession } from '../../../../electron/core/session/trading-session.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const fieldOf = (fixture: InstructionFixture, id: string) =>
  fixture.card().money.find((field) => field.id === id)
const coins = draft('100000', '0.01', { assetClass: 'crypto', symbol: symbol('BTCUSD') })

describe('CONFIRM-22: cost, fees and currency with their source', () => {
  it("names the broker's preview as the source", async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    expect(fieldOf(fixture, 'cost')).toMatchObject({
      label: 'Estimated cost',
      value: '$1,875.00',
      source: 'broker preview',
      mark: 'none',
    })
    expect(fieldOf(fixture, 'fees')).toMatchObject({ source: 'broker preview' })
  })

  it("names the app's estimate where the broker offers no preview", async () => {
    const fixture = new InstructionFixture()
    const preview = fixture.gateway.preview.bind(fixture.gateway)
    fixture.gateway.preview = async (order) => {
      const answer = await preview(order)
      return answer.ok ? ok({ ...answer.value, source: 'countersign' as const }) : answer
    }
    await fixture.start()
    await fixture.requestAndArm('k1', coins)
    expect(fieldOf(fixture, 'cost')).toMatchObject({
      value: '$1,875.00',
      source: 'Countersign estimate, broker offers no preview for crypto',
    })
  })

  it("shows why a preview failed beside the app's estimate, as a warning", async () => {
    const fixture = new InstructionFixture()
    fixture.gateway.price = () => null
    await fixture.start()
    await fixture.requestAndArm()
    expect(fieldOf(fixture, 'cost')).toMatchObject({
      value: '$1,875.00',
      source: 'Countersign estimate, broker preview failed',
      mark: 'warning',
    })
    expect(fieldOf(fixture, 'problem')).toMatchObject({
      value: expect.stringMatching(/no preview now/) as string,
      mark: 'warning',
    })
  })

  it.each([
    ['provider', 'broker preview'],
    ['countersign', 'Countersign estimate, broker offers no preview for crypto'],
  ] as const)('gives an assistant the same source for an estimate: %s', async (source, said) => {
    const preview = {
      cost: asMoney(dec('1000.00')),
      fees: asMoney(dec('0')),
      currency: 'USD',
      asOf: 0,
      source,
    }
    const reads = new AssistantReads({
      session: {
        environment: 'practice',
        connection: {
          view: () => ({ phase: 'ready', accounts: [{ accountId: coins.accountId }] }),
        },
        queries: {
          check: () => Promise.resolve(ok([])),
          preview: () => Promise.resolve(ok(preview)),
        },
      } as unknown as TradingSession,
      connections: {
        get: () =>
          ({
            state: 'active',
            shadow: false,
            policy: { accounts: 'all' },
          }) as unknown as ConnectionView,
      },
      readLog: { record: () => undefined, close: () => undefined },
      timers: new InstructionFixture().simulation.timers(),
      usage: () => ({ pending: [], working: [], today: [], requestTimes: [] }),
      halted: { get: () => false, subscribe: () => () => undefined },
      isCutOff: () => false,
    })
    expect(await reads.preview(ASSISTANT, coins)).toEqual(
      ok({ cost: '1000.00', fees: '0', currency: 'USD', source: said }),
    )
  })
})
