import path from 'node:path'
import { AtomicFile } from '../../adapters/atomic-file.js'
import { systemClock } from '../../adapters/clock.js'
import { createCheckedFile } from '../../adapters/journal/checked-file.js'
import { journalPath } from '../../adapters/journal/journal-file.js'
import { readJournalOnly } from '../../adapters/journal/read-only-journal.js'
import { parseStoredLimits } from '../../core/limits/personal-limit-file.js'
import { MilestoneReader, type JournalMilestones } from '../../core/profiles/journal-milestones.js'
import type { LockView } from '../../../shared/domain/app/app-state.js'
import type {
  ProductionCheckResult,
  ProductionChecklist,
} from '../../../shared/domain/app/production-checklist.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import {
  DEFAULT_PERSONAL_LIMITS,
  raisedLimits,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import type { PersonalLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { LIMITS_FILE } from '../session/session-adapters.js'
import { profileFolder } from '../settings/profile-folders.js'

export interface ProductionChecklistOptions {
  /** The profile that is to trade with real money. */
  readonly profile: Profile
  readonly profiles: readonly Profile[]
  readonly userData: string
  readonly lock: Pick<LockView, 'method'>
}

interface ProfileMilestones extends JournalMilestones {
  readonly profile: Profile
}

/**
 * Returns what of the checklist before real money has happened, from the order journals of all
 * profiles, the stored limits of this one, and the lock. Reads only.
 */
export async function productionChecklist({
  profile,
  profiles,
  userData,
  lock,
}: ProductionChecklistOptions): Promise<ProductionChecklist> {
  const milestones: ProfileMilestones[] = []
  for (const candidate of profiles) milestones.push(await milestonesOf(userData, candidate))
  const checks: readonly ProductionCheckResult[] = [
    firstOf(
      'sandbox-order',
      milestones.filter((entry) => entry.profile.environment === 'sandbox'),
      ({ filledAt }) => filledAt,
    ),
    limitsCheck(profile, await storedLimits(profileFolder(userData, profile))),
    firstOf('halt', milestones, ({ haltedAt }) => haltedAt),
    { check: 'lock', done: lock.method !== 'none', doneAt: null, profile: null },
  ]
  return { complete: checks.every(({ done }) => done), checks }
}

async function milestonesOf(userData: string, profile: Profile): Promise<ProfileMilestones> {
  const reader = new MilestoneReader()
  const file = journalPath(profileFolder(userData, profile), 'orders')
  await readJournalOnly(file, (line) => reader.read(line))
  return { profile, ...reader.milestones }
}

function firstOf(
  check: ProductionCheckResult['check'],
  milestones: readonly ProfileMilestones[],
  timeOf: (entry: ProfileMilestones) => EpochMs | null,
): ProductionCheckResult {
  const times = milestones
    .flatMap((entry) => {
      const doneAt = timeOf(entry)
      return doneAt === null ? [] : [{ doneAt, profile: entry.profile.name }]
    })
    .toSorted((a, b) => a.doneAt - b.doneAt)
  const first = times[0]
  return first === undefined
    ? { check, done: false, doneAt: null, profile: null }
    : { check, done: true, ...first }
}

/** The person's own limits are set where one of them allows less than the usual limits. */
function limitsCheck(profile: Profile, limits: PersonalLimits | null): ProductionCheckResult {
  const defaults = DEFAULT_PERSONAL_LIMITS[profile.environment]
  const done = limits !== null && raisedLimits(limits, defaults).length > 0
  return { check: 'limits', done, doneAt: null, profile: done ? profile.name : null }
}

/** Reads the stored limits of a profile; null where it has none, or they cannot be read. */
async function storedLimits(root: string): Promise<PersonalLimits | null> {
  const file = createCheckedFile(
    new AtomicFile({ path: path.join(root, LIMITS_FILE), clock: systemClock }),
  )
  const content = await file.read()
  if (!content.ok || content.value === null) return null
  return parseStoredLimits(content.value)?.limits ?? null
}
