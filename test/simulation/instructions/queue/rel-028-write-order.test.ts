import { describe, expect, it } from 'vitest'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { FileError } from '../../../../electron/core/ports.js'
import { CrashFixture } from '../harness/crash-fixture.js'

const FULL: Result<void, FileError> = err({ kind: 'full', message: 'full' })
const AT_ONCE = 10

/** A card that is armed, with nothing left to write. */
async function armed(): Promise<CrashFixture> {
  const fixture = new CrashFixture(7)
  void fixture.start()
  await fixture.simulation.run(1_000)
  void fixture.request('k1')
  await fixture.simulation.run(fixture.simulation.now + 100)
  void fixture.drawCards()
  await fixture.simulation.run(fixture.simulation.now + 2_100)
  fixture.disk.writes.length = 0
  return fixture
}

/** Holds every write to a file back until it is let go. */
function hold(
  fixture: CrashFixture,
  file: string,
): (outcome?: Result<void, FileError>) => Promise<void> {
  let go: (outcome: Result<void, FileError>) => void = () => undefined
  fixture.disk.held.set(
    file,
    new Promise((resolve) => {
      go = resolve
    }),
  )
  return async (outcome = ok(undefined)) => {
    go(outcome)
    if (outcome.ok) fixture.disk.held.delete(file)
    await fixture.simulation.run(fixture.simulation.now + AT_ONCE * 100)
  }
}

const approveLatest = async (fixture: CrashFixture): Promise<void> => {
  void fixture.decide()
  await fixture.simulation.run(fixture.simulation.now + AT_ONCE)
}
const latest = (fixture: CrashFixture) => {
  const [instruction] = fixture.instructions()
  if (instruction === undefined) throw new Error('nothing was taken')
  return instruction
}
const kinds = (fixture: CrashFixture, file: string): readonly string[] =>
  fixture.disk.lines(file).map((line) => (JSON.parse(line) as { readonly kind: string }).kind)

