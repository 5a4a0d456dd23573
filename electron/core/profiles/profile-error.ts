import type { Message } from '../../../shared/messages/message.js'

/** Why an operation on a profile failed. Nothing was changed. */
export interface ProfileError {
  readonly kind:
    | 'unknown'
    | 'built-in'
    | 'name-taken'
    | 'frozen'
    | 'too-many'
    | 'malformed'
    | 'newer-version'
    | 'storage'
  readonly message: Message
}
