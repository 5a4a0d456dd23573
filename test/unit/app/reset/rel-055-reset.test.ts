import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  performReset,
  readRequest,
  resetRequest,
  writeRequest,
} from '../../../../electron/app/reset/reset-files.js'
import { RESET_ENTRIES } from '../../../../electron/app/reset/reset-levels.js'
import { RESET_FILE, resetSwitch } from '../../../../electron/app/reset/reset-request.js'
import { ResetService, resetCounts } from '../../../../electron/app/reset/reset-service.js'
import { resetAtStart } from '../../../../electron/app/reset/start-reset.js'
import { RESET_LEVELS, type ResetLevel } from '../../../../shared/domain/app/reset.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const NOW = Date.UTC(2026, 10, 21, 14, 30)
/** Every entry that a reset knows, as a used data folder has them. */
const FILES = [
  'preferences.json',
  'preferences.json.v1',
  'window.json',
  'workspaces/current.json',
  'files.json',
  'profiles.json',
  'lock.json',
  'assistants.json',
  'assistant-files.json',
  'client-settings.json',
  'sandbox/profiles/p-1/orders.journal',
  'production/profiles/p-2.trading',
  'removed/sandbox-p-3/orders.journal',
  'practice/profiles/p-4/orders.journal',
  'practice/orders.journal',
  'practice.trading',
  'practice.limits',
  'practice.halt',
  'updates.json',
  'newest-program.json',
  'crashes/new/1-page.json',
  'logs/countersign.log',
]
/** What belongs to the browser, to the bridge's clients, and to an earlier reset. */
const UNTOUCHED = ['Local State', 'SingletonLock', 'bridge/countersign-mcp', 'reset-layout-x/a']

let userData: string
beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'countersign-reset-'))
  for (const file of [...FILES, ...UNTOUCHED]) {
    mkdirSync(path.dirname(path.join(userData, file)), { recursive: true })
    writeFileSync(path.join(userData, file), file)
  }
})
afterEach(() => removeFolder(userData))

