import { describe, expect, it } from 'vitest'
import { nodeKeyDerivation } from '../../../electron/adapters/crypto.js'
import {
  openAppLock,
  SCRYPT_PARAMETERS,
  type Proof,
  type KeyDerivationPort,
} from '../../../electron/core/lock/app-lock.js'
import { epochMs } from '../../../shared/domain/time.js'
import { fakeDocument } from '../../fakes/document.js'

const PHRASE = 'correct horse battery'
const proof = (passphrase: string): Proof => ({ kind: 'passphrase', passphrase })

/** A fast key derivation that depends on every input; the real one has its own test. */
const quick: KeyDerivationPort = {
  derive: (passphrase, salt) =>
    Promise.resolve(
      Uint8Array.from(
        { length: 32 },
        (_, index) =>
          (passphrase.charCodeAt(index % passphrase.length) * 31 +
            (salt[index % salt.length] ?? 0) +
            passphrase.length) &
          255,
      ),
    ),
}

async function openFixture(
  file = fakeDocument(),
  system: { available: boolean; answer: boolean } = { available: false, answer: false },
) {
  const time = { ms: 0 }
  const lock = await openAppLock({
    file,
    keyDerivation: quick,
    clock: { now: () => epochMs(1_800_000_000_000 + time.ms), monotonic: () => time.ms },
    random: { bytes: (count) => new Uint8Array(count).fill(7), fraction: () => 0 },
    log: { event: () => undefined },
    system: {
      get available() {
        return system.available
      },
      authenticate: () => Promise.resolve(system.answer),
    },
  })
  return { lock, file, time, system }
}

