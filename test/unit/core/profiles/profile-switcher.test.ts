import { describe, expect, it } from 'vitest'
import { ProfileSwitcher } from '../../../../electron/core/profiles/profile-switcher.js'
import {
  openProfiles,
  type ProfileStore,
} from '../../../../electron/core/profiles/profile-store.js'
import type { AppLock } from '../../../../electron/core/lock/app-lock.js'
import type { TradingSession } from '../../../../electron/core/session/trading-session.js'
import { BUILT_IN_PROFILE } from '../../../../shared/domain/app/profile.js'
import type { Profile } from '../../../../shared/domain/app/profile.schema.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { message } from '../../../../shared/messages/make-message.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { writtenOut } from '../../../harness/written-out.js'

let counter = 0
const random = {
  bytes: (count: number) => new Uint8Array(count).fill((counter += 1)),
  fraction: () => 0.5,
}
const clock = { now: () => epochMs(1_800_000_000_000), monotonic: () => 0 }

interface SwitcherFixture {
  readonly switcher: ProfileSwitcher
  readonly profiles: ProfileStore
  readonly done: string[]
  readonly switched: Profile[]
  stepped: boolean
  unsettled: number
  /** The person wants to stay in the open profile. */
  stay: boolean
  /** How often the person was asked. */
  questionCount: number
  /** Runs while the person is asked. */
  duringQuestion: () => Promise<void>
  fail: string | null
  failClose: boolean
  live: Profile | null
}

async function openFixture(): Promise<SwitcherFixture> {
  const profiles = await openProfiles({ file: fakeDocument(), clock, random })
  const done: string[] = []
  const switched: Profile[] = []
  let session: TradingSession | null = null
  const state = {
    done,
    switched,
    profiles,
    stepped: true,
    unsettled: 0,
    stay: false,
    questionCount: 0,
    duringQuestion: () => Promise.resolve(),
    fail: null as string | null,
    failClose: false,
    live: null as Profile | null,
  }
  const createSession = (profile: Profile): TradingSession => {
    let armed = profile.environment !== 'production'
    return {
      connection: { closeStreams: () => void done.push('close-streams') },
      orders: {
        settle: () => {
          done.push('settle')
          return Promise.resolve(state.unsettled)
        },
      },
      trading: {
        suspend: () => void done.push('suspend'),
        arm: () => {
          armed = true
        },
        get armed() {
          return armed
        },
      },
    } as unknown as TradingSession
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
    steppedUp: () => state.stepped,
  } as Partial<AppLock> as AppLock
  const switcher = new ProfileSwitcher({
    profiles,
    lock,
    log: { event: () => undefined },
    withdraw: () => {
      done.push('withdraw')
      return Promise.resolve(2)
    },
    mayLeave: async () => {
      state.questionCount += 1
      await state.duringQuestion()
      return !state.stay
    },
    onSwitched: (profile) => void switched.push(profile),
    opener: {
      session: () => session,
      problemOf: () => null,
      filesProblem: () => Promise.resolve(null),
      open(profile) {
        done.push(`open ${profile.name}`)
        if (state.fail !== null) return Promise.reject(new Error(state.fail))
        session = createSession(profile)
        state.live = profile
        return Promise.resolve()
      },
      close() {
        done.push('close')
        if (state.failClose) return Promise.reject(new Error('The exchange does not stop.'))
        session = null
        state.live = null
        return Promise.resolve()
      },
    },
  })
  await switcher.start()
  done.length = 0
  return Object.assign(state, { switcher })
}

/** Creates a switcher whose profiles cannot be opened. */
const openFailing = (profiles: ProfileStore, reason: string): ProfileSwitcher =>
  new ProfileSwitcher({
    profiles,
    lock: { subscribe: () => () => undefined, get: () => ({}) } as unknown as AppLock,
    log: { event: () => undefined },
    withdraw: () => Promise.resolve(0),
    mayLeave: () => Promise.resolve(true),
    onSwitched: () => undefined,
    opener: {
      session: () => null,
      problemOf: () => null,
      filesProblem: () => Promise.resolve(null),
      open: () => Promise.reject(new Error(reason)),
      close: () => Promise.resolve(),
    },
  })

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const created = async (
  profiles: ProfileStore,
  name: string,
  environment: 'sandbox' | 'production',
) => {
  const made = await profiles.create(name, environment)
  if (!made.ok) throw new Error(inEnglish(made.error.message))
  return made.value
}

describe('the profile of the last run', () => {
  it('shows why it cannot be opened, with the way to another profile', async () => {
    const { switcher, profiles } = await openFixture()
    const shown = openFailing(profiles, 'The stored secret is unreadable.')
    await expect(shown.start()).rejects.toThrow('unreadable')
    expect(writtenOut(shown.get().switching)).toEqual({
      to: { id: BUILT_IN_PROFILE, name: 'Practice', environment: 'practice' },
      steps: [{ step: 'build', state: 'failed', detail: 'The stored secret is unreadable.' }],
    })
    expect(switcher.get().switching).toBeNull()
  })
})

