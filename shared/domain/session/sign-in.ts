import type { AccessWay } from '../app/profile.js'
import type { EpochMs } from '../time.js'
import type { Message } from '../../messages/message.js'

/** The progress of the app key's token: `waiting` until the code is entered on the phone. */
export interface TokenProgress {
  readonly state: 'none' | 'waiting' | 'ready' | 'failed' | 'unneeded'
  readonly until: EpochMs | null
  readonly message: Message | null
}

/** The progress of signing in. A window sees an attempt itself only when it ends on its own. */
export interface SignInView {
  readonly way: AccessWay
  readonly attempt: {
    readonly until: EpochMs
    readonly paste: boolean
    /** What the registration has to contain; null where any address will do. */
    readonly redirectAddress: string | null
  } | null
  readonly token: TokenProgress
}
