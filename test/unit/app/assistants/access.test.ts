import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { accessFile } from '../../../../electron/app/assistants/access-file.js'
import { McpEndpoint } from '../../../../electron/app/assistants/endpoint-controller.js'
import { announcePort, isOwnCopy } from '../../../../electron/assistant/local/port-owner.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { until } from '../../../harness/system/until.js'
import { listenForAssistants } from '../../../../electron/app/assistants/endpoint-listener.js'
import { openFileRegister } from '../../../../electron/core/files/file-register.js'
import type { DocumentPort } from '../../../../electron/core/ports.js'
import { fakeDocument } from '../../../fakes/document.js'
import { freePort } from '../../../harness/system/free-port.js'
import { startStranger } from '../../../security/private-address/stranger.js'

const silent = { event: () => undefined }
const ends: (() => Promise<void>)[] = []
let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'access-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(base, { recursive: true, force: true })
})

/** Access as a run of Countersign opens it, with the settings of an earlier run. */
function openAccess(content: string | null, guarded?: DocumentPort, folder = join(base, 'bridge')) {
  const file = fakeDocument(content)
  const takenPorts: number[] = []
  const log = silent
  const access = new McpEndpoint({
    file: guarded ?? file,
    log,
    wrongKeys: { get: () => null, subscribe: () => () => undefined },
    onPortTaken: (port) => takenPorts.push(port),
    open: (httpPort) =>
      listenForAssistants({
        httpPort,
        folder,
        version: '0',
        log,
        router: () => null,
        isOpening: () => false,
        onWrongKey: () => undefined,
        onDropped: () => () => undefined,
      }),
  })
  ends.push(() => access.stop())
  return { access, file, takenPorts }
}

describe('SEC-30: access of assistants', () => {
  it('is on the private socket alone unless the person chooses HTTP', async () => {
    const { access, file } = openAccess(null)
    const port = await freePort(70)
    await access.set({ on: true, http: false, port })
    expect(access.get()).toMatchObject({ state: 'listening', http: { on: false, state: 'off' } })
    expect(JSON.parse(file.content ?? '')).toEqual({ v: 1, on: true, http: false, port })
    await access.set({ on: true, http: true, port })
    expect(access.get()).toMatchObject({ state: 'listening', http: { state: 'listening' } })
  })

  it('is open again after a restart, also through the guard of its file', async () => {
    const port = await freePort(72)
    const document = fakeDocument(null)
    const registerFile = fakeDocument(null)
    const guarded = async () =>
      accessFile(
        document,
        await openFileRegister({ file: registerFile, clock: systemClock, log: silent }),
      )
    const first = openAccess(null, await guarded())
    await first.access.set({ on: true, http: true, port })
    await first.access.stop()
    const { access } = openAccess(null, await guarded())
    await access.start()
    expect(access.get()).toMatchObject({ on: true, http: { state: 'listening', port } })
  })

  it('ends at once where the person disables it, also while that cannot be stored', async () => {
    const { access, file } = openAccess(JSON.stringify({ v: 1, on: true, http: false, port: 8791 }))
    await access.start()
    expect(access.get().state).toBe('listening')
    file.failure = { kind: 'full', message: 'full' }
    const off = await access.set({ on: false, http: false, port: 8791 })
    expect(off.ok ? null : off.error.message.code).toBe('assistants.offNotSaved')
    expect(access.get()).toMatchObject({ on: false, state: 'off' })
    // What is opened has to be on the disk first.
    const on = await access.set({ on: true, http: false, port: 8791 })
    expect(on.ok ? null : on.error.message.code).toBe('system.settingNotSaved')
    expect(access.get().state).toBe('off')
  })

  it('says that a stranger has the port, and serves on the socket all the same', async () => {
    const stranger = await startStranger()
    ends.push(() => stranger.close())
    const { port } = stranger
    const { access, takenPorts } = openAccess(JSON.stringify({ v: 1, on: true, http: true, port }))
    await access.start()
    expect(access.get()).toMatchObject({
      state: 'listening',
      problem: null,
      http: { state: 'port-in-use' },
    })
    expect(access.get().http.problem).not.toBeNull()
    expect(takenPorts).toEqual([port])
    expect(stranger.calls()).toBe(0)
  })

  it('names another copy with another folder, which proves itself, as what it is', async () => {
    const port = await freePort(73)
    const first = openAccess(JSON.stringify({ v: 1, on: true, http: true, port }))
    await first.access.start()
    expect(first.access.get().http.state).toBe('listening')
    const second = openAccess(
      JSON.stringify({ v: 1, on: true, http: true, port }),
      undefined,
      join(base, 'other'),
    )
    await second.access.start()
    expect(second.access.get()).toMatchObject({
      state: 'listening',
      http: { state: 'port-of-copy', problem: { code: 'assistants.portOfCopy' } },
    })
    // No stranger is reported, and no key has to be renewed.
    expect(second.takenPorts).toEqual([])
  })

  it('takes a program for a stranger that only has the port which a copy announced', async () => {
    const stranger = await startStranger()
    ends.push(() => stranger.close())
    const { port } = stranger
    const ports = join(base, 'ports')
    const options = { onFailure: () => undefined, folder: ports }
    const withdraw = await announcePort(port, join(base, 'bridge'), options)
    const { access } = openAccess(JSON.stringify({ v: 1, on: true, http: false, port }))
    await access.start()
    const timers = { setTimer: (ms: number, call: () => void) => systemTimers.after(ms, call) }
    const proven = isOwnCopy(port, timers, options)
    await until('the stranger is asked', () => stranger.calls() > 0)
    await stranger.close()
    expect(await proven).toBe(false)
    await withdraw()
    expect(await isOwnCopy(port, timers, options)).toBe(false)
  })

  it('is refused to a second run on the same folder, in words, while the first serves', async () => {
    const first = openAccess(JSON.stringify({ v: 1, on: true, http: false, port: 8791 }))
    await first.access.start()
    const second = openAccess(JSON.stringify({ v: 1, on: true, http: false, port: 8791 }))
    await second.access.start()
    expect(second.access.get()).toMatchObject({ state: 'failed', http: { state: 'off' } })
    expect(JSON.stringify(second.access.get().problem)).toContain('servedByAnother')
    expect(first.access.get()).toMatchObject({ state: 'listening' })
    await first.access.stop()
    await second.access.set({ on: true, http: false, port: 8791 })
    expect(second.access.get()).toMatchObject({ state: 'listening', problem: null })
  })
})
