import { describe, expect, it } from 'vitest'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { FileError } from '../../../../electron/core/ports.js'
import { CrashFixture } from '../harness/crash-fixture.js'

const FULL: Result<void, FileError> = err({ kind: 'full', message: 'full' })
const AT_ONCE = 10

/** Creates an armed card with no write outstanding. */
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

/** Holds every write to a file until the returned function is called. */
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

describe('REL-28: the writes before an order is sent', () => {
  it("are the decision with its head, the queue's record and the order; each is awaited", async () => {
    for (const file of ['audit', 'checkpoint', 'instructions', 'orders']) {
      const fixture = await armed()
      const go = hold(fixture, file)
      await approveLatest(fixture)
      expect(fixture.exchange.sent, file).toEqual([])
      await go()
      expect(fixture.exchange.sent, file).toHaveLength(1)
      expect(latest(fixture).outcome?.state, file).toBe('acknowledged')
    }
  })

  it('are two waits for the disk: the decision with the send, then everything else at once', async () => {
    const fixture = await armed()
    const [decision, head] = [hold(fixture, 'audit'), hold(fixture, 'checkpoint')]
    await approveLatest(fixture)
    expect(fixture.disk.writes).toEqual(['audit'])
    await decision()
    expect([...fixture.disk.writes].toSorted()).toEqual([
      'audit',
      'checkpoint',
      'instructions',
      'orders',
    ])
    expect(kinds(fixture, 'audit').slice(-2)).toEqual(['decided', 'sent'])
    expect(kinds(fixture, 'instructions').at(-1)).toBe('sending')
    expect(kinds(fixture, 'orders')).toEqual(['intent'])
    expect([fixture.isProved('decided', latest(fixture).id), fixture.exchange.sent.length]).toEqual(
      [false, 0],
    )
    await head()
    expect([fixture.isProved('decided', latest(fixture).id), fixture.exchange.sent.length]).toEqual(
      [true, 1],
    )
  })

  it('stage the head during the decision, and commit it only afterwards', async () => {
    const fixture = await armed()
    const count = (text: string | undefined): number =>
      (JSON.parse(text ?? '{}') as { readonly count: number }).count
    const [decision, before] = [hold(fixture, 'audit'), fixture.disk.documents.get('checkpoint')]
    await approveLatest(fixture)
    expect(count(fixture.disk.staged.get('checkpoint'))).toBe(
      fixture.disk.lines('audit').length + 2,
    )
    expect(fixture.disk.documents.get('checkpoint')).toBe(before)
    await decision()
    expect(count(fixture.disk.documents.get('checkpoint'))).toBe(fixture.disk.lines('audit').length)
    expect([fixture.disk.staged.size, fixture.exchange.sent.length]).toEqual([0, 1])
  })

  it('drop the staged head when the decision cannot be written, and the chain stays valid', async () => {
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

  it("send nothing when the queue's record cannot be written, and record the end", async () => {
    const fixture = await armed()
    const record = hold(fixture, 'instructions')
    await approveLatest(fixture)
    await fixture.simulation.run(fixture.simulation.now + 100)
    expect(kinds(fixture, 'audit').slice(-2)).toEqual(['decided', 'sent'])
    await record(FULL)
    await fixture.simulation.run(fixture.simulation.now + 100)
    expect([
      kinds(fixture, 'audit').at(-1),
      kinds(fixture, 'orders'),
      fixture.disk.lines('orders').at(-1),
      fixture.exchange.sent,
    ]).toEqual(['ended', ['intent', 'outcome'], expect.stringContaining('not-sent'), []])
    expect(latest(fixture)).toMatchObject({
      status: 'REJECTED',
      ending: {
        why: 'withdrawn',
        detail: expect.stringMatching(/could not be saved/) as string,
      },
    })
  })

  it('send nothing when the head fails, report it, and mark the chain as failed', async () => {
    const fixture = await armed()
    const head = hold(fixture, 'checkpoint')
    await approveLatest(fixture)
    await head(FULL)
    expect(fixture.exchange.sent).toEqual([])
    expect(latest(fixture)).toMatchObject({
      status: 'APPROVED',
      outcome: {
        state: 'denied',
        text: expect.stringMatching(/could not be saved/) as string,
      },
    })
    expect(fixture.life?.audit.failed).toBe(true)
  })

  it.each(['checkpoint', 'instructions', 'orders'])(
    'stop the order when it is withdrawn while the write to %s is under way',
    async (file) => {
      const fixture = await armed()
      const write = hold(fixture, file)
      await approveLatest(fixture)
      void fixture.service.endings.withdraw('Assistants were halted')
      await write()
      await fixture.simulation.run(fixture.simulation.now + 100)
      expect(fixture.exchange.sent).toEqual([])
      expect(latest(fixture).outcome).toMatchObject({
        state: 'denied',
        text: 'Assistants were halted',
      })
      expect(fixture.disk.lines('orders').at(-1)).toContain('not-sent')
    },
  )

  it('journal no order when it is withdrawn while the decision is under way', async () => {
    const fixture = await armed()
    const decision = hold(fixture, 'audit')
    await approveLatest(fixture)
    void fixture.service.endings.withdraw('Assistants were halted')
    await decision()
    await fixture.simulation.run(fixture.simulation.now + 100)
    expect([fixture.exchange.sent, kinds(fixture, 'orders')]).toEqual([[], []])
    expect(latest(fixture)).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
  })

  it("send nothing when the order's own record cannot be written", async () => {
    const fixture = await armed()
    const order = hold(fixture, 'orders')
    await approveLatest(fixture)
    await order(FULL)
    await fixture.simulation.run(fixture.simulation.now + 100)
    expect(fixture.exchange.sent).toEqual([])
    expect(latest(fixture).outcome).toMatchObject({
      state: 'denied',
      text: expect.stringMatching(/order journal cannot be written/) as string,
    })
  })

  it('leave the checkpoint of the key store until the order was sent, or a short delay', async () => {
    const fixture = await armed()
    let then: readonly string[] = []
    fixture.exchange.onSend = () => {
      then = [...fixture.disk.writes]
    }
    await approveLatest(fixture)
    await fixture.simulation.run(fixture.simulation.now + 1_000)
    expect([...then].toSorted()).toEqual(['audit', 'checkpoint', 'instructions', 'orders'])
    expect(fixture.isProved('outcome', latest(fixture).id)).toBe(true)
    const slow = await armed()
    const order = hold(slow, 'orders')
    await approveLatest(slow)
    expect(slow.isProved('sent', latest(slow).id)).toBe(true)
    expect(slow.disk.writes).not.toContain('vault audit-checkpoint')
    await slow.simulation.run(slow.simulation.now + 100)
    expect(slow.disk.writes).toContain('vault audit-checkpoint')
    expect(slow.exchange.sent).toEqual([])
    await order()
    expect(slow.exchange.sent).toHaveLength(1)
  })

  it('halt when the head fails after the order was sent', async () => {
    const fixture = await armed()
    const failures: string[] = []
    fixture.life?.audit.onFailure(({ kind }) => failures.push(kind))
    // The head that proves the decision is written; the next one belongs to the send.
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

  it('notify no listener between decision and order, except after a delay at a slow broker', async () => {
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

describe("REL-28: the key store's checkpoint", () => {
  it('delays nothing when the key store is slow, and has the decision in the end', async () => {
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
