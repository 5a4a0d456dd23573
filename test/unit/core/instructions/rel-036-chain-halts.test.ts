import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { openAudit } from '../../../../electron/core/audit/audit.js'
import type { AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { haltWithChain } from '../../../../electron/core/instructions/chain-halt.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { fakeDocument } from '../../../fakes/document.js'
import { DeskRig, draft } from '../desk-rig.js'

/** A desk session and a chain on disks that outlive a restart. */
class ChainRig {
  readonly desk = new DeskRig()
  readonly lines: string[] = []
  readonly head = fakeDocument()
  readonly damage = fakeDocument()
  readonly secrets = new Map<string, string>()
  full = false

  async open(): Promise<AuditPort> {
    const audit = await openAudit({
      journal: {
        append: (line) =>
          Promise.resolve(
            this.full
              ? err({ kind: 'full' as const, message: 'the disk is full' })
              : (this.lines.push(line), ok(undefined)),
          ),
        read: () => Promise.resolve(ok({ lines: [...this.lines], tailCut: false })),
        close: () => Promise.resolve(),
      },
      checkpoint: this.head,
      clock: this.desk.world.clock,
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
    return haltWithChain({
      audit,
      session: this.desk.session,
      file: this.damage,
      log: { event: () => undefined },
    })
  }

  trading(): string {
    return this.desk.session.sessionView().trading
  }
  why(): string | undefined {
    return this.desk.session.sessionView().notices.find(({ code }) => code === 'trading-halted')
      ?.detail
  }
  edit(at: number): void {
    this.lines[at] = (this.lines[at] ?? '').replace('"line":"', '"line":"x')
  }
}

describe('rel-036: the audit chain halts trading (safety 10 and 12)', () => {
  test('a record that was edited, found on demand: halted with its place, until the person lifts it', async () => {
    const rig = new ChainRig()
    await rig.desk.up()
    const audit = await rig.open()
    for (let at = 0; at < 4; at += 1) await audit.append('asked', `i${at}`, 'one', {})
    expect((await audit.verify()).state).toBe('verified')
    expect(rig.trading()).toBe('active')
    rig.edit(2)
    expect((await audit.verify()).state).toBe('damaged')
    expect(rig.trading()).toBe('halted')
    expect(rig.why()).toContain('record 2')
    expect(await rig.desk.wait(rig.desk.session.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    await rig.desk.wait(rig.desk.session.setTrading('active', 'looked at it'))
    await audit.verify()
    expect(rig.trading()).toBe('active')
  })

  test('found at the start; the same damage is not brought up again, another one is', async () => {
    const rig = new ChainRig()
    await rig.desk.up()
    const audit = await rig.open()
    for (let at = 0; at < 6; at += 1) await audit.append('asked', `i${at}`, 'one', {})
    await audit.close()
    rig.edit(4)
    await rig.open()
    expect(rig.trading()).toBe('halted')
    await rig.desk.wait(rig.desk.session.setTrading('active', 'looked at it'))
    await rig.open()
    expect(rig.trading()).toBe('active')
    rig.edit(1)
    await rig.open()
    expect(rig.trading()).toBe('halted')
  })

  test('a halt that was found while the desk starts stands when it is up', async () => {
    const rig = new ChainRig()
    const audit = await rig.open()
    await audit.append('asked', 'i0', 'one', {})
    await audit.close()
    rig.edit(0)
    const up = rig.desk.up()
    await rig.open()
    await up
    expect(rig.desk.session.sessionView()).toMatchObject({ phase: 'ready', trading: 'halted' })
  })

  test('a chain that cannot be written: halted, and not by itself again when the disk has room', async () => {
    const rig = new ChainRig()
    await rig.desk.up()
    const audit = await rig.open()
    rig.full = true
    expect((await audit.append('decided', 'i0', 'one', {})).ok).toBe(false)
    expect(audit.failed).toBe(true)
    expect(rig.trading()).toBe('halted')
    expect(rig.why()).toContain('cannot be written')
    rig.full = false
    expect((await audit.append('decided', 'i1', 'two', {})).ok).toBe(true)
    expect(rig.trading()).toBe('halted')
    await rig.desk.wait(rig.desk.session.setTrading('active', 'made room'))
    expect(rig.trading()).toBe('active')
  })

  test('what is only unproved halts nothing', async () => {
    const rig = new ChainRig()
    await rig.desk.up()
    const audit = await rig.open()
    await audit.append('asked', 'i0', 'one', {})
    await audit.close()
    rig.head.content = null
    const again = await rig.open()
    expect(again.report()?.state).toBe('unproved')
    expect(rig.trading()).toBe('active')
  })
})
