import { describe, expect, it } from 'vitest'
import {
  openFileRegister,
  type FileRegister,
} from '../../../../electron/core/files/file-register.js'
import { guardedDocument } from '../../../../electron/core/files/guarded-document.js'
import type { DocumentPort } from '../../../../electron/core/ports.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'

const clock = { now: () => epochMs(1), monotonic: () => 0 }
const log = { event: () => undefined }
const UNREADABLE = { kind: 'denied', message: 'EACCES' } as const
const DAMAGED = { kind: 'damaged', message: 'damaged' } as const
const CONTENT = '{"v":2,"lists":["TSLA"]}'

/** One start of the program after another over the same file and register. */
class Machine {
  readonly file = fakeDocument()
  readonly registerFile = fakeDocument()
  register: FileRegister | null = null

  async start(): Promise<DocumentPort> {
    await this.register?.flush()
    this.register = await openFileRegister({ file: this.registerFile, clock, log })
    return guardedDocument(this.file, {
      name: 'watchlists.json',
      version: 2,
      register: this.register,
    })
  }

  problems(): readonly string[] {
    return this.register?.get().map(({ problem }) => problem) ?? []
  }
}

async function machineWith(content: string | null): Promise<Machine> {
  const machine = new Machine()
  if (content !== null) await (await machine.start()).write(content)
  return machine
}

describe('REL-38: a stored document', () => {
  it('a stored document that cannot be read is not written over, before a read, after it, or by a removal', async () => {
    const machine = await machineWith(CONTENT)
    const file = await machine.start()
    machine.file.failure = UNREADABLE
    expect((await file.write('{"v":2}')).ok).toBe(false)
    expect(await file.read()).toMatchObject({ ok: false, error: { kind: 'denied' } })
    expect([(await file.write('{"v":2}')).ok, (await file.remove()).ok]).toEqual([false, false])
    expect((await file.setAside()).ok).toBe(false)
    expect([machine.file.content, machine.problems()]).toEqual([CONTENT, ['unreadable']])
  })

  it('is written once it can be read again, and nothing is reported any more', async () => {
    const machine = await machineWith(CONTENT)
    const file = await machine.start()
    machine.file.failure = UNREADABLE
    await file.read()
    machine.file.failure = null
    expect(await file.write('{"v":2}')).toMatchObject({ ok: true })
    expect([machine.file.content, machine.problems()]).toEqual(['{"v":2}', []])
  })

  it('a stored document of a newer version is neither read, nor written over, nor moved', async () => {
    const machine = await machineWith(null)
    machine.file.content = '{"v":3}'
    const file = await machine.start()
    expect(await file.read()).toMatchObject({ ok: false, error: { kind: 'newer' } })
    for (const change of [file.write('{"v":2}'), file.setAside(), file.remove()]) {
      expect((await change).ok).toBe(false)
    }
    expect([machine.file.content, machine.file.aside, machine.problems()]).toEqual([
      '{"v":3}',
      [],
      ['newer'],
    ])
  })

  it('a stored document that is damaged gets another name at once, and its owner learns which', async () => {
    const machine = await machineWith(CONTENT)
    const file = await machine.start()
    machine.file.failure = DAMAGED
    expect(await file.read()).toMatchObject({ ok: false, error: { kind: 'damaged' } })
    expect(await file.setAside()).toEqual({ ok: true, value: 'file.set-aside' })
    machine.file.failure = null
    expect(machine.file.aside).toEqual([CONTENT])
    expect((await file.write('{"v":2}')).ok).toBe(true)
    expect(machine.problems()).toEqual(['damaged'])
  })

  it('a stored document that is damaged is moved even where its owner only writes', async () => {
    const machine = await machineWith('not ours')
    const file = await machine.start()
    await file.read()
    await file.setAside()
    await file.write('{"v":2}')
    expect(machine.file.aside).toEqual(['not ours'])
  })

  it('a stored document that is gone although it had content is reported once, over restarts until dismissed', async () => {
    const machine = await machineWith(CONTENT)
    machine.file.content = null
    await (await machine.start()).read()
    expect(machine.problems()).toEqual(['missing'])
    await (await machine.start()).read()
    expect(machine.problems()).toEqual(['missing'])
    const [damage] = machine.register?.get() ?? []
    if (damage !== undefined) machine.register?.dismiss(damage)
    await (await machine.start()).read()
    expect(machine.problems()).toEqual([])
  })

  it('a stored document that never had content, or was removed here, is not missing', async () => {
    const machine = await machineWith(null)
    const file = await machine.start()
    expect(await file.read()).toEqual({ ok: true, value: null })
    await file.write(CONTENT)
    await file.remove()
    await (await machine.start()).read()
    expect(machine.problems()).toEqual([])
  })
})

describe('REL-38: the register of files', () => {
  it.each([
    ['cannot be read', UNREADABLE, null],
    ['is of a newer version', null, '{"v":2,"stored":[],"damaged":[]}'],
  ])('a register that %s is not written over, and says so', async (_how, failure, content) => {
    const file = fakeDocument(content ?? '{"v":1,"stored":["a.json"],"damaged":[]}')
    const before = file.content
    file.failure = failure
    const register = await openFileRegister({ file, name: 'files.json', clock, log })
    expect(register.get()).toMatchObject([{ file: 'files.json' }])
    file.failure = null
    register.setContent('b.json', true)
    await register.flush()
    expect([file.content, file.aside]).toEqual([before, []])
  })
})
