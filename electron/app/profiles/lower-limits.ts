import type { AppResult } from '../../../shared/domain/app/app-error.js'
import { err, ok } from '../../../shared/domain/result.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import {
  DEFAULT_PERSONAL_LIMITS,
  raisedLimits,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import {
  PersonalLimits,
  type LowerLimits,
} from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import { message } from '../../../shared/messages/make-message.js'
import { fileErrorMessage } from '../../core/file-error.js'
import {
  parseStoredLimits,
  storedLimitsText,
  type StoredPersonalLimits,
} from '../../core/limits/personal-limit-file.js'
import type { LogPort } from '../../core/ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { limitsFile } from '../session/session-adapters.js'
import { profileFolder } from '../settings/profile-folders.js'
import { refused } from './profile-errors.js'

export interface LowerLimitsOptions {
  readonly profile: Profile
  /** The profile's session; null while the profile is not open. */
  readonly open: Pick<TradingSession, 'limits'> | null
  readonly userData: string
  readonly limits: LowerLimits
  readonly log: LogPort
}

/**
 * Sets limits of a profile that allow less than the stored ones; those that would allow more are
 * refused, so that no day's limit is raised before its next session. On failure nothing changes.
 */
export async function lowerLimits(options: LowerLimitsOptions): AppResult<void> {
  const { open, limits } = options
  if (open !== null) {
    const before = open.limits.view().limits
    const next = lowered(before, limits)
    if (!next.ok) return next
    const set = await open.limits.set(next.value)
    return set.ok ? ok(undefined) : set
  }
  return lowerStored(options)
}

async function lowerStored({
  profile,
  userData,
  limits,
  log,
}: LowerLimitsOptions): AppResult<void> {
  const file = limitsFile(profileFolder(userData, profile), log)
  const content = await file.read()
  // Damage is left in place: the session that finds it locks every account out.
  const state = content.ok ? storedState(content.value, profile) : null
  if (state === null) return refused(message('profiles.limitsUnreadable'))
  const next = lowered(state.limits, limits)
  if (!next.ok) return next
  const written = await file.write(storedLimitsText({ ...state, limits: next.value }))
  if (!written.ok) return err(appError('storage/failed', fileErrorMessage(written.error)))
  log.event('info', 'limits.set')
  return ok(undefined)
}

const storedState = (text: string | null, { environment }: Profile): StoredPersonalLimits | null =>
  text === null
    ? { limits: DEFAULT_PERSONAL_LIMITS[environment], raised: null, lockOuts: [] }
    : parseStoredLimits(text)

function lowered(before: PersonalLimits, change: LowerLimits) {
  const next = PersonalLimits.safeParse({ ...before, ...change })
  if (!next.success) return refused(message('profiles.limitsOutOfRange'))
  return raisedLimits(before, next.data).length > 0
    ? refused(message('profiles.limitsOnlyLower'))
    : ok(next.data)
}