describe('app lock', () => {
  it('is off until a passphrase is set, and then starts locked', async () => {
    const { lock, file } = await openFixture()
    expect(lock.get()).toMatchObject({ method: 'none', locked: false })
    expect(lock.steppedUp()).toBe(true)
    lock.lock('asked')
    expect(lock.locked()).toBe(false)
    expect(await lock.setPassphrase(PHRASE, null)).toEqual({ ok: true, value: undefined })
    expect(file.content).not.toContain('horse')
    const { lock: reopened } = await openFixture(file)
    expect(reopened.get()).toMatchObject({ method: 'passphrase', locked: true, why: 'start' })
    expect(await reopened.unlock(proof('wrong horse battery'))).toMatchObject({
      ok: false,
      error: { kind: 'wrong' },
    })
    expect(reopened.locked()).toBe(true)
    expect(await reopened.unlock(proof(PHRASE))).toEqual({ ok: true, value: undefined })
    expect(reopened.locked()).toBe(false)
  })

  it('refuses weak passphrases, and a change without the current one', async () => {
    const { lock } = await openFixture()
    for (const weak of ['', 'short', 'aaaaaaaaaaaa', 'x'.repeat(300)]) {
      expect(await lock.setPassphrase(weak, null)).toMatchObject({
        ok: false,
        error: { kind: 'too-weak' },
      })
    }
    await lock.setPassphrase(PHRASE, null)
    expect(await lock.setPassphrase('another long one', null)).toMatchObject({
      ok: false,
      error: { kind: 'wrong' },
    })
    expect(await lock.setPassphrase('another long one', proof(PHRASE))).toEqual({
      ok: true,
      value: undefined,
    })
    lock.lock('asked')
    expect(await lock.unlock(proof(PHRASE))).toMatchObject({ ok: false })
    expect(await lock.unlock(proof('another long one'))).toMatchObject({ ok: true })
  })

  it('locks after inactivity and on sleep', async () => {
    const { lock } = await openFixture()
    await lock.setPassphrase(PHRASE, null)
    await lock.setIdleMinutes(5)
    lock.idle(299)
    expect(lock.locked()).toBe(false)
    lock.idle(300)
    expect(lock.get()).toMatchObject({ locked: true, why: 'idle' })
    lock.lock('sleep')
    expect(lock.get().why).toBe('idle')
  })

  it('slows down guessing, also with many attempts at once', async () => {
    const { lock, time } = await openFixture()
    await lock.setPassphrase(PHRASE, null)
    lock.lock('asked')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => lock.unlock(proof('guess-guess'))),
    )
    expect(answers.filter((answer) => !answer.ok && answer.error.kind === 'wrong')).toHaveLength(5)
    expect(
      answers.filter((answer) => !answer.ok && answer.error.kind === 'too-early'),
    ).toHaveLength(15)
    expect(lock.get().retryAt).toBe(1_800_000_002_000)
    // Even the right passphrase has to wait.
    expect(await lock.unlock(proof(PHRASE))).toMatchObject({
      ok: false,
      error: { kind: 'too-early' },
    })
    time.ms = 2_000
    expect(await lock.unlock(proof(PHRASE))).toMatchObject({ ok: true })
    expect(lock.get().retryAt).toBeNull()
  })

  it('keeps a step-up for a minute, or until it locks', async () => {
    const { lock, time } = await openFixture()
    await lock.setPassphrase(PHRASE, null)
    expect(lock.steppedUp()).toBe(false)
    await lock.stepUp(proof(PHRASE))
    time.ms = 59_999
    expect(lock.steppedUp()).toBe(true)
    time.ms = 60_000
    expect(lock.steppedUp()).toBe(false)
    await lock.stepUp(proof(PHRASE))
    lock.lock('asked')
    expect(lock.steppedUp()).toBe(false)
  })

  it("accepts the system's authentication only while it is switched on and available", async () => {
    const system = { available: true, answer: true }
    const { lock } = await openFixture(fakeDocument(), system)
    expect(await lock.setSystem(true, proof(PHRASE))).toMatchObject({
      ok: false,
      error: { kind: 'not-set' },
    })
    await lock.setPassphrase(PHRASE, null)
    lock.lock('asked')
    expect(await lock.unlock({ kind: 'system' })).toMatchObject({
      ok: false,
      error: { kind: 'wrong' },
    })
    expect(await lock.unlock(proof(PHRASE))).toMatchObject({ ok: true })
    expect(await lock.setSystem(true, proof(PHRASE))).toMatchObject({ ok: true })
    lock.lock('asked')
    expect(lock.get().method).toBe('system')
    system.answer = false
    expect(await lock.unlock({ kind: 'system' })).toMatchObject({ ok: false })
    system.available = false
    expect(lock.get().method).toBe('passphrase')
    expect(await lock.unlock(proof(PHRASE))).toMatchObject({ ok: true })
  })

  it('locks when its file is damaged, keeps the file, and opens only after a reset', async () => {
    const file = fakeDocument('{"v":1,"idleMinutes":')
    const { lock } = await openFixture(file)
    expect(lock.get()).toMatchObject({ method: 'passphrase', locked: true })
    expect(lock.steppedUp()).toBe(false)
    expect(await lock.unlock(proof(PHRASE))).toMatchObject({ ok: false, error: { kind: 'wrong' } })
    expect(await lock.reset()).toEqual({ ok: true, value: undefined })
    expect(lock.get()).toMatchObject({ method: 'none', locked: false })
    expect(file.aside).toHaveLength(1)
  })

  it('changes nothing when the change cannot be stored', async () => {
    const { lock, file } = await openFixture()
    file.failure = { kind: 'full', message: 'full' }
    expect(await lock.setPassphrase(PHRASE, null)).toMatchObject({
      ok: false,
      error: { kind: 'storage' },
    })
    expect(lock.get().method).toBe('none')
  })

  it('derives keys by scrypt with the published test values', async () => {
    // RFC 7914 section 12, third vector, first 32 bytes.
    const hash = await nodeKeyDerivation.derive(
      'pleaseletmein',
      new TextEncoder().encode('SodiumChloride'),
      { n: 16_384, r: 8, p: 1 },
    )
    expect(Buffer.from(hash).toString('hex')).toBe(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2',
    )
    expect(
      (await nodeKeyDerivation.derive(PHRASE, new Uint8Array(16), SCRYPT_PARAMETERS)).length,
    ).toBe(32)
  })
})
