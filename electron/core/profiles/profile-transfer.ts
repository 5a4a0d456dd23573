import { z } from 'zod'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import {
  ACCESS_WAYS,
  SIGNATURE_ALGORITHMS,
  type Profile,
} from '../../../shared/domain/app/profile.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { zStoredHosts, zStoredProfileName, zStoredRedirect } from '../storage/stored-profile.js'
import type { ProfileError } from './profile-error.js'

const FORMAT = 'countersign-profile'
const VERSION = 1
/** A profile is a few hundred characters; anything larger is not one. */
const MAX_CHARS = 20_000

/**
 * The exported members: no id, no times, no secret. Unknown members are refused, so that an import
 * brings nothing hidden.
 */
const zTransfer = z.strictObject({
  format: z.literal(FORMAT),
  v: z.literal(VERSION),
  name: zStoredProfileName,
  environment: z.enum(ENVIRONMENTS),
  access: z.enum(ACCESS_WAYS),
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  hosts: zStoredHosts.nullable(),
  redirect: zStoredRedirect,
})
export type TransferredProfile = Pick<
  Profile,
  'name' | 'environment' | 'access' | 'algorithm' | 'hosts' | 'redirect'
>

/** Formats a profile as text for export, without secrets. */
export function writeTransfer({
  name,
  environment,
  access,
  algorithm,
  hosts,
  redirect,
}: Profile): string {
  return `${JSON.stringify({ format: FORMAT, v: VERSION, name, environment, access, algorithm, hosts, redirect }, null, 2)}\n`
}

const malformed = (message: string): { readonly ok: false; readonly error: ProfileError } =>
  err({ kind: 'malformed', message })

/**
 * Reads an exported profile. Custom hosts are refused unless it is a sandbox, so that a file cannot
 * redirect production.
 */
export function readTransfer(text: string): Result<TransferredProfile, ProfileError> {
  if (text.length > MAX_CHARS) return malformed('This file is too large for a profile.')
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return malformed('This file is no exported profile.')
  }
  const version = z.object({ format: z.literal(FORMAT), v: z.number().int() }).safeParse(raw)
  if (!version.success) return malformed('This file is no exported profile.')
  if (version.data.v > VERSION) {
    return err({
      kind: 'newer-version',
      message: 'This profile was exported by a newer version of the program.',
    })
  }
  const read = zTransfer.safeParse(raw)
  if (!read.success) {
    return malformed(
      `This profile has a wrong value in "${read.error.issues[0]?.path.join('.') || (read.error.issues[0]?.message ?? '')}".`,
    )
  }
  const { name, environment, access, algorithm, hosts, redirect } = read.data
  if (hosts !== null && environment !== 'sandbox') {
    return err({ kind: 'frozen', message: 'Only a sandbox profile may name other hosts.' })
  }
  return ok({ name, environment, access, algorithm, hosts, redirect })
}