describe('rel-028: what is on the disk before an order leaves', () => {
  it('the decision with the head that proves it, the queue’s own record and the send on the chain; each of them alone holds it back', async () => {
    for (const file of ['audit', 'checkpoint', 'instructions']) {
      const fixture = await armed()
      const go = hold(fixture, file)
      await approveLatest(fixture)
      expect(fixture.exchange.sent, file).toEqual([])
      expect(kinds(fixture, 'orders'), file).toEqual([])
      await go()
      expect(fixture.exchange.sent, file).toHaveLength(1)
      expect(latest(fixture).outcome?.state, file).toBe('acknowledged')
    }
  })

  it('the queue’s record and the send are written while the head is still on its way, and neither before the decision is on the chain', async () => {
    const fixture = await armed()
    const [decision, head] = [hold(fixture, 'audit'), hold(fixture, 'checkpoint')]
    await approveLatest(fixture)
    expect(fixture.disk.writes).toEqual(['audit'])
    await decision()
    expect(kinds(fixture, 'instructions').at(-1)).toBe('sending')
    expect(kinds(fixture, 'audit').at(-1)).toBe('sent')
    expect([fixture.isProved('decided', latest(fixture).id), fixture.exchange.sent.length]).toEqual(
      [false, 0],
    )
    await head()
    expect([fixture.isProved('decided', latest(fixture).id), fixture.exchange.sent.length]).toEqual(
      [true, 1],
    )
  })

  it('the head is brought to the disk beside the decision, and takes the place of the old one only after it', async () => {
    const fixture = await armed()
    const count = (text: string | undefined): number =>
      (JSON.parse(text ?? '{}') as { readonly count: number }).count
    const [decision, before] = [hold(fixture, 'audit'), fixture.disk.documents.get('checkpoint')]
    await approveLatest(fixture)
    expect(count(fixture.disk.staged.get('checkpoint'))).toBe(
      fixture.disk.lines('audit').length + 1,
    )
    expect(fixture.disk.documents.get('checkpoint')).toBe(before)
    await decision()
    expect(count(fixture.disk.documents.get('checkpoint'))).toBe(fixture.disk.lines('audit').length)
    expect([fixture.disk.staged.size, fixture.exchange.sent.length]).toEqual([0, 1])
  })

  it('a decision that cannot be written takes its head away again, and the chain fits the one that stands', async () => {
    const fixture = await armed()
    const [decision, before] = [hold(fixture, 'audit'), fixture.disk.documents.get('checkpoint')]
    await approveLatest(fixture)
    await decision(FULL)
    expect([
      fixture.disk.staged.size,
      fixture.disk.documents.get('checkpoint'),
      fixture.exchange.sent.length,
    ]).toEqual([0, before, 0])
    expect(latest(fixture)).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    fixture.disk.held.clear()
    const report = fixture.life?.audit.verify()
    await fixture.simulation.run(fixture.simulation.now + AT_ONCE)
    expect((await report)?.state).toBe('verified')
  })

  it('a queue’s record that cannot be written: nothing is sent, and the chain says so after the send that it holds already', async () => {
    const fixture = await armed()
    const record = hold(fixture, 'instructions')
    await approveLatest(fixture)
    await fixture.simulation.run(fixture.simulation.now + 100)
    expect(kinds(fixture, 'audit').slice(-2)).toEqual(['decided', 'sent'])
    await record(FULL)
    expect([
      kinds(fixture, 'audit').at(-1),
      kinds(fixture, 'orders'),
      fixture.exchange.sent,
    ]).toEqual(['ended', [], []])
    expect(latest(fixture)).toMatchObject({
      status: 'REJECTED',
      ending: {
        why: 'withdrawn',
        detail: expect.stringMatching(/could not be written down/) as string,
      },
    })
  })

  it('a head that cannot be written: nothing is sent, the person is told, and the chain counts as failed', async () => {
    const fixture = await armed()
    const head = hold(fixture, 'checkpoint')
    await approveLatest(fixture)
    await head(FULL)
    expect(fixture.exchange.sent).toEqual([])
    expect(latest(fixture)).toMatchObject({
      status: 'APPROVED',
      outcome: {
        state: 'denied',
        text: expect.stringMatching(/could not be written down/) as string,
      },
    })
    expect(fixture.life?.audit.failed).toBe(true)
  })

  it('whoever takes it back while the head is on its way still stops it', async () => {
    const fixture = await armed()
    const head = hold(fixture, 'checkpoint')
    await approveLatest(fixture)
    void fixture.service.withdraw('Assistants were halted')
    await head()
    expect(fixture.exchange.sent).toEqual([])
    expect(latest(fixture).outcome).toMatchObject({
      state: 'denied',
      text: 'Assistants were halted',
    })
  })

  it('no head takes the disk from the order: that of the send comes after it, or after a moment where the broker takes its time', async () => {
    const fixture = await armed()
    let then: readonly string[] = []
    fixture.exchange.onSend = () => {
      then = [...fixture.disk.writes]
    }
    await approveLatest(fixture)
    await fixture.simulation.run(fixture.simulation.now + 1_000)
    expect([...then].toSorted()).toEqual(['audit', 'audit', 'checkpoint', 'instructions', 'orders'])
    expect(fixture.isProved('outcome', latest(fixture).id)).toBe(true)
    const slow = await armed()
    const order = hold(slow, 'orders')
    await approveLatest(slow)
    expect([
      kinds(slow, 'audit').at(-1),
      slow.isProved('decided', latest(slow).id),
      slow.isProved('sent', latest(slow).id),
    ]).toEqual(['sent', true, false])
    await slow.simulation.run(slow.simulation.now + 100)
    expect([slow.exchange.sent.length, slow.isProved('sent', latest(slow).id)]).toEqual([0, true])
    await order()
    expect(slow.exchange.sent).toHaveLength(1)
  })

  it('a head that fails after the order has left halts all the same', async () => {
    const fixture = await armed()
    const failures: string[] = []
    fixture.life?.audit.onFailure(({ kind }) => failures.push(kind))
    // The one that proves the decision passes; the next is that of the send.
    fixture.exchange.onSend = () => {
      fixture.disk.held.set('checkpoint', Promise.resolve(FULL))
    }
    await approveLatest(fixture)
    await fixture.simulation.run(fixture.simulation.now + 1_000)
    expect(fixture.exchange.sent).toHaveLength(1)
    expect([fixture.life?.audit.failed, failures]).toEqual([
      true,
      expect.arrayContaining(['full']) as string[],
    ])
  })

  it('nobody is told between the decision and the order; a broker that takes its time is told of after a moment', async () => {
    const fixture = await armed()
    const outcomes: string[] = []
    fixture.service.onChange(({ status, outcome }) =>
      outcomes.push(`${status} ${outcome?.state ?? ''}, ${fixture.exchange.sent.length} sent`),
    )
    await approveLatest(fixture)
    await fixture.simulation.run(fixture.simulation.now + 2_000)
    expect(outcomes.every((outcome) => outcome.endsWith('1 sent'))).toBe(true)
    expect(outcomes.at(-1)).toBe('APPROVED acknowledged, 1 sent')
    const slow = await armed()
    const head = hold(slow, 'checkpoint')
    const changes: string[] = []
    slow.service.onChange(({ status, outcome }) =>
      changes.push(`${status} ${outcome?.state ?? ''}`),
    )
    await approveLatest(slow)
    expect(changes).toEqual([])
    await slow.simulation.run(slow.simulation.now + 50)
    expect(changes).toEqual(['APPROVED sending'])
    await head()
    expect(changes.at(-1)).toBe('APPROVED acknowledged')
  })
})

describe('rel-028: what the key store learns', () => {
  it('a key store that takes its time keeps nobody waiting, and has the decision when it is done', async () => {
    const fixture = await armed()
    const store = hold(fixture, 'vault audit-checkpoint')
    await approveLatest(fixture)
    await fixture.simulation.run(fixture.simulation.now + 100)
    expect(fixture.disk.writes).toContain('vault audit-checkpoint')
    expect(kinds(fixture, 'audit').at(-1)).toBe('outcome')
    expect(fixture.isProved('outcome', latest(fixture).id)).toBe(true)
    await store()
    const checkpoint = JSON.parse(fixture.disk.documents.get('vault audit-checkpoint') ?? '{}') as {
      readonly count: number
    }
    expect(checkpoint.count).toBeGreaterThan(kinds(fixture, 'audit').lastIndexOf('decided'))
  })
})
