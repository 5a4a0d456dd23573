import { describe, expect, it } from 'vitest'
import { Credentials } from '../../../../electron/core/profiles/credentials.js'
import type { VaultPort } from '../../../../electron/core/ports.js'
import { CREDENTIAL_FIELDS } from '../../../../shared/domain/app/profile.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { err } from '../../../../shared/domain/result.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'

const clock = { now: () => epochMs(1_800_000_000_000), monotonic: () => 0 }
const make = (vault: VaultPort = memoryVault()) => new Credentials({ vault, clock })

describe('credentials', () => {
  it('are stored and loaded, and show only since when they are set and optionally an ending', async () => {
    const credentials = make()
    expect(await credentials.set('app_secret', '  0123456789abcdef1a2b\n')).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await credentials.set('app_key', 'short')).toEqual({ ok: true, value: undefined })
    expect(await credentials.load()).toEqual({
      ok: true,
      value: { app_key: 'short', app_secret: '0123456789abcdef1a2b' },
    })
    const hidden = await credentials.view(false)
    expect(hidden.ok && hidden.value.map(({ field, set, ending }) => [field, set, ending])).toEqual(
      CREDENTIAL_FIELDS.map((field) => [field, field.startsWith('app_'), null]),
    )
    const view = await credentials.view(true)
    expect(view.ok && view.value.find(({ field }) => field === 'app_secret')).toEqual({
      field: 'app_secret',
      set: true,
      ending: '1a2b',
      since: 1_800_000_000_000,
    })
    // Four characters would be most of a short one.
    expect(view.ok && view.value.find(({ field }) => field === 'app_key')?.ending).toBeNull()
  })

  it('refuse text that cannot be a credential', async () => {
    const credentials = make()
    for (const value of ['', '   ', 'two words', 'line\nbreak', 'ünïcode', 'x'.repeat(4_001)]) {
      expect(await credentials.set('app_key', value)).toMatchObject({
        ok: false,
        error: { kind: 'wrong-shape' },
      })
    }
  })

  it('lose none of several concurrent changes', async () => {
    const credentials = make()
    await Promise.all(CREDENTIAL_FIELDS.map((field) => credentials.set(field, `value-of-${field}`)))
    await credentials.clear('scope')
    const loaded = await credentials.load()
    expect(loaded.ok && Object.keys(loaded.value).sort()).toEqual([
      'app_key',
      'app_secret',
      'client_id',
      'client_secret',
    ])
    await credentials.clearAll()
    expect(await credentials.load()).toEqual({ ok: true, value: {} })
  })

  it('SEC-19: report that they cannot be read, and change nothing', async () => {
    let writes = 0
    const vault: VaultPort = {
      ...memoryVault(),
      read: () => Promise.resolve(err({ kind: 'foreign', message: 'another' })),
      write: () => {
        writes += 1
        return Promise.resolve({ ok: true, value: undefined })
      },
    }
    const credentials = make(vault)
    expect(await credentials.set('app_key', 'abc')).toMatchObject({
      ok: false,
      error: { kind: 'foreign' },
    })
    expect(await credentials.view(true)).toMatchObject({ ok: false, error: { kind: 'foreign' } })
    expect(writes).toBe(0)
    const odd = memoryVault()
    await odd.write('credentials', '{"v":7}')
    expect(await make(odd).load()).toMatchObject({ ok: false, error: { kind: 'damaged' } })
  })
})
