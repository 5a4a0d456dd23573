import type { VaultPort } from '../../core/ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { StoredDocuments } from '../settings/stored-documents.js'
import type { HostedAddress } from './hosted-source.js'

/** A session with its profile and storage. */
export interface SessionContext {
  readonly session: TradingSession
  readonly profile: Profile
  readonly vault: VaultPort
  /** The profile's own folder. */
  readonly root: string
  /** The guarded documents of that folder; absent in tests without a disk. */
  readonly files?: StoredDocuments
  /** The address of the practice exchange's hosted server. */
  readonly hosted?: HostedAddress
}
