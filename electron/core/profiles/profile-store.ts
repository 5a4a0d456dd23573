import { z } from 'zod'
import { PROFILE_NAME_CHARS, type ProfileChange } from '../../../shared/domain/app/profile-view.js'
import type { Environment } from '../../../shared/domain/environment.js'
import {
  BUILT_IN_PROFILE,
  asProfileId,
  type Profile,
  type ProfileId,
} from '../../../shared/domain/app/profile.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { zStoredProfile, zStoredProfileId } from '../storage/stored-profile.js'
import { randomHex } from '../hex.js'
import type { ClockPort, DocumentPort, RandomPort } from '../ports.js'
import type { ProfileError } from './profile-error.js'
import { readTransfer, writeTransfer } from './profile-transfer.js'

const VERSION = 1
/** More profiles would be a mistake or an attack. */
const MAX_PROFILES = 50
const ID_BYTES = 8

const zFile = z.strictObject({
  v: z.literal(VERSION),
  profiles: z.array(zStoredProfile).max(MAX_PROFILES),
  last: zStoredProfileId,
})

export interface ProfileStore {
  all(): readonly Profile[]
  get(id: ProfileId): Profile | undefined
  /** Returns the profile of the last session. */
  last(): ProfileId
  setLast(id: ProfileId): Promise<void>
  create(name: string, environment: Environment): Promise<Result<Profile, ProfileError>>
  change(id: ProfileId, change: ProfileChange): Promise<Result<Profile, ProfileError>>
  /**
   * Copies a profile under a free name without its credentials, because secrets are entered for
   * each profile.
   */
  duplicate(id: ProfileId): Promise<Result<Profile, ProfileError>>
  remove(id: ProfileId): Promise<Result<void, ProfileError>>
  /** Returns the profile as text for export, without secrets. */
  exportText(id: ProfileId): Result<string, ProfileError>
  importText(text: string): Promise<Result<Profile, ProfileError>>
  /** The name under which an unreadable file was set aside at start; null when none was. */
  readonly setAside: string | null
}

export interface ProfileStoreDeps {
  readonly file: DocumentPort
  readonly clock: ClockPort
  readonly random: RandomPort
}

const failed = (
  kind: ProfileError['kind'],
  message: string,
): { readonly ok: false; readonly error: ProfileError } => err({ kind, message })
const unknown = failed('unknown', 'There is no such profile.')

/** The built-in profile: the practice exchange, which Countersign starts itself. */
const builtIn = (clock: ClockPort): Profile => ({
  id: BUILT_IN_PROFILE,
  name: 'Practice',
  environment: 'practice',
  access: 'both',
  algorithm: 'HMAC-SHA256',
  hosts: null,
  redirect: { kind: 'loopback', port: 0 },
  createdAt: clock.now(),
})

type StoredProfiles = { readonly profiles: readonly Profile[]; readonly last: ProfileId }

function parse(text: string): StoredProfiles | 'damaged' | 'newer' {
  try {
    const raw: unknown = JSON.parse(text)
    const file = zFile.safeParse(raw)
    if (file.success) return file.data
    const version = z.object({ v: z.number().int() }).safeParse(raw)
    return version.success && version.data.v > VERSION ? 'newer' : 'damaged'
  } catch {
    return 'damaged'
  }
}

/**
 * Opens the list of profiles. An unreadable file is set aside, never overwritten; the built-in
 * profile always exists.
 */
