import { ASSUMPTION_CHOICES, type AssumptionName } from './broker-assumptions.js'
import { z } from 'zod'
import {
  PROFILE_NAME_CHARS,
  type ProfileId,
  ACCESS_WAYS,
  SIGNATURE_ALGORITHMS,
  API_VERSIONS,
  loopbackAddress,
  PROXY_ADDRESS,
  PROXY_SCRIPT,
} from './profile.js'
import { isPlainLine } from '../text-safety.js'
import { ENVIRONMENTS } from '../environment.js'
import { zTime } from '../scalars.schema.js'
import { asReadonly } from '../readonly-schema.js'

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

/**
 * The hosts of a sandbox profile: origins without a path ("https://api.sandbox.example"), sockets
 * as host and port.
 */
export const ProfileHosts = asReadonly(
  z.strictObject({
    api: zOrigin,
    oauth: zOrigin,
    passport: zOrigin,
    events: zSocket,
    data: zSocket,
    /** PEM of the only certificate authority to trust for these hosts; null = the public ones. */
    authority: zAuthority.nullable(),
  }),
)
export type ProfileHosts = z.output<typeof ProfileHosts>

/**
 * How the browser's redirect returns: to a loopback port of Countersign, or pasted by the person
 * from a registered address.
 */
export const Redirect = asReadonly(
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
export type Redirect = z.output<typeof Redirect>

/**
 * Returns the address that the registration has to contain; null where every sign-in has another
 * one.
 */
export const redirectAddress = (redirect: Redirect): string | null =>
  redirect.kind === 'manual'
    ? redirect.uri
    : redirect.port === 0
      ? null
      : loopbackAddress(redirect.port)

/** The longest address of a proxy or of its script. */
const MAX_PROXY_CHARS = 500

/**
 * How connections leave this computer: as the environment (`HTTPS_PROXY`, `NO_PROXY`) or else the
 * system's setting says, directly, by one HTTP or SOCKS proxy, or as a proxy script says. An
 * address has no user name and no password.
 */
export const ProxySetting = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('automatic') }),
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('address'),
      address: z
        .string()
        .max(MAX_PROXY_CHARS)
        .regex(PROXY_ADDRESS, 'an address such as http://proxy.example:3128'),
    }),
    z.strictObject({
      kind: z.literal('script'),
      address: z
        .string()
        .max(MAX_PROXY_CHARS)
        .regex(PROXY_SCRIPT, 'an address such as http://server.example/proxy.pac'),
    }),
  ]),
)
export type ProxySetting = z.output<typeof ProxySetting>

/** The name of one proxy, as its credentials belong to it: "http://proxy.example:3128". */
export const zProxyName = z.string().max(MAX_PROXY_CHARS).regex(PROXY_ADDRESS)

/** What a person enters for one proxy. */
export const ProxyUser = z.strictObject({
  /** A colon ends the user name in what is sent. */
  user: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^:\p{Cc}]+$/u),
  password: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}+$/u),
})
export type ProxyUser = z.output<typeof ProxyUser>

/** The assumptions about a broker that a person changed. */
export const zBrokerAssumptions = asReadonly(
  z.strictObject({
    marketRoutes: z.enum(ASSUMPTION_CHOICES.marketRoutes).optional(),
    eventSilence: z.enum(ASSUMPTION_CHOICES.eventSilence).optional(),
    healthChecks: z.enum(ASSUMPTION_CHOICES.healthChecks).optional(),
    optionValue: z.enum(ASSUMPTION_CHOICES.optionValue).optional(),
  } satisfies Record<AssumptionName, z.ZodType>),
)

/** The setting of a profile that has none. */
export const AUTOMATIC_PROXY: ProxySetting = { kind: 'automatic' }

/**
 * A connection to a broker, without its secrets. `hosts` null means the published ones; only
 * sandbox may have others.
 */
export const Profile = asReadonly(
  z.strictObject({
    id: zProfileId,
    name: zProfileName,
    environment: z.enum(ENVIRONMENTS),
    access: z.enum(ACCESS_WAYS),
    algorithm: z.enum(SIGNATURE_ALGORITHMS),
    /** The version of the API that is requested; absent: {@link STANDARD_VERSION}. */
    apiVersion: z.enum(API_VERSIONS).optional(),
    hosts: ProfileHosts.nullable(),
    /** Port 0 means any free port, which the registration of an account cannot contain. */
    redirect: Redirect,
    /** Absent: automatic. It belongs to this computer, so it is not exported. */
    proxy: ProxySetting.optional(),
    /** False for a broker whose login page refuses the members of PKCE; absent: true. */
    pkce: z.boolean().optional(),
    /** What the broker does otherwise than Countersign assumes; absent: nothing. */
    assumptions: zBrokerAssumptions.optional(),
    createdAt: zTime,
  }),
)
export type Profile = z.output<typeof Profile>

/** The changes that a person may make to a profile; absent members stay. */
export const ProfileChange = asReadonly(
  z.strictObject({
    name: zProfileName.optional(),
    access: z.enum(ACCESS_WAYS).optional(),
    algorithm: z.enum(SIGNATURE_ALGORITHMS).optional(),
    apiVersion: z.enum(API_VERSIONS).optional(),
    hosts: ProfileHosts.nullable().optional(),
    redirect: Redirect.optional(),
    proxy: ProxySetting.optional(),
    pkce: z.boolean().optional(),
    assumptions: zBrokerAssumptions.optional(),
  }),
)
export type ProfileChange = z.output<typeof ProfileChange>
