import { z } from 'zod'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import {
  ACCESS_WAYS,
  API_VERSIONS,
  SIGNATURE_ALGORITHMS,
} from '../../../shared/domain/app/profile.js'
import {
  type Profile,
  ProfileHosts,
  zBrokerAssumptions,
  zProfileName,
  Redirect,
} from '../../../shared/domain/app/profile.schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ProfileError } from './profile-error.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

const FORMAT = 'countersign-profile'
const VERSION = 1
/** A profile is a few hundred characters; anything larger is not one. */
const MAX_CHARS = 20_000
const MAX_MEMBER_CHARS = 200

/**
 * The exported members: no id, no times, no secret. Unknown members are refused, so that an import
 * brings nothing hidden.
 */
const zTransfer = z.strictObject({
  format: z.literal(FORMAT),
  v: z.literal(VERSION),
  name: zProfileName,
  environment: z.enum(ENVIRONMENTS),
  access: z.enum(ACCESS_WAYS),
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  apiVersion: z.enum(API_VERSIONS).optional(),
  hosts: ProfileHosts.nullable(),
  redirect: Redirect,
  assumptions: zBrokerAssumptions.optional(),
})
export type TransferredProfile = Pick<
  Profile,
  | 'name'
  | 'environment'
  | 'access'
  | 'algorithm'
  | 'apiVersion'
  | 'hosts'
  | 'redirect'
  | 'assumptions'
>

/** Formats a profile as text for export, without secrets. */
export function writeTransfer({
  name,
  environment,
  access,
  algorithm,
  apiVersion,
  hosts,
  redirect,
  assumptions,
}: Profile): string {
  return `${JSON.stringify({ format: FORMAT, v: VERSION, name, environment, access, algorithm, apiVersion, hosts, redirect, assumptions }, null, 2)}\n`
}

const malformed = (reason: Message): { readonly ok: false; readonly error: ProfileError } =>
  err({ kind: 'malformed', message: reason })

/**
 * Reads an exported profile. Custom hosts are refused unless it is a sandbox, so that a file cannot
 * redirect production.
 */
export function readTransfer(text: string): Result<TransferredProfile, ProfileError> {
  if (text.length > MAX_CHARS) return malformed(message('profiles.fileTooLarge'))
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return malformed(message('profiles.notAProfile'))
  }
  const version = z.object({ format: z.literal(FORMAT), v: z.number().int() }).safeParse(raw)
  if (!version.success) return malformed(message('profiles.notAProfile'))
  if (version.data.v > VERSION) {
    return err({
      kind: 'newer-version',
      message: message('profiles.newerVersion'),
    })
  }
  const parsed = zTransfer.safeParse(raw)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const member = issue?.path.join('.') || (issue?.message ?? '')
    return malformed(message('profiles.wrongValue', { member: member.slice(0, MAX_MEMBER_CHARS) }))
  }
  const { format: _format, v: _version, ...profile } = parsed.data
  const { environment, hosts } = profile
  if (hosts !== null && environment !== 'sandbox') {
    return err({ kind: 'frozen', message: message('profiles.hostsFixed') })
  }
  return ok(profile)
}
