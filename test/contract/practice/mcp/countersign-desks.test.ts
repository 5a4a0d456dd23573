import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../../../harness/until.js'
import { connectAssistant } from './assistant.js'
import { HostedDesk } from './desk.js'
import { hostedBench } from './hosted-bench.js'

const at = hostedBench()

describe('two desks', () => {
  it('show the same instruction, and one of them sends it', async () => {
    const other = new HostedDesk(at.bench, await mkdtemp(join(tmpdir(), 'hosted-desk-')))
    await other.start()
    await at.often(other)
    const id = await at.ask()
    await Promise.all([at.desk.look(id), other.look(id)])
    await at.desk.approve(id)
    await until('the other one’s card goes', () => other.record(id)?.status === 'REJECTED')
    expect(await at.ended(id)).toMatchObject({
      status: 'APPROVED',
      client_order_id: at.desk.record(id)?.id,
    })

    const both = await at.ask()
    const cards = await Promise.all([at.desk.look(both), other.look(both)])
    await Promise.all([
      at.desk.desk.decide(at.desk.decision(cards[0])),
      other.desk.decide(other.decision(cards[1])),
    ])
    const { client_order_id: order } = await at.ended(both)
    const ids = [at.desk.record(both)?.id, other.record(both)?.id]
    expect(ids).toContain(order)
    const sent = await at.accepted()
    expect(ids.map((each) => sent[each ?? ''] ?? 0).sort()).toEqual([0, 1])
    await other.stop()
  })
})

describe('a desk that dies', () => {
  /** Another desk whose provider stops answering at one place. */
  async function dying(where: 'take' | 'place'): Promise<HostedDesk> {
    const never = new Promise<never>(() => undefined)
    const made = new HostedDesk(
      at.bench,
      await mkdtemp(join(tmpdir(), 'hosted-desk-')),
      (provider) => {
        if (!broken) return provider
        return {
          ...provider,
          instructions: async () => {
            const source = await provider.instructions()
            return where === 'take'
              ? {
                  ...source,
                  taken: async (...args) => {
                    await source.taken(...args)
                    return never
                  },
                }
              : source
          },
          trade:
            where === 'place'
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
    await made.start()
    broken = false
    await at.often(made)
    return made
  }

  it.each(['take', 'place'] as const)('after it told the source: %s', async (where) => {
    await at.desk.stop()
    const mortal = await dying(where)
    const id = await at.ask()
    const card = await mortal.look(id)
    void mortal.desk.decide(mortal.decision(card))
    const { id: order } = await until('it is under way', () => {
      const found = mortal.record(id)
      return found?.outcome?.state === 'sending' ? found : null
    })
    if (where === 'place') await expect.poll(async () => (await at.accepted())[order]).toBe(1)
    else {
      await expect
        .poll(
          async () =>
            (await at.assistant.tool('revoke_instruction', { instruction_id: id })).value[
              'error_code'
            ],
        )
        .toBe('INSTRUCTION_TAKEN')
    }
    await mortal.restart('die')
    expect(await at.ended(id)).toMatchObject(
      where === 'place'
        ? { status: 'APPROVED', client_order_id: order }
        : { status: 'REJECTED', detail: expect.stringContaining('Not sent') as string },
    )
    expect((await at.accepted())[order] ?? 0).toBe(where === 'place' ? 1 : 0)
    await until(
      'the desk knows',
      () => mortal.record(id)?.outcome?.state === (where === 'place' ? 'acknowledged' : 'denied'),
    )
    await mortal.stop()
    await at.desk.start()
  })
})

describe('a hosted client', () => {
  it('without the scope asks for nothing, and one that asks too often is refused', async () => {
    const { name: user, password } = at.bench.practice.ready.user
    const reader = await connectAssistant(
      at.bench.practice.ready,
      { user, password, accounts: [at.account], scopes: ['account:read', 'order:read'] },
      { name: 'Reader' },
    )
    await expect(reader.tool('place_stock_instruction', at.stock())).rejects.toThrow(
      /scope|Unauthorized|403/i,
    )
    await until('it is known', () =>
      at.desk.connections.hosted().some(({ connection }) => connection.name === 'Reader'),
    )
    await reader.close()
    const hasty = await connectAssistant(
      at.bench.practice.ready,
      { user, password, accounts: [at.account] },
      { name: 'Hasty' },
    )
    const ids: string[] = []
    for (let round = 0; round < 4; round += 1) {
      ids.push(
        String((await hasty.tool('place_stock_instruction', at.stock())).value['instruction_id']),
      )
    }
    await until('the first are here', () =>
      ids.slice(0, 3).every((id) => at.desk.record(id)?.status === 'PENDING'),
    )
    await expect
      .poll(async () => JSON.stringify((await hasty.tool('get_processed_instruction', {})).value))
      .toContain('within a minute')
    expect(at.desk.record(ids[3] ?? '')).toBeUndefined()
    await hasty.close()
  })

  it('that is paused is turned down, and one that is revoked here is signed out there', async () => {
    const { connection } = await until('it is known', () =>
      at.desk.connections
        .hosted()
        .find(
          (each) => each.connection.name === 'Cloud helper' && each.connection.state === 'active',
        ),
    )
    const waiting = await at.ask()
    await at.desk.pending(waiting)
    await at.desk.connections.pause(connection.id, 15, 'Enough for now.')
    expect(await at.ended(waiting)).toMatchObject({ status: 'REJECTED' })
    expect(await at.ended(await at.ask())).toMatchObject({
      status: 'REJECTED',
      detail: expect.stringContaining('paused') as string,
    })
    await at.desk.connections.revoke(connection.id)
    await expect
      .poll(() =>
        at.assistant.tool('get_account_list').then(
          () => 'let in',
          () => 'signed out',
        ),
      )
      .toBe('signed out')
  })
})
