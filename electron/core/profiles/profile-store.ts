import { z } from 'zod'
import {
  PROFILE_NAME_CHARS,
  BUILT_IN_PROFILE,
  REDIRECT_PORT,
  asProfileId,
  isInstitution,
  type ProfileId,
} from '../../../shared/domain/app/profile.js'
import {
  type ProfileChange,
  Profile,
  zProfileId,
} from '../../../shared/domain/app/profile.schema.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { randomHex } from '../hex.js'
import { DescribedError } from '../described-error.js'
import type { ClockPort, DocumentPort, FileError, RandomPort } from '../ports.js'
import type { ProfileError } from './profile-error.js'
import { readTransfer, writeTransfer } from './profile-transfer.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The version of the file. */
export const PROFILES_VERSION = 1
/** More profiles would be a mistake or an attack. */
const MAX_PROFILES = 50
const ID_BYTES = 8

const zFile = z.strictObject({
  v: z.literal(PROFILES_VERSION),
  profiles: z.array(Profile).max(MAX_PROFILES),
  last: zProfileId,
})

export interface ProfileStoreDeps {
  readonly file: DocumentPort
  readonly clock: ClockPort
  readonly random: RandomPort
}

const failed = (
  kind: ProfileError['kind'],
  reason: Message,
): { readonly ok: false; readonly error: ProfileError } => err({ kind, message: reason })
const unknown = failed('unknown', message('profiles.unknown'))

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
    return version.success && version.data.v > PROFILES_VERSION ? 'newer' : 'damaged'
  } catch {
    return 'damaged'
  }
}

const stuckFile = ({ message: reason }: FileError): Message =>
  message('start.fileStuck', { file: 'profiles.json', reason })

/**
 * Opens the list of profiles; throws a `DescribedError` when an unreadable file cannot be moved. An
 * unreadable file is set aside, never overwritten; the built-in profile always exists.
 */
export async function openProfiles(deps: ProfileStoreDeps): Promise<ProfileStore> {
  const { file, clock } = deps
  const stored = await file.read()
  const parsed = stored.ok && stored.value !== null ? parse(stored.value) : null
  let setAside: string | null = null
  // An unreadable file, or one of a newer version, may hold the person's profiles, so it is moved
  // away before a new one is written.
  if (!stored.ok || parsed === 'damaged' || parsed === 'newer') {
    const moved = await file.setAside()
    // Going on with an empty list would replace the person's profiles at the next change.
    if (!moved.ok) throw new DescribedError(stuckFile(moved.error))
    setAside = moved.value
  }
  const current =
    parsed === null || typeof parsed === 'string'
      ? { profiles: [], last: BUILT_IN_PROFILE }
      : parsed
  return new ProfileStore(deps, withBuiltIn(current, clock), setAside)
}

export class ProfileStore {
  /** The name under which an unreadable file was set aside at start; null when none was. */
  readonly setAside: string | null
  readonly #deps: ProfileStoreDeps
  /** A change that began while another one is written would undo it. */
  readonly #changes = createSerialQueue()
  #current: StoredProfiles

  constructor(deps: ProfileStoreDeps, current: StoredProfiles, setAside: string | null) {
    this.#deps = deps
    this.#current = current
    this.setAside = setAside
  }

  all(): readonly Profile[] {
    return this.#current.profiles
  }

  get(id: ProfileId): Profile | undefined {
    return this.#current.profiles.find((profile) => profile.id === id)
  }

  /** Returns the profile of the last session. */
  last(): ProfileId {
    const last = this.get(this.#current.last)
    // An institution has no trading session, so it never opens first.
    return last === undefined || isInstitution(last) ? BUILT_IN_PROFILE : last.id
  }

  setLast(id: ProfileId): Promise<void> {
    return this.#changes.run(async () => {
      if (this.get(id) === undefined || this.#current.last === id) return
      await this.#save({ ...this.#current, last: id })
    })
  }

  /** Resolves once the changes so far are saved, or failed. */
  settled(): Promise<void> {
    return this.#changes.idle()
  }

  create(name: string, environment: Environment): Promise<Result<Profile, ProfileError>> {
    return this.#changes.run(() => this.#put(this.#newProfile(name, environment)))
  }

  change(id: ProfileId, change: ProfileChange): Promise<Result<Profile, ProfileError>> {
    return this.#changes.run(() => this.#change(id, change))
  }

