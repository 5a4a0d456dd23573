import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import type { LogFile } from '../../../../electron/adapters/log-file.js'
import {
  nodeAssistantAdapters,
  type AssistantAdapters,
} from '../../../../electron/app/assistants/assistant-adapters.js'
import type { OpenAssistantSession } from '../../../../electron/app/assistants/assistant-session.js'
import { openAssistantSession } from '../../../../electron/app/assistants/open-assistant-session.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import type { DocumentPort } from '../../../../electron/core/ports.js'
import type { Profile } from '../../../../shared/domain/app/profile.schema.js'
import { err } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { ALWAYS_PRESSED } from '../../../harness/assistant/always-pressed.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { until } from '../../../harness/system/until.js'
import { SessionFixture } from '../../core/session-fixture.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const log: LogFile = {
  event: () => undefined,
  hide: () => undefined,
  clean: (text: string) => text,
  recent: () => [],
  flush: () => Promise.resolve(),
}

let desk: SessionFixture
let folder: string
/** True while the file of assistants cannot be written, as on a full disk. */
let isFull = false
let open: OpenAssistantSession | null = null

beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-access-'))
  isFull = false
})
afterEach(async () => {
  await open?.dispose()
  open = null
  await removeFolder(folder)
})

/** Returns the document, which refuses to be written while the disk is full. */
const onFullDisk = (document: DocumentPort): DocumentPort => ({
  read: () => document.read(),
  write: (content) =>
    isFull ? Promise.resolve(err({ kind: 'full', message: 'full' })) : document.write(content),
  setAside: () => document.setAside(),
  remove: () => document.remove(),
})

/** Opens the assistants of the session on the folder; the run before ends without notice. */
async function start(): Promise<OpenAssistantSession['assistantSession']> {
  const { ports, files } = nodeAssistantAdapters(folder, log)
  const adapters: AssistantAdapters = {
    ports,
    files: {
      ...files,
      document: (name) =>
        name === 'connections.json' ? onFullDisk(files.document(name)) : files.document(name),
    },
  }
  open = await openAssistantSession(
    {
      session: desk.session,
      profile: {
        id: 'practice',
        name: 'Practice',
        environment: 'practice',
        createdAt: epochMs(1),
      } as Profile,
      vault: memoryVault(),
      root: folder,
    },
    { log, tolerance: () => 'normal' as never, presses: ALWAYS_PRESSED, adapters },
  )
  return open.assistantSession
}

const WHY = /A pause or revocation of an assistant could not be stored/

describe.each([
  [
    'revoked',
    (opened: OpenAssistantSession['assistantSession'], id: never) => opened.connections.revoke(id),
  ],
  [
    'paused',
    (opened: OpenAssistantSession['assistantSession'], id: never) =>
      opened.connections.pause(id, null, foreign('by hand')),
  ],
] as const)('REL-36: an access that the person %s while the disk is full', (state, end) => {
  it('does not return at the next start without a word', async () => {
    const before = await start()
    const { connection, token } = expectOk(await before.connections.pair('Helper', false))
    isFull = true
    expect((await end(before, connection.id as never)).ok).toBe(false)
    expect(before.connections.authenticate(token)?.state).toBe(state)
    await until('the halt is on the disk', () => before.halted())
    expect(inEnglish(before.halt.get()?.why ?? foreign(''))).toMatch(WHY)
    await open?.dispose()

    const after = await start()
    // The file still allows it; the halt does not, until the person has looked.
    expect(after.connections.authenticate(token)?.state).toBe('active')
    expect(after.halted()).toBe(true)
    expect(inEnglish(after.halt.get()?.why ?? foreign(''))).toMatch(WHY)
    isFull = false
    expect((await after.halt.lift()).ok).toBe(true)
    expect(after.halted()).toBe(false)
  })

  it('is on the disk before assistants are resumed', async () => {
    const before = await start()
    const { connection, token } = expectOk(await before.connections.pair('Helper', false))
    isFull = true
    await end(before, connection.id as never)
    expect((await before.halt.lift()).ok).toBe(false)
    expect(before.halted()).toBe(true)
    isFull = false
    expect((await before.halt.lift()).ok).toBe(true)
    await open?.dispose()
    const after = await start()
    expect(after.halted()).toBe(false)
    expect(after.connections.authenticate(token)?.state).toBe(state)
  })
})