/** Returns the files below a folder, with `/` in between. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()

const isBelow = (file: string, entry: string): boolean =>
  file === entry || file.startsWith(`${entry}/`) || file.startsWith(`${entry}.`)
const belongsTo = (file: string, level: ResetLevel): boolean =>
  RESET_ENTRIES[level].some((entry) => isBelow(file, entry))

const asideOf = (level: ResetLevel): string => path.join(userData, resetRequest(level, NOW).folder)

describe('REL-55: a reset', () => {
  it.each(RESET_LEVELS)(
    'moves what the level %s names into a dated folder, and nothing else',
    (level) => {
      writeRequest(userData, resetRequest(level, NOW))
      const aside = path.join(userData, `reset-${level}-2026-11-21T14-30-00-000Z`)
      expect(resetAtStart(userData, null)).toEqual({ ok: true, value: { level, folder: aside } })
      expect(filesIn(aside)).toEqual(FILES.filter((file) => belongsTo(file, level)).toSorted())
      const left = FILES.filter((file) => !belongsTo(file, level))
      for (const file of [...left, ...UNTOUCHED]) {
        expect([file, existsSync(path.join(userData, file))]).toEqual([file, true])
      }
      expect(existsSync(path.join(userData, RESET_FILE))).toBe(false)
      // The next start is an ordinary one.
      expect(resetAtStart(userData, null)).toBeNull()
    },
  )

  it('leaves none of the files of a person where everything is reset', () => {
    expect(FILES.filter((file) => !belongsTo(file, 'everything'))).toEqual([])
    expect(FILES.filter((file) => belongsTo(file, 'layout'))).toHaveLength(5)
  })

  it.each(RESET_LEVELS)(
    'is continued after a kill at each of its steps, at the level %s',
    async (level) => {
      const names = [...new Set(FILES.map((file) => file.split('/')[0] ?? ''))]
      for (let moved = 0; moved <= names.length; moved += 1) {
        await removeFolder(userData)
        for (const file of FILES) {
          mkdirSync(path.dirname(path.join(userData, file)), { recursive: true })
          writeFileSync(path.join(userData, file), file)
        }
        const request = resetRequest(level, NOW)
        writeRequest(userData, request)
        mkdirSync(asideOf(level), { recursive: true })
        for (const name of names.filter((top) => belongsTo(top, level)).slice(0, moved)) {
          renameSync(path.join(userData, name), path.join(asideOf(level), name))
        }
        // A later start has another time, and goes on with the folder of the first.
        expect(resetAtStart(userData, 'layout')).toMatchObject({ ok: true, value: { level } })
        expect(filesIn(asideOf(level))).toEqual(
          FILES.filter((file) => belongsTo(file, level)).toSorted(),
        )
      }
    },
  )

  it('puts the others back and names the entry that cannot be moved', () => {
    const before = filesIn(userData)
    const request = resetRequest('everything', NOW)
    const obstacle = path.join(userData, request.folder, 'logs', 'obstacle')
    mkdirSync(obstacle, { recursive: true })
    writeRequest(userData, request)
    expect(performReset(userData, request)).toMatchObject({
      ok: false,
      error: { file: path.join(userData, 'logs') },
    })
    expect(filesIn(userData)).toEqual(before)
    expect(readRequest(userData)).toBeNull()
  })

  it('is not performed for a request that cannot be read', () => {
    for (const text of ['', '{"v":1,"level":"all","folder":"reset-aaaaaaaaaaaa"}', '{"v":2}']) {
      writeFileSync(path.join(userData, RESET_FILE), text)
      expect(resetAtStart(userData, null)).toBeNull()
    }
    writeFileSync(
      path.join(userData, RESET_FILE),
      JSON.stringify({ v: 1, level: 'everything', folder: '../elsewhere-aaaaaaaa' }),
    )
    expect(resetAtStart(userData, null)).toBeNull()
    expect(existsSync(path.join(userData, 'profiles.json'))).toBe(true)
  })

  it('is requested on the command line by its level, and by no other word', () => {
    expect(resetSwitch(['countersign', '--reset=profiles'])).toBe('profiles')
    expect(resetSwitch(['countersign', '--reset=all'])).toBe('unknown')
    expect(resetSwitch(['countersign', '--reset'])).toBeNull()
    expect(resetAtStart(userData, 'profiles')).toMatchObject({ value: { level: 'profiles' } })
  })
})

describe('REL-55: a reset that the window requests', () => {
  const order = message('updates.waitsForOrder')
  function service(parts: { waits?: readonly (typeof order)[]; steppedUp?: boolean } = {}) {
    const state = { waits: parts.waits ?? [], quits: 0 }
    const reset = new ResetService({
      userData,
      waits: () => state.waits,
      counts: () => ({ accounts: 1, working: 0 }),
      lock: { steppedUp: () => parts.steppedUp ?? true },
      quit: () => {
        state.quits += 1
      },
      clock: { now: () => epochMs(NOW), monotonic: () => 0 },
      log: { event: () => undefined },
    })
    return { reset, state }
  }

  it('is refused with its reason while something has to wait for', async () => {
    const { reset, state } = service({ waits: [order] })
    expect(reset.view()).toEqual({ waits: [order], folder: userData, accounts: 1, working: 0 })
    expect(await reset.request('layout')).toMatchObject({
      ok: false,
      error: { code: 'reset/refused', message: order },
    })
    expect(state.quits).toBe(0)
    await reset.onQuitDecided(true)
    expect(readRequest(userData)).toBeNull()
  })

  it('needs the identity of the person for more than settings', async () => {
    const { reset } = service({ steppedUp: false })
    expect(await reset.request('profiles')).toMatchObject({ error: { code: 'lock/step-up' } })
    expect(await reset.request('layout')).toMatchObject({ ok: true })
  })

  it('is stored when the program ends, and forgotten when the person stays', async () => {
    const { reset, state } = service()
    await reset.request('everything')
    expect([state.quits, readRequest(userData)]).toEqual([1, null])
    await reset.onQuitDecided(false)
    await reset.onQuitDecided(true)
    expect(readRequest(userData)).toBeNull()
    await reset.request('everything')
    state.waits = [order]
    expect(reset.mayQuit()).toBe(false)
    state.waits = []
    expect(reset.mayQuit()).toBe(true)
    await reset.onQuitDecided(true)
    expect(readRequest(userData)).toEqual(resetRequest('everything', NOW))
  })

  it('counts real accounts, never practice', () => {
    const profiles = [{ environment: 'practice' }, { environment: 'production' }] as const
    expect(resetCounts({ profiles, environment: 'practice', orders: [] })).toEqual({
      accounts: 1,
      working: 0,
    })
  })
})
