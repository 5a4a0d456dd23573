import { z } from 'zod'
import { storedAs } from './stored-as.js'
import { PROFILE_NAME_CHARS } from '../../../shared/domain/app/profile-view.js'
import {
  ACCESS_WAYS,
  API_VERSIONS,
  SIGNATURE_ALGORITHMS,
  type Profile,
  type ProfileHosts,
  type ProfileId,
  type Redirect,
} from '../../../shared/domain/app/profile.js'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import { isPlainLine } from '../../../shared/domain/text-safety.js'
import { zTime } from '../../../shared/domain/scalars.schema.js'

/** The id of a profile: also the name of its folder. */
export const zStoredProfileId = z.custom<ProfileId>(
  (value) => typeof value === 'string' && /^[a-z0-9-]{4,40}$/.test(value),
  'not a profile id',
)
/** One plain line, because it appears in titles and questions. */
export const zStoredProfileName = z
  .string()
  .min(1)
  .max(PROFILE_NAME_CHARS)
  .refine((name) => isPlainLine(name, PROFILE_NAME_CHARS), 'not a plain line of text')

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
/** The hosts of a sandbox profile, as stored and exported. */
export const zStoredHosts = storedAs<ProfileHosts>()(
  z.strictObject({
    api: zOrigin,
    oauth: zOrigin,
    passport: zOrigin,
    events: zSocket,
    data: zSocket,
    authority: zAuthority.nullable(),
  }),
)

/** How the browser's redirect returns, as stored and exported. */
export const zStoredRedirect = storedAs<Redirect>()(
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

/** A profile as stored. */
export const zStoredProfile = storedAs<Profile>()(
  z.strictObject({
    id: zStoredProfileId,
    name: zStoredProfileName,
    environment: z.enum(ENVIRONMENTS),
    access: z.enum(ACCESS_WAYS),
    algorithm: z.enum(SIGNATURE_ALGORITHMS),
    apiVersion: z.enum(API_VERSIONS).optional(),
    hosts: zStoredHosts.nullable(),
    redirect: zStoredRedirect,
    createdAt: zTime,
  }),
)
