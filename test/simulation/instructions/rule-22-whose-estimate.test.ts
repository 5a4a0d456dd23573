import { describe, expect, it } from 'vitest'
import { createAssistantReads } from '../../../electron/core/instructions/assistant-reads.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import type { DeskSession } from '../../../electron/core/session/desk-session.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'

const fieldOf = (at: DeskWorld, id: string) => at.card().money.find((each) => each.id === id)
const coins = draft('100000', '0.01', { assetClass: 'crypto', symbol: symbol('BTCUSD') })

describe('rule 22: cost, fees and currency, and whose figures they are', () => {
  it('the broker’s preview is named as such', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    expect(fieldOf(at, 'cost')).toMatchObject({
      label: 'Estimated cost',
      value: '$1,875.00',
      source: 'broker preview',
      mark: 'none',
    })
    expect(fieldOf(at, 'fees')).toMatchObject({ source: 'broker preview' })
  })

  it('what this program reckons where the broker offers none says so, and never passes for the broker’s', async () => {
    const at = new DeskWorld()
    const preview = at.door.preview.bind(at.door)
    at.door.preview = async (of) => {
      const answer = await preview(of)
      return answer.ok ? ok({ ...answer.value, source: 'desk' as const }) : answer
    }
    await at.start()
    await at.ready('k1', coins)
    expect(fieldOf(at, 'cost')).toMatchObject({
      value: '$1,875.00',
      source: 'app estimate, broker offers no preview for crypto',
    })
  })

  it('a preview that failed shows why beside the figure of this program, as a warning', async () => {
    const at = new DeskWorld()
    at.door.price = () => null
    await at.start()
    await at.ready()
    expect(fieldOf(at, 'cost')).toMatchObject({
      value: '$1,875.00',
      source: 'app estimate, broker preview failed',
      mark: 'warning',
    })
    expect(fieldOf(at, 'problem')).toMatchObject({
      value: expect.stringMatching(/no preview now/) as string,
      mark: 'warning',
    })
  })

  it.each([
    ['provider', 'broker preview'],
    ['desk', 'app estimate, broker offers no preview for crypto'],
  ] as const)(
    'an assistant that asks for an estimate is told the same: %s',
    async (source, said) => {
      const preview = {
        cost: asMoney(dec('1000.00')),
        fees: asMoney(dec('0')),
        currency: 'USD',
        asOf: 0,
        source,
      }
      const reads = createAssistantReads({
        session: {
          environment: 'practice',
          sessionView: () => ({ phase: 'ready', accounts: [{ accountId: coins.accountId }] }),
          preview: () => Promise.resolve(ok(preview)),
        } as unknown as DeskSession,
        connections: {
          get: () =>
            ({
              state: 'active',
              shadow: false,
              policy: { accounts: 'all' },
            }) as unknown as ConnectionView,
        },
        ledger: { note: () => undefined, close: () => undefined },
        timers: new DeskWorld().world.timers(),
        usage: () => ({ pending: [], working: [], today: [], asked: [] }),
        halted: () => false,
      })
      expect(await reads.preview(ASSISTANT, coins)).toEqual(
        ok({ cost: '1000.00', fees: '0', currency: 'USD', source: said }),
      )
    },
  )
})