describe('switching profiles', () => {
  it('runs its steps in sequence and then reports the new profile to the windows', async () => {
    const { switcher, profiles, done, switched } = await openFixture()
    const sandbox = await created(profiles, 'Test', 'sandbox')
    const started = await switcher.switchTo(sandbox.id, null)
    expect(started.ok && started.value.switching?.to.name).toBe('Test')
    await settled()
    expect(done).toEqual(['suspend', 'withdraw', 'close-streams', 'settle', 'close', 'open Test'])
    expect(switched.map(({ id }) => id)).toEqual([sandbox.id])
    expect(switcher.get()).toMatchObject({
      current: { id: sandbox.id, environment: 'sandbox' },
      switching: null,
      armed: true,
    })
    expect(profiles.last()).toBe(sandbox.id)
  })

  it('publishes every step as it happens, with its result', async () => {
    const fixture = await openFixture()
    fixture.unsettled = 1
    const sandbox = await created(fixture.profiles, 'Test', 'sandbox')
    const seen: string[] = []
    fixture.switcher.subscribe(() => {
      for (const { step, state, detail } of fixture.switcher.get().switching?.steps ?? []) {
        const entry = `${step} ${state}${detail === null ? '' : ` ${inEnglish(detail)}`}`
        if (state !== 'waiting' && !seen.includes(entry)) seen.push(entry)
      }
    })
    await fixture.switcher.switchTo(sandbox.id, null)
    await settled()
    expect(
      seen.filter((entry) => entry.includes(' done')).map((entry) => entry.split(' ')[0]),
    ).toEqual(['halt', 'withdraw', 'streams', 'orders', 'dispose', 'build'])
    expect(seen).toContain('withdraw done 2 instructions were withdrawn')
    expect(seen.find((entry) => entry.startsWith('orders done'))).toContain(
      '1 order has no known outcome yet',
    )
  })

  it('needs the exact word for production, and arms only that session', async () => {
    const { switcher, profiles, done } = await openFixture()
    const live = await created(profiles, 'Live', 'production')
    for (const word of [null, '', 'production', 'PRODUCTION ', 'PRODUCTIOИ']) {
      expect(await switcher.switchTo(live.id, word)).toMatchObject({
        ok: false,
        error: { code: 'switch/refused' },
      })
    }
    expect(done).toEqual([])
    expect((await switcher.switchTo(live.id, 'PRODUCTION')).ok).toBe(true)
    await settled()
    expect(switcher.get()).toMatchObject({ current: { environment: 'production' }, armed: true })
    await switcher.switchTo(BUILT_IN_PROFILE, null)
    await settled()
    expect((await switcher.switchTo(live.id, null)).ok).toBe(false)
  })

  it('starts unarmed when the program starts in production', async () => {
    const { profiles } = await openFixture()
    const live = await created(profiles, 'Live', 'production')
    await profiles.setLast(live.id)
    const restarted = await openSwitcher(profiles)
    expect(restarted.get()).toMatchObject({ current: { environment: 'production' }, armed: false })
    expect(restarted.arm('production')).toMatchObject({ ok: false })
    expect(restarted.arm('PRODUCTION')).toMatchObject({ ok: true, value: { armed: true } })
  })

  it('requires the passphrase first where a lock is set', async () => {
    const fixture = await openFixture()
    const live = await created(fixture.profiles, 'Live', 'production')
    fixture.stepped = false
    expect(await fixture.switcher.switchTo(live.id, 'PRODUCTION')).toMatchObject({
      ok: false,
      error: { code: 'lock/step-up' },
    })
    fixture.stepped = true
    expect((await fixture.switcher.switchTo(live.id, 'PRODUCTION')).ok).toBe(true)
  })

  it('refuses a second switch while one runs, and the profile that is already open', async () => {
    const { switcher, profiles } = await openFixture()
    const sandbox = await created(profiles, 'Test', 'sandbox')
    expect(await switcher.switchTo(BUILT_IN_PROFILE, null)).toMatchObject({ ok: false })
    expect((await switcher.switchTo(sandbox.id, null)).ok).toBe(true)
    expect(await switcher.switchTo(sandbox.id, null)).toMatchObject({ ok: false })
    await settled()
  })

  it('changes nothing when the person stays, and asks only for a switch that may begin', async () => {
    const fixture = await openFixture()
    const sandbox = await created(fixture.profiles, 'Test', 'sandbox')
    fixture.stay = true
    expect(await fixture.switcher.switchTo(sandbox.id, null)).toMatchObject({
      ok: true,
      value: { current: { id: BUILT_IN_PROFILE }, switching: null },
    })
    expect([fixture.questionCount, fixture.done]).toEqual([1, []])
    await fixture.switcher.switchTo(BUILT_IN_PROFILE, null)
    expect(fixture.questionCount).toBe(1)
  })

  it('refuses a switch whose profile was removed while the person was asked', async () => {
    const fixture = await openFixture()
    const sandbox = await created(fixture.profiles, 'Test', 'sandbox')
    fixture.duringQuestion = async () => void (await fixture.profiles.remove(sandbox.id))
    expect(await fixture.switcher.switchTo(sandbox.id, null)).toMatchObject({
      ok: false,
      error: { code: 'switch/refused' },
    })
    expect(fixture.done).toEqual([])
  })

  it('leaves no session when the new one cannot be built, says why, and can be repeated', async () => {
    const fixture = await openFixture()
    const sandbox = await created(fixture.profiles, 'Test', 'sandbox')
    fixture.fail = 'The address is wrong.'
    await fixture.switcher.switchTo(sandbox.id, null)
    await settled()
    expect(fixture.live).toBeNull()
    expect(fixture.switched).toEqual([])
    expect(writtenOut(fixture.switcher.get().switching?.steps.at(-1))).toEqual({
      step: 'build',
      state: 'failed',
      detail: 'The address is wrong.',
    })
    expect(fixture.profiles.last()).toBe(BUILT_IN_PROFILE)
    fixture.fail = null
    expect((await fixture.switcher.switchTo(BUILT_IN_PROFILE, null)).ok).toBe(true)
    await settled()
    expect(fixture.switcher.get()).toMatchObject({
      current: { id: BUILT_IN_PROFILE },
      switching: null,
    })
  })
})

