import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/adapters/clock.js'
import {
  FileVault,
  keyStoreBackend,
  memoryVault,
  type SafeStorage,
} from '../../electron/app/session/vault.js'
import { StandInKeyStore } from '../harness/newer/system-parts.js'

const LOG = { event: () => undefined }
const CANARY = 'canary-7f3a-refresh-token'
/** A stand-in for the operating system's encryption: reversible, tagged, and not plain text. */
function storage(tag: string, more: Partial<SafeStorage> = {}): SafeStorage {
  const mix = (data: Buffer): Buffer => Buffer.from(data.map((byte) => byte ^ 0x5a))
  return {
    isEncryptionAvailable: () => true,
    encryptString: (text) => Buffer.concat([Buffer.from(tag), mix(Buffer.from(text))]),
    decryptString: (data) => {
      if (data.subarray(0, 3).toString() !== tag) throw new Error('wrong key')
      return mix(data.subarray(3)).toString()
    },
    ...more,
  }
}

const fileVault = (directory: string, backend: string, safeStorage: SafeStorage) =>
  new FileVault({ directory, backend, storage: safeStorage, clock: systemClock, log: LOG })

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'countersign-vault-'))
})
afterEach(() => rmSync(directory, { recursive: true }))
const files = (): string[] => readdirSync(directory, { recursive: true }).map(String)

describe('SEC-18: key store', () => {
  it.each([
    ['unavailable', storage('v11', { isEncryptionAvailable: () => false })],
    ['built-in key', storage('v10')],
    ['basic_text', storage('v11', { getSelectedStorageBackend: () => 'basic_text' })],
    ['unknown backend', storage('v11', { getSelectedStorageBackend: () => 'unknown' })],
    ['unknown tag', storage('v99')],
    [
      'throwing',
      storage('v11', {
        encryptString: () => {
          throw new Error('no')
        },
      }),
    ],
    [
      'asynchronous with the built-in key',
      storage('v11', { encryptStringAsync: () => Promise.resolve(Buffer.from('v10xxxx')) }),
    ],
    [
      'asynchronous and unavailable',
      storage('v11', { isAsyncEncryptionAvailable: () => Promise.resolve(false) }),
    ],
    ['newer, without a keyring', new StandInKeyStore(false) as unknown as SafeStorage],
  ])('does not accept "%s" on Linux', async (_name, fake) =>
    expect(await keyStoreBackend(fake, 'linux', LOG)).toBeNull(),
  )

  it('accepts a keyring', async () => {
    expect(await keyStoreBackend(storage('v11'), 'linux', LOG)).toBe('linux-keyring')
    expect(
      await keyStoreBackend(
        storage('v11', { getSelectedStorageBackend: () => 'gnome_libsecret' }),
        'linux',
        LOG,
      ),
    ).toBe('linux-gnome_libsecret')
  })

  it('accepts a keyring of a newer runtime, and of one without the older functions', async () => {
    const newer = new StandInKeyStore(true) as unknown as SafeStorage
    expect(await keyStoreBackend(newer, 'linux', LOG)).toBe('linux-gnome_libsecret')
    const vault = fileVault(directory, 'linux-gnome_libsecret', newer)
    await vault.write('tokens', CANARY)
    expect(await vault.read('tokens')).toEqual({ ok: true, value: CANARY })
  })

  it('leaves nothing on the disk in the memory vault', async () => {
    const vault = memoryVault()
    await vault.write('tokens', CANARY)
    expect(await vault.read('tokens')).toEqual({ ok: true, value: CANARY })
    expect(vault.backend).toBe('memory')
    expect(files()).toEqual([])
  })

  it('stores only ciphertext, readable by its owner only, and decrypts it again', async () => {
    const vault = fileVault(path.join(directory, 'v'), 'linux-keyring', storage('v11'))
    expect(await vault.read('tokens')).toEqual({ ok: true, value: null })
    expect(await vault.write('tokens', CANARY)).toEqual({ ok: true, value: undefined })
    expect(await vault.read('tokens')).toEqual({ ok: true, value: CANARY })
    const [file] = files().filter((name) => name.endsWith('.vault'))
    const full = path.join(directory, file ?? '')
    expect(readFileSync(full, 'utf8')).not.toContain(CANARY)
    expect(readFileSync(full, 'utf8')).not.toContain(Buffer.from(CANARY).toString('base64'))
    expect(statSync(full).mode & 0o777).toBe(0o600)
    await vault.remove('tokens')
    expect(await vault.read('tokens')).toEqual({ ok: true, value: null })
  })

  it('SEC-19: refuses another backend, another key or a damaged file, and leaves it unchanged', async () => {
    await fileVault(directory, 'linux-keyring', storage('v11')).write('tokens', CANARY)
    const file = path.join(directory, files()[0] ?? '')
    const before = readFileSync(file)
    for (const [vault, kind] of [
      [fileVault(directory, 'linux-kwallet', storage('v11')), 'foreign'],
      [fileVault(directory, 'linux-keyring', storage('v12')), 'damaged'],
    ] as const) {
      expect(await vault.read('tokens')).toMatchObject({ ok: false, error: { kind } })
      expect(readFileSync(file)).toEqual(before)
    }
    writeFileSync(file, '{"v":1,')
    expect(
      await fileVault(directory, 'linux-keyring', storage('v11')).read('tokens'),
    ).toMatchObject({ ok: false, error: { kind: 'damaged' } })
    expect(readFileSync(file, 'utf8')).toBe('{"v":1,')
  })

  it('SEC-19: moves the file of another key store aside on write and remove, for later use', async () => {
    for (const act of ['write', 'remove'] as const) {
      await fileVault(directory, 'linux-keyring', storage('v11')).write('tokens', CANARY)
      const name = files().find((file) => file.endsWith('.vault')) ?? ''
      const before = readFileSync(path.join(directory, name))
      const other = fileVault(directory, 'linux-kwallet', storage('v11'))
      expect(
        await (act === 'write' ? other.write('tokens', 'new') : other.remove('tokens')),
      ).toEqual({ ok: true, value: undefined })
      const aside = files().filter((file) => file.includes('.set-aside-'))
      expect(aside).toHaveLength(1)
      expect(readFileSync(path.join(directory, aside[0] ?? ''))).toEqual(before)
      expect(await other.read('tokens')).toEqual({
        ok: true,
        value: act === 'write' ? 'new' : null,
      })
      for (const file of files()) rmSync(path.join(directory, file))
    }
  })

  it('encrypts again when the key store requests it', async () => {
    let writes = 0
    const fake = storage('v11')
    const vault = fileVault(directory, 'linux-keyring', {
      ...fake,
      encryptStringAsync: (text) => {
        writes += 1
        return Promise.resolve(fake.encryptString(text))
      },
      decryptStringAsync: (data) =>
        Promise.resolve({ result: fake.decryptString(data), shouldReEncrypt: true }),
    })
    await vault.write('tokens', CANARY)
    expect(await vault.read('tokens')).toEqual({ ok: true, value: CANARY })
    expect(writes).toBe(2)
  })
})
