import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openProfiles } from '../../../../electron/core/profiles/profile-store.js'
import {
  BUILT_IN_PROFILE,
  REDIRECT_PORT,
  asProfileId,
} from '../../../../shared/domain/app/profile.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { err } from '../../../../shared/domain/result.js'

let counter = 0
const random = {
  bytes: (count: number) => new Uint8Array(count).fill((counter += 1)),
  fraction: () => 0.5,
}
const clock = { now: () => epochMs(1_800_000_000_000), monotonic: () => 0 }
const open = (file = fakeDocument()) => openProfiles({ file, clock, random })

const HOSTS = {
  api: 'https://127.0.0.1:8443',
  oauth: 'https://127.0.0.1:8444',
  passport: 'https://127.0.0.1:8444',
  events: { host: '127.0.0.1', port: 8_445 },
  data: { host: '127.0.0.1', port: 8_446 },
  authority: null,
}

describe('profiles', () => {
  it('begin with the built-in one, which can only be renamed', async () => {
    const store = await open()
    expect(store.all().map(({ id, environment }) => [id, environment])).toEqual([
      [BUILT_IN_PROFILE, 'practice'],
    ])
    expect(await store.remove(BUILT_IN_PROFILE)).toMatchObject({
      ok: false,
      error: { kind: 'built-in' },
    })
    expect(await store.change(BUILT_IN_PROFILE, { access: 'key' })).toMatchObject({
      ok: false,
      error: { kind: 'built-in' },
    })
    expect(await store.change(BUILT_IN_PROFILE, { name: 'My practice' })).toMatchObject({
      ok: true,
      value: { name: 'My practice' },
    })
  })

  it('return from the browser to one fixed address, which a registration can contain (REL-52)', async () => {
    const store = await open()
    for (const environment of ['sandbox', 'production'] as const) {
      const created = await store.create(environment, environment)
      expect(created).toMatchObject({
        ok: true,
        value: { redirect: { kind: 'loopback', port: REDIRECT_PORT } },
      })
    }
  })

  it('survive a restart, with the last one used', async () => {
    const file = fakeDocument()
    const store = await open(file)
    const created = await store.create('Live', 'production')
    if (!created.ok) throw new Error(inEnglish(created.error.message))
    await store.setLast(created.value.id)
    const reopened = await open(file)
    expect(reopened.get(created.value.id)).toEqual(created.value)
    expect(reopened.last()).toBe(created.value.id)
    await reopened.remove(created.value.id)
    expect((await open(file)).last()).toBe(BUILT_IN_PROFILE)
  })

  it('keep every change of those that are made at the same moment, in their order', async () => {
    const file = fakeDocument()
    const store = await open(file)
    const made = await store.create('Test', 'sandbox')
    if (!made.ok) throw new Error(inEnglish(made.error.message))
    const { id } = made.value
    const changes = [
      store.change(id, { hosts: HOSTS }),
      store.change(id, { name: 'Renamed' }),
      store.setLast(id),
      store.duplicate(id),
      store.change(id, { access: 'both' }),
    ]
    await store.settled()
    const wanted = { hosts: HOSTS, name: 'Renamed', access: 'both' }
    expect(store.get(id)).toMatchObject(wanted)
    await Promise.all(changes)
    const reopened = await open(file)
    expect(reopened.get(id)).toMatchObject(wanted)
    expect(reopened.last()).toBe(id)
    expect(reopened.all().map(({ name }) => name)).toEqual(['Practice', 'Renamed', 'Renamed copy'])
  })

  it('have unique names without regard to case, and numbered copies', async () => {
    const store = await open()
    const created = await store.create('Test', 'sandbox')
    if (!created.ok) throw new Error(inEnglish(created.error.message))
    expect(await store.create('tEST', 'production')).toMatchObject({
      ok: false,
      error: { kind: 'name-taken' },
    })
    expect(await store.duplicate(created.value.id)).toMatchObject({
      ok: true,
      value: { name: 'Test copy', environment: 'sandbox' },
    })
    expect(await store.duplicate(created.value.id)).toMatchObject({
      ok: true,
      value: { name: 'Test copy 2' },
    })
    expect(new Set(store.all().map(({ id }) => id)).size).toBe(4)
  })

  it('allow other hosts for a sandbox only', async () => {
    const store = await open()
    const live = await store.create('Live', 'production')
    const test = await store.create('Test', 'sandbox')
    if (!live.ok || !test.ok) throw new Error('not made')
    expect(await store.change(live.value.id, { hosts: HOSTS })).toMatchObject({
      ok: false,
      error: { kind: 'frozen' },
    })
    expect(store.get(live.value.id)?.hosts).toBeNull()
    expect(await store.change(test.value.id, { hosts: HOSTS })).toMatchObject({
      ok: true,
      value: { hosts: HOSTS },
    })
  })

  it('set an unreadable or newer file aside and go on with the built-in one', async () => {
    for (const content of [
      '{"v":1,',
      '[]',
      '{"v":2,"profiles":[],"last":"practice"}',
      '{"v":1,"profiles":[{"id":"x"}],"last":"practice"}',
    ]) {
      const file = fakeDocument(content)
      const store = await open(file)
      expect(file.aside).toEqual([content])
      expect(store.setAside).toBe('file.set-aside')
      expect(store.all()).toHaveLength(1)
    }
  })

  it('do not open as an empty list when an unreadable file cannot be moved away', async () => {
    const file = {
      ...fakeDocument('{"v":1,'),
      setAside: () => Promise.resolve(err({ kind: 'denied' as const, message: 'EACCES' })),
    }
    await expect(openProfiles({ file, clock, random })).rejects.toThrow(
      'profiles.json is damaged and could not be moved',
    )
  })

  it('change nothing when the disk refuses', async () => {
    const file = fakeDocument()
    const store = await open(file)
    file.failure = { kind: 'full', message: 'full' }
    expect(await store.create('Live', 'production')).toMatchObject({
      ok: false,
      error: { kind: 'storage' },
    })
    expect(store.all()).toHaveLength(1)
  })

  it('are exported without id, time or secret, and imported as new ones', async () => {
    const store = await open()
    const created = await store.create('Test', 'sandbox')
    if (!created.ok) throw new Error(inEnglish(created.error.message))
    await store.change(created.value.id, {
      hosts: HOSTS,
      access: 'both',
      redirect: { kind: 'manual', uri: 'https://example.org/back' },
      assumptions: { optionValue: 'last' },
    })
    const text = store.exportText(created.value.id)
    if (!text.ok) throw new Error(inEnglish(text.error.message))
    expect(text.value).not.toContain(created.value.id)
    const back = await store.importText(text.value)
    expect(back).toMatchObject({
      ok: true,
      value: {
        name: 'Test 2',
        environment: 'sandbox',
        access: 'both',
        hosts: HOSTS,
        redirect: { kind: 'manual', uri: 'https://example.org/back' },
        assumptions: { optionValue: 'last' },
      },
    })
    expect(back.ok && back.value.id).not.toBe(created.value.id)
  })

  it('refuse files that are malformed, newer, have extra members or production hosts', async () => {
    const store = await open()
    const good = {
      format: 'countersign-profile',
      v: 1,
      name: 'A',
      environment: 'production',
      access: 'key',
      algorithm: 'HMAC-SHA256',
      hosts: null,
      redirect: { kind: 'loopback', port: 0 },
    }
    const kinds = async (value: unknown) => {
      const answer = await store.importText(
        typeof value === 'string' ? value : JSON.stringify(value),
      )
      return answer.ok ? 'taken' : answer.error.kind
    }
    expect(await kinds('')).toBe('malformed')
    expect(await kinds('null')).toBe('malformed')
    expect(await kinds({ ...good, v: 2 })).toBe('newer-version')
    expect(await kinds({ ...good, app_secret: 'x' })).toBe('malformed')
    expect(await kinds({ ...good, hosts: HOSTS })).toBe('frozen')
    expect(await kinds({ ...good, name: 'A\u202eB' })).toBe('malformed')
    expect(
      await kinds({
        ...good,
        environment: 'sandbox',
        hosts: { ...HOSTS, api: 'http://plain.example' },
      }),
    ).toBe('malformed')
    expect(await kinds('x'.repeat(30_000))).toBe('malformed')
    expect(await kinds(good)).toBe('taken')
    expect(store.all()).toHaveLength(2)
  })

  it('refuse any random text as an import without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        expect((await (await open()).importText(text)).ok).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('report an unknown id', async () => {
    const store = await open()
    expect(store.exportText(asProfileId('p-none'))).toMatchObject({
      ok: false,
      error: { kind: 'unknown' },
    })
    expect(await store.duplicate(asProfileId('p-none'))).toMatchObject({
      ok: false,
      error: { kind: 'unknown' },
    })
  })
})