/** Opens a switcher over existing profiles, as after a restart. */
async function openSwitcher(profiles: ProfileStore): Promise<ProfileSwitcher> {
  let armed = false
  const session = {
    trading: {
      arm: () => {
        armed = true
      },
      get armed() {
        return armed
      },
    },
  } as unknown as TradingSession
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
  const switcher = new ProfileSwitcher({
    profiles,
    lock,
    log: { event: () => undefined },
    withdraw: () => Promise.resolve(0),
    mayLeave: () => Promise.resolve(true),
    onSwitched: () => undefined,
    opener: {
      session: () => session,
      problemOf: () => null,
      filesProblem: () => Promise.resolve(null),
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  })
  await switcher.start()
  return switcher
}

describe('a reset of the open profile', () => {
  const moved = message('practice.setAside', { folder: 'removed/old' })
  const resetOf = (fixture: SwitcherFixture, fail = false) => {
    const opened: unknown[] = []
    return {
      opened,
      reset: {
        setAside: () => {
          fixture.done.push('set aside')
          return fail ? Promise.reject(new Error('in use')) : Promise.resolve(moved)
        },
        onOpened: (result: unknown) => void opened.push(result),
      },
    }
  }

  it('sets its data aside when everything is closed, and opens it again', async () => {
    const fixture = await openFixture()
    const { switcher, done, switched } = fixture
    const { reset, opened } = resetOf(fixture)
    const begun = switcher.reopen(reset)
    expect(begun.ok && begun.value.switching?.steps.map(({ step }) => step)).toContain('set-aside')
    expect(switcher.reopen(reset)).toMatchObject({ ok: false })
    await settled()
    expect(done).toEqual([
      'suspend',
      'withdraw',
      'close-streams',
      'settle',
      'close',
      'set aside',
      'open Practice',
    ])
    expect(opened).toEqual([moved])
    expect(switcher.get().resets).toBe(1)
    expect(switched.map(({ id }) => id)).toEqual([BUILT_IN_PROFILE])
    expect(switcher.get().switching).toBeNull()
  })

  it('opens the old data again when it cannot be moved', async () => {
    const fixture = await openFixture()
    const { reset, opened } = resetOf(fixture, true)
    fixture.switcher.reopen(reset)
    await settled()
    expect(fixture.done.at(-1)).toBe('open Practice')
    expect(fixture.switcher.get().resets).toBe(0)
    expect(opened).toEqual([null])
  })

  it('moves nothing while something may still write to it', async () => {
    const fixture = await openFixture()
    fixture.failClose = true
    const { reset, opened } = resetOf(fixture)
    fixture.switcher.reopen(reset)
    await settled()
    expect(fixture.done).not.toContain('set aside')
    expect(opened).toEqual([null])
  })

  it('is refused without a session, and a usual switch has no such step', async () => {
    const fixture = await openFixture()
    const { reset } = resetOf(fixture)
    expect(openFailing(fixture.profiles, 'no').reopen(reset)).toMatchObject({
      ok: false,
      error: { code: 'switch/refused' },
    })
    const sandbox = await created(fixture.profiles, 'Test', 'sandbox')
    const begun = await fixture.switcher.switchTo(sandbox.id, null)
    expect(begun.ok && begun.value.switching?.steps.map(({ step }) => step)).not.toContain(
      'set-aside',
    )
  })
})
