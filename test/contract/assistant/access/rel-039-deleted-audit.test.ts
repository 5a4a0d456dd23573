import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogFile } from '../../../../electron/adapters/log-file.js'
import type { OpenAssistantSession } from '../../../../electron/app/assistants/assistant-session.js'
import { openAssistantSession } from '../../../../electron/app/assistants/open-assistant-session.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import type { Profile } from '../../../../shared/domain/app/profile.schema.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { ALWAYS_PRESSED } from '../../../harness/assistant/always-pressed.js'
import { SessionFixture } from '../../core/session-fixture.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const log: LogFile = {
  event: () => undefined,
  hide: () => undefined,
  clean: (text: string) => text,
  recent: () => [],
  flush: () => Promise.resolve(),
}
const PROFILE = {
  id: 'practice',
  name: 'Practice',
  environment: 'practice',
  createdAt: epochMs(1),
} as Profile

let desk: SessionFixture
let folder: string
let open: OpenAssistantSession | null = null

beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
  folder = await mkdtemp(join(tmpdir(), 'countersign-audit-'))
})
afterAll(async () => {
  await open?.dispose()
  await desk.close()
  await removeFolder(folder)
})

/** Opens the assistants of the session; without a key store every run has an empty vault. */
async function start(): Promise<OpenAssistantSession['assistantSession']> {
  await open?.dispose()
  open = await openAssistantSession(
    { session: desk.session, profile: PROFILE, vault: memoryVault(), root: folder },
    { log, tolerance: () => 'normal' as never, presses: ALWAYS_PRESSED },
  )
  return open.assistantSession
}

describe('REL-39: without a key store, an audit log that was deleted with its checkpoint', () => {
  it('is said and halts assistants until the person has looked, over restarts', async () => {
    expect((await start()).halted()).toBe(false)
    expect((await start()).halted()).toBe(false)
    await open?.dispose()
    const files = await readdir(folder, { recursive: true })
    for (const file of files.filter((name) => /audit|checkpoint/.test(name))) {
      await removeFolder(join(folder, file))
    }
    await start()
    const second = await start()
    expect(second.halted()).toBe(true)
    expect(inEnglish(second.halt.get()?.why ?? foreign(''))).toContain('audit.journal')
    expect((await second.halt.lift()).ok).toBe(true)
    expect((await start()).halted()).toBe(false)
  })
})
