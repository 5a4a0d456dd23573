import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeRecord } from '../../../../electron/adapters/journal/journal-record.js'
import { lowerLimits } from '../../../../electron/app/profiles/lower-limits.js'
import { productionChecklist } from '../../../../electron/app/profiles/production-checklist.js'
import { profileFolder } from '../../../../electron/app/settings/profile-folders.js'
import { asProfileId } from '../../../../shared/domain/app/profile.js'
import type { Profile } from '../../../../shared/domain/app/profile.schema.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const profileOf = (id: string, name: string, environment: Environment): Profile => ({
  id: asProfileId(id),
  name,
  environment,
  access: 'key',
  algorithm: 'HMAC-SHA256',
  hosts: null,
  redirect: { kind: 'loopback', port: 0 },
  createdAt: epochMs(1),
})
const practice = profileOf('practice', 'Practice', 'practice')
const sandbox = profileOf('p-sandbox', 'Sandbox', 'sandbox')
const live = profileOf('p-live', 'My account', 'production')
const log = { event: () => undefined }

const vectors = readFileSync(
  new URL('../../../vectors/stored/order-journal.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
const filled = vectors.filter((line) => line.includes('"filledQuantity":"'))
const halted = vectors.filter((line) => line.includes('"state":"halted"'))

let userData: string
beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'countersign-checklist-'))
})
afterEach(() => removeFolder(userData))

function writeJournal(profile: Profile, lines: readonly string[], name = 'orders.journal'): string {
  const file = path.join(profileFolder(userData, profile), name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Buffer.concat(lines.map(encodeRecord)))
  return file
}
const checklist = (method: 'none' | 'passphrase' = 'none') =>
  productionChecklist({
    profile: live,
    profiles: [practice, sandbox, live],
    userData,
    lock: { method },
  })
const doneOf = async (method: 'none' | 'passphrase' = 'none') =>
  Object.fromEntries((await checklist(method)).checks.map(({ check, done }) => [check, done]))
const limits = (maxNotional: string, maxDailyLoss: string) => ({
  maxNotional: asMoney(dec(maxNotional)),
  maxDailyLoss: asMoney(dec(maxDailyLoss)),
})
const lower = (maxNotional: string, maxDailyLoss: string) =>
  lowerLimits({
    profile: live,
    open: null,
    userData,
    limits: limits(maxNotional, maxDailyLoss),
    log,
  })

describe('REL-54: the checklist before real money', () => {
  it('has nothing done before anything happened, and creates no file', async () => {
    expect(await doneOf()).toEqual({
      'sandbox-order': false,
      limits: false,
      halt: false,
      lock: false,
    })
    expect(readdirSync(userData)).toEqual([])
  })

  it('counts a filled order of the sandbox only, with its profile and its time', async () => {
    writeJournal(practice, filled)
    expect((await doneOf())['sandbox-order']).toBe(false)
    writeJournal(sandbox, filled)
    const first = (await checklist()).checks.find(({ check }) => check === 'sandbox-order')
    expect(first).toMatchObject({ done: true, profile: 'Sandbox' })
    expect(first?.doneAt).toBeGreaterThan(0)
  })

  it('does not count an order that was sent and never filled', async () => {
    writeJournal(
      sandbox,
      vectors.filter((line) => !filled.includes(line)),
    )
    expect((await doneOf())['sandbox-order']).toBe(false)
  })

  it('counts a halt in any profile, also one that was archived since', async () => {
    writeJournal(sandbox, filled)
    expect((await doneOf()).halt).toBe(false)
    writeJournal(sandbox, halted, 'archive/orders-000001.journal')
    expect((await doneOf()).halt).toBe(true)
  })

  it('leaves a damaged journal as it is, and counts what can be read', async () => {
    const file = writeJournal(sandbox, [...filled, ...halted])
    const bytes = readFileSync(file)
    bytes[bytes.length - 20] = 0x40
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('j1 30 ')]))
    const before = readFileSync(file)
    expect((await doneOf())['sandbox-order']).toBe(true)
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(path.dirname(file))).toEqual(['orders.journal'])
  })

  it('counts a lock, and limits of the profile that is to trade', async () => {
    expect((await doneOf('passphrase')).lock).toBe(true)
    expect((await doneOf()).limits).toBe(false)
    expect(await lower('500', '100')).toMatchObject({ ok: true })
    expect((await doneOf()).limits).toBe(true)
  })

  it('sets limits before the first opening, and refuses to raise them again there', async () => {
    expect(await lower('500', '100')).toMatchObject({ ok: true })
    expect(await lower('400', '100')).toMatchObject({ ok: true })
    for (const raised of [lower('500', '100'), lower('400', '101')]) {
      expect(await raised).toMatchObject({
        ok: false,
        error: { code: 'profile/refused', message: { code: 'profiles.limitsOnlyLower' } },
      })
    }
    expect(await lower('0', '100')).toMatchObject({
      ok: false,
      error: { message: { code: 'profiles.limitsOutOfRange' } },
    })
  })

  it('leaves damaged limits as they are: the session that finds them locks every account out', async () => {
    await lower('500', '100')
    const root = profileFolder(userData, live)
    const files = [path.join(root, 'limits.json'), `${root}.limits`]
    for (const file of files) writeFileSync(file, 'damaged')
    expect(await lower('400', '100')).toMatchObject({
      ok: false,
      error: { message: { code: 'profiles.limitsUnreadable' } },
    })
    for (const file of files) expect(readFileSync(file, 'utf8')).toBe('damaged')
  })
})