export async function openProfiles({
  file,
  clock,
  random,
}: ProfileStoreDeps): Promise<ProfileStore> {
  let setAside: string | null = null
  const stored = await file.read()
  const parsed = stored.ok && stored.value !== null ? parse(stored.value) : null
  // An unreadable file, or one of a newer version, may hold the person's profiles, so it is moved
  // away before a new one is written.
  if (!stored.ok || parsed === 'damaged' || parsed === 'newer') {
    const moved = await file.setAside()
    setAside = moved.ok ? moved.value : null
  }
  let current: StoredProfiles =
    parsed === null || typeof parsed === 'string'
      ? { profiles: [], last: BUILT_IN_PROFILE }
      : parsed
  if (!current.profiles.some(({ id }) => id === BUILT_IN_PROFILE)) {
    current = { ...current, profiles: [builtIn(clock), ...current.profiles] }
  }

  const get = (id: ProfileId): Profile | undefined =>
    current.profiles.find((profile) => profile.id === id)
  const save = async (next: StoredProfiles): Promise<Result<void, ProfileError>> => {
    const written = await file.write(JSON.stringify({ v: VERSION, ...next }, null, 2))
    if (!written.ok) return failed('storage', 'The profiles could not be saved on this computer.')
    current = next
    return ok(undefined)
  }
  const put = async (profile: Profile): Promise<Result<Profile, ProfileError>> => {
    const others = current.profiles.filter(({ id }) => id !== profile.id)
    if (
      others.some(
        ({ name }) => name.toLocaleLowerCase('en') === profile.name.toLocaleLowerCase('en'),
      )
    ) {
      return failed('name-taken', `Another profile is called "${profile.name}".`)
    }
    if (others.length >= MAX_PROFILES) {
      return failed('too-many', `There may be at most ${MAX_PROFILES} profiles.`)
    }
    const known = current.profiles.some(({ id }) => id === profile.id)
    const saved = await save({
      ...current,
      profiles: known
        ? current.profiles.map((existing) => (existing.id === profile.id ? profile : existing))
        : [...current.profiles, profile],
    })
    return saved.ok ? ok(profile) : saved
  }
  const freeName = (wanted: string): string => {
    const taken = new Set(current.profiles.map(({ name }) => name.toLocaleLowerCase('en')))
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` ${count}`
      const name = `${plainLine(wanted, PROFILE_NAME_CHARS - suffix.length)}${suffix}`
      if (!taken.has(name.toLocaleLowerCase('en'))) return name
    }
  }
  const newProfile = (name: string, environment: Environment): Profile => ({
    id: asProfileId(`p-${randomHex(random, ID_BYTES)}`),
    name,
    environment,
    access: environment === 'practice' ? 'both' : 'key',
    algorithm: 'HMAC-SHA256',
    hosts: null,
    redirect: { kind: 'loopback', port: 0 },
    createdAt: clock.now(),
  })

  return {
    setAside,
    all: () => current.profiles,
    get,
    last: () => (get(current.last) === undefined ? BUILT_IN_PROFILE : current.last),
    async setLast(id) {
      if (get(id) !== undefined && current.last !== id) await save({ ...current, last: id })
    },
    create: (name, environment) => put(newProfile(name, environment)),
    async change(id, change) {
      const profile = get(id)
      if (profile === undefined) return unknown
      if (id === BUILT_IN_PROFILE && Object.keys(change).some((member) => member !== 'name')) {
        return failed('built-in', 'The built-in practice profile can only be renamed.')
      }
      if (
        change.hosts !== undefined &&
        change.hosts !== null &&
        profile.environment !== 'sandbox'
      ) {
        return failed('frozen', 'Only a sandbox profile may name other hosts.')
      }
      const { name, access, algorithm, hosts, redirect } = change
      return put({
        ...profile,
        ...(name === undefined ? {} : { name }),
        ...(access === undefined ? {} : { access }),
        ...(algorithm === undefined ? {} : { algorithm }),
        ...(hosts === undefined ? {} : { hosts }),
        ...(redirect === undefined ? {} : { redirect }),
      })
    },
    async duplicate(id) {
      const profile = get(id)
      if (profile === undefined) return unknown
      return put({
        ...profile,
        id: newProfile('', profile.environment).id,
        name: freeName(`${profile.name} copy`),
        createdAt: clock.now(),
      })
    },
    async remove(id) {
      if (id === BUILT_IN_PROFILE) return failed('built-in', 'The built-in practice profile stays.')
      if (get(id) === undefined) return unknown
      return save({
        profiles: current.profiles.filter((profile) => profile.id !== id),
        last: current.last === id ? BUILT_IN_PROFILE : current.last,
      })
    },
    exportText(id) {
      const profile = get(id)
      return profile === undefined ? unknown : ok(writeTransfer(profile))
    },
    async importText(text) {
      const read = readTransfer(text)
      if (!read.ok) return read
      return put({
        ...newProfile('', read.value.environment),
        ...read.value,
        name: freeName(read.value.name),
      })
    },
  }
}
