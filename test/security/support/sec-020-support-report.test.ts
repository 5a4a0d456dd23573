import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createLogFile, type LogFile } from '../../../electron/adapters/log-file.js'
import { CrashRecords } from '../../../electron/app/support/crash-records.js'
import { SupportReport } from '../../../electron/app/support/support-report.js'
import { DEFAULT_PREFERENCES } from '../../../shared/domain/app/preferences.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/** A secret of every kind, as it could stand in a file, a log line or a reason. */
const SECRETS = {
  appKey: '0123456789abcdef0123456789abcdef',
  appSecret: 'fedcba9876543210fedcba9876543210',
  accessToken: [
    'eyJhbGciOiJIUzI1NiJ9',
    'eyJzdWIiOiIxMjM0NTY3ODkwIn0',
    'dozjgNryP4J3jVmNHl0w5N',
  ].join('.'),
  refreshToken: 'rt-9f8e7d6c5b4a39281706f5e4d3c2b1a0',
  assistantKey: 'cs_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ',
  code: 'authcode-5f4dcc3b5aa765d61d8327deb882cf99',
  passphrase: 'correct horse battery',
  shortPin: '482913',
  account: '10010048',
} as const

let root: string
let log: LogFile
let report: SupportReport

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'countersign-support-'))
  log = createLogFile({ path: path.join(root, 'logs', 'countersign.log'), clock: systemClock })
  const crashes = new CrashRecords({
    userData: root,
    version: '0.1.0',
    clock: systemClock,
    log,
    redact: (text) => log.clean(text),
  })
  for (const secret of [SECRETS.passphrase, SECRETS.shortPin, SECRETS.account]) log.hide(secret)
  for (const [kind, secret] of Object.entries(SECRETS)) {
    await mkdir(path.join(root, 'profiles', 'live', 'vault'), { recursive: true })
    await writeFile(path.join(root, 'profiles', 'live', 'vault', `${kind}.bin`), secret)
    log.event('error', 'call.failed', { error: `the server said ${secret}`, [kind]: secret })
  }
  await log.flush()
  crashes.begin()
  for (const secret of Object.values(SECRETS)) crashes.add('page', `lost with ${secret}`)
  report = new SupportReport({
    userData: root,
    info: {
      version: '0.1.0',
      electron: '45.4.1',
      chromium: '150.0',
      node: '24.1.0',
      platform: 'linux',
      testRuntime: false,
    },
    clock: systemClock,
    dialog: { savePath: () => Promise.resolve(null), openPath: () => Promise.resolve(null) },
    preferences: { get: () => DEFAULT_PREFERENCES },
    profiles: () => [
      { environment: 'practice', assumptions: [] },
      { environment: 'production', assumptions: ['optionValue=last'] },
    ],
    exposures: () => ['inspector'],
    crashes: () =>
      new CrashRecords({
        userData: root,
        version: '0.1.0',
        clock: systemClock,
        log,
        redact: (text) => log.clean(text),
      }).begin(),
    redact: (text) => log.clean(text.replaceAll(homedir(), '~')),
  })
})
afterEach(() => removeFolder(root))

describe('SEC-20: the report for support', () => {
  it('says what a helper needs to know', async () => {
    const parsed: unknown = JSON.parse(await report.text())
    expect(parsed).toMatchObject({
      program: { version: '0.1.0', electron: '45.4.1' },
      profiles: [
        { environment: 'practice', assumptions: [] },
        { environment: 'production', assumptions: ['optionValue=last'] },
      ],
      exposures: ['inspector'],
    })
    const text = JSON.stringify(parsed)
    expect(text).toContain('call.failed')
    expect(text).toContain('lost with')
    expect(text).toContain('appKey.bin')
  })

  it.each(Object.entries(SECRETS))(
    'contains no secret, whatever it came from: %s',
    async (_kind, secret) => {
      expect(await report.text()).not.toContain(secret)
    },
  )

  it('contains no content of any file but the log, and not the person’s folder', async () => {
    await writeFile(path.join(root, 'profiles.json'), '{"name":"My retirement money"}')
    log.event('error', 'file.failed', { error: `cannot read ${homedir()}/x` })
    await log.flush()
    const text = await report.text()
    expect(text).not.toContain('My retirement money')
    expect(homedir() === '/' || !text.includes(`${homedir()}/`)).toBe(true)
  })
})
