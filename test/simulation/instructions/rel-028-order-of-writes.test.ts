import { describe, expect, it } from 'vitest'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { FileError } from '../../../electron/core/ports.js'
import { CrashWorld } from './crash-world.js'

const FULL: Result<void, FileError> = err({ kind: 'full', message: 'full' })
const AT_ONCE = 10

/** A card that is armed, with nothing left to write. */
async function armed(): Promise<CrashWorld> {
  const at = new CrashWorld(7)
  void at.start()
  await at.world.run(1_000)
  void at.ask('k1')
  await at.world.run(at.world.now + 100)
  void at.look()
  await at.world.run(at.world.now + 2_100)
  at.disk.writes.length = 0
  return at
}

/** Holds every write to a file back until it is let go. */
function hold(at: CrashWorld, file: string): (outcome?: Result<void, FileError>) => Promise<void> {
  let go: (outcome: Result<void, FileError>) => void = () => undefined
  at.disk.held.set(
    file,
    new Promise((resolve) => {
      go = resolve
    }),
  )
  return async (outcome = ok(undefined)) => {
    go(outcome)
    if (outcome.ok) at.disk.held.delete(file)
    await at.world.run(at.world.now + AT_ONCE * 100)
  }
}

const press = async (at: CrashWorld): Promise<void> => {
  void at.decide()
  await at.world.run(at.world.now + AT_ONCE)
}
const only = (at: CrashWorld) => {
  const [one] = at.all()
  if (one === undefined) throw new Error('nothing was taken')
  return one
}
const kinds = (at: CrashWorld, file: string): readonly string[] =>
  at.disk.lines(file).map((line) => (JSON.parse(line) as { readonly kind: string }).kind)

