import { redact } from '../../adapters/redact.js'
import type { Secrets } from '../../core/profiles/credentials.js'
import type { ConnectionFindings } from '../../provider/connection-test/findings.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { changedAssumptions } from '../../../shared/domain/app/broker-assumptions.js'
import { STANDARD_VERSION } from '../../../shared/domain/app/profile.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

export interface SupportTextOptions {
  readonly profile: Pick<
    Profile,
    'environment' | 'access' | 'algorithm' | 'apiVersion' | 'hosts' | 'assumptions'
  >
  readonly findings: ConnectionFindings
  readonly secrets: Secrets
  readonly testedAt: EpochMs
  readonly runtime: { readonly node: string; readonly platform: string }
}

/** Writes the findings of a connection test for the support: in English, without secrets. */
export function supportText({
  profile,
  findings,
  secrets,
  testedAt,
  runtime,
}: SupportTextOptions): string {
  const hidden = Object.values(secrets).filter((secret) => secret !== undefined)
  const { environment, access, algorithm, apiVersion = STANDARD_VERSION, hosts } = profile
  const head = [
    message('connection.supportTitle', { testedAt: new Date(testedAt).toISOString() }),
    message('connection.supportProfile', {
      environment,
      access,
      algorithm,
      apiVersion,
      ownHosts: hosts !== null,
    }),
    message('connection.supportAssumptions', { changed: changedAssumptions(profile.assumptions) }),
    message('connection.supportRuntime', runtime),
    message('connection.supportResult', { ok: findings.ok }),
  ]
  return [
    ...head.map(inEnglish),
    ...findings.checks.map(({ check, state, text, next }) => {
      const finding = next === null ? [text] : [text, next]
      return `${check}: ${state}. ${redact(finding.map(inEnglish).join(' '), hidden)}`
    }),
  ].join('\n')
}
