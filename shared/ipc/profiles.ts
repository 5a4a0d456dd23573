import { z } from 'zod'
import {
  ACCESS_WAYS,
  API_VERSIONS,
  SIGNATURE_ALGORITHMS,
  type ProfileHosts,
  type ProfileId,
  type Redirect,
} from '../domain/app/profile.js'
import { PROFILE_NAME_CHARS, type ProfileChange } from '../domain/app/profile-view.js'
import { isPlainLine } from '../domain/text-safety.js'
import { mirror } from './mirror.js'

/**
 * The views of profiles, credentials, the lock and a switch. None of them is or contains a secret.
 */

/** One plain line, because it appears in titles and questions. */
export const zProfileName = z
  .string()
  .min(1)
  .max(PROFILE_NAME_CHARS)
  .refine((name) => isPlainLine(name, PROFILE_NAME_CHARS), 'not a plain line of text')
export const zProfileId = z.custom<ProfileId>(
  (value) => typeof value === 'string' && /^[a-z0-9-]{4,40}$/.test(value),
  'not a profile id',
)

const zOrigin = z
  .string()
  .max(200)
  .regex(
    /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/,
    'an address such as https://host.example without a path',
  )
const zSocket = z.strictObject({
  host: z
    .string()
    .max(200)
    .regex(/^[a-z0-9.-]+$/, 'a host name'),
  port: z.number().int().min(1).max(65_535),
})
const zAuthority = z
  .string()
  .max(20_000)
  .regex(
    /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/,
    'a certificate in PEM form',
  )
export const zProfileHosts = mirror<ProfileHosts>()(
  z.strictObject({
    api: zOrigin,
    oauth: zOrigin,
    passport: zOrigin,
    events: zSocket,
    data: zSocket,
    authority: zAuthority.nullable(),
  }),
)

export const zRedirect = mirror<Redirect>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('loopback'), port: z.number().int().min(0).max(65_535) }),
    z.strictObject({
      kind: z.literal('manual'),
      uri: z
        .string()
        .max(500)
        .regex(/^https?:\/\/[^\s#?]+$/, 'a registered address without ? and #'),
    }),
  ]),
)

/** The changes that a person may make to a profile. */
export const zProfileChange = mirror<ProfileChange>()(
  z.strictObject({
    name: zProfileName.optional(),
    access: z.enum(ACCESS_WAYS).optional(),
    algorithm: z.enum(SIGNATURE_ALGORITHMS).optional(),
    apiVersion: z.enum(API_VERSIONS).optional(),
    hosts: zProfileHosts.nullable().optional(),
    redirect: zRedirect.optional(),
  }),
)
