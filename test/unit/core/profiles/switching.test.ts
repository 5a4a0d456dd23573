import { describe, expect, it } from 'vitest'
import { createDirector, type Director } from '../../../../electron/core/profiles/director.js'
import {
  openProfiles,
  type ProfileStore,
} from '../../../../electron/core/profiles/profile-store.js'
import type { AppLock } from '../../../../electron/core/lock/app-lock.js'
import type { DeskSession } from '../../../../electron/core/session/desk-session.js'
import { BUILT_IN_PROFILE, type Profile } from '../../../../shared/domain/profile.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'

let counter = 0
const random = {
  bytes: (count: number) => new Uint8Array(count).fill((counter += 1)),
  fraction: () => 0.5,
}
const clock = { now: () => epochMs(1_800_000_000_000), monotonic: () => 0 }

interface Rig {
  readonly director: Director
  readonly profiles: ProfileStore
  readonly done: string[]
  readonly switched: Profile[]
  stepped: boolean
  unsettled: number
  fail: string | null
  live: Profile | null
}

async function rig(): Promise<Rig> {
  const profiles = await openProfiles({ file: fakeDocument(), clock, random })
  const done: string[] = []
  const switched: Profile[] = []
  let session: DeskSession | null = null
  const world = {
    done,
    switched,
    profiles,
    stepped: true,
    unsettled: 0,
    fail: null as string | null,
    live: null as Profile | null,
  }
  const make = (profile: Profile): DeskSession => {
    let armed = profile.environment !== 'production'
    const fake: Partial<DeskSession> = {
      suspend: () => void done.push('suspend'),
      closeStreams: () => void done.push('close-streams'),
      settle: () => {
        done.push('settle')
        return Promise.resolve(world.unsettled)
      },
      arm: () => {
        armed = true
      },
      get armed() {
        return armed
      },
    }
    return fake as DeskSession
  }
  const lock = {
    get: () => ({
      method: 'none',
      locked: false,
      why: null,
      idleMinutes: 15,
      systemAvailable: false,
      retryAt: null,
    }),
    subscribe: () => () => undefined,
    steppedUp: () => world.stepped,
  } as Partial<AppLock> as AppLock
  const director = createDirector({
    profiles,
    lock,
    log: { event: () => undefined },
    withdraw: () => {
      done.push('withdraw')
      return Promise.resolve(2)
    },
    onSwitched: (profile) => void switched.push(profile),
    opener: {
      session: () => session,
      open(profile) {
        done.push(`open ${profile.name}`)
        if (world.fail !== null) return Promise.reject(new Error(world.fail))
        session = make(profile)
        world.live = profile
        return Promise.resolve()
      },
      close() {
        done.push('close')
        session = null
        world.live = null
        return Promise.resolve()
      },
    },
  })
  await director.start()
  done.length = 0
  return Object.assign(world, { director })
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const created = async (
  profiles: ProfileStore,
  name: string,
  environment: 'sandbox' | 'production',
) => {
  const made = await profiles.create(name, environment)
  if (!made.ok) throw new Error(made.error.message)
  return made.value
}

describe('switching profiles', () => {
  it('is one procedure in one order, and windows start anew after it', async () => {
    const { director, profiles, done, switched } = await rig()
    const sandbox = await created(profiles, 'Test', 'sandbox')
    const begun = director.switchTo(sandbox.id, null)
    expect(begun.ok && begun.value.switching?.to.name).toBe('Test')
    await settled()
    expect(done).toEqual(['suspend', 'withdraw', 'close-streams', 'settle', 'close', 'open Test'])
    expect(switched.map(({ id }) => id)).toEqual([sandbox.id])
    expect(director.get()).toMatchObject({
      current: { id: sandbox.id, environment: 'sandbox' },
      switching: null,
      armed: true,
    })
    expect(profiles.last()).toBe(sandbox.id)
  })

  it('shows every step as it happens, with what it found', async () => {
    const world = await rig()
    world.unsettled = 1
    const sandbox = await created(world.profiles, 'Test', 'sandbox')
    const seen: string[] = []
    world.director.subscribe(() => {
      for (const { step, state, detail } of world.director.get().switching?.steps ?? []) {
        const told = `${step} ${state}${detail === null ? '' : ` ${detail}`}`
        if (state !== 'waiting' && !seen.includes(told)) seen.push(told)
      }
    })
    world.director.switchTo(sandbox.id, null)
    await settled()
    expect(seen.filter((told) => told.includes(' done')).map((told) => told.split(' ')[0])).toEqual(
      ['halt', 'withdraw', 'streams', 'orders', 'dispose', 'build'],
    )
    expect(seen).toContain('withdraw done 2 instructions were withdrawn')
    expect(seen.find((told) => told.startsWith('orders done'))).toContain(
      '1 order has no known outcome yet',
    )
  })

  it('needs the word for production, exactly, and arms only that session', async () => {
    const { director, profiles, done } = await rig()
    const live = await created(profiles, 'Live', 'production')
    for (const word of [null, '', 'production', 'PRODUCTION ', 'PRODUCTIOИ']) {
      expect(director.switchTo(live.id, word)).toMatchObject({
        ok: false,
        error: { code: 'switch/refused' },
      })
    }
    expect(done).toEqual([])
    expect(director.switchTo(live.id, 'PRODUCTION').ok).toBe(true)
    await settled()
    expect(director.get()).toMatchObject({ current: { environment: 'production' }, armed: true })
    director.switchTo(BUILT_IN_PROFILE, null)
    await settled()
    expect(director.switchTo(live.id, null).ok).toBe(false)
  })

  it('a program that starts in production starts unarmed', async () => {
    const { profiles } = await rig()
    const live = await created(profiles, 'Live', 'production')
    await profiles.setLast(live.id)
    const again = await rigOver(profiles)
    expect(again.get()).toMatchObject({ current: { environment: 'production' }, armed: false })
    expect(again.arm('production')).toMatchObject({ ok: false })
    expect(again.arm('PRODUCTION')).toMatchObject({ ok: true, value: { armed: true } })
  })

  it('asks for the passphrase first where there is a lock', async () => {
    const world = await rig()
    const live = await created(world.profiles, 'Live', 'production')
    world.stepped = false
    expect(world.director.switchTo(live.id, 'PRODUCTION')).toMatchObject({
      ok: false,
      error: { code: 'lock/step-up' },
    })
    world.stepped = true
    expect(world.director.switchTo(live.id, 'PRODUCTION').ok).toBe(true)
  })

  it('refuses a second switch while one runs, and the profile that is open', async () => {
    const { director, profiles } = await rig()
    const sandbox = await created(profiles, 'Test', 'sandbox')
    expect(director.switchTo(BUILT_IN_PROFILE, null)).toMatchObject({ ok: false })
    expect(director.switchTo(sandbox.id, null).ok).toBe(true)
    expect(director.switchTo(sandbox.id, null)).toMatchObject({ ok: false })
    await settled()
  })

  it('a session that cannot be built leaves nothing of the old one, says why, and another can be chosen', async () => {
    const world = await rig()
    const sandbox = await created(world.profiles, 'Test', 'sandbox')
    world.fail = 'The address is wrong.'
    world.director.switchTo(sandbox.id, null)
    await settled()
    expect(world.live).toBeNull()
    expect(world.switched).toEqual([])
    expect(world.director.get().switching?.steps.at(-1)).toEqual({
      step: 'build',
      state: 'failed',
      detail: 'The address is wrong.',
    })
    expect(world.profiles.last()).toBe(BUILT_IN_PROFILE)
    world.fail = null
    expect(world.director.switchTo(BUILT_IN_PROFILE, null).ok).toBe(true)
    await settled()
    expect(world.director.get()).toMatchObject({
      current: { id: BUILT_IN_PROFILE },
      switching: null,
    })
  })
})

/** A director over profiles that exist already, as after a restart. */
async function rigOver(profiles: ProfileStore): Promise<Director> {
  let armed = false
  const session: Partial<DeskSession> = {
    arm: () => {
      armed = true
    },
    get armed() {
      return armed
    },
  }
  const lock = {
    get: () => ({
      method: 'none',
      locked: false,
      why: null,
      idleMinutes: 15,
      systemAvailable: false,
      retryAt: null,
    }),
    subscribe: () => () => undefined,
    steppedUp: () => true,
  } as Partial<AppLock> as AppLock
  const director = createDirector({
    profiles,
    lock,
    log: { event: () => undefined },
    withdraw: () => Promise.resolve(0),
    onSwitched: () => undefined,
    opener: {
      session: () => session as DeskSession,
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  })
  await director.start()
  return director
}
