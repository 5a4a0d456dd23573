import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createLogFile, type LogFile } from '../../../electron/adapters/log-file.js'
import { watchExposures } from '../../../electron/app/system-watches.js'
import type { TimerPort } from '../../../electron/core/ports.js'
import { EXPOSURES, type Exposure } from '../../../shared/domain/app/exposure.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { openAccountHandlers } from './account-handlers.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

let root: string
let log: LogFile
let exposures: readonly Exposure[]
let account: Awaited<ReturnType<typeof openAccountHandlers>>

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'countersign-exposures-'))
  log = createLogFile({ path: path.join(root, 'log'), clock: systemClock })
  exposures = []
  account = await openAccountHandlers(root, log, () => exposures)
})
afterEach(async () => {
  await account.opener.close()
  await log.flush()
  await removeFolder(root)
})

/** Creates a sandbox profile with a key, whose hosts are on no computer. */
async function sandboxProfile(): Promise<ProfileView['profile']> {
  const made = await account.invoke('profiles.create', { name: 'Desk', environment: 'sandbox' })
  const { profile } = made.value as ProfileView
  const set = (field: string, value: string) =>
    account.invoke('credentials.set', { id: profile.id, field, value })
  await set('app_key', 'a'.repeat(32))
  await set('app_secret', 'b'.repeat(32))
  return profile
}

/** Returns the sentence of the step at which a switch failed; null while it is running or open. */
const failure = (): string | null => {
  const failed = account.profileSwitcher
    .get()
    .switching?.steps.find(({ state }) => state === 'failed')
  return failed?.detail == null ? null : inEnglish(failed.detail)
}

const REASON = {
  'debugging-port': 'a debugging port',
  inspector: 'an inspector',
  'no-sandbox': 'without the sandbox',
  'test-runtime': 'a runtime for tests',
  'page-server': 'from a development server',
  variable: 'a variable of its environment',
  'program-switch': 'a switch that it was started with',
} as const satisfies Record<Exposure, string>

describe('SEC-29: a process that another program could control', () => {
  it.each(EXPOSURES)('opens no profile of an account, and says why: %s', async (exposure) => {
    const { id } = await sandboxProfile()
    exposures = [exposure]
    const secrets = vi.spyOn(account.opener, 'credentialsOf')
    const reply = await account.invoke('profiles.switch', { id, word: null })
    expect(reply).toMatchObject({ ok: false, error: { code: 'switch/refused' } })
    expect(JSON.stringify(reply)).toContain(exposure)
    expect(account.profileSwitcher.get().switching).toBeNull()
    expect(secrets).not.toHaveBeenCalled()
  })

  it.each(EXPOSURES)(
    'does not open the account of the last run, and says why: %s',
    async (exposure) => {
      const { id } = await sandboxProfile()
      await account.profiles.setLast(id)
      exposures = [exposure]
      const secrets = vi.spyOn(account.opener, 'credentialsOf')
      await expect(account.profileSwitcher.start()).rejects.toThrow(REASON[exposure])
      expect(failure()).toContain(REASON[exposure])
      expect(account.holder.current()).toBeNull()
      expect(secrets).not.toHaveBeenCalled()
    },
  )

  it.each(EXPOSURES)('tests no connection of an account: %s', async (exposure) => {
    const { id } = await sandboxProfile()
    exposures = [exposure]
    const secrets = vi.spyOn(account.opener, 'credentialsOf')
    const reply = await account.invoke('profiles.test', { id })
    expect(reply).toMatchObject({ ok: false, error: { code: 'profile/refused' } })
    expect(secrets).not.toHaveBeenCalled()
  })

  it('closes an open account when it becomes exposed later, once, and says why', async () => {
    const { id } = await sandboxProfile()
    await account.invoke('profiles.switch', { id, word: null })
    await expect.poll(() => account.holder.current()).not.toBeNull()
    await expect.poll(() => account.profileSwitcher.get().switching).toBeNull()
    const notices: string[] = []
    let check: () => void = () => undefined
    const stop = watchExposures({
      exposures: () => exposures,
      profileSwitcher: account.profileSwitcher,
      notices: {
        add: ({ detail }: { readonly detail: Message }) => notices.push(inEnglish(detail)),
      },
      timers: {
        every: (_ms, call) => {
          check = call
          return () => undefined
        },
      } satisfies Pick<TimerPort, 'every'>,
      log,
    })
    check()
    expect(notices).toEqual([])
    expect(account.holder.current()).not.toBeNull()
    exposures = ['inspector']
    check()
    check()
    await expect.poll(() => account.holder.current()).toBeNull()
    expect(failure()).toContain(REASON.inspector)
    expect(notices).toEqual([failure()])
    stop()
  })
})
