import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../../../harness/system/until.js'
import { connectAssistant } from './assistant.js'
import { HeadlessClient } from './headless-client.js'
import { hostedFixture } from './hosted-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const fixture = hostedFixture()

describe('two Countersign clients', () => {
  it('show the same instruction, and only one of them sends it', async () => {
    const other = new HeadlessClient(
      fixture.exchange,
      await mkdtemp(join(tmpdir(), 'hosted-desk-')),
    )
    await other.start()
    await fixture.raiseLimits(other)
    const id = await fixture.requestInstruction()
    await Promise.all([fixture.desk.openCard(id), other.openCard(id)])
    await fixture.desk.approve(id)
    await until('the other one’s card goes', () => other.record(id)?.status === 'REJECTED')
    expect(await fixture.waitUntilProcessed(id)).toMatchObject({
      status: 'APPROVED',
      client_order_id: fixture.desk.record(id)?.id,
    })

    const both = await fixture.requestInstruction()
    const cards = await Promise.all([fixture.desk.openCard(both), other.openCard(both)])
    await Promise.all([
      fixture.desk.instructions.decisions.decide(fixture.desk.decision(cards[0])),
      other.instructions.decisions.decide(other.decision(cards[1])),
    ])
    const { client_order_id: order } = await fixture.waitUntilProcessed(both)
    const ids = [fixture.desk.record(both)?.id, other.record(both)?.id]
    expect(ids).toContain(order)
    const sent = await fixture.accepted()
    expect(ids.map((orderId) => sent[orderId ?? ''] ?? 0).sort()).toEqual([0, 1])
    await other.stop()
  })
})

describe('a Countersign client that crashes', () => {
  /** Creates another client whose provider stops answering at one stage. */
  async function crashingClient(stage: 'take' | 'place'): Promise<HeadlessClient> {
    const never = new Promise<never>(() => undefined)
    const crashing = new HeadlessClient(
      fixture.exchange,
      await mkdtemp(join(tmpdir(), 'hosted-desk-')),
      (provider) => {
        if (!broken) return provider
        return {
          ...provider,
          instructions: async () => {
            const source = await provider.instructions()
            return stage === 'take'
              ? {
                  list: () => source.list(),
                  subscribe: (listener) => source.subscribe(listener),
                  acquire: async (...args) => {
                    await source.acquire(...args)
                    return never
                  },
                  reject: (...args) => source.reject(...args),
                  reportOutcome: (...args) => source.reportOutcome(...args),
                  revokeClient: (clientId) => source.revokeClient(clientId),
                }
              : source
          },
          trade:
            stage === 'place'
              ? {
                  ...provider.trade,
                  place: async (...args) => {
                    await provider.trade.place(...args)
                    return never
                  },
                }
              : provider.trade,
        }
      },
    )
    let broken = true
    await crashing.start()
    broken = false
    await fixture.raiseLimits(crashing)
    return crashing
  }

  it.each(['take', 'place'] as const)(
    'settles the instruction after a restart: crash after %s',
    async (stage) => {
      await fixture.desk.stop()
      const crashing = await crashingClient(stage)
      const id = await fixture.requestInstruction()
      const card = await crashing.openCard(id)
      void crashing.instructions.decisions.decide(crashing.decision(card))
      const { id: order } = await until('it is under way', () => {
        const found = crashing.record(id)
        return found?.outcome?.state === 'sending' ? found : null
      })
      if (stage === 'place') {
        await expect.poll(async () => (await fixture.accepted())[order]).toBe(1)
      } else {
        await expect
          .poll(
            async () =>
              (await fixture.assistant.tool('revoke_instruction', { instruction_id: id })).value[
                'error_code'
              ],
          )
          .toBe('INSTRUCTION_TAKEN')
      }
      await crashing.restart('die')
      expect(await fixture.waitUntilProcessed(id)).toMatchObject(
        stage === 'place'
          ? { status: 'APPROVED', client_order_id: order }
          : { status: 'REJECTED', detail: expect.stringContaining('Not sent') as string },
      )
      expect((await fixture.accepted())[order] ?? 0).toBe(stage === 'place' ? 1 : 0)
      await until(
        'the desk knows',
        () =>
          crashing.record(id)?.outcome?.state === (stage === 'place' ? 'acknowledged' : 'denied'),
      )
      await crashing.stop()
      await fixture.desk.start()
    },
  )
})

describe('a hosted assistant', () => {
  it('creates nothing without the scope, and is refused when it requests too often', async () => {
    const { name: user, password } = fixture.exchange.practice.ready.user
    const reader = await connectAssistant(
      fixture.exchange.practice.ready,
      { user, password, accounts: [fixture.account], scopes: ['account:read', 'order:read'] },
      { name: 'Reader' },
    )
    await expect(reader.tool('place_stock_instruction', fixture.stock())).rejects.toThrow(
      /scope|Unauthorized|403/i,
    )
    await until('it is known', () =>
      fixture.desk.connections.hosted.all().some(({ connection }) => connection.name === 'Reader'),
    )
    await reader.close()
    const hasty = await connectAssistant(
      fixture.exchange.practice.ready,
      { user, password, accounts: [fixture.account] },
      { name: 'Hasty' },
    )
    const ids: string[] = []
    for (let round = 0; round < 4; round += 1) {
      ids.push(
        String(
          (await hasty.tool('place_stock_instruction', fixture.stock())).value['instruction_id'],
        ),
      )
    }
    await until('the first are here', () =>
      ids.slice(0, 3).every((id) => fixture.desk.record(id)?.status === 'PENDING'),
    )
    await expect
      .poll(async () => JSON.stringify((await hasty.tool('get_processed_instruction', {})).value))
      .toContain('within a minute')
    expect(fixture.desk.record(ids[3] ?? '')).toBeUndefined()
    await hasty.close()
  })

  it('is refused while paused, and loses its authorization when revoked', async () => {
    const { connection } = await until('it is known', () =>
      fixture.desk.connections.hosted
        .all()
        .find(
          (client) =>
            client.connection.name === 'Cloud helper' && client.connection.state === 'active',
        ),
    )
    const waiting = await fixture.requestInstruction()
    await fixture.desk.pending(waiting)
    await fixture.desk.connections.pause(connection.id, 15, foreign('Enough for now.'))
    expect(await fixture.waitUntilProcessed(waiting)).toMatchObject({ status: 'REJECTED' })
    expect(await fixture.waitUntilProcessed(await fixture.requestInstruction())).toMatchObject({
      status: 'REJECTED',
      detail: expect.stringContaining('paused') as string,
    })
    await fixture.desk.connections.revoke(connection.id)
    await expect
      .poll(() =>
        fixture.assistant.tool('get_account_list').then(
          () => 'let in',
          () => 'signed out',
        ),
      )
      .toBe('signed out')
  })
})
