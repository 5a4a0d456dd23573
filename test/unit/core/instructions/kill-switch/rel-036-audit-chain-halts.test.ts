import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../../../electron/adapters/random.js'
import { openAudit } from '../../../../../electron/core/audit/audit-log.js'
import type { AuditPort } from '../../../../../electron/core/audit/audit-port.js'
import { haltOnAuditFailure } from '../../../../../electron/core/instructions/kill-switch/audit-halt.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { SessionFixture, draft } from '../../session/session-fixture.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'

/** A session and an audit chain on disks that outlive a restart. */
class ChainFixture {
  readonly desk = new SessionFixture()
  readonly lines: string[] = []
  readonly head = fakeDocument()
  readonly damage = fakeDocument()
  readonly secrets = new Map<string, string>()
  isFull = false

  async open(): Promise<AuditPort> {
    const audit = await openAudit({
      journal: {
        append: (line) =>
          Promise.resolve(
            this.isFull
              ? err({ kind: 'full' as const, message: 'the disk is full' })
              : (this.lines.push(line), ok(undefined)),
          ),
        read: () => Promise.resolve(ok({ lines: [...this.lines], tailCut: false })),
        close: () => Promise.resolve(),
      },
      checkpoint: this.head,
      clock: this.desk.simulation.clock,
      random: systemRandom,
      crypto: nodeCrypto,
      environment: 'practice',
      log: { event: () => undefined },
      vault: {
        backend: 'key-store',
        keyStore: null,
        read: (name) => Promise.resolve(ok(this.secrets.get(name) ?? null)),
        write: (name, secret) => (this.secrets.set(name, secret), Promise.resolve(ok(undefined))),
        remove: (name) => (this.secrets.delete(name), Promise.resolve(ok(undefined))),
      },
    })
    return haltOnAuditFailure({
      audit,
      session: this.desk.session,
      file: this.damage,
      log: { event: () => undefined },
    })
  }

  trading(): string {
    return this.desk.session.connection.view().trading
  }
  why(): string | undefined {
    const { notices } = this.desk.session.connection.view()
    const notice = notices.find(({ code }) => code === 'trading-halted')
    return notice === undefined ? undefined : inEnglish(notice.detail)
  }
  corrupt(index: number): void {
    this.lines[index] = (this.lines[index] ?? '').replace('"line":"', '"line":"x')
  }
}

describe('REL-36: the audit chain halts trading', () => {
  test('halts when a check finds an edited record, and names it, until the person resumes', async () => {
    const fixture = new ChainFixture()
    await fixture.desk.start()
    const audit = await fixture.open()
    for (let index = 0; index < 4; index += 1) await audit.append('asked', `i${index}`, 'one', {})
    expect((await audit.verify()).state).toBe('verified')
    expect(fixture.trading()).toBe('active')
    fixture.corrupt(2)
    expect((await audit.verify()).state).toBe('damaged')
    expect(fixture.trading()).toBe('halted')
    expect(fixture.why()).toBe(
      'The audit chain is damaged, record 2: This record was changed after it was written',
    )
    expect(fixture.damage.content).toBe('record 2: This record was changed after it was written')
    expect(
      await fixture.desk.wait(fixture.desk.session.orders.submit('ticket-0001', draft())),
    ).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    await fixture.desk.wait(fixture.desk.session.trading.set('active', foreign('looked at it')))
    await audit.verify()
    expect(fixture.trading()).toBe('active')
  })

  test('halts at the start, not again for the same damage, but for other damage', async () => {
    const fixture = new ChainFixture()
    await fixture.desk.start()
    const audit = await fixture.open()
    for (let index = 0; index < 6; index += 1) await audit.append('asked', `i${index}`, 'one', {})
    await audit.close()
    fixture.corrupt(4)
    await fixture.open()
    expect(fixture.trading()).toBe('halted')
    await fixture.desk.wait(fixture.desk.session.trading.set('active', foreign('looked at it')))
    await fixture.open()
    expect(fixture.trading()).toBe('active')
    fixture.corrupt(1)
    await fixture.open()
    expect(fixture.trading()).toBe('halted')
  })

  test('keeps a halt that was found while the session starts', async () => {
    const fixture = new ChainFixture()
    const audit = await fixture.open()
    await audit.append('asked', 'i0', 'one', {})
    await audit.close()
    fixture.corrupt(0)
    const up = fixture.desk.start()
    await fixture.open()
    await up
    expect(fixture.desk.session.connection.view()).toMatchObject({
      phase: 'ready',
      trading: 'halted',
    })
  })

  test('halts when the chain cannot be written, until the person resumes', async () => {
    const fixture = new ChainFixture()
    await fixture.desk.start()
    const audit = await fixture.open()
    fixture.isFull = true
    expect((await audit.append('decided', 'i0', 'one', {})).ok).toBe(false)
    expect(audit.failed).toBe(true)
    expect(fixture.trading()).toBe('halted')
    expect(fixture.why()).toBe('The audit chain cannot be written: the disk is full')
    fixture.isFull = false
    expect((await audit.append('decided', 'i1', 'two', {})).ok).toBe(true)
    expect(fixture.trading()).toBe('halted')
    await fixture.desk.wait(fixture.desk.session.trading.set('active', foreign('made room')))
    expect(fixture.trading()).toBe('active')
  })

  test('does not halt when the chain is only unproved', async () => {
    const fixture = new ChainFixture()
    await fixture.desk.start()
    const audit = await fixture.open()
    await audit.append('asked', 'i0', 'one', {})
    await audit.close()
    fixture.head.content = null
    const reopened = await fixture.open()
    expect(reopened.report()?.state).toBe('unproved')
    expect(fixture.trading()).toBe('active')
  })
})