  async #change(id: ProfileId, change: ProfileChange): Promise<Result<Profile, ProfileError>> {
    const profile = this.get(id)
    if (profile === undefined) return unknown
    if (id === BUILT_IN_PROFILE && Object.keys(change).some((member) => member !== 'name')) {
      return failed('built-in', message('profiles.builtInFixed'))
    }
    const namesHosts = change.hosts !== undefined && change.hosts !== null
    if (namesHosts && profile.environment !== 'sandbox') {
      return failed('frozen', message('profiles.hostsFixed'))
    }
    return this.#put(withChange(profile, change))
  }

  /**
   * Copies a profile under a free name without its credentials, because secrets are entered for
   * each profile.
   */
  duplicate(id: ProfileId): Promise<Result<Profile, ProfileError>> {
    return this.#changes.run(() => this.#duplicate(id))
  }

  async #duplicate(id: ProfileId): Promise<Result<Profile, ProfileError>> {
    const profile = this.get(id)
    if (profile === undefined) return unknown
    return this.#put({
      ...profile,
      id: this.#newProfile('', profile.environment).id,
      name: this.#freeName(`${profile.name} copy`),
      createdAt: this.#deps.clock.now(),
    })
  }

  remove(id: ProfileId): Promise<Result<void, ProfileError>> {
    return this.#changes.run(() => this.#remove(id))
  }

  async #remove(id: ProfileId): Promise<Result<void, ProfileError>> {
    if (id === BUILT_IN_PROFILE) return failed('built-in', message('profiles.builtInStays'))
    if (this.get(id) === undefined) return unknown
    const { profiles, last } = this.#current
    return this.#save({
      profiles: profiles.filter((profile) => profile.id !== id),
      last: last === id ? BUILT_IN_PROFILE : last,
    })
  }

  /** Returns the profile as text for export, without secrets. */
  exportText(id: ProfileId): Result<string, ProfileError> {
    const profile = this.get(id)
    return profile === undefined ? unknown : ok(writeTransfer(profile))
  }

  async importText(text: string): Promise<Result<Profile, ProfileError>> {
    const transfer = readTransfer(text)
    if (!transfer.ok) return transfer
    return this.#changes.run(() =>
      this.#put({
        ...this.#newProfile('', transfer.value.environment),
        ...transfer.value,
        name: this.#freeName(transfer.value.name),
      }),
    )
  }

  /** Adds a profile, or replaces the one of the same id. */
  async #put(profile: Profile): Promise<Result<Profile, ProfileError>> {
    const { profiles } = this.#current
    const others = profiles.filter(({ id }) => id !== profile.id)
    if (others.some(({ name }) => nameKey(name) === nameKey(profile.name))) {
      return failed('name-taken', message('profiles.nameTaken', { name: profile.name }))
    }
    if (others.length >= MAX_PROFILES) {
      return failed('too-many', message('profiles.tooMany', { max: MAX_PROFILES }))
    }
    const isKnown = this.get(profile.id) !== undefined
    const saved = await this.#save({
      ...this.#current,
      profiles: isKnown
        ? profiles.map((existing) => (existing.id === profile.id ? profile : existing))
        : [...profiles, profile],
    })
    return saved.ok ? ok(profile) : saved
  }

  async #save(next: StoredProfiles): Promise<Result<void, ProfileError>> {
    const content = { v: PROFILES_VERSION, ...next }
    // A file that the next start cannot read would hide every profile (REL-43).
    if (!zFile.safeParse(content).success) return failed('malformed', message('profiles.unusable'))
    const text = JSON.stringify(content, null, 2)
    const written = await this.#deps.file.write(text)
    if (!written.ok) return failed('storage', message('profiles.notSaved'))
    this.#current = next
    return ok(undefined)
  }

  /** Returns the name, with a number where another profile has it. */
  #freeName(wanted: string): string {
    const taken = new Set(this.#current.profiles.map(({ name }) => nameKey(name)))
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` ${count}`
      const name = `${plainLine(wanted, PROFILE_NAME_CHARS - suffix.length)}${suffix}`
      if (!taken.has(nameKey(name))) return name
    }
  }

  #newProfile(name: string, environment: Environment): Profile {
    const { clock, random } = this.#deps
    return {
      id: asProfileId(`p-${randomHex(random, ID_BYTES)}`),
      name,
      environment,
      access: environment === 'practice' ? 'both' : 'key',
      algorithm: 'HMAC-SHA256',
      hosts: null,
      // The practice exchange accepts any port; a registration at a broker names one.
      redirect: { kind: 'loopback', port: environment === 'practice' ? 0 : REDIRECT_PORT },
      createdAt: clock.now(),
    }
  }
}

/** Returns the form in which two names count as the same. */
const nameKey = (name: string): string => name.toLocaleLowerCase('en')

const withBuiltIn = (stored: StoredProfiles, clock: ClockPort): StoredProfiles =>
  stored.profiles.some(({ id }) => id === BUILT_IN_PROFILE)
    ? stored
    : { ...stored, profiles: [builtIn(clock), ...stored.profiles] }

/** Returns the profile with the members of the change that are defined. */
function withChange(profile: Profile, change: ProfileChange): Profile {
  const members = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...profile, ...(Object.fromEntries(members) as Partial<Profile>) }
}