describe('rel-028: what is on the disk before an order leaves', () => {
  it('the decision with the head that proves it, the queue’s own record and the send on the chain; each of them alone holds it back', async () => {
    for (const file of ['audit', 'checkpoint', 'instructions']) {
      const at = await armed()
      const go = hold(at, file)
      await press(at)
      expect(at.exchange.sent, file).toEqual([])
      expect(kinds(at, 'orders'), file).toEqual([])
      await go()
      expect(at.exchange.sent, file).toHaveLength(1)
      expect(only(at).outcome?.state, file).toBe('acknowledged')
    }
  })

  it('the queue’s record and the send are written while the head is still on its way, and neither before the decision is on the chain', async () => {
    const at = await armed()
    const [decision, head] = [hold(at, 'audit'), hold(at, 'checkpoint')]
    await press(at)
    expect(at.disk.writes).toEqual(['audit'])
    await decision()
    expect(kinds(at, 'instructions').at(-1)).toBe('sending')
    expect(kinds(at, 'audit').at(-1)).toBe('sent')
    expect([at.proved('decided', only(at).id), at.exchange.sent.length]).toEqual([false, 0])
    await head()
    expect([at.proved('decided', only(at).id), at.exchange.sent.length]).toEqual([true, 1])
  })

  it('the head is brought to the disk beside the decision, and takes the place of the old one only after it', async () => {
    const at = await armed()
    const count = (text: string | undefined): number =>
      (JSON.parse(text ?? '{}') as { readonly count: number }).count
    const [decision, before] = [hold(at, 'audit'), at.disk.documents.get('checkpoint')]
    await press(at)
    expect(count(at.disk.beside.get('checkpoint'))).toBe(at.disk.lines('audit').length + 1)
    expect(at.disk.documents.get('checkpoint')).toBe(before)
    await decision()
    expect(count(at.disk.documents.get('checkpoint'))).toBe(at.disk.lines('audit').length)
    expect([at.disk.beside.size, at.exchange.sent.length]).toEqual([0, 1])
  })

  it('a decision that cannot be written takes its head away again, and the chain fits the one that stands', async () => {
    const at = await armed()
    const [decision, before] = [hold(at, 'audit'), at.disk.documents.get('checkpoint')]
    await press(at)
    await decision(FULL)
    expect([
      at.disk.beside.size,
      at.disk.documents.get('checkpoint'),
      at.exchange.sent.length,
    ]).toEqual([0, before, 0])
    expect(only(at)).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    at.disk.held.clear()
    const report = at.life?.audit.verify()
    await at.world.run(at.world.now + AT_ONCE)
    expect((await report)?.state).toBe('verified')
  })

  it('a queue’s record that cannot be written: nothing is sent, and the chain says so after the send that it holds already', async () => {
    const at = await armed()
    const record = hold(at, 'instructions')
    await press(at)
    await at.world.run(at.world.now + 100)
    expect(kinds(at, 'audit').slice(-2)).toEqual(['decided', 'sent'])
    await record(FULL)
    expect([kinds(at, 'audit').at(-1), kinds(at, 'orders'), at.exchange.sent]).toEqual([
      'ended',
      [],
      [],
    ])
    expect(only(at)).toMatchObject({
      status: 'REJECTED',
      ending: {
        why: 'withdrawn',
        detail: expect.stringMatching(/could not be written down/) as string,
      },
    })
  })

  it('a head that cannot be written: nothing is sent, the person is told, and the chain counts as failed', async () => {
    const at = await armed()
    const head = hold(at, 'checkpoint')
    await press(at)
    await head(FULL)
    expect(at.exchange.sent).toEqual([])
    expect(only(at)).toMatchObject({
      status: 'APPROVED',
      outcome: {
        state: 'denied',
        text: expect.stringMatching(/could not be written down/) as string,
      },
    })
    expect(at.life?.audit.failed).toBe(true)
  })

  it('whoever takes it back while the head is on its way still stops it', async () => {
    const at = await armed()
    const head = hold(at, 'checkpoint')
    await press(at)
    void at.desk.withdraw('Assistants were halted')
    await head()
    expect(at.exchange.sent).toEqual([])
    expect(only(at).outcome).toMatchObject({ state: 'denied', text: 'Assistants were halted' })
  })

  it('no head takes the disk from the order: that of the send comes after it, or after a moment where the broker takes its time', async () => {
    const at = await armed()
    let then: readonly string[] = []
    at.exchange.onSend = () => {
      then = [...at.disk.writes]
    }
    await press(at)
    await at.world.run(at.world.now + 1_000)
    expect([...then].toSorted()).toEqual(['audit', 'audit', 'checkpoint', 'instructions', 'orders'])
    expect(at.proved('outcome', only(at).id)).toBe(true)
    const slow = await armed()
    const order = hold(slow, 'orders')
    await press(slow)
    expect([
      kinds(slow, 'audit').at(-1),
      slow.proved('decided', only(slow).id),
      slow.proved('sent', only(slow).id),
    ]).toEqual(['sent', true, false])
    await slow.world.run(slow.world.now + 100)
    expect([slow.exchange.sent.length, slow.proved('sent', only(slow).id)]).toEqual([0, true])
    await order()
    expect(slow.exchange.sent).toHaveLength(1)
  })

  it('a head that fails after the order has left halts all the same', async () => {
    const at = await armed()
    const heard: string[] = []
    at.life?.audit.onFailure(({ kind }) => heard.push(kind))
    // The one that proves the decision passes; the next is that of the send.
    at.exchange.onSend = () => {
      at.disk.held.set('checkpoint', Promise.resolve(FULL))
    }
    await press(at)
    await at.world.run(at.world.now + 1_000)
    expect(at.exchange.sent).toHaveLength(1)
    expect([at.life?.audit.failed, heard]).toEqual([
      true,
      expect.arrayContaining(['full']) as string[],
    ])
  })

  it('nobody is told between the decision and the order; a broker that takes its time is told of after a moment', async () => {
    const at = await armed()
    const told: string[] = []
    at.desk.onChange(({ status, outcome }) =>
      told.push(`${status} ${outcome?.state ?? ''}, ${at.exchange.sent.length} sent`),
    )
    await press(at)
    await at.world.run(at.world.now + 2_000)
    expect(told.every((each) => each.endsWith('1 sent'))).toBe(true)
    expect(told.at(-1)).toBe('APPROVED acknowledged, 1 sent')
    const slow = await armed()
    const head = hold(slow, 'checkpoint')
    const heard: string[] = []
    slow.desk.onChange(({ status, outcome }) => heard.push(`${status} ${outcome?.state ?? ''}`))
    await press(slow)
    expect(heard).toEqual([])
    await slow.world.run(slow.world.now + 50)
    expect(heard).toEqual(['APPROVED sending'])
    await head()
    expect(heard.at(-1)).toBe('APPROVED acknowledged')
  })
})

describe('rel-028: what the key store learns', () => {
  it('a key store that takes its time keeps nobody waiting, and has the decision when it is done', async () => {
    const at = await armed()
    const store = hold(at, 'vault audit-checkpoint')
    await press(at)
    await at.world.run(at.world.now + 100)
    expect(at.disk.writes).toContain('vault audit-checkpoint')
    expect(kinds(at, 'audit').at(-1)).toBe('outcome')
    expect(at.proved('outcome', only(at).id)).toBe(true)
    await store()
    const kept = JSON.parse(at.disk.documents.get('vault audit-checkpoint') ?? '{}') as {
      readonly count: number
    }
    expect(kept.count).toBeGreaterThan(kinds(at, 'audit').lastIndexOf('decided'))
  })
})
